import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, orgId, updatedAt, version } from './columns'
import { organizations } from './organizations'

/** Where another system is told of what happens in an organization (WH-01). */
export const webhooks = pgTable(
  'webhooks',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    address: text('address').notNull(),
    events: text('events').array().notNull(),
    enabled: boolean('enabled').notNull().default(true),
    /** Why it was switched off by itself. */
    switchedOffBy: text('switched_off_by', { enum: ['gone', 'failing'] }),
    /** Since when nothing has been taken. */
    failingSince: moment('failing_since'),
    /** The secret, and those before it that still sign; encrypted. */
    secrets: text('secrets').notNull(),
    /** Until when the one before the last signs. */
    formerSecretUntil: moment('former_signs_until'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.id] })],
)

/**
 * A message to one webhook, written in the transaction of what it tells of, by a trigger. No key leads to its webhook: who
 * changes that would have a sale wait.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    orgId: orgId(),
    id: id(),
    webhookId: uuid('webhook_id').notNull(),
    /** What is told: a line of `record_events`; of a test an id of its own. */
    eventId: uuid('event_id').notNull(),
    event: text('event').notNull(),
    /** What is sent, as it was written before the first try; every other sends the same. */
    payload: text('payload'),
    state: text('state', { enum: ['waiting', 'delivered', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Those since it was last sent by hand. */
    failures: integer('failures').notNull().default(0),
    /** The next try; of one that is in hand, when another worker may take it. */
    runAt: moment('run_at').notNull(),
    lockedBy: text('locked_by'),
    giveUpAt: moment('give_up_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('webhook_deliveries_due')
      .on(table.orgId, table.webhookId, table.runAt)
      .where(sql`state = 'waiting'`),
    index('webhook_deliveries_newest').on(table.orgId, table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_failed')
      .on(table.createdAt)
      .where(sql`state = 'failed'`),
    index('webhook_deliveries_by_age').on(table.createdAt),
  ],
)

/** One try to hand a message over. */
export const webhookTries = pgTable(
  'webhook_tries',
  {
    orgId: orgId(),
    id: id(),
    webhookId: uuid('webhook_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    triedAt: moment('tried_at').notNull(),
    milliseconds: integer('milliseconds').notNull(),
    status: integer('status'),
    failure: text('failure'),
    /** The beginning of the answer. */
    answer: text('answer'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('webhook_tries_of_delivery').on(table.orgId, table.deliveryId, table.triedAt),
    index('webhook_tries_of_webhook').on(table.orgId, table.webhookId, table.triedAt),
    index('webhook_tries_by_age').on(table.triedAt),
  ],
)
