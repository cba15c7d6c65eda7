import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { id, moment, orgId } from './columns'
import { customers } from './customers'
import { orders } from './orders'
import { users } from './users'

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
