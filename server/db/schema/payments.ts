import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, orgId, updatedAt } from './columns'
import { users } from './identity'
import { gatewayInstances } from './integrations'
import { customers } from './customers'
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

/** Money that moved, or failed to, through a gateway. */
export const transactions = pgTable(
  'transactions',
  {
    orgId: orgId(),
    id: id(),
    orderId: uuid('order_id').notNull(),
    orderNumber: integer('order_number').notNull(),
    gatewayInstanceId: uuid('gateway_instance_id').notNull(),
    type: text('type', { enum: ['charge', 'refund'] }).notNull(),
    status: text('status', { enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    /** What the processor calls it. */
    reference: text('reference'),
    failureCode: text('failure_code'),
    failureMessage: text('failure_message'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    searchText: text('search_text').generatedAlwaysAs(
      sql`folded(order_number::text || ' ' || coalesce(reference, '') || ' ' || coalesce(failure_message, ''))`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.orderId], foreignColumns: [orders.orgId, orders.id] }),
    foreignKey({
      columns: [table.orgId, table.gatewayInstanceId],
      foreignColumns: [gatewayInstances.orgId, gatewayInstances.id],
    }),
    index('transactions_newest').on(table.orgId, table.createdAt, table.id),
    index('transactions_of_order').on(table.orgId, table.orderId),
    index('transactions_of_gateway').on(table.orgId, table.gatewayInstanceId, table.createdAt, table.id),
    index('transactions_search').using('gin', table.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
  ],
)

/** A phone call of an agent; it is going on while endedAt is null. */
export const calls = pgTable(
  'calls',
  {
    orgId: orgId(),
    id: id(),
    agentId: uuid('agent_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    customerId: uuid('customer_id'),
    phone: text('phone'),
    orderId: uuid('order_id'),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.customerId], foreignColumns: [customers.orgId, customers.id] }),
    foreignKey({ columns: [table.orgId, table.orderId], foreignColumns: [orders.orgId, orders.id] }),
    index('calls_ongoing')
      .on(table.orgId, table.agentId)
      .where(sql`ended_at is null`),
  ],
)
