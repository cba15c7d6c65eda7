import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { AuditChange, AuditEntry } from '../../contract/extensions/audit'
import { isId } from './keys'
import { auditEntries } from './schema/auditEntries'
import type { Transaction } from './transactions'

/** What entries are narrowed by. */
export interface AuditQuestion {
  actorId?: string | undefined
  action?: string | undefined
  resource?: string | undefined
  recordId?: string | undefined
  createdFrom?: string | undefined
  createdTo?: string | undefined
}

/** Where entries are read on from. */
export interface AuditPlace {
  createdAt: Date
  id: number
}

type Row = typeof auditEntries.$inferSelect

/** No more are counted: an organization that sells for years has millions. */
const mostCounted = 10_000

/** A page of entries, the newest first, and how many there are. */
export async function auditPage(
  tx: Transaction,
  orgId: string,
  question: AuditQuestion,
  { limit, page }: { limit: number; page: number },
): Promise<{ data: AuditEntry[]; total: number }> {
  const found = asked(orgId, question)
  const counted = tx.select({ id: auditEntries.id }).from(auditEntries).where(found).limit(mostCounted).as('counted')
  const [rows, total] = await Promise.all([
    newest(tx, found)
      .limit(limit)
      .offset((page - 1) * limit),
    tx.$count(counted),
  ])
  return { data: rows.map(shownEntry), total }
}

/** The entries that come after a place in the same order. */
export async function auditAfter(
  tx: Transaction,
  orgId: string,
  question: AuditQuestion,
  { after, limit }: { after: AuditPlace | undefined; limit: number },
): Promise<{ entries: AuditEntry[]; next: AuditPlace | undefined }> {
  const { createdAt, id } = auditEntries
  const before =
    after && sql`(${createdAt}, ${id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::bigint)`
  const rows = await newest(tx, and(asked(orgId, question), before)).limit(limit)
  const last = rows.length === limit ? rows.at(-1) : undefined
  return { entries: rows.map(shownEntry), next: last && { createdAt: last.createdAt, id: last.id } }
}

export const newest = (tx: Transaction, found: SQL | undefined) =>
  tx
    .select({ ...columns, recordName: nameOfRecord })
    .from(auditEntries)
    .where(found)
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))

const { recordName, ...columns } = {
  id: auditEntries.id,
  createdAt: auditEntries.createdAt,
  actorKind: auditEntries.actorKind,
  actorId: auditEntries.actorId,
  actorName: auditEntries.actorName,
  action: auditEntries.action,
  resource: auditEntries.resource,
  recordId: auditEntries.recordId,
  recordName: auditEntries.recordName,
  tableName: auditEntries.tableName,
  kind: auditEntries.kind,
  before: auditEntries.before,
  after: auditEntries.after,
  sealed: auditEntries.sealed,
}

/** An entry of a part does not know its record's name: it is what the record is called by now. */
const nameOfRecord = sql<string | null>`coalesce(${recordName}, case ${auditEntries.resource}
  when 'orders' then (select '#' || number from orders where orders.org_id = ${auditEntries.orgId} and orders.id = ${auditEntries.recordId})
  when 'products' then (select name from products where products.org_id = ${auditEntries.orgId} and products.id = ${auditEntries.recordId})
  when 'campaigns' then (select name from campaigns where campaigns.org_id = ${auditEntries.orgId} and campaigns.id = ${auditEntries.recordId})
  when 'gateways' then (select display_name from gateway_instances as own
    where own.org_id = ${auditEntries.orgId} and own.id = ${auditEntries.recordId})
  when 'fulfillments' then (select '#' || order_number from fulfilments as own
    where own.org_id = ${auditEntries.orgId} and own.id = ${auditEntries.recordId})
  when 'offers' then (select display_name from offers where offers.org_id = ${auditEntries.orgId} and offers.id = ${auditEntries.recordId})
  when 'customers' then (select trim(first_name || ' ' || last_name) from customers as own
    where own.org_id = ${auditEntries.orgId} and own.id = ${auditEntries.recordId}) end)`

function asked(orgId: string, question: AuditQuestion): SQL | undefined {
  const { actorId, action, resource, recordId, createdFrom, createdTo } = question
  const byId = (column: typeof auditEntries.actorId | typeof auditEntries.recordId, id: string | undefined) =>
    id === undefined ? undefined : isId(id) ? eq(column, id) : sql`false`
  return and(
    eq(auditEntries.orgId, orgId),
    byId(auditEntries.actorId, actorId),
    action === undefined ? undefined : eq(auditEntries.action, action),
    resource === undefined ? undefined : eq(auditEntries.resource, resource),
    byId(auditEntries.recordId, recordId),
    createdFrom === undefined ? undefined : sql`${auditEntries.createdAt} >= ${momentOf(createdFrom, 0)}`,
    createdTo === undefined ? undefined : lt(auditEntries.createdAt, momentOf(createdTo, 1)),
  )
}

/** A moment; of a day when it begins where the organization is, or so many days later. */
const momentOf = (given: string, days: number): SQL =>
  z.safeParse(z.iso.date(), given).success
    ? sql`(select (${given}::date + ${days}::int)::timestamp at time zone time_zone from organizations where id = (select current_org()))`
    : sql`${given}::timestamptz`

/** Tables that hold a part of a record. */
const parts: ReadonlySet<string> = new Set([
  'agent_permissions',
  'campaign_members',
  'collaboration_campaigns',
  'customer_merges',
  'fulfilment_items',
  'order_items',
  'passkeys',
  'payment_attempts',
  'payment_links',
  'reconciliations',
  'record_events',
  'refund_lines',
  'refunds',
  'second_steps',
  'sold_order_links',
  'sold_orders',
  'stock_movements',
  'team_goals',
])

export const shownEntry = (row: Omit<Row, 'orgId'>): AuditEntry => ({
  id: String(row.id),
  createdAt: row.createdAt.toISOString(),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  action: row.action,
  record: { resource: row.resource, id: row.recordId, name: row.recordName },
  part: parts.has(row.tableName) ? camelCase(row.tableName) : null,
  kind: row.kind,
  changes: changesOf(row),
})

function changesOf({ before, after, sealed }: Pick<Row, 'before' | 'after' | 'sealed'>): AuditChange[] {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const told = columns.flatMap((column): AuditChange[] => {
    const change = { before: valueOf(column, before?.[column]), after: valueOf(column, after?.[column]) }
    const isMoney = isAmount(column)
    // What tells a row from others of the record stays as it is.
    return change.before === change.after ? [] : [{ field: fieldOf(column), ...change, isMoney, isSecret: false }]
  })
  const secrets = (sealed ?? []).map((column) => ({
    field: fieldOf(column),
    before: null,
    after: null,
    isMoney: false,
    isSecret: true,
  }))
  return [...told, ...secrets]
}

const camelCase = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const isAmount = (column: string) => column.endsWith('_cents')
const fieldOf = (column: string) => camelCase(column.replace(/_cents$/, ''))

function valueOf(column: string, value: unknown): AuditChange['before'] {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') {
    if (isAmount(column)) return value / 100
    // Kept in thousandths of a percent.
    return column === 'tax_rate' ? value / 1000 : value
  }
  return typeof value === 'string' || typeof value === 'boolean' ? value : JSON.stringify(value)
}
