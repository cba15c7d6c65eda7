import { type ColumnKind, type ListDescription, type SortOf, sortsOf } from '../../contract/lists/description'
import { lists } from '../../contract/lists/lists'
import { endsSoonMinutes } from '../../contract/rules/workQueue'
import { type SearchResource, searchResources } from '../../contract/search'

/** How a column sorts: text by its folded form; what may be absent comes last either way. */
export type SortKind = 'value' | 'optional' | 'text' | 'optionalText'

/** A list with what only the database knows of it; the names are columns of the view and of the contract's row. */
export interface Searchable {
  list: ListDescription
  /** With what the contract's row has, by the same names. */
  view: string
  sorts: Readonly<Record<string, SortKind>>
  /** The columns of cents behind the amounts that have ranges. */
  cents: Readonly<Record<string, string>>
  /** How many rows there are with one of these filters, and without any, is kept (0025_list_counts). */
  counted?: readonly string[]
  /** What a filter is that a search does not give. */
  preset?: { filter: string; value: string }
  /** Few, and of a search alone: what is looked for in them is read by whoever looks for it. */
  isRead?: boolean
  /** Whether a phone number is found in any spelling: its digits end the search text. */
  findsPhones?: boolean
  /** What rows of the person who searches are known by: a column that says it, and a statement that tells their ids. */
  own?: { column: string; ids: string }
  /** Values of columns that the view works out for each row, and a statement that tells the ids of the rows that have one. */
  sets?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/**
 * What only the database knows of a list. A view is named after what it lists, a column is compared as its kind says, and
 * whatever is otherwise is said here; with the names of the description only.
 */
export interface InDatabase<List extends ListDescription> extends Omit<Partial<Searchable>, 'list' | 'sorts'> {
  sorts?: { readonly [Name in SortOf<List> & string]?: SortKind }
  /** Every amount that has a range has its column of cents. */
  cents: { readonly [Name in AmountOf<List>]: string }
  counted?: readonly (keyof List['filters'] & string)[]
  preset?: { filter: keyof List['filters'] & string; value: string }
}
type AmountOf<List extends ListDescription> = {
  [Name in keyof List['ranges']]: List['ranges'][Name] extends { kind: 'money'; column: infer Column extends string }
    ? Column
    : never
}[keyof List['ranges']]

/** Orders whose customer can pay by a link that ends within the hour; the view order_rows says the same of each. */
export const ordersWhoseLinkEnds = `
  select link.order_id as id, link.expires_at from payment_links as link
    join orders on orders.org_id = link.org_id and orders.id = link.order_id
  where link.org_id = (select current_org()) and link.ended_at is null and link.used_at is null
    and link.expires_at > now() and link.expires_at <= now() + interval '${endsSoonMinutes} minutes'
    and orders.status = 'open' and orders.payment_status = 'unpaid'`

/** Orders that are unpaid and whose newest payment was declined; the view says the same. */
const declinedOrders = `
  select orders.id from orders
  where orders.org_id = (select current_org()) and orders.status = 'open' and orders.payment_status = 'unpaid'
    and (select attempt.state from payment_attempts as attempt
      where attempt.org_id = orders.org_id and attempt.order_id = orders.id
      order by attempt.created_at desc, attempt.id desc limit 1) = 'declined'`

type Lists = typeof lists
/** Of a list with ranges of amounts something has to be said, of the others it may be. */
type Exceptions = {
  readonly [Resource in SearchResource as AmountOf<Lists[Resource]> extends never ? never : Resource]: InDatabase<
    Lists[Resource]
  >
} & { readonly [Resource in SearchResource]?: InDatabase<Lists[Resource]> }

const inDatabase: Exceptions = {
  offers: {
    sorts: { shipPrice: 'optional', minPrice: 'optional', maxPrice: 'optional', maxQuantity: 'optional' },
    cents: {},
  },
  products: { sorts: { category: 'optionalText' }, cents: {}, counted: ['status', 'category'] },
  campaigns: {
    sorts: { category: 'optionalText', type: 'optionalText', startDate: 'optional', endDate: 'optional' },
    cents: {},
    preset: { filter: 'archived', value: 'false' },
    own: {
      column: 'isMine',
      ids: 'select campaign_id from campaign_members where org_id = (select current_org()) and user_id = (select current_person())',
    },
  },
  customers: {
    sorts: { firstName: 'text', lastName: 'text', phone: 'optionalText', lastOrderAt: 'optional' },
    cents: {},
    counted: ['country'],
    findsPhones: true,
  },
  orders: {
    sorts: { number: 'value', status: 'text' },
    cents: { total: 'total_cents' },
    counted: ['status', 'paymentStatus', 'fulfillmentStatus', 'campaignId', 'gatewayInstanceId'],
    findsPhones: true,
    sets: {
      linkEnds: { soon: `select id from (${ordersWhoseLinkEnds}) as ending` },
      lastAttempt: { declined: declinedOrders },
    },
  },
  calls: {
    sorts: { secondsToPaid: 'optional' },
    cents: {},
    isRead: true,
  },
  orderLines: {
    view: 'order_line_rows',
    sorts: { orderNumber: 'value' },
    cents: {},
  },
  fulfillments: {
    view: 'fulfilment_rows',
    sorts: { orderNumber: 'value', carrier: 'optionalText', trackingNumber: 'optionalText', shippedAt: 'optional' },
    cents: {},
  },
  transactions: {
    sorts: { orderNumber: 'value', gatewayName: 'optionalText', reference: 'optionalText' },
    cents: { amount: 'total_cents' },
  },
}

const sortKinds: Readonly<Partial<Record<ColumnKind, SortKind>>> = { text: 'text', status: 'text' }

type Exception = Omit<Partial<Searchable>, 'sorts'> & { sorts?: Readonly<Record<string, SortKind | undefined>> }

function searchableOf(list: ListDescription, exceptions: Exception = {}): Searchable {
  const kindOf = (name: string): SortKind =>
    exceptions.sorts?.[name] ?? sortKinds[list.columns[name]?.kind ?? 'moment'] ?? 'value'
  return {
    view: `${list.resource.replace(/s$/, '')}_rows`,
    cents: {},
    ...exceptions,
    list,
    sorts: Object.fromEntries(sortsOf(list).map((name) => [name, kindOf(name)])),
  }
}

export const searchables = Object.fromEntries(
  searchResources.map((resource) => [resource, searchableOf(lists[resource], inDatabase[resource])]),
) as Readonly<Record<SearchResource, Searchable>>
