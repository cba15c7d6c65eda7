import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { id, moment, orgId } from './columns'
import { customers } from './customers'
import { orders } from './orders'

/** A phone call of an agent: talking while endedAt is null, then wrapping up until it has a disposition. */
export const calls = pgTable(
  'calls',
  {
    orgId: orgId(),
    id: id(),
    /** Who has no account here is one of `past_people`. */
    agentId: uuid('agent_id').notNull(),
    customerId: uuid('customer_id'),
    phone: text('phone'),
    orderId: uuid('order_id'),
    /** What was typed during it, while nothing is sold in it: the new order's campaign, and its first offer (0085_call_rows). */
    campaignId: uuid('campaign_id'),
    offerId: uuid('offer_id'),
    /** As the telephone system calls it that told of it. */
    externalId: text('external_id'),
    /** Who called whom, where a telephone system says so. */
    direction: text('direction', { enum: ['inbound', 'outbound'] }),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
    closedAt: moment('closed_at'),
    /** How it ended: one of the contract's dispositions. */
    disposition: text('disposition'),
    note: text('note'),
    /** When the customer wants to be called again; done once a later call has been closed. */
    callBackAt: moment('call_back_at'),
    calledBackAt: moment('called_back_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique('calls_external').on(table.orgId, table.externalId),
    foreignKey({ columns: [table.orgId, table.customerId], foreignColumns: [customers.orgId, customers.id] }),
    foreignKey({ columns: [table.orgId, table.orderId], foreignColumns: [orders.orgId, orders.id] }),
    index('calls_ongoing')
      .on(table.orgId, table.agentId)
      .where(sql`ended_at is null`),
    index('calls_open')
      .on(table.orgId, table.agentId)
      .where(sql`closed_at is null`),
    index('calls_of_customer').on(table.orgId, table.customerId, table.startedAt),
    index('calls_of_order')
      .on(table.orgId, table.orderId)
      .where(sql`order_id is not null`),
    index('calls_of_agent').on(table.orgId, table.agentId, table.startedAt),
    index('calls_on_board').on(table.orgId, table.startedAt, table.agentId, table.disposition, table.orderId),
    index('calls_to_return')
      .on(table.orgId, table.agentId, table.callBackAt)
      .where(sql`call_back_at is not null and called_back_at is null`),
  ],
)
