import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { DraftContent } from '../../../contract/extensions/orderDrafts'
import { createdAt, id, moment, orgId, updatedAt, version } from './columns'
import { memberships } from './organizations'

/** A new order that is being typed: its machine's snapshot, kept per person and organization (NO-03). */
export const orderDrafts = pgTable(
  'order_drafts',
  {
    orgId: orgId(),
    /** Made where the draft begins; placing is idempotent by it. */
    id: id(),
    userId: uuid('user_id').notNull(),
    /** What a list calls it. */
    title: text('title').notNull().default(''),
    content: jsonb('content').$type<DraftContent>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
    /** Placed or discarded: it is not offered again, and a late change of another tab does not bring it back. */
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({
      columns: [table.orgId, table.userId],
      foreignColumns: [memberships.orgId, memberships.userId],
    }).onDelete('cascade'),
    index('order_drafts_of_person').on(table.orgId, table.userId, table.updatedAt),
  ],
)
