import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, orgId, sum, updatedAt } from './columns'
import { gatewayInstances } from './gateways'
import { orders } from './orders'

/** Money that moved, or failed to, through a gateway; of an imported order, elsewhere. */
export const transactions = pgTable(
  'transactions',
  {
    orgId: orgId(),
    id: id(),
    orderId: uuid('order_id').notNull(),
    orderNumber: integer('order_number').notNull(),
    /** None has what was taken or given back elsewhere, before the order was imported. */
    gatewayInstanceId: uuid('gateway_instance_id'),
    type: text('type', { enum: ['charge', 'refund'] }).notNull(),
    status: text('status', { enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    amountCents: sum('amount_cents').notNull(),
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
    index('transactions_of_type').on(table.orgId, table.type, table.createdAt, table.id),
    index('transactions_of_status').on(table.orgId, table.status, table.createdAt, table.id),
    index('transactions_of_amount').on(table.orgId, table.amountCents),
    index('transactions_search').using('gin', table.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
  ],
)
