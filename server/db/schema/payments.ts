import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { attemptStates, refundStates } from '../../../contract/extensions/payments'
import { createdAt, id, moment, orgId, sum, updatedAt } from './columns'
import { gatewayInstances } from './gateways'
import { orderItems, orders } from './orders'
import { paymentLinks } from './paymentLinks'
import { transactions } from './transactions'

/** When the gateway is asked next what became of something, how often it was asked, and whether a node is asking now. */
const asking = () => ({
  askAt: moment('ask_at'),
  asks: integer('asks').notNull().default(0),
})

/** An attempt to pay (LI-03). It is stored before the gateway is called, which knows it by this id and charges it once. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    orgId: orgId(),
    id: id(),
    orderId: uuid('order_id').notNull(),
    linkId: uuid('link_id').notNull(),
    gatewayInstanceId: uuid('gateway_instance_id').notNull(),
    state: text('state', { enum: attemptStates }).notNull().default('created'),
    amountCents: sum('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** What the processor calls it, which a refund names. */
    reference: text('reference'),
    /** What the processor calls its page or session, by which it is asked and ended. */
    session: text('session'),
    /** Where the customer goes on: `bank`, or an address of the processor's. */
    action: text('action'),
    reasonCode: text('reason_code'),
    reason: text('reason'),
    /** Of the card that it was paid by no more than this, for the receipt. */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /** Sealed: opens its link again for who comes back from the gateway's own page, until it has ended. */
    returnToken: text('return_token'),
    /** Whether it is to be ended, as its link has ended. */
    isUnwanted: boolean('is_unwanted').notNull().default(false),
    ...asking(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.orderId], foreignColumns: [orders.orgId, orders.id] }),
    foreignKey({ columns: [table.orgId, table.linkId], foreignColumns: [paymentLinks.orgId, paymentLinks.id] }),
    foreignKey({
      columns: [table.orgId, table.gatewayInstanceId],
      foreignColumns: [gatewayInstances.orgId, gatewayInstances.id],
    }),
    index('payment_attempts_of_order').on(table.orgId, table.orderId, table.createdAt, table.id),
    index('payment_attempts_of_link').on(table.orgId, table.linkId),
    index('payment_attempts_of_gateway').on(table.orgId, table.gatewayInstanceId, table.createdAt),
    index('payment_attempts_of_session').on(table.orgId, table.gatewayInstanceId, table.session),
    index('payment_attempts_due')
      .on(table.askAt)
      .where(sql`ask_at is not null`),
    check('payment_attempts_amount', sql`amount_cents > 0`),
    check('payment_attempts_card', sql`card_last4 ~ '^[0-9]{4}$'`),
  ],
)

/** Money that goes back, of one charge (LI-04); those of one request share its id. It is stored before it is asked for. */
export const refunds = pgTable(
  'refunds',
  {
    orgId: orgId(),
    id: id(),
    requestId: uuid('request_id').notNull(),
    orderId: uuid('order_id').notNull(),
    chargeId: uuid('charge_id').notNull(),
    gatewayInstanceId: uuid('gateway_instance_id').notNull(),
    state: text('state', { enum: refundStates }).notNull().default('requested'),
    amountCents: sum('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** What the processor calls it. */
    reference: text('reference'),
    /** Why it was asked for. */
    reason: text('reason'),
    /** Why the gateway could not. */
    failure: text('failure'),
    ...asking(),
    userName: text('user_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.orderId], foreignColumns: [orders.orgId, orders.id] }),
    foreignKey({ columns: [table.orgId, table.chargeId], foreignColumns: [transactions.orgId, transactions.id] }),
    foreignKey({
      columns: [table.orgId, table.gatewayInstanceId],
      foreignColumns: [gatewayInstances.orgId, gatewayInstances.id],
    }),
    index('refunds_of_order').on(table.orgId, table.orderId, table.createdAt, table.id),
    index('refunds_of_charge').on(table.orgId, table.chargeId),
    index('refunds_of_gateway').on(table.orgId, table.gatewayInstanceId, table.createdAt),
    index('refunds_due')
      .on(table.askAt)
      .where(sql`ask_at is not null`),
    check('refunds_amount', sql`amount_cents > 0`),
  ],
)

/** The units of a line that a request refunds. They count as refunded unless all refunds of the request have failed. */
export const refundLines = pgTable(
  'refund_lines',
  {
    orgId: orgId(),
    id: id(),
    requestId: uuid('request_id').notNull(),
    orderId: uuid('order_id').notNull(),
    itemId: uuid('item_id').notNull(),
    units: integer('units').notNull(),
    amountCents: sum('amount_cents').notNull(),
    /** How many of them went back into stock. */
    restockedUnits: integer('restocked_units').notNull().default(0),
    /** How much of the amount is shipping of the line. */
    shippingCents: sum('shipping_cents').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.itemId], foreignColumns: [orderItems.orgId, orderItems.id] }).onDelete(
      'cascade',
    ),
    index('refund_lines_of_order').on(table.orgId, table.orderId),
    index('refund_lines_of_request').on(table.orgId, table.requestId),
    check('refund_lines_units', sql`units > 0 and restocked_units between 0 and units`),
    check('refund_lines_shipping', sql`shipping_cents between 0 and amount_cents`),
  ],
)

/** What a gateway has told, once each however often it comes. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    orgId: orgId(),
    id: id(),
    gatewayInstanceId: uuid('gateway_instance_id').notNull(),
    /** The gateway's own id of it. */
    eventId: text('event_id').notNull(),
    kind: text('kind').notNull(),
    /** What it was about, as the gateway calls it. */
    reference: text('reference'),
    /** Whether it changed something here, or was of no concern. */
    outcome: text('outcome', { enum: ['received', 'handled', 'ignored'] })
      .notNull()
      .default('received'),
    createdAt: createdAt(),
    handledAt: moment('handled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique('webhook_events_once').on(table.orgId, table.gatewayInstanceId, table.eventId),
    foreignKey({
      columns: [table.orgId, table.gatewayInstanceId],
      foreignColumns: [gatewayInstances.orgId, gatewayInstances.id],
    }),
    index('webhook_events_newest').on(table.orgId, table.createdAt, table.id),
  ],
)

/**
 * The ledger: double entry, never changed. The entries of a booking add up to nothing, which a trigger watches
 * (0030_payments). `customer` is what came from the customer (less than zero), `gateway` what the processor holds for us,
 * `refund` what it has yet to give back, `fee` what it has kept, `elsewhere` what was taken before an order was imported,
 * by no gateway of ours.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    orgId: orgId(),
    id: id(),
    bookingId: uuid('booking_id').notNull(),
    /** It stays when the import of its order is undone, booked back. */
    orderId: uuid('order_id').notNull(),
    transactionId: uuid('transaction_id').notNull(),
    gatewayInstanceId: uuid('gateway_instance_id'),
    account: text('account', { enum: ['customer', 'gateway', 'refund', 'fee', 'elsewhere'] }).notNull(),
    amountCents: sum('amount_cents').notNull(),
    currency: text('currency').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('ledger_entries_of_booking').on(table.orgId, table.bookingId),
    index('ledger_entries_of_order').on(table.orgId, table.orderId, table.account),
    index('ledger_entries_of_account').on(table.orgId, table.gatewayInstanceId, table.account),
    check('ledger_entries_amount', sql`amount_cents <> 0`),
  ],
)

/** One comparison with a gateway (GW-04): the daily one has its day, so that it is made once for all nodes. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    orgId: orgId(),
    id: id(),
    gatewayInstanceId: uuid('gateway_instance_id').notNull(),
    /** `yyyy-MM-dd` in UTC; null for one that somebody asked for. */
    day: text('day'),
    since: moment('since').notNull(),
    createdAt: createdAt(),
    endedAt: moment('ended_at'),
    /** How many payments and refunds the gateway named. */
    compared: integer('compared').notNull().default(0),
    /** How many attempts, refunds and lost messages it settled. */
    settled: integer('settled').notNull().default(0),
    /** Why it could not be ended. */
    failure: text('failure'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique('reconciliations_daily').on(table.orgId, table.gatewayInstanceId, table.day),
    foreignKey({
      columns: [table.orgId, table.gatewayInstanceId],
      foreignColumns: [gatewayInstances.orgId, gatewayInstances.id],
    }),
    index('reconciliations_newest').on(table.orgId, table.gatewayInstanceId, table.createdAt),
  ],
)

/** Something that we and a gateway tell differently. */
export const reconciliationDifferences = pgTable(
  'reconciliation_differences',
  {
    orgId: orgId(),
    id: id(),
    reconciliationId: uuid('reconciliation_id').notNull(),
    kind: text('kind', { enum: ['only_here', 'only_there', 'amount', 'currency', 'state'] }).notNull(),
    type: text('type', { enum: ['charge', 'refund'] }).notNull(),
    reference: text('reference'),
    transactionId: uuid('transaction_id'),
    orderId: uuid('order_id'),
    hereCents: sum('here_cents'),
    thereCents: sum('there_cents'),
    currency: text('currency'),
    /** What is different, in one sentence. */
    text: text('text').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({
      columns: [table.orgId, table.reconciliationId],
      foreignColumns: [reconciliations.orgId, reconciliations.id],
    }).onDelete('cascade'),
    index('reconciliation_differences_of').on(table.orgId, table.reconciliationId),
  ],
)
