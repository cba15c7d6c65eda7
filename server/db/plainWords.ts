import { DatabaseAway, isConnectionLost, sqlFailure } from './errors'
import { addressOf, shownHost } from './address'
import { NoPrimary } from './hosts'
import { Unfit } from './migrate'

/** What PostgreSQL refuses a connection with, and how that is mended. */
function whyRefused(code: string, said: string, { user, host, database }: Place): string | undefined {
  switch (code) {
    case '28P01':
      return `PostgreSQL refuses the password of ${user}: mend DATABASE_URL`
    case '28000':
      return `PostgreSQL does not let ${user} in (${said}): mend DATABASE_URL, or pg_hba.conf of the server`
    case '3D000':
      return `there is no database ${database}: make it with createdb -O ${user} ${database}, or mend DATABASE_URL`
    case '53300':
      return `PostgreSQL takes no more connections (${said}): raise max_connections, or run fewer servers`
    case '08P01':
      return `PgBouncer answers at ${host}: set DATABASE_DIRECT_URL to the address of PostgreSQL itself beside DATABASE_URL`
    case '57P03':
      return `PostgreSQL at ${host} is not ready (${said}): try again in a moment`
    case '42501':
      return `the role ${user} may not do what is needed (${said}): it has to own the database ${database}`
    default:
      return undefined
  }
}

interface Place {
  user: string
  host: string
  database: string
}

/** What an address of a database names, without its password. */
function placeOf(databaseUrl: string): Place {
  const { url, hosts } = addressOf(databaseUrl)
  const { username, pathname } = url
  const user = decodeURIComponent(username) || (process.env['PGUSER'] ?? process.env['USER'] ?? 'postgres')
  return {
    user,
    host: hosts.map(shownHost).join(', '),
    database: decodeURIComponent(pathname.slice(1)) || user,
  }
}

/** The innermost reason, whose message is the database's or the system's own. */
function innermost(error: unknown): string {
  let reason = error
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause
  if (reason instanceof AggregateError && reason.message === '') return String(reason.errors[0])
  return reason instanceof Error ? reason.message : String(reason)
}

/** Why a database of PostgreSQL could not be opened, in one line that says how to mend it; what is unknown stays as it is. */
export function inPlainWords(error: unknown, databaseUrl: string): unknown {
  if (error instanceof Unfit || error instanceof NoPrimary) return error
  const place = placeOf(databaseUrl)
  const said = innermost(error).split('\n')[0] ?? ''
  const refused = whyRefused(sqlFailure(error)?.code ?? '', said, place)
  if (refused !== undefined) return new Unfit(refused)
  if (!isConnectionLost(error) && !(error instanceof AggregateError)) return error
  return new DatabaseAway(`PostgreSQL does not answer at ${place.host} (${said}): start it, or mend DATABASE_URL`, {
    cause: error,
  })
}
