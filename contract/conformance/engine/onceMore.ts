import { randomUUID } from 'node:crypto'
import type { Call } from './calls'
import { type Account, type Ask, dataIn, type Exchange } from './exchange'
import { madeBy } from './made'
import type { Journal } from './journal'
import type { RuleId } from '../rules'

/** As much of a run as it takes. */
interface AskingRun {
  readonly first: Account
  readonly journal: Journal
  ask: (name: string, ask: Ask) => Promise<Exchange>
  refuse: (rule: RuleId, name: string, ask: Ask, statuses: readonly number[]) => Promise<Exchange>
  verify: (rule: RuleId, exchange: Exchange, holds: boolean, expected: string, actual?: string) => boolean
}

/** The header by which the same request is known again. */
const keyHeader = 'idempotency-key'

/** Fields that hold what somebody has typed: with other words in one of them, it is another request. */
const typed = new Set(['name', 'displayName', 'firstName', 'title', 'text', 'note', 'reason', 'subject', 'address1'])

/** What is told when it is made, and never again. */
const secret = /secret|^token$/i

const idOf = (exchange: Exchange): unknown => dataIn(exchange)['id']

/** The same body with another word in the first field that somebody has typed; undefined where there is none. */
function otherBody(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  for (const [name, value] of Object.entries(body)) {
    if (typed.has(name) && typeof value === 'string' && value !== '')
      return { ...body, [name]: `${value} other`.slice(-60) }
    const within = otherBody(value)
    if (within !== undefined) return { ...body, [name]: within }
  }
  return undefined
}

/** Each call that takes a key is given one by the first request of a run that has none, and sent once more with it. */
export class OnceMore {
  readonly #tried = new Set<string>()

  /** The request with a key, where its call is still to be tried. */
  keyed(call: Call, ask: Ask): Ask | undefined {
    if (!call.heads.includes(keyHeader) || ask.headers?.[keyHeader] !== undefined || this.#tried.has(call.name)) {
      return undefined
    }
    this.#tried.add(call.name)
    return { ...ask, headers: { ...ask.headers, [keyHeader]: randomUUID() } }
  }

  /** What was carried out once is answered once more, and another request with its key is refused. */
  async check(run: AskingRun, name: string, ask: Ask, first: Exchange): Promise<void> {
    const again = await run.ask(name, { ...ask, isRepeat: true })
    const isSame = again.call.successes.includes(again.status) && idOf(again) === idOf(first)
    run.verify('create.once', again, isSame, 'what the first request with its key was answered')
    if (!isSame) keepMade(run, name, ask, again)
    const told = Object.entries(dataIn(again)).filter(
      ([field, value]) => secret.test(field) && typeof value === 'string',
    )
    const isToldOnce = told.every(([field, value]) => dataIn(first)[field] !== value)
    run.verify('create.once', again, isToldOnce, 'no secret a second time', told.map(([field]) => field).join(', '))
    const body = otherBody(ask.body)
    if (body === undefined) return
    const statuses = [409, 422]
    const other = await run.refuse('create.once', name, { ...ask, body, isRepeat: true, isValid: true }, statuses)
    if (!statuses.includes(other.status)) keepMade(run, name, ask, other)
  }
}

/** What was made and should not have been is taken back. */
export function keepMade(run: AskingRun, name: string, { as }: Ask, exchange: Exchange): void {
  const [made, id] = [madeBy.get(name), idOf(exchange)]
  if (made !== undefined && typeof id === 'string') run.journal.made(made, id, (as ?? run.first).name, '')
}
