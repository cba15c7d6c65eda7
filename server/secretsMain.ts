import { InvalidConfig, readConfig } from './config'
import { giveUp } from './giveUp'

const usage = `Usage: npm run secrets -- rotate

Seals the passwords and keys of email providers and gateways anew.

With SECRET_KEY, put the new key before the old one first (SECRET_KEY=NEW,OLD), in every server; take the old one away
afterwards. Without it, a new key is made in DATA_DIR/secret.key. The embedded database is open to one program alone, so
stop its server before.

  --help  shows this
`

async function start([command, ...more]: string[]) {
  if (command === '--help' || more.includes('--help')) return void process.stdout.write(usage)
  const [unknown = command === 'rotate' ? undefined : (command ?? 'nothing to do')] = more
  if (unknown !== undefined) throw new InvalidConfig(`${unknown}: see npm run secrets -- --help`)
  const config = readConfig(process.env)
  const { openDatabase } = await import('./db/database')
  const { addKey, forgetOldSecretKeys, openSecrets } = await import('./secrets')
  const { resealAll } = await import('./rotateSecrets')
  const { dataDir, databaseUrl, secretKey, secretFile } = config
  const database = await openDatabase({ dataDir, databaseUrl, onLost: giveUp })
  try {
    openSecrets(config)
    if (secretKey === undefined) addKey(secretFile)
    const { resealed, lost } = await resealAll(database, openSecrets(config))
    if (secretKey === undefined) forgetOldSecretKeys(secretFile)
    process.stdout.write(`${resealed} ${resealed === 1 ? 'secret is' : 'secrets are'} sealed anew.\n`)
    if (lost > 0) process.stdout.write(`${lost} can not be opened, as their key is gone: type them once more.\n`)
  } finally {
    await database.close()
  }
}

start(process.argv.slice(2)).then(() => process.exit(0), giveUp)
