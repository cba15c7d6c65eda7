import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, orgId } from './columns'
import { gatewayInstances } from './gateways'
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
    /** When the order was paid through it. */
    usedAt: moment('used_at'),
    /** Of the code that is read out, together with the last digits of the phone number: SHA-256 in hex (NO-06). */
    codeHash: text('code_hash'),
    /** Sealed: the code itself, to be read out once more. It is kept no longer than the link is out, and not paid. */
    sealedCode: text('sealed_code'),
    /** Whom it was mailed to. */
    mailedTo: text('mailed_to'),
    openedAt: moment('opened_at'),
    endedAt: moment('ended_at'),
    endedReason: text('ended_reason', { enum: ['expired', 'replaced', 'cancelled'] }),
    /** When its customer asked for another one, after it had ended. */
    wantedAt: moment('wanted_at'),
    gatewayInstanceId: uuid('gateway_instance_id'),
    /** When its end is looked at next; null once nothing is left to be done: no attempt under way, no order to expire. */
    settleAt: moment('settle_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique('payment_links_token').on(table.orgId, table.tokenHash),
    index('payment_links_token_lookup').on(table.tokenHash),
    foreignKey({ columns: [table.orgId, table.orderId], foreignColumns: [orders.orgId, orders.id] }).onDelete(
      'cascade',
    ),
    index('payment_links_out')
      .on(table.orgId, table.expiresAt)
      .where(sql`ended_at is null and used_at is null`),
    index('payment_links_made').on(table.orgId, table.createdAt, table.orderId, table.usedAt),
    index('payment_links_of_order').on(table.orgId, table.orderId),
    index('payment_links_code_lookup')
      .on(table.codeHash)
      .where(sql`code_hash is not null`),
    index('payment_links_due')
      .on(table.settleAt)
      .where(sql`settle_at is not null`),
    foreignKey({
      columns: [table.orgId, table.gatewayInstanceId],
      foreignColumns: [gatewayInstances.orgId, gatewayInstances.id],
    }),
    check('payment_links_code', sql`sealed_code is null or (ended_at is null and used_at is null)`),
    check('payment_links_end', sql`(ended_at is null) = (ended_reason is null)`),
  ],
)

/** What opens a link beside its own token: each is handed out to who knew its code. Kept as SHA-256 in hex. */
export const paymentLinkTokens = pgTable(
  'payment_link_tokens',
  {
    orgId: orgId(),
    linkId: uuid('link_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.tokenHash] }),
    index('payment_link_tokens_lookup').on(table.tokenHash),
    foreignKey({
      columns: [table.orgId, table.linkId],
      foreignColumns: [paymentLinks.orgId, paymentLinks.id],
    }).onDelete('cascade'),
  ],
)
