import { bigint, customType, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment, orgId } from './columns'

/** The number of a transaction, which grows for ever. */
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/** What has changed lately, for whoever shows it (LV-01). Triggers write it (0012_changes). */
export const changes = pgTable(
  'changes',
  {
    orgId: orgId(),
    /** Transactions become visible in another order than they began; with their numbers nothing is missed (changes.ts). */
    xid: xid8('xid').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** As search calls it, such as `offers`. */
    resource: text('resource').notNull(),
    /** Null for all of the resource, when too much changed at once to name it. */
    recordId: uuid('record_id'),
    /** Null where the change is not counted. */
    version: integer('version'),
    kind: text('kind', { enum: ['created', 'updated', 'deleted'] }).notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.xid, table.id] }), index('changes_by_age').on(table.createdAt)],
)
