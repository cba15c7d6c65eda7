import { type Command, misused } from './command'

export const secretsCommand: Command = {
  help: `Usage: offerdesk secrets rotate [--undo]
       offerdesk secrets list

rotate  seals the passwords and keys of email providers and gateways anew, by the first key of SECRET_KEY
--undo  seals them by the second one again
list    says which key has sealed how many, and which servers and workers know which; of a key it tells the id alone

With SECRET_KEY, put the new key after the old one in every server and worker first (SECRET_KEY=OLD,NEW), then before it
(NEW,OLD); rotate; and take the old one away afterwards. It is refused while one of them does not know the new key. Cut
anywhere it does no harm, and goes on when it is run again.
Without SECRET_KEY, a new key is made in DATA_DIR/secret.key. The embedded database is open to one program alone, so
stop its server before.
Exit code 1 when a node is to be started anew first, or something is sealed by a key that is not here.
`,
  options: { undo: undefined },
  run: async ({ words: [what, ...more], options }) => {
    const [unknown = what === 'rotate' || what === 'list' ? undefined : (what ?? '')] = more
    if (unknown !== undefined)
      throw misused('secrets', unknown === '' ? 'nothing to do' : `there is no secrets ${unknown}`)
    if (what === 'list' && options['undo'] !== undefined) throw misused('secrets', '--undo goes with rotate')
    const { withDatabase } = await import('./database')
    const { list, rotate } = await import('./rotation')
    return withDatabase((database, config) =>
      what === 'list' ? list(database, config) : rotate(database, config, options['undo'] !== undefined),
    )
  },
}
