import type { SearchResource } from '../../contract/search'

/** How a column sorts: text by its folded form; what may be absent comes last either way. */
export type SortKind = 'value' | 'optional' | 'text' | 'optionalText'

/** What a resource's view offers to a search; the names are columns of the view and of the contract's row. */
export interface Searchable {
  view: string
  filters: Readonly<Record<string, 'id' | 'text'>>
  /** What the filters are that a search does not give. */
  presets?: Readonly<Record<string, string>>
  sorts: Readonly<Record<string, SortKind>>
  /** Whether a phone number is found in any spelling: its digits end the search text. */
  findsPhones?: boolean
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
    filters: { campaignId: 'id', customerId: 'id', status: 'text', paymentStatus: 'text', fulfillmentStatus: 'text' },
    sorts: {
      ...dated,
      number: 'value',
      customerName: 'text',
      campaignName: 'optionalText',
      agentName: 'optionalText',
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
    filters: { orderId: 'id', status: 'text' },
    sorts: {
      ...created,
      orderNumber: 'value',
      customerName: 'text',
      carrier: 'optionalText',
      trackingNumber: 'optionalText',
      status: 'text',
      shippedAt: 'optional',
    },
  },
  transactions: {
    view: 'transaction_rows',
    filters: { orderId: 'id', type: 'text', status: 'text', gatewayInstanceId: 'id' },
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
