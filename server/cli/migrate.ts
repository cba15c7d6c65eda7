import { readConfig } from '../config'
import { addressOf } from '../db/address'
import { rolesFor } from '../db/roles'
import { type Command, misused, wordsOf } from './command'
import { settingsOfDatabase } from './settings'

/** The role that a database is opened by; what an administrator is most likely to call it, where none is set. */
function roleOf(databaseUrl: string | undefined): string {
  const name = databaseUrl === undefined ? '' : decodeURIComponent(addressOf(databaseUrl).url.username)
  return name === '' ? 'offerdesk' : name
}

export const migrateCommand: Command = {
  help: `Usage: offerdesk migrate
       offerdesk migrate --print-roles [--for ROLE]

Brings the database of DATABASE_URL up to date, or the embedded one. A server does so as well when it starts; of any
number that start at once one works and the others wait.

--print-roles prints what an administrator of PostgreSQL runs once, where the role of DATABASE_URL owns its database
and may make no roles. It opens no database. The role is that of DATABASE_URL unless --for names another one.
`,
  options: { 'print-roles': undefined, for: 'ROLE' },
  run: async (given) => {
    wordsOf('migrate', given)
    const { options } = given
    if (options['for'] !== undefined && options['print-roles'] === undefined) {
      throw misused('migrate', '--for goes with --print-roles')
    }
    if (options['print-roles'] !== undefined) {
      process.stdout.write(rolesFor(options['for'] ?? roleOf(readConfig(process.env).databaseUrl)))
      return 0
    }
    const { dataDir, databaseUrl, directUrl } = settingsOfDatabase()
    const { openDatabase } = await import('../db/database')
    let applied = 0
    const database = await openDatabase({ dataDir, databaseUrl, directUrl, onMigrated: (count) => (applied = count) })
    await database.close()
    const done = applied === 0 ? 'Nothing was missing' : `${applied} ${applied === 1 ? 'migration' : 'migrations'} done`
    process.stdout.write(`${done}: the database is up to date.\n`)
    return 0
  },
}
