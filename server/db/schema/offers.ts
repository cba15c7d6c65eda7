import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { campaigns } from './campaigns'
import { cents, createdAt, folded, id, moment, orgId, updatedAt, version } from './columns'
import { gatewayInstances } from './gateways'
import { products } from './products'

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
    /** Of its product, from which triggers take it (0055_found_skus). */
    productSku: text('product_sku').notNull().default(''),
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
    version: version(),
    /** A deleted offer is hidden, so that it can be undone. */
    deletedAt: moment('deleted_at'),
    searchText: text('search_text').generatedAlwaysAs(sql`folded(display_name || ' ' || product_sku)`),
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
    // As of products: a spreadsheet brings thousands at once.
    index('offers_search')
      .using('gin', table.searchText.op('gin_trgm_ops'))
      .with({ fastupdate: true, gin_pending_list_limit: 64 }),
    check('offers_not_negative', sql`quantity >= 0 and base_price_cents >= 0 and quantity_per_order > 0`),
  ],
)
