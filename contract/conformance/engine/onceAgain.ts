import { dutyNamed } from '../../permissions'
import type { Call } from './calls'
import { isAlike } from './declared'
import { type Ask, dataIn, type Exchange } from './exchange'
import type { Fields } from './fields'
import type { RuleId } from '../rules'

/** As much of a run as it takes. */
interface AskingRun {
  ask: (name: string, ask: Ask) => Promise<Exchange>
  verify: (rule: RuleId, exchange: Exchange, holds: boolean, expected: string, actual?: string) => boolean
}

/** Steps that are taken once, and mean nothing where they have been taken. */
const steps =
  /\.(?:archive|restore|pause|resume|disable|enable|delete|revoke|discard|undo|withdraw|unmerge|end|decline|ship|deliver|unassign|cancel|reset|calledBack|endPaymentLink|remove)$/

/** Work that goes on by itself is another from one moment to the next. */
const apart = new Set(['bulkJobs', 'archives'])

/** What may move by itself, or with every answer. */
const isMoving = (name: string) => /^version$|At$/.test(name)

const lastingIn = (exchange: Exchange): Fields =>
  Object.fromEntries(Object.entries(dataIn(exchange)).filter(([name]) => !isMoving(name)))

/** Each step is taken once more right after it was taken, as whoever lost the answer does it: it is refused, or done already. */
export class OnceAgain {
  readonly #tried = new Set<string>()

  isDue(call: Call, ask: Ask): boolean {
    const isStep = steps.test(call.name) && !call.heads.includes('idempotency-key') && !apart.has(call.resource)
    if (!isStep || dutyNamed(call.name) === undefined || ask.params === undefined) return false
    if (this.#tried.has(call.name)) return false
    this.#tried.add(call.name)
    return true
  }

  async check(run: AskingRun, name: string, ask: Ask, first: Exchange): Promise<void> {
    const { 'if-match': _, ...headers } = ask.headers ?? {}
    const again = await run.ask(name, { ...ask, headers, isRepeat: true })
    const isDone = again.call.successes.includes(again.status)
    const holds = isDone
      ? isAlike(lastingIn(again), lastingIn(first))
      : [400, 403, 404, 409, 422].includes(again.status)
    const expected = 'a refusal of what is done already, or the same answer as before'
    run.verify('change.again', again, holds, expected)
  }
}
