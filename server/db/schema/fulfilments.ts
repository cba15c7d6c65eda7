import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, orgId, updatedAt } from './columns'
import { orders } from './orders'

/** A parcel of an order. Order number and customer name are copies, so that a list needs no join to be searched. */
export const fulfilments = pgTable(
  'fulfilments',
  {
    orgId: orgId(),
    id: id(),
    orderId: uuid('order_id').notNull(),
    orderNumber: integer('order_number').notNull(),
    customerName: text('customer_name').notNull(),
    carrier: text('carrier'),
    trackingNumber: text('tracking_number'),
    status: text('status', { enum: ['pending', 'shipped', 'delivered', 'cancelled'] })
      .notNull()
      .default('pending'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    shippedAt: moment('shipped_at'),
    searchText: text('search_text').generatedAlwaysAs(
      sql`folded(order_number::text || ' ' || customer_name || ' ' || coalesce(carrier, '') || ' ' || coalesce(tracking_number, ''))`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.orderId], foreignColumns: [orders.orgId, orders.id] }),
    index('fulfilments_newest').on(table.orgId, table.createdAt, table.id),
    index('fulfilments_of_order').on(table.orgId, table.orderId),
    index('fulfilments_search').using('gin', table.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
  ],
)
