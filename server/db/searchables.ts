import { campaignList } from '../../contract/lists/campaigns'
import { customerList } from '../../contract/lists/customers'
import type { ListDescription, SortOf } from '../../contract/lists/description'
import { fulfilmentList } from '../../contract/lists/fulfilments'
import { offerList } from '../../contract/lists/offers'
import { orderList } from '../../contract/lists/orders'
import { productList } from '../../contract/lists/products'
import { transactionList } from '../../contract/lists/transactions'
import type { SearchResource } from '../../contract/search'

/** How a column sorts: text by its folded form; what may be absent comes last either way. */
export type SortKind = 'value' | 'optional' | 'text' | 'optionalText'

/** A list with what only the database knows of it; the names are columns of the view and of the contract's row. */
export interface Searchable {
  list: ListDescription
  view: string
  sorts: Readonly<Record<string, SortKind>>
  /** The columns of cents behind the amounts that have ranges. */
  cents: Readonly<Record<string, string>>
  /** How many rows there are with one of these filters, and without any, is kept (0025_list_counts). */
  counted?: readonly string[]
  /** What a filter is that a search does not give. */
  preset?: { filter: string; value: string }
  /** Whether a phone number is found in any spelling: its digits end the search text. */
  findsPhones?: boolean
  /** What rows of the person who searches are known by: a column that says it, and a statement that tells their ids. */
  own?: { column: string; ids: string }
}

/** The same of one list: exactly the sorts, the amounts and the filters that its description names. */
interface Known<List extends ListDescription> extends Omit<Searchable, 'list'> {
  sorts: { readonly [Name in SortOf<List> & string]: SortKind }
  cents: { readonly [Name in Amount<List['ranges'][keyof List['ranges']]>]: string }
  counted?: readonly (keyof List['filters'] & string)[]
  preset?: { filter: keyof List['filters'] & string; value: string }
}
type Amount<Range> = Range extends { kind: 'money'; column: infer Column extends string } ? Column : never

export const known = <List extends ListDescription>(list: List, inDatabase: Known<List>) => ({ list, ...inDatabase })

const created = { createdAt: 'value' } as const
const dated = { ...created, updatedAt: 'value' } as const

export const searchables: {
  readonly [Resource in SearchResource]: Searchable & { list: { resource: Resource } }
} = {
  offers: known(offerList, {
    view: 'offer_rows',
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
    cents: {},
  }),
  products: known(productList, {
    view: 'product_rows',
    sorts: {
      ...dated,
      name: 'text',
      sku: 'text',
      category: 'optionalText',
      price: 'value',
      stock: 'value',
      status: 'text',
    },
    cents: {},
    counted: ['status', 'category'],
  }),
  campaigns: known(campaignList, {
    view: 'campaign_rows',
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
    cents: {},
    preset: { filter: 'archived', value: 'false' },
    own: {
      column: 'isMine',
      ids: 'select campaign_id from campaign_members where org_id = (select current_org()) and user_id = (select current_person())',
    },
  }),
  customers: known(customerList, {
    view: 'customer_rows',
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
    cents: {},
    counted: ['country'],
    findsPhones: true,
  }),
  orders: known(orderList, {
    view: 'order_rows',
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
    cents: { total: 'total_cents' },
    counted: ['status', 'paymentStatus', 'fulfillmentStatus', 'campaignId', 'gatewayInstanceId'],
    findsPhones: true,
  }),
  fulfillments: known(fulfilmentList, {
    view: 'fulfilment_rows',
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
    cents: {},
  }),
  transactions: known(transactionList, {
    view: 'transaction_rows',
    sorts: {
      ...created,
      orderNumber: 'value',
      type: 'text',
      status: 'text',
      amount: 'value',
      gatewayName: 'optionalText',
      reference: 'optionalText',
    },
    cents: { amount: 'total_cents' },
  }),
}
