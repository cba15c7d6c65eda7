import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { orderSources } from '../../../contract/extensions/sheetImports'
import { campaigns } from './campaigns'
import { cents, createdAt, folded, id, moment, orgId, sum, updatedAt, version } from './columns'
import { customers } from './customers'

/** What a customer bought. Names, prices and the address are copies: they stay as they were at the time of sale. */
export const orders = pgTable(
  'orders',
  {
    orgId: orgId(),
    id: id(),
    /** Readable, unique in the organization. */
    number: integer('number').notNull(),
    campaignId: uuid('campaign_id').notNull(),
    customerId: uuid('customer_id').notNull(),
    /** Who has no account here is one of `past_people`. */
    agentId: uuid('agent_id'),
    /** Empty when nobody placed it. */
    agentName: text('agent_name').notNull().default(''),
    customerFirstName: text('customer_first_name').notNull(),
    customerLastName: text('customer_last_name').notNull().default(''),
    customerEmail: text('customer_email').notNull(),
    customerPhone: text('customer_phone'),
    status: text('status', { enum: ['open', 'completed', 'cancelled', 'expired'] })
      .notNull()
      .default('open'),
    /** Derived from what was paid and given back; kept so that lists find by it. */
    paymentStatus: text('payment_status', {
      enum: ['unpaid', 'pending', 'paid', 'overpaid', 'partially_refunded', 'refunded'],
    })
      .notNull()
      .default('unpaid'),
    fulfillmentStatus: text('fulfillment_status', { enum: ['unfulfilled', 'partial', 'shipped', 'delivered'] })
      .notNull()
      .default('unfulfilled'),
    currency: text('currency').notNull(),
    subtotalCents: sum('subtotal_cents').notNull(),
    shippingCents: sum('shipping_cents').notNull().default(0),
    /** Thousandths of a percent, and whether the prices have it in them, as they were at the time of sale. */
    taxRate: integer('tax_rate').notNull().default(0),
    pricesIncludeTax: boolean('prices_include_tax').notNull().default(false),
    /** Within the total; on top of the prices, or in them where the organization's prices include it. */
    taxCents: sum('tax_cents').notNull().default(0),
    totalCents: sum('total_cents').notNull(),
    paidCents: sum('paid_cents').notNull().default(0),
    refundedCents: sum('refunded_cents').notNull().default(0),
    address1: text('address1'),
    address2: text('address2'),
    city: text('city'),
    state: text('state'),
    postalCode: text('postal_code'),
    country: text('country'),
    agreedToTermsAt: moment('agreed_to_terms_at'),
    /** The draft that it was placed from: one draft becomes one order (NO-04). */
    draftId: uuid('draft_id'),
    /** By which collaboration a partner sold it; whoever sells for themselves leaves it empty (0069_partner_sales). */
    collaborationId: uuid('collaboration_id').default(sql`current_collaboration()`),
    /** Where it was placed, and the number that it had there; nothing of what was placed here. It holds nothing of offers and stock. */
    importedFrom: text('imported_from', { enum: orderSources }),
    importedNumber: text('imported_number'),
    /** What the campaign was called when a partner sold it. */
    campaignName: text('campaign_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
    // Kept by triggers on transactions and fulfilments (0011_orders), as lists find by them.
    /** The gateway of the newest charge. */
    gatewayInstanceId: uuid('gateway_instance_id'),
    /** References of payments and tracking numbers, and the number that it was imported under. */
    foundBy: text('found_by').notNull().default(''),
    // After the one character that nobody can type come the digits of the phone number, in no spelling of it.
    searchText: text('search_text').generatedAlwaysAs(
      sql`folded(number::text || ' ' || customer_first_name || ' ' || customer_last_name || ' ' || customer_email || ' ' || coalesce(customer_phone, '') || ' ' || found_by) || chr(1) || regexp_replace(coalesce(customer_phone, ''), '[^0-9]', '', 'g')`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique('orders_number').on(table.orgId, table.number),
    uniqueIndex('orders_imported')
      .on(table.orgId, table.importedFrom, table.importedNumber)
      .where(sql`imported_number is not null`),
    unique('orders_draft').on(table.orgId, table.draftId),
    foreignKey({ columns: [table.orgId, table.campaignId], foreignColumns: [campaigns.orgId, campaigns.id] }),
    foreignKey({ columns: [table.orgId, table.customerId], foreignColumns: [customers.orgId, customers.id] }),
    index('orders_newest').on(table.orgId, table.createdAt, table.id),
    index('orders_of_campaign').on(table.orgId, table.campaignId, table.createdAt, table.id),
    index('orders_of_customer').on(table.orgId, table.customerId, table.createdAt, table.id),
    index('orders_of_collaboration')
      .on(table.orgId, table.collaborationId, table.createdAt, table.id)
      .where(sql`collaboration_id is not null`),
    // All that the leaderboard reads of an order.
    index('orders_on_board')
      .on(table.orgId, table.createdAt, table.agentId, table.totalCents, table.paidCents, table.refundedCents)
      .where(sql`status in ('open', 'completed') and agent_id is not null and collaboration_id is null`),
    index('orders_of_agent').on(table.orgId, table.agentId, table.createdAt, table.id),
    index('orders_of_gateway').on(table.orgId, table.gatewayInstanceId, table.createdAt, table.id),
    index('orders_of_status').on(table.orgId, table.status, table.createdAt, table.id),
    index('orders_of_payment').on(table.orgId, table.paymentStatus, table.createdAt, table.id),
    index('orders_of_fulfilment').on(table.orgId, table.fulfillmentStatus, table.createdAt, table.id),
    // What the list sorts by, as the view order_rows writes it.
    index('orders_by_customer').on(
      table.orgId,
      folded(sql`trim(customer_first_name || ' ' || customer_last_name)`),
      table.id,
    ),
    index('orders_by_agent').on(table.orgId, folded(table.agentName), table.id),
    index('orders_by_status').on(table.orgId, folded(table.status), table.id),
    index('orders_by_payment').on(table.orgId, folded(table.paymentStatus), table.id),
    index('orders_by_fulfilment').on(table.orgId, folded(table.fulfillmentStatus), table.id),
    index('orders_by_total').on(table.orgId, sql`(total_cents::float8 / 100)`, table.id),
    index('orders_by_subtotal').on(table.orgId, sql`(subtotal_cents::float8 / 100)`, table.id),
    index('orders_by_refunded').on(table.orgId, sql`(refunded_cents::float8 / 100)`, table.id),
    // What is counted: the view compares the amount itself, as row-level security keeps an index from what may fail.
    index('orders_of_total').on(table.orgId, table.totalCents),
    index('orders_of_states').on(table.orgId, table.paymentStatus, table.status, table.fulfillmentStatus),
    index('orders_updated').on(table.orgId, table.updatedAt, table.id),
    index('orders_search').using('gin', table.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
    check('orders_refund', sql`refunded_cents between 0 and greatest(total_cents, paid_cents)`),
  ],
)

export const orderItems = pgTable(
  'order_items',
  {
    orgId: orgId(),
    id: id(),
    orderId: uuid('order_id').notNull(),
    /** Also of an offer that was deleted since; null where no offer is behind it. */
    offerId: uuid('offer_id'),
    productId: uuid('product_id'),
    name: text('name').notNull(),
    sku: text('sku'),
    quantity: integer('quantity').notNull(),
    /** Units of the product in one unit of the offer. */
    quantityPerOrder: integer('quantity_per_order').notNull().default(1),
    /** What the offer cost when it was sold; the agent may have set another price. */
    listPriceCents: cents('list_price_cents'),
    unitPriceCents: cents('unit_price_cents').notNull(),
    shippingCents: sum('shipping_cents').notNull().default(0),
    taxCents: sum('tax_cents').notNull().default(0),
    totalCents: sum('total_cents').notNull(),
    position: integer('position').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId, table.orderId], foreignColumns: [orders.orgId, orders.id] }).onDelete(
      'cascade',
    ),
    index('order_items_of_order').on(table.orgId, table.orderId, table.position),
    index('order_items_of_offer').on(table.orgId, table.offerId),
    check('order_items_quantity', sql`quantity > 0`),
  ],
)
