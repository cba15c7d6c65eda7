import { type Command, misused, wordsOf } from './command'

export const backup: Command = {
  help: `Usage: offerdesk backup FILE
       offerdesk backup - > FILE
       offerdesk backup --check FILE
       offerdesk backup --rehearse FILE

Writes all that the database holds at one moment into a new file, while servers and workers go on: of the database of
DATABASE_URL, or of the embedded one in DATA_DIR, run as the account of its server. The file is the same for both, and
has its name once it is whole and was read again. With - it is written to standard output.
The keys that seal secrets are not in it, only what they are called: keep SECRET_KEY or DATA_DIR/secret.key elsewhere.

--check     reads a whole file, and says what it holds
--rehearse  restores a file into an embedded database that is thrown away (in TMPDIR), and compares every row
`,
  options: { check: undefined, rehearse: undefined },
  run: async (given) => {
    const [file] = wordsOf('backup', given, 'FILE')
    const { check, rehearse } = given.options
    if (check !== undefined && rehearse !== undefined) throw misused('backup', '--rehearse checks as well')
    const commands = await import('../backup/commands')
    if (check !== undefined) return commands.checkBackup(file)
    if (rehearse !== undefined) return commands.rehearse(file)
    return commands.makeBackup(file)
  },
}
