import { RateLimited } from '../engine/errors'
import type { Ask, Exchange } from '../engine/exchange'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'
import { checkLargeBodies, checkSlowBody } from './oddBodies'

const requests = 500
const atOnce = 20

/** What a server must live through. */
export async function checkResilience(run: Run, world: World): Promise<void> {
  if (!run.options.readOnly) await attempt(run, 'resilience.head', () => checkHead(run, world))
  if (run.covers('search')) {
    await attempt(run, 'resilience.slowBody', () => checkSlowBody(run, world))
    await attempt(run, 'resilience.hugeBody', () => checkLargeBodies(run, world))
  }
  // This part is about the whole server, and takes longer than a single resource.
  if (run.covers('users') && run.covers('search')) await attempt(run, 'resilience.load', () => checkLoad(run, world))
  else run.recorder.skip('resilience.load', 'only some resources were wanted (--only)')
}

async function checkHead(run: Run, { first }: World): Promise<void> {
  const asks: [string, Ask][] = [
    ['users.me', {}],
    ['organizations.list', {}],
    ['gateways.listInstances', { query: { organizationId: first.organizationId } }],
    ['search.search', {}],
  ]
  for (const [name, ask] of asks) {
    for (const method of ['HEAD', 'OPTIONS']) {
      const exchange = await run.ask(name, { ...ask, method, isValid: false, alsoDeclared: [200, 204, 405] })
      const holds =
        [200, 204, 400, 401, 404, 422, ...run.methodRefusals].includes(exchange.status) &&
        (method !== 'HEAD' || exchange.text === '')
      run.verify('resilience.head', exchange, holds, `${method} answered without harm`)
    }
  }
}

/** Who or what an answer is about; the rest may change from one moment to the next. */
function said({ json }: Exchange): string {
  const { data } = (json ?? {}) as { data?: { id?: unknown; email?: unknown } | { id?: unknown }[] | null }
  if (Array.isArray(data)) return JSON.stringify(data.map(({ id }) => id))
  return JSON.stringify([data?.id, data?.email])
}

/** Reads of both accounts at once: none fails, and nobody gets the other's answer. */
async function checkLoad(run: Run, { first, second }: World): Promise<void> {
  const accounts = second === undefined ? [first] : [first, second]
  const asks = accounts.flatMap(({ account, organizationId }) => [
    { as: account, name: 'users.me', ask: {} },
    { as: account, name: 'organizations.list', ask: {} },
    { as: account, name: 'search.search', ask: { body: { organizationId, resource: 'products', limit: 5 } } },
  ])
  const due: string[] = []
  for (const { as, name, ask } of asks) due.push(said(await run.succeed('resilience.load', name, { ...ask, as })))
  let next = 0
  let isOver = false
  const worker = async () => {
    while (next < requests && !isOver) {
      const index = next % asks.length
      next += 1
      const one = asks[index]
      if (one === undefined) return
      const exchange = await run.ask(one.name, { ...one.ask, as: one.as })
      const isSame = exchange.status === 200 && said(exchange) === due[index]
      if (!run.verify('resilience.load', exchange, isSame, 'the same answer as when asked alone')) isOver = true
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && outcome.reason instanceof RateLimited) {
      run.recorder.skip('resilience.load', outcome.reason.message)
      return
    }
    if (outcome.status === 'rejected') throw outcome.reason
  }
}
