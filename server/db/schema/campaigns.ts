import { boolean, check, date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import { cents, createdAt, folded, id, orgId, updatedAt } from './columns'
import { gatewayInstances, pluginInstances } from './integrations'
import { organizations } from './identity'
import { products } from './products'

export const campaigns = pgTable(
  'campaigns',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    name: text('name').notNull(),
    category: text('category'),
    type: text('type'),
    status: text('status', { enum: ['active', 'completed'] })
      .notNull()
      .default('active'),
    /** Days, as YYYY-MM-DD. */
    startDate: date('start_date', { mode: 'string' }),
    endDate: date('end_date', { mode: 'string' }),
    termsOfService: text('terms_of_service'),
    mustAgreeToTerms: boolean('must_agree_to_terms').notNull().default(false),
    internalNote: text('internal_note'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    searchText: text('search_text').generatedAlwaysAs(sql`folded(name || ' ' || coalesce(category, ''))`),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('campaigns_newest').on(table.orgId, table.createdAt, table.id),
    index('campaigns_by_name').on(table.orgId, folded(table.name), table.id),
    index('campaigns_search').using('gin', table.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
  ],
)

/** A product sold at a price within a campaign. */
export const offers = pgTable(
  'offers',
  {
    orgId: orgId(),
    id: id(),
    campaignId: uuid('campaign_id').notNull(),
    productId: uuid('product_id').notNull(),
    gatewayInstanceId: uuid('gateway_instance_id'),
    displayName: text('display_name').notNull(),
    basePriceCents: cents('base_price_cents').notNull(),
    shipPriceCents: cents('ship_price_cents'),
    /** The range in which an agent may set the price of a unit. */
    minPriceCents: cents('min_price_cents'),
    maxPriceCents: cents('max_price_cents'),
    /** Product units in one unit of the offer. */
    quantityPerOrder: integer('quantity_per_order').notNull().default(1),
    /** Most units in one order. */
    maxQuantity: integer('max_quantity'),
    /** Units still available. */
    quantity: integer('quantity').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    searchText: text('search_text').generatedAlwaysAs(sql`folded(display_name)`),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.campaignId], foreignColumns: [campaigns.orgId, campaigns.id] }),
    foreignKey({ columns: [table.orgId, table.productId], foreignColumns: [products.orgId, products.id] }),
    foreignKey({
      columns: [table.orgId, table.gatewayInstanceId],
      foreignColumns: [gatewayInstances.orgId, gatewayInstances.id],
    }),
    index('offers_of_campaign').on(table.orgId, table.campaignId, table.createdAt, table.id),
    index('offers_newest').on(table.orgId, table.createdAt, table.id),
    index('offers_by_name').on(table.orgId, folded(table.displayName), table.id),
    index('offers_of_product').on(table.orgId, table.productId),
    index('offers_of_gateway').on(table.orgId, table.gatewayInstanceId),
    index('offers_search').using('gin', table.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
    check('offers_not_negative', sql`quantity >= 0 and base_price_cents >= 0 and quantity_per_order > 0`),
  ],
)

/** A mail that a campaign sends when an event happens to one of its orders. */
export const emailAutoresponders = pgTable(
  'email_autoresponders',
  {
    orgId: orgId(),
    id: id(),
    campaignId: uuid('campaign_id').notNull(),
    pluginInstanceId: uuid('plugin_instance_id').notNull(),
    event: text('event', {
      enum: ['order.completed', 'order.tracking_number.assigned', 'order.payment_link.created'],
    }).notNull(),
    /** The sender's address. */
    from: text('sender').notNull(),
    subject: text('subject').notNull(),
    /** HTML with placeholders. */
    body: text('body').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
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
