import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, folded, id, moment, orgId, updatedAt, version } from './columns'
import { orderItems, orders } from './orders'

/** A parcel of an order. Number, day and customer of the order are copies, so that a list needs no join to be searched. */
export const fulfilments = pgTable(
  'fulfilments',
  {
    orgId: orgId(),
    id: id(),
    orderId: uuid('order_id').notNull(),
    orderNumber: integer('order_number').notNull(),
    customerName: text('customer_name').notNull(),
    orderedAt: moment('ordered_at')
      .notNull()
      .$defaultFn(() => new Date()),
    carrier: text('carrier'),
    trackingNumber: text('tracking_number'),
    status: text('status', { enum: ['pending', 'shipped', 'delivered', 'cancelled'] })
      .notNull()
      .default('pending'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    shippedAt: moment('shipped_at'),
    deliveredAt: moment('delivered_at'),
    version: version(),
    searchText: text('search_text').generatedAlwaysAs(
      sql`folded(order_number::text || ' ' || customer_name || ' ' || coalesce(carrier, '') || ' ' || coalesce(tracking_number, ''))`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.orderId], foreignColumns: [orders.orgId, orders.id] }),
    index('fulfilments_newest').on(table.orgId, table.createdAt, table.id),
    index('fulfilments_of_order').on(table.orgId, table.orderId),
    index('fulfilments_of_status').on(table.orgId, table.status, table.createdAt, table.id),
    index('fulfilments_of_carrier').on(table.orgId, table.carrier, table.createdAt, table.id),
    index('fulfilments_ordered').on(table.orgId, table.orderedAt, table.id),
    index('fulfilments_shipped').on(table.orgId, table.shippedAt, table.id),
    index('fulfilments_by_number').on(table.orgId, table.orderNumber, table.id),
    index('fulfilments_by_customer').on(table.orgId, folded(table.customerName), table.id),
    // A number is on one parcel, but for parcels that were given up.
    uniqueIndex('fulfilments_tracking')
      .on(table.orgId, sql`coalesce(carrier, '')`, table.trackingNumber)
      .where(sql`tracking_number is not null and status <> 'cancelled'`),
    index('fulfilments_by_tracking')
      .on(table.orgId, sql`tracking_number collate "C"`, table.id)
      .where(sql`tracking_number is not null`),
    index('fulfilments_search').using('gin', table.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
  ],
)

/** What is in a parcel: units of the lines of its order. */
export const fulfilmentItems = pgTable(
  'fulfilment_items',
  {
    orgId: orgId(),
    fulfilmentId: uuid('fulfilment_id').notNull(),
    orderItemId: uuid('order_item_id').notNull(),
    quantity: integer('quantity').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.fulfilmentId, table.orderItemId] }),
    foreignKey({
      columns: [table.orgId, table.fulfilmentId],
      foreignColumns: [fulfilments.orgId, fulfilments.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.orgId, table.orderItemId],
      foreignColumns: [orderItems.orgId, orderItems.id],
    }).onDelete('cascade'),
    index('fulfilment_items_of_line').on(table.orgId, table.orderItemId),
    check('fulfilment_items_quantity', sql`quantity > 0`),
  ],
)
