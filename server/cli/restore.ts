import { type Command, wordsOf } from './command'

export const restore: Command = {
  help: `Usage: offerdesk restore FILE

Puts a backup into an empty database: the one of DATABASE_URL, or the embedded one in DATA_DIR. It makes the tables, fills
them, compares every row and the sums of the ledger with the file, and brings the tables up to date. Nothing is there
before all of it is, so that it can be started again whatever has stopped it.
An ordinary role needs what offerdesk migrate --print-roles prints, as before the first start.

The keys that sealed the file's secrets have to be in SECRET_KEY or DATA_DIR/secret.key. Where they are lost for good,
LOST_KEY=on restores all the same.
`,
  run: async (given) => {
    const [file] = wordsOf('restore', given, 'FILE')
    const { restoreBackup } = await import('../backup/commands')
    return restoreBackup(file)
  },
}
