import { type Command, misused, wordsOf } from './command'

export const move: Command = {
  help: `Usage: offerdesk move --to PLACE [--hold-mails]

Copies everything from the database of the settings to an empty one, and compares every row: from the embedded one to
PostgreSQL, back, or to another of its kind. PLACE is an address such as postgresql://user@host/database, or a folder.
Stop all servers and workers before. The database that it is taken from stays as it is; what has to be set then is told.
Mails that wait are sent from there when a server or a worker starts; with --hold-mails they are held back until offerdesk
mails lets them go or drops them. Started again, it does all of it anew. A password of PLACE may be given by PGPASSWORD or ~/.pgpass.
`,
  options: { to: 'PLACE', 'hold-mails': undefined },
  run: async (given) => {
    wordsOf('move', given)
    const { to } = given.options
    if (to === undefined) throw misused('move', '--to is missing')
    const { moveTo } = await import('../backup/commands')
    return moveTo(to, { holdsMails: given.options['hold-mails'] !== undefined })
  },
}
