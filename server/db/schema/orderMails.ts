import { boolean, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, orgId, updatedAt, version } from './columns'
import { organizations } from './organizations'

/**
 * A mail that an organization sends of an order whose campaign has no auto-responder for what happened (ML-04). Every
 * organization has one for each event from the beginning, by a trigger.
 */
export const orderMails = pgTable(
  'order_mails',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    event: text('event', {
      enum: ['order.payment_link.created', 'order.completed', 'order.tracking_number.assigned', 'order.refunded'],
    }).notNull(),
    /** Null for the original one. */
    subject: text('subject'),
    /** HTML with placeholders; null for the original one. */
    body: text('body'),
    enabled: boolean('enabled').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique('order_mails_event').on(table.orgId, table.event),
  ],
)
