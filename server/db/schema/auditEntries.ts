import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment, orgId } from './columns'

/**
 * What of records timelines tell: all but what each sale takes and gives back, which is most of what is kept of a product
 * and of an offer. A query that asks by these words is answered from an index of them.
 */
export const toldInTimelines =
  sql.raw(`resource in ('autoresponders', 'campaigns', 'collaborations', 'gateways', 'members', 'offers', 'products')
  and not (table_name = 'stock_movements' and coalesce(after ->> 'kind', '') in ('sale', 'cancel'))
  and not (table_name = 'offers' and kind = 'updated' and after - 'quantity' = '{}'
    and coalesce(action, '') not like 'offers.%' and coalesce(action, '') not like 'sheetImports.%')`)

/** What somebody changed (AD-01). Triggers write it (0056_audit), and nobody changes it. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    orgId: orgId(),
    /** The entries of a row have the order of its changes. */
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    createdAt: moment('created_at').notNull(),
    /** `database` is what was done past the server. */
    actorKind: text('actor_kind', {
      enum: ['person', 'token', 'telephone', 'customer', 'gateway', 'job', 'database'],
    }).notNull(),
    actorId: uuid('actor_id'),
    /** As it was then. */
    actorName: text('actor_name'),
    /** The call of the contract, such as `orders.create`, or the job. */
    action: text('action'),
    /** What the record is, as timelines name it, such as `orders`. */
    resource: text('resource').notNull(),
    recordId: uuid('record_id').notNull(),
    /** How people knew it then, such as `#1361`. */
    recordName: text('record_name'),
    /** Where the row is, which is a part of the record. */
    tableName: text('table_name').notNull(),
    kind: text('kind', { enum: ['created', 'updated', 'deleted'] }).notNull(),
    /** The columns that changed, by their names in the database, and what tells the row from others of the record. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    /** Columns that keep secrets, of which nothing is told but that they changed. */
    sealed: text('sealed').array(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.createdAt, table.id] }),
    index('audit_entries_of_record').on(table.orgId, table.recordId, table.createdAt, table.id),
    index('audit_entries_of_actor').on(table.orgId, table.actorId, table.createdAt, table.id),
    // What timelines are read from (0083_timelines): without what each sale takes and gives back.
    index('audit_entries_of_timeline')
      .on(table.orgId, table.recordId, table.createdAt, table.id)
      .where(toldInTimelines),
  ],
)
