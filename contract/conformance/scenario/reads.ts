import { type Call, callsOf } from '../engine/calls'
import type { Account, Ask } from '../engine/exchange'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { RuleId } from '../rules'
import { derivedAsk, type Ids } from './derivedAsks'
import { hidden } from './foreign'

/** What else there has to be said of a report than whose it is. */
const period = { measures: ['sales'], from: '2026-01-01', to: '2026-12-31' }

/** What is read by no more than ids, or by any list, text or period, as far as what it is asked with is meant. */
export const readsBy = (
  run: Run,
  ids: Ids & { organizationId: string },
  isMeant: (asked: string) => boolean,
): [call: Call, ask: Ask][] =>
  callsOf('full').flatMap((call): [Call, Ask][] => {
    if (call.auth !== 'user' || !call.reads || run.lacks(call.name)) return []
    if (call.resource === 'reports') return [[call, { body: { organizationId: ids.organizationId, ...period } }]]
    const ask = derivedAsk(call, { resource: 'orders', ...ids })
    if (ask === undefined || !isMeant(JSON.stringify(ask))) return []
    // A stream is read no longer than until it has begun.
    return [[call, call.streams === 'text/event-stream' ? { ...ask, until: () => true } : ask]]
  })

/** What is read of an organization as a whole. */
export const readsOf = (run: Run, organizationId: string): [call: Call, ask: Ask][] =>
  readsBy(run, { organizationId, q: 'nobody' }, (asked) => asked.includes(organizationId))

/** Whoever has no part in an organization reads nothing of it, by whichever call. */
export async function refuseReads(run: Run, rule: RuleId, organizationId: string, as: Account): Promise<void> {
  for (const [{ name, resource }, ask] of readsOf(run, organizationId)) {
    if (!run.covers(resource)) continue
    await attempt(run, rule, async () => {
      await run.refuse(rule, name, { ...ask, as, isValid: true }, [400, ...hidden, 422])
    })
  }
}
