import { type Call, isCounted } from './calls'
import type { Account, Ask } from './exchange'
import { madeBy } from './made'

/** A server may also say that a record is forbidden where it does not exist for somebody. */
export const hidden = [401, 403, 404]

/** What two organizations share, and what is an account's own: a wrong password there is counted. */
const besides = new Set(['collaborations', 'users'])

/**
 * What is one organization's is nothing to the people of another: every call that names a record in its path is asked so once, by
 * somebody who has no part in it, before it is asked by whom it belongs to. A call that is new is asked so by itself.
 */
export class Outsiders {
  readonly #tried = new Set<string>()
  /** Whether the other account is a member where the first one is. */
  areIn = false

  /** The request as the other account sends it, where its call is still to be tried. */
  asked(call: Call, ask: Ask, first: Account, second: Account | undefined): Ask | undefined {
    const isFirst = ask.as === undefined || ask.as === first
    if (second === undefined || !isFirst || this.areIn || this.#tried.has(call.name)) return undefined
    const isNamed = call.auth === 'user' && Object.keys(ask.params ?? {}).length > 0
    if (!isNamed || besides.has(call.resource) || isCounted(call) || madeBy.has(call.name)) return undefined
    this.#tried.add(call.name)
    const { 'idempotency-key': _, 'if-match': __, ...headers } = ask.headers ?? {}
    return { ...ask, as: second, headers, isValid: true }
  }
}
