import { boolean, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { campaigns } from './campaigns'
import { createdAt, id, moment, orgId, updatedAt, version } from './columns'
import { pluginInstances } from './plugins'

/** A mail that a campaign sends when an event happens to one of its orders. */
export const emailAutoresponders = pgTable(
  'email_autoresponders',
  {
    orgId: orgId(),
    id: id(),
    campaignId: uuid('campaign_id').notNull(),
    pluginInstanceId: uuid('plugin_instance_id').notNull(),
    event: text('event', {
      enum: ['order.completed', 'order.tracking_number.assigned', 'order.payment_link.created', 'order.refunded'],
    }).notNull(),
    /** The sender's address. */
    from: text('sender').notNull(),
    subject: text('subject').notNull(),
    /** HTML with placeholders. */
    body: text('body').notNull(),
    /** A paused one sends nothing. */
    paused: boolean('paused').notNull().default(false),
    /** Gone for everybody but who restores it. */
    deletedAt: moment('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.campaignId], foreignColumns: [campaigns.orgId, campaigns.id] }),
    foreignKey({
      columns: [table.orgId, table.pluginInstanceId],
      foreignColumns: [pluginInstances.orgId, pluginInstances.id],
    }),
    index('email_autoresponders_of_campaign').on(table.orgId, table.campaignId, table.createdAt, table.id),
    index('email_autoresponders_of_plugin').on(table.orgId, table.pluginInstanceId),
  ],
)
