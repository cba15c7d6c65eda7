import { type Command, wordsOf } from './command'

export const restore: Command = {
  help: `Usage: offerdesk restore FILE [--send-mails]

Puts a backup into an empty database: the one of DATABASE_URL, or the embedded one in DATA_DIR. It makes the tables, fills
them, compares every row and the sums of the ledger with the file, and brings the tables up to date. Nothing is there
before all of it is, so that it can be started again whatever has stopped it.
An ordinary role needs what offerdesk migrate --print-roles prints, as before the first start.

Mails that waited when the backup was made are held back, as the server that it was made of may have sent them since:
offerdesk mails lets them go or drops them. With --send-mails they are sent when a server or a worker starts.

The keys that sealed the file's secrets have to be in SECRET_KEY or DATA_DIR/secret.key. Where they are lost for good,
LOST_KEY=on restores all the same.
`,
  options: { 'send-mails': undefined },
  run: async (given) => {
    const [file] = wordsOf('restore', given, 'FILE')
    const { restoreBackup } = await import('../backup/commands')
    return restoreBackup(file, { holdsMails: given.options['send-mails'] === undefined })
  },
}
