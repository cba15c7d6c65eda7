import { AsyncLocalStorage } from 'node:async_hooks'
import { escapeLiteral } from 'pg'
import type { Job } from '../../contract/rules/auditTexts'
import { traced } from '../tracing/tracing'
import type { auditEntries } from './schema/auditEntries'

/** Who changes something, for the audit (AD-01). */
export interface Actor {
  kind: Exclude<(typeof auditEntries.actorKind.enumValues)[number], 'database'>
  id?: string | undefined
  name?: string | undefined
}

/** Who does it, and what: the call of the contract, or the job. */
export interface Acting {
  actor: Actor
  action: string
  /** In which organizations only the orders that this person has sold are read. */
  ownOrders?: { userId: string; orgIds: ReadonlySet<string> } | undefined
  /** Told whose account it is about, where that is not the actor's from the beginning. */
  onAccount?: (userId: string) => void
}

const current = new AsyncLocalStorage<Acting>()

/** Runs `work`, all of whose transactions are that actor's. */
export const acting = <T>(as: Acting, work: () => T): T => current.run(as, work)

/** Jobs that look every second or so, mostly for nothing: what they find to do is traced, and they are not. */
const looking = new Set<Job>([
  'sendMails',
  'sendWebhooks',
  'bulk',
  'settlePayments',
  'beat',
  'tellKeys',
  'tellReadiness',
  'measure',
])

/** The same of what is done without anybody asking for it. */
export const actingAsJob = <T>(name: Job, work: () => T): T =>
  traced({ name: `jobs.${name}`, kind: looking.has(name) ? 'untold' : 'job' }, () =>
    acting({ actor: { kind: 'job' }, action: `jobs.${name}` }, work),
  )

/** Who acts now; undefined for what nobody of the server's does. */
export const actingNow = (): Acting | undefined => current.getStore()

/** Says whose account what is done is about, for the log: who signs in is nobody yet. */
export const noteAccount = (userId: string): void => actingNow()?.onAccount?.(userId)

/** Whose orders alone are read now in an organization; undefined for everybody's. */
export function readsOrdersOf(orgId: string): string | undefined {
  const { ownOrders } = actingNow() ?? {}
  return ownOrders?.orgIds.has(orgId) ? ownOrders.userId : undefined
}

/** Who acts, as further settings of a transaction that begins. */
export function actingSettings(): string {
  const as = actingNow()
  if (as === undefined) return ''
  return settingsOf(as)
    .map(([name, value]) => `, set_config('${name}', ${escapeLiteral(value)}, true)`)
    .join('')
}

/** The same by the names that the triggers of the audit read them by (0056_audit). */
export const settingsOf = ({
  actor: { kind, id = '', name = '' },
  action,
}: Acting): [name: string, value: string][] => [
  ['app.actor_kind', kind],
  ['app.actor_id', id],
  ['app.actor_name', name],
  ['app.action', action],
]
