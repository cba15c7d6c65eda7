import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, orgId, updatedAt } from './columns'
import { orders } from './orders'
import { organizations } from './organizations'
import { pluginInstances } from './plugins'

/** A template's body with what it tells, as it was when the event happened. */
export interface Unrendered {
  body: string
  /** `MailFacts`, as JSON. */
  facts: object
}

/** A mail as it was when its event happened, of an order or not. The job of the outbox with its key sends it. */
export const mails = pgTable(
  'mails',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    /** One event is one mail of an auto-responder, however often it is told. */
    dedupeKey: text('dedupe_key').notNull(),
    /** An event that auto-responders answer, one of `officeMails`, or `test`. */
    event: text('event').notNull(),
    state: text('state', { enum: ['queued', 'delivered', 'kept', 'dead', 'held', 'dropped'] })
      .notNull()
      .default('queued'),
    tries: integer('tries').notNull().default(0),
    /** Why the last try failed. */
    error: text('error'),
    from: text('sender').notNull(),
    to: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Both are empty for `officeMails`. */
    html: text('html').notNull(),
    text: text('plain_text').notNull(),
    /** What it is written from, until it is sent; then it is null, and what was written is kept. */
    unrendered: jsonb('unrendered').$type<Unrendered>(),
    orderId: uuid('order_id'),
    orderNumber: integer('order_number'),
    autoresponderId: uuid('autoresponder_id'),
    /** Null where the organization has none: the server sends it. */
    pluginInstanceId: uuid('plugin_instance_id'),
    /** A copy, as it was called then. */
    pluginName: text('plugin_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deliveredAt: moment('delivered_at'),
    searchText: text('search_text').generatedAlwaysAs(
      sql`folded(recipient || ' ' || subject || ' ' || coalesce(order_number::text, ''))`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique('mails_dedupe').on(table.orgId, table.dedupeKey),
    foreignKey({ columns: [table.orgId, table.orderId], foreignColumns: [orders.orgId, orders.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      columns: [table.orgId, table.pluginInstanceId],
      foreignColumns: [pluginInstances.orgId, pluginInstances.id],
    }),
    index('mails_newest').on(table.orgId, table.createdAt, table.id),
    index('mails_of_state').on(table.orgId, table.state, table.createdAt, table.id),
    index('mails_of_order').on(table.orgId, table.orderId),
    index('mails_of_plugin').on(table.orgId, table.pluginInstanceId),
    index('mails_search').using('gin', table.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
  ],
)
