import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'

/**
 * How many rows a list has, of all of them and by a value of some columns, without counting a million of them: each row
 * says how many came or went. Written by triggers, which join a list's rows now and then; the number is their sum.
 */
export const listCounts = pgTable(
  'list_counts',
  {
    orgId: uuid('org_id').notNull(),
    /** The view, such as order_rows. */
    list: text('list').notNull(),
    /** A column of the view by which it is filtered; empty for all rows. */
    facet: text('facet').notNull(),
    value: text('value').notNull(),
    number: integer('number').notNull(),
  },
  (table) => [index('list_counts_of').on(table.orgId, table.list, table.facet, table.value)],
)
