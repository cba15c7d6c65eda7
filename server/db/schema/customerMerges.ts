import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { MergedProfile } from '../../../contract/forms/customerMerge'
import { createdAt, id, moment, orgId } from './columns'
import { customers } from './customers'

/** That one customer became a part of another, and all that undoing it needs (CU-04). */
export const customerMerges = pgTable(
  'customer_merges',
  {
    orgId: orgId(),
    id: id(),
    keptId: uuid('kept_id').notNull(),
    mergedId: uuid('merged_id').notNull(),
    /** The fields of the one who is kept, and what became of them: what somebody typed since then is not undone. */
    before: jsonb('before').$type<MergedProfile>().notNull(),
    after: jsonb('after').$type<MergedProfile>().notNull(),
    /** Whether the one who is kept wanted no calls already. */
    doNotCallBefore: boolean('do_not_call_before').notNull(),
    /** What moved. */
    orderIds: uuid('order_ids').array().notNull(),
    callIds: uuid('call_ids').array().notNull(),
    createdAt: createdAt(),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.keptId], foreignColumns: [customers.orgId, customers.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [table.orgId, table.mergedId], foreignColumns: [customers.orgId, customers.id] }).onDelete(
      'cascade',
    ),
    // Nobody is a part of two.
    uniqueIndex('customer_merges_of_merged')
      .on(table.orgId, table.mergedId)
      .where(sql`undone_at is null`),
    index('customer_merges_of_kept').on(table.orgId, table.keptId, table.createdAt),
  ],
)
