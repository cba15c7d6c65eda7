import { randomUUID } from 'node:crypto'
import { Blocked } from '../engine/errors'
import type { Ask, Exchange } from '../engine/exchange'
import { recordOf } from '../engine/listing'
import { madeBy } from '../engine/made'
import type { Run } from '../engine/run'
import type { RuleId } from '../rules'

const idOf = ({ json }: Exchange): unknown => (json as { data?: { id?: unknown } | null } | undefined)?.data?.id

/**
 * Sends a request with a key twice at once, as a line that stalls makes a client do: it is carried out once, and the second is
 * answered as the first, or told to come again. Returns what was answered to the one that was carried out.
 */
export async function twiceAtOnce(run: Run, rule: RuleId, name: string, ask: Ask): Promise<Exchange> {
  const headers = { ...ask.headers, 'idempotency-key': randomUUID() }
  const answers = await Promise.all([0, 1].map(() => run.ask(name, { ...ask, headers })))
  const done = answers.filter(({ status, call }) => call.successes.includes(status))
  const [first] = done
  for (const exchange of answers) {
    if (exchange === first) continue
    const isAgain = done.includes(exchange) && idOf(exchange) === (first === undefined ? undefined : idOf(first))
    const holds = isAgain || exchange.status === 409
    run.verify(
      'create.once',
      exchange,
      holds,
      'what was answered to the same request, which was sent with its key at once',
    )
  }
  if (first === undefined) {
    const [refused] = answers
    if (refused !== undefined) run.isSuccess(rule, refused)
    throw new Blocked(`${name} did not succeed`)
  }
  run.isSuccess(rule, first)
  for (const exchange of done) {
    const made = madeBy.get(name)
    if (made !== undefined) run.journal.made(made, recordOf(exchange).id, (ask.as ?? run.first).name, '')
  }
  return first
}
