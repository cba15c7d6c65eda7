/** What PostgreSQL says of a failure: its five-character code, and the constraint that was broken. */
export interface SqlFailure {
  code: string
  constraint: string | undefined
}

/** The SQL failure inside an error, however deep drizzle has wrapped it; undefined when there is none. */
export function sqlFailure(error: unknown): SqlFailure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code)) {
      const constraint = 'constraint' in cause && typeof cause.constraint === 'string' ? cause.constraint : undefined
      return { code: cause.code, constraint }
    }
  }
  return undefined
}

const retried = new Set(['40001', '40P01'])

/** Whether the engine asks for the transaction to be run again: it could not be ordered among the others. */
export const asksForRetry = (error: unknown): boolean => retried.has(sqlFailure(error)?.code ?? '')

/** A filter or an order that the resource does not offer; `path` is its place in the request. */
export class InvalidSearch extends Error {
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.name = 'InvalidSearch'
    this.path = path
  }
}
