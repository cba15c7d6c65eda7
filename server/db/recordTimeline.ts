import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import {
  type AuditChange,
  type AuditEntry,
  mostParts,
  type RecordEvent,
  type TimelineResource,
} from '../../contract/extensions/audit'
import { newest, shownEntry } from './audit'
import { isId } from './keys'
import { auditEntries, toldInTimelines } from './schema/auditEntries'
import type { Transaction } from './transactions'

/** So many of the newest changes are told: an offer that is imported every night has more than anybody reads. */
const mostTold = 10_000

/** Where the records of each resource are, and what else belongs to the timeline of one. */
const kept: Record<TimelineResource, { isThere: (id: string) => SQL; also?: (id: string) => SQL }> = {
  campaigns: {
    isThere: (id) => sql`select from campaigns where org_id = (select current_org()) and id = ${id}`,
    also: (id) => sql`union all select id from offers where org_id = (select current_org()) and campaign_id = ${id}
      union all select id from email_autoresponders where org_id = (select current_org()) and campaign_id = ${id}`,
  },
  collaborations: {
    isThere: (id) => sql`select from collaborations
      where (select current_org()) in (org_id, partner_org_id) and id = ${id}`,
  },
  gateways: {
    isThere: (id) => sql`select from gateway_instances where org_id = (select current_org()) and id = ${id}`,
  },
  members: { isThere: (id) => sql`select from memberships where org_id = (select current_org()) and user_id = ${id}` },
  products: { isThere: (id) => sql`select from products where org_id = (select current_org()) and id = ${id}` },
}

/**
 * What a partner sells is no part of what two have agreed upon: it has a list and an audit, and whoever sees their own orders
 * alone is told of nobody else's.
 */
const toldToAll = sql`table_name not in ('sold_orders', 'sold_order_links')`

interface Event extends Omit<RecordEvent, 'actor' | 'parts'> {
  actorKind: RecordEvent['actor']['kind']
  actorId: string | null
  actorName: string | null
  /** The entries that are told of it. */
  entries: number[]
}

/** A page of what has happened to a record, the newest first; undefined when the organization has no such record. */
export async function recordTimeline(
  tx: Transaction,
  orgId: string,
  { resource, recordId }: { resource: TimelineResource; recordId: string },
  { limit, page }: { limit: number; page: number },
): Promise<{ data: RecordEvent[]; total: number } | undefined> {
  const { isThere, also } = kept[resource]
  if (!isId(recordId)) return undefined
  const id = recordId.toLowerCase()
  const { rows } = await tx.execute<{ total: number; events: Event[] }>(sql`
    with told as (
      select id, created_at, actor_kind, actor_id, actor_name, action from audit_entries
      where org_id = ${orgId} and record_id in (select ${id}::uuid ${also?.(id) ?? sql``}) and ${toldInTimelines}
        and ${toldToAll}
      order by created_at desc, id desc limit ${mostTold}
    ), events as (
      select created_at, actor_kind, actor_id, actor_name, action, max(id) as newest, count(*)::int as parts,
        (array_agg(id order by id))[1:${sql.raw(String(mostParts))}] as entries
      from told group by created_at, actor_kind, actor_id, actor_name, action
    )
    select (select count(*)::int from events) as total, (
      select coalesce(json_agg(json_build_object('id', newest::text, 'createdAt', created_at, 'actorKind', actor_kind,
        'actorId', actor_id, 'actorName', actor_name, 'action', action, 'partsCount', parts, 'entries', entries)), '[]')
      from (select * from events order by created_at desc, newest desc limit ${limit} offset ${(page - 1) * limit}) as page
    ) as events
    where exists (${isThere(id)})`)
  const [found] = rows
  if (!found) return undefined
  const parts = await partsOf(tx, orgId, id, found.events)
  const data = found.events.map(
    ({ id: eventId, createdAt, actorKind, actorId, actorName, action, entries, partsCount }): RecordEvent => ({
      id: eventId,
      createdAt: new Date(createdAt).toISOString(),
      actor: { kind: actorKind, id: actorId, name: actorName },
      action,
      parts: entries.flatMap((entry) => parts.get(String(entry)) ?? []),
      partsCount,
    }),
  )
  return { data, total: found.total }
}

type Part = RecordEvent['parts'][number]

/** The entries of events by their ids, as people read them. */
async function partsOf(
  tx: Transaction,
  orgId: string,
  recordId: string,
  events: readonly Event[],
): Promise<Map<string, Part>> {
  const ids = events.flatMap(({ entries }) => entries)
  if (ids.length === 0) return new Map()
  const moments = [...new Set(events.map(({ createdAt }) => createdAt))].map((at) => new Date(at))
  const found = and(
    eq(auditEntries.orgId, orgId),
    inArray(auditEntries.createdAt, moments),
    inArray(auditEntries.id, ids),
  )
  const entries = (await newest(tx, found)).map(shownEntry)
  const names = await namesOf(tx, entries, recordId)
  return new Map(
    entries.map(({ id, record, part, kind, changes }) => [
      id,
      { id, record, part, kind, changes: changes.flatMap((change) => named(change, names, recordId)) },
    ]),
  )
}

const isOther = ({ field }: AuditChange) => field.endsWith('Id')
const idsIn = ({ before, after }: AuditChange) => [before, after].filter((id): id is string => isId(String(id)))

/** What the other records that are named in changes are called by now. */
async function namesOf(
  tx: Transaction,
  entries: readonly AuditEntry[],
  recordId: string,
): Promise<ReadonlyMap<string, string>> {
  const changes = entries.flatMap((entry) => entry.changes.filter(isOther))
  const ids = [...new Set(changes.flatMap(idsIn))].filter((id) => id !== recordId)
  if (ids.length === 0) return new Map()
  const asked = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )
  const { rows } = await tx.execute<{ id: string; name: string }>(sql`
    select id::text, name from (
      select id, name from products where org_id = (select current_org())
      union all select id, name from campaigns where org_id = (select current_org())
      union all select id, name from plugin_instances where org_id = (select current_org())
      union all select id, display_name from gateway_instances where org_id = (select current_org())
      union all select id, display_name from offers where org_id = (select current_org())
      union all select users.id, coalesce(nullif(users.name, ''), users.email) from users
        join memberships on memberships.user_id = users.id where memberships.org_id = (select current_org())
      union all select id, name from past_people where org_id = (select current_org())
    ) as named where id in (${asked})`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What says nothing to people: the record's own id, and what a gateway keeps beside its secrets. */
const untold: ReadonlySet<string> = new Set(['id', 'settings'])

/** The id of another record is told as its name, or not at all. */
function named(change: AuditChange, names: ReadonlyMap<string, string>, recordId: string): AuditChange[] {
  if (untold.has(change.field)) return []
  if (!isOther(change)) return [change]
  const nameOf = (id: AuditChange['before']) => (id === recordId ? null : (names.get(String(id)) ?? null))
  const [before, after] = [nameOf(change.before), nameOf(change.after)]
  return before === after ? [] : [{ ...change, before, after }]
}
