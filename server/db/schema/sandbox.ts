import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, orgId, sum, updatedAt } from './columns'
import { gatewayInstances } from './gateways'

/**
 * The books of the sandbox gateway: what a processor keeps on its side. Nothing but its driver looks into them, so that
 * a reconciliation compares two truths.
 */
export const sandboxPayments = pgTable(
  'sandbox_payments',
  {
    orgId: orgId(),
    id: id(),
    gatewayInstanceId: uuid('gateway_instance_id').notNull(),
    reference: text('reference').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    state: text('state', { enum: ['requires_action', 'succeeded', 'declined', 'expired'] }).notNull(),
    amountCents: sum('amount_cents').notNull(),
    currency: text('currency').notNull(),
    reasonCode: text('reason_code'),
    /** Of a test card its last digits. */
    cardLast4: text('card_last4'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique('sandbox_payments_key').on(table.orgId, table.gatewayInstanceId, table.idempotencyKey),
    unique('sandbox_payments_reference').on(table.orgId, table.gatewayInstanceId, table.reference),
    index('sandbox_payments_ended').on(table.orgId, table.gatewayInstanceId, table.updatedAt),
    foreignKey({
      columns: [table.orgId, table.gatewayInstanceId],
      foreignColumns: [gatewayInstances.orgId, gatewayInstances.id],
    }).onDelete('cascade'),
  ],
)

export const sandboxRefunds = pgTable(
  'sandbox_refunds',
  {
    orgId: orgId(),
    id: id(),
    gatewayInstanceId: uuid('gateway_instance_id').notNull(),
    reference: text('reference').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    paymentReference: text('payment_reference').notNull(),
    amountCents: sum('amount_cents').notNull(),
    currency: text('currency').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique('sandbox_refunds_key').on(table.orgId, table.gatewayInstanceId, table.idempotencyKey),
    index('sandbox_refunds_of_payment').on(table.orgId, table.gatewayInstanceId, table.paymentReference),
    foreignKey({
      columns: [table.orgId, table.gatewayInstanceId],
      foreignColumns: [gatewayInstances.orgId, gatewayInstances.id],
    }).onDelete('cascade'),
    check('sandbox_refunds_amount', sql`amount_cents > 0`),
  ],
)
