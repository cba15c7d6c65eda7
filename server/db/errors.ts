/** What PostgreSQL says of a failure: its five-character code, and the constraint that was broken. */
export interface SqlFailure {
  code: string
  constraint: string | undefined
}

/** The SQL failure inside an error, however deep drizzle has wrapped it; undefined when there is none. */
export function sqlFailure(error: unknown): SqlFailure | undefined {
  for (const cause of causesOf(error)) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) {
      const constraint = 'constraint' in cause && typeof cause.constraint === 'string' ? cause.constraint : undefined
      return { code: cause.code, constraint }
    }
  }
  return undefined
}

const retried = new Set(['40001', '40P01'])

/** Whether a connection knows a statement as it was before the tables, or its view, became those of another version. */
export const isStatementOutdated = (error: unknown): boolean =>
  sqlFailure(error)?.code === '0A000' && [...causesOf(error)].some(({ message }) => message.includes('cached plan'))

/** Whether the transaction is to be run again: it could not be ordered among the others, or its connection is out of date. */
export const asksForRetry = (error: unknown): boolean =>
  retried.has(sqlFailure(error)?.code ?? '') || isStatementOutdated(error)

/** The database does not answer, as far as we can tell by waiting; or it has stopped, and the cause says why. */
export class DatabaseAway extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseAway'
  }
}

/** A disk takes no more. Its message is one line that says what to do. */
export class DiskFull extends Error {
  constructor(place: string) {
    super(`The disk of ${place} is full. Make room and start again: nothing that was saved is lost.`)
    this.name = 'DiskFull'
  }
}

/** What PostgreSQL and the system call it. */
const fullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** That a disk is full, where that is what an error comes of. */
export function diskFull(error: unknown): DiskFull | undefined {
  for (const cause of causesOf(error)) {
    if (cause instanceof DiskFull) return cause
    if ('code' in cause && fullCodes.has(String(cause.code))) return new DiskFull('the database')
  }
  return undefined
}

/** What sockets and the look-up of names fail with. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** What node-postgres says of a connection or of its pool, in words alone. */
const awayMessages =
  /^(?:Connection terminated|Query read timeout|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/**
 * What PostgreSQL says when a connection can't be used on: class 08, one that it ends (57P01 to 57P05, 25P03), and one
 * that has become read-only, as after a change of the server that takes the writes (25006).
 */
const lostStates = /^(?:08...|57P0.|25P03|25006)$/

/** What PostgreSQL says when it can do no more for now, and what of: in words for whoever runs the server. */
const busyStates: readonly (readonly [code: RegExp, what: string])[] = [
  [/^55P03$/, 'a lock was waited for too long'],
  [/^57014$/, 'a statement took too long'],
  [/^53...$/, 'the database has too little left of something'],
  // What was run again, and still could not be ordered among the others.
  [/^40(?:001|P01)$/, 'too many changed the same at once'],
]

function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause
}

/** Whether the connection that it happened on is of no more use. */
export function isConnectionLost(error: unknown): boolean {
  if (lostStates.test(sqlFailure(error)?.code ?? '')) return true
  for (const cause of causesOf(error)) {
    if (cause instanceof DatabaseAway || awayMessages.test(cause.message)) return true
    if (!('code' in cause)) continue
    if (networkCodes.has(String(cause.code)) || ('syscall' in cause && cause.syscall === 'connect')) return true
  }
  return false
}

/** Whether it was given up as somebody else held a lock for too long. */
export const isLockTimeout = (error: unknown): boolean => sqlFailure(error)?.code === '55P03'

/** Why the database, which is there, could not do it for now; undefined when it is another failure. */
export function whyBusy(error: unknown): string | undefined {
  const code = sqlFailure(error)?.code ?? ''
  return busyStates.find(([state]) => state.test(code))?.[1]
}

/** A filter or an order that the resource does not offer; `path` is its place in the request. */
export class InvalidSearch extends Error {
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.name = 'InvalidSearch'
    this.path = path
  }
}
