import { randomUUID } from 'node:crypto'
import { atOnce } from '../engine/atOnce'
import { Blocked } from '../engine/errors'
import type { Ask, Exchange } from '../engine/exchange'
import { recordOf } from '../engine/listing'
import { madeBy } from '../engine/made'
import type { Run } from '../engine/run'
import type { RuleId } from '../rules'
import { notNow } from './sellingBasics'

const idOf = ({ json }: Exchange): unknown => (json as { data?: { id?: unknown } | null } | undefined)?.data?.id

const isDone = ({ status, call }: Exchange) => call.successes.includes(status)

/** Whatever was made by a request, be it once or not, is the run's own. */
function keep(run: Run, name: string, { as }: Ask, done: readonly Exchange[]): void {
  const made = madeBy.get(name)
  if (made === undefined) return
  for (const exchange of done) run.journal.made(made, recordOf(exchange).id, (as ?? run.first).name, '')
}

/**
 * Sends a request twice at once, as a line that stalls makes a client do: with a key, or with what is known again by itself, it is
 * carried out once, and the second is answered as the first, or told to come again. Returns what was answered to the one that
 * was carried out.
 */
export async function twiceAtOnce(
  run: Run,
  rule: RuleId,
  name: string,
  ask: Ask,
  key: Record<string, string> = { 'idempotency-key': randomUUID() },
): Promise<Exchange> {
  const headers = { ...ask.headers, ...key }
  const answers = await atOnce(run, [1, 2], () => run.ask(name, { ...ask, headers, alsoDeclared: [409] }))
  const done = answers.filter(isDone)
  const [first] = done
  for (const exchange of answers) {
    if (exchange === first) continue
    const isAgain = done.includes(exchange) && idOf(exchange) === (first === undefined ? undefined : idOf(first))
    const holds = isAgain || exchange.status === 409
    run.verify('create.once', exchange, holds, 'what was answered to the same request, which was sent at once')
  }
  if (first === undefined) {
    const [refused] = answers
    if (refused !== undefined) run.isSuccess(rule, refused)
    throw new Blocked(`${name} did not succeed`)
  }
  run.isSuccess(rule, first)
  keep(run, name, ask, done)
  return first
}

/** Of two requests at once for what is there once, one is carried out, and the other one is refused. Returns what was carried out. */
export async function oneOfTwo(
  run: Run,
  rule: RuleId,
  name: string,
  asks: readonly [Ask, Ask],
  expected: string,
): Promise<Exchange[]> {
  const answers = await atOnce(run, asks, (ask) => run.ask(name, { ...ask, alsoDeclared: [...notNow, 503] }))
  const done = answers.filter(isDone)
  keep(run, name, asks[0], done)
  const shown = done.at(-1) ?? answers[0]
  if (shown) run.verify(rule, shown, done.length === 1, expected, `${done.length} of both were carried out`)
  return done
}
