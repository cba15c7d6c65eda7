import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ListAddress } from '../../../contract/rules/listAddress'
import { createdAt, folded, id, moment, orgId, updatedAt } from './columns'
import { memberships, organizations } from './organizations'

/** A list's address that somebody has named (WF-02). */
export const savedViews = pgTable(
  'saved_views',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    list: text('list').notNull(),
    name: text('name').notNull(),
    /** As it was saved, by whichever release. */
    address: jsonb('address').$type<ListAddress>().notNull(),
    /** Whose it is; nobody's is everybody's of the organization, and stays when somebody leaves. */
    userId: uuid('user_id'),
    /** Who gets it back when it is shared no more. */
    createdById: uuid('created_by_id').notNull(),
    /** As they were called who saved it. */
    createdByName: text('created_by_name').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: moment('deleted_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({
      columns: [table.orgId, table.userId],
      foreignColumns: [memberships.orgId, memberships.userId],
    }).onDelete('cascade'),
    // Nobody's are one and the same here: NULLS NOT DISTINCT, which drizzle does not know.
    uniqueIndex('saved_views_name')
      .on(table.orgId, table.list, table.userId, folded(table.name))
      .where(sql`deleted_at is null`),
    index('saved_views_owner').on(table.orgId, table.userId),
  ],
)

/** With which view a list begins for somebody. */
export const viewDefaults = pgTable(
  'view_defaults',
  {
    orgId: orgId(),
    userId: uuid('user_id').notNull(),
    list: text('list').notNull(),
    viewId: uuid('view_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.userId, table.list] }),
    foreignKey({
      columns: [table.orgId, table.viewId],
      foreignColumns: [savedViews.orgId, savedViews.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.orgId, table.userId],
      foreignColumns: [memberships.orgId, memberships.userId],
    }).onDelete('cascade'),
    index('view_defaults_view').on(table.orgId, table.viewId),
  ],
)
