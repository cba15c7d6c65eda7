import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, orgId } from './columns'
import { orders } from './orders'

/** The address under which a customer pays. The token is kept as its SHA-256 in hex. */
export const paymentLinks = pgTable(
  'payment_links',
  {
    orgId: orgId(),
    id: id(),
    orderId: uuid('order_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique('payment_links_token').on(table.orgId, table.tokenHash),
    index('payment_links_token_lookup').on(table.tokenHash),
    foreignKey({ columns: [table.orgId, table.orderId], foreignColumns: [orders.orgId, orders.id] }).onDelete(
      'cascade',
    ),
    index('payment_links_of_order').on(table.orgId, table.orderId),
  ],
)
