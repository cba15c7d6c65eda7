import { type Command, misused } from './command'

export const secretsCommand: Command = {
  help: `Usage: offerdesk secrets rotate

Seals the passwords and keys of email providers and gateways anew.

With SECRET_KEY, put the new key before the old one first (SECRET_KEY=NEW,OLD), in every server; take the old one away
afterwards. Without it, a new key is made in DATA_DIR/secret.key. The embedded database is open to one program alone, so
stop its server before.
`,
  run: async ({ words: [what, ...more] }) => {
    const [unknown = what === 'rotate' ? undefined : (what ?? 'nothing to do')] = more
    if (unknown !== undefined) throw misused('secrets', unknown)
    const { withDatabase } = await import('./database')
    const { addKey, forgetOldSecretKeys, openSecrets } = await import('../secrets')
    const { resealAll } = await import('../rotateSecrets')
    await withDatabase(async (database, config) => {
      const { secretKey, secretFile } = config
      openSecrets(config)
      if (secretKey === undefined) addKey(secretFile)
      const { resealed, lost } = await resealAll(database, openSecrets(config))
      if (secretKey === undefined) forgetOldSecretKeys(secretFile)
      process.stdout.write(`${resealed} ${resealed === 1 ? 'secret is' : 'secrets are'} sealed anew.\n`)
      if (lost > 0) process.stdout.write(`${lost} can not be opened, as their key is gone: type them once more.\n`)
    })
    return 0
  },
}
