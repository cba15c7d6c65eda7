import { DrizzleQueryError } from 'drizzle-orm/errors'
import { diskFull } from './db/errors'

let isInLines = false

/** From now on it is told as the log's lines are, for programs to read. */
export const giveUpInLines = (): void => void (isInLines = true)

function inOneLine(given: unknown): string {
  let reason = given
  // The builder of queries says the statement, and the database why it failed.
  while (reason instanceof DrizzleQueryError && reason.cause !== undefined) reason = reason.cause
  if (!(reason instanceof Error)) return String(reason)
  // A connection tried at several addresses has no message of its own.
  const said = reason instanceof AggregateError && reason.message === '' ? String(reason.errors[0]) : reason.message
  return said.split('\n')[0] ?? ''
}

/**
 * Whatever keeps a program of ours from running is told in one line. A full disk ends it with 1, as it goes on as it is
 * once there is room; all else with 2, as somebody has to change something.
 */
export function giveUp(reason: unknown): never {
  const full = diskFull(reason)
  const msg = inOneLine(full ?? reason)
  const line = { level: 60, time: Date.now(), pid: process.pid, msg }
  process.stderr.write(`${isInLines ? JSON.stringify(line) : `offerdesk: ${msg}`}\n`)
  process.exit(full ? 1 : 2)
}
