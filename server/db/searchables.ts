import type { SearchResource } from '../../contract/search'

/** How a column sorts: text by its folded form; what may be absent comes last either way. */
export type SortKind = 'value' | 'optional' | 'text' | 'optionalText'

/** A column that is compared: of cents with an amount, or with a day or a moment, of which a day is the organization's. */
export interface Compared {
  column: string
  kind: 'money' | 'moment'
  /** Whether the value is the least or the most that is found; of days, the whole last one is. */
  is: 'least' | 'most'
}

/** What a resource's view offers to a search; the names are columns of the view and of the contract's row. */
export interface Searchable {
  view: string
  filters: Readonly<Record<string, 'id' | 'text' | Compared>>
  /** How many rows there are with one of these filters, and without any, is kept (0025_list_counts). */
  counted?: readonly string[]
  /** What the filters are that a search does not give. */
  presets?: Readonly<Record<string, string>>
  sorts: Readonly<Record<string, SortKind>>
  /** Whether a phone number is found in any spelling: its digits end the search text. */
  findsPhones?: boolean
  /** What rows of the person who searches are known by: a column that says it, and a statement that tells their ids. */
  own?: { column: string; ids: string }
}

const created = { createdAt: 'value' } as const
const dated = { ...created, updatedAt: 'value' } as const

export const searchables: Readonly<Record<SearchResource, Searchable>> = {
  offers: {
    view: 'offer_rows',
    filters: { campaignId: 'id', productId: 'id' },
    sorts: {
      ...dated,
      displayName: 'text',
      basePrice: 'value',
      shipPrice: 'optional',
      quantityPerOrder: 'value',
      minPrice: 'optional',
      maxPrice: 'optional',
      maxQuantity: 'optional',
      quantity: 'value',
    },
  },
  products: {
    view: 'product_rows',
    filters: { status: 'text', category: 'text', stockLevel: 'text' },
    counted: ['status', 'category'],
    sorts: {
      ...dated,
      name: 'text',
      sku: 'text',
      category: 'optionalText',
      price: 'value',
      stock: 'value',
      status: 'text',
    },
  },
  campaigns: {
    view: 'campaign_rows',
    filters: { status: 'text', category: 'text', type: 'text', archived: 'text' },
    presets: { archived: 'false' },
    own: {
      column: 'isMine',
      ids: 'select campaign_id from campaign_members where org_id = (select current_org()) and user_id = (select current_person())',
    },
    sorts: {
      ...dated,
      name: 'text',
      category: 'optionalText',
      type: 'optionalText',
      status: 'text',
      startDate: 'optional',
      endDate: 'optional',
      offersCount: 'value',
      ordersCount: 'value',
      revenue: 'value',
    },
  },
  customers: {
    view: 'customer_rows',
    filters: { country: 'text' },
    counted: ['country'],
    findsPhones: true,
    sorts: {
      ...dated,
      name: 'text',
      firstName: 'text',
      lastName: 'text',
      email: 'text',
      phone: 'optionalText',
      ordersCount: 'value',
      totalSpent: 'value',
      lastOrderAt: 'optional',
    },
  },
  orders: {
    view: 'order_rows',
    filters: {
      campaignId: 'id',
      customerId: 'id',
      agentId: 'id',
      gatewayInstanceId: 'id',
      status: 'text',
      paymentStatus: 'text',
      fulfillmentStatus: 'text',
      createdFrom: { column: 'createdAt', kind: 'moment', is: 'least' },
      createdTo: { column: 'createdAt', kind: 'moment', is: 'most' },
      totalMin: { column: 'total_cents', kind: 'money', is: 'least' },
      totalMax: { column: 'total_cents', kind: 'money', is: 'most' },
    },
    counted: ['status', 'paymentStatus', 'fulfillmentStatus', 'campaignId', 'gatewayInstanceId'],
    findsPhones: true,
    sorts: {
      ...dated,
      number: 'value',
      customerName: 'text',
      agentName: 'text',
      subtotal: 'value',
      total: 'value',
      refundedTotal: 'value',
      status: 'text',
      paymentStatus: 'text',
      fulfillmentStatus: 'text',
    },
  },
  fulfillments: {
    view: 'fulfilment_rows',
    filters: {
      orderId: 'id',
      status: 'text',
      carrier: 'text',
      orderedFrom: { column: 'orderedAt', kind: 'moment', is: 'least' },
      orderedTo: { column: 'orderedAt', kind: 'moment', is: 'most' },
      shippedFrom: { column: 'shippedAt', kind: 'moment', is: 'least' },
      shippedTo: { column: 'shippedAt', kind: 'moment', is: 'most' },
    },
    sorts: {
      ...dated,
      orderNumber: 'value',
      customerName: 'text',
      carrier: 'optionalText',
      trackingNumber: 'optionalText',
      status: 'text',
      orderedAt: 'value',
      shippedAt: 'optional',
    },
  },
  transactions: {
    view: 'transaction_rows',
    filters: {
      orderId: 'id',
      type: 'text',
      status: 'text',
      gatewayInstanceId: 'id',
      createdFrom: { column: 'createdAt', kind: 'moment', is: 'least' },
      createdTo: { column: 'createdAt', kind: 'moment', is: 'most' },
      amountMin: { column: 'total_cents', kind: 'money', is: 'least' },
      amountMax: { column: 'total_cents', kind: 'money', is: 'most' },
    },
    sorts: {
      ...created,
      orderNumber: 'value',
      type: 'text',
      status: 'text',
      amount: 'value',
      gatewayName: 'optionalText',
      reference: 'optionalText',
    },
  },
}
