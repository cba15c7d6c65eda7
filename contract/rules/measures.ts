/** Rows of a list that add up to a figure: what finds them there, and which of the list's sums it is. */
export interface Part {
  list: 'orders' | 'transactions' | 'orderLines' | 'calls'
  filters: Readonly<Record<string, string | readonly string[]>>
  /** One of the list's sums, how many rows there are, or how long half, or nine in ten, of them took at most. */
  sum: 'rows' | 'median' | 'ninetieth' | 'total' | 'tax' | 'refunded' | 'net' | 'charged' | 'units'
}

/** By which date a figure counts: when the order was placed, or when its money moved (RP-01). */
export type Basis = 'sale' | 'money'

/**
 * What figures are split by. The first three are parts of the calendar, in the organization's zone; the others are filters of
 * lists, and what rows without one are called.
 */
export const dimensions = {
  day: { label: 'Day', isTime: true },
  week: { label: 'Week', isTime: true },
  month: { label: 'Month', isTime: true },
  campaign: { label: 'Campaign', filter: 'campaignId', none: 'No campaign' },
  agent: { label: 'Agent', filter: 'agentId', none: 'Nobody' },
  gateway: { label: 'Gateway', filter: 'gatewayInstanceId', none: 'No gateway' },
  offer: { label: 'Offer', filter: 'offerId', none: 'No offer' },
} as const satisfies Record<string, { label: string; isTime?: true; filter?: string; none?: string }>
export type Dimension = keyof typeof dimensions

/** What figures can be narrowed to some of: whatever is a filter of lists. */
export type NarrowedBy = {
  [Name in Dimension]: (typeof dimensions)[Name] extends { filter: string } ? Name : never
}[Dimension]
/** Some records of each, by the filters of the lists; `none` for what has no such record. */
export type ReportFilters = {
  readonly [Name in NarrowedBy as (typeof dimensions)[Name]['filter']]?: readonly string[] | undefined
}

/** What each list can be split by, besides the calendar. */
export const splits = {
  orders: ['campaign', 'agent', 'gateway'],
  transactions: ['campaign', 'agent', 'gateway'],
  orderLines: ['campaign', 'agent', 'offer'],
  calls: ['campaign', 'agent', 'offer'],
} as const satisfies Record<Part['list'], readonly Dimension[]>

const placed = { status: ['open', 'completed'] }

/** Every part that a figure is made of, once. */
export const parts = {
  sold: { list: 'orders', filters: placed, sum: 'total' },
  placed: { list: 'orders', filters: placed, sum: 'rows' },
  taxed: { list: 'orders', filters: placed, sum: 'tax' },
  kept: { list: 'orders', filters: {}, sum: 'net' },
  givenBack: { list: 'orders', filters: {}, sum: 'refunded' },
  linked: { list: 'orders', filters: { linkReached: ['made', 'opened', 'tried', 'paid'] }, sum: 'rows' },
  linkOpened: { list: 'orders', filters: { linkReached: ['opened', 'tried', 'paid'] }, sum: 'rows' },
  linkTried: { list: 'orders', filters: { linkReached: ['tried', 'paid'] }, sum: 'rows' },
  linkPaid: { list: 'orders', filters: { linkReached: ['paid'] }, sum: 'rows' },
  soldLines: { list: 'orderLines', filters: placed, sum: 'total' },
  soldUnits: { list: 'orderLines', filters: placed, sum: 'units' },
  countedCalls: { list: 'calls', filters: { outcome: ['paid', 'sold', 'missed'] }, sum: 'rows' },
  soldCalls: { list: 'calls', filters: { outcome: ['paid', 'sold'] }, sum: 'rows' },
  paidCalls: { list: 'calls', filters: { outcome: ['paid'] }, sum: 'rows' },
  paidIn: { list: 'calls', filters: { outcome: ['paid'] }, sum: 'median' },
  mostPaidIn: { list: 'calls', filters: { outcome: ['paid'] }, sum: 'ninetieth' },
  charged: { list: 'transactions', filters: { type: 'charge', status: 'succeeded' }, sum: 'charged' },
  refunded: { list: 'transactions', filters: { type: 'refund', status: 'succeeded' }, sum: 'refunded' },
  net: { list: 'transactions', filters: { status: 'succeeded' }, sum: 'net' },
  // What came with imported orders was approved elsewhere, where nobody knows of what was declined.
  approved: { list: 'transactions', filters: { type: 'charge', status: 'succeeded', taken: 'gateway' }, sum: 'rows' },
  declined: { list: 'transactions', filters: { type: 'charge', status: 'failed' }, sum: 'rows' },
  tried: {
    list: 'transactions',
    filters: { type: 'charge', status: ['succeeded', 'failed'], taken: 'gateway' },
    sum: 'rows',
  },
} as const satisfies Record<string, Part>
export type PartName = keyof typeof parts

/** A figure: one part, or the ratio of two; of nothing there is no ratio. */
interface Described {
  label: string
  basis: Basis
  /** A time is in seconds. */
  unit: 'money' | 'count' | 'share' | 'time'
  of: PartName | readonly [PartName, PartName]
}

/** Every figure of the reports and the dashboard, by date of sale and by date of money. */
export const measures = {
  sales: {
    label: 'Sales',
    basis: 'sale',
    unit: 'money',
    of: 'sold',
  },
  orders: {
    label: 'Orders',
    basis: 'sale',
    unit: 'count',
    of: 'placed',
  },
  averageOrder: {
    label: 'Average order',
    basis: 'sale',
    unit: 'money',
    of: ['sold', 'placed'],
  },
  tax: {
    label: 'Tax',
    basis: 'sale',
    unit: 'money',
    of: 'taxed',
  },
  itemSales: {
    label: 'Sales of items',
    basis: 'sale',
    unit: 'money',
    of: 'soldLines',
  },
  units: {
    label: 'Units',
    basis: 'sale',
    unit: 'count',
    of: 'soldUnits',
  },
  revenueBySale: {
    label: 'Net revenue',
    basis: 'sale',
    unit: 'money',
    of: 'kept',
  },
  refundsBySale: {
    label: 'Refunds',
    basis: 'sale',
    unit: 'money',
    of: 'givenBack',
  },
  links: {
    label: 'Links made',
    basis: 'sale',
    unit: 'count',
    of: 'linked',
  },
  linksOpened: {
    label: 'Links opened',
    basis: 'sale',
    unit: 'count',
    of: 'linkOpened',
  },
  linksTried: {
    label: 'Links tried',
    basis: 'sale',
    unit: 'count',
    of: 'linkTried',
  },
  linksPaid: {
    label: 'Links paid',
    basis: 'sale',
    unit: 'count',
    of: 'linkPaid',
  },
  paidShareOfLinks: {
    label: 'Paid share of links',
    basis: 'sale',
    unit: 'share',
    of: ['linkPaid', 'linked'],
  },
  calls: {
    label: 'Calls that count',
    basis: 'sale',
    unit: 'count',
    of: 'countedCalls',
  },
  soldCalls: {
    label: 'Calls that sold',
    basis: 'sale',
    unit: 'count',
    of: 'soldCalls',
  },
  soldShareOfCalls: {
    label: 'Calls that became orders',
    basis: 'sale',
    unit: 'share',
    of: ['soldCalls', 'countedCalls'],
  },
  paidCalls: {
    label: 'Calls that were paid',
    basis: 'sale',
    unit: 'count',
    of: 'paidCalls',
  },
  ringToPaid: {
    label: 'Ring to paid, half within',
    basis: 'sale',
    unit: 'time',
    of: 'paidIn',
  },
  ringToPaidMost: {
    label: 'Ring to paid, 9 of 10 within',
    basis: 'sale',
    unit: 'time',
    of: 'mostPaidIn',
  },
  revenue: {
    label: 'Net revenue',
    basis: 'money',
    unit: 'money',
    of: 'net',
  },
  charged: {
    label: 'Payments',
    basis: 'money',
    unit: 'money',
    of: 'charged',
  },
  refunds: {
    label: 'Refunds',
    basis: 'money',
    unit: 'money',
    of: 'refunded',
  },
  approvalRate: {
    label: 'Approval rate',
    basis: 'money',
    unit: 'share',
    of: ['approved', 'tried'],
  },
  declines: {
    label: 'Declined payments',
    basis: 'money',
    unit: 'count',
    of: 'declined',
  },
} as const satisfies Record<string, Described>
export type Measure = keyof typeof measures

// Object.keys knows only strings.
export const measureNames = Object.keys(measures) as Measure[]
export const dimensionNames = Object.keys(dimensions) as Dimension[]
export const narrowings = dimensionNames.filter((name): name is NarrowedBy => 'filter' in dimensions[name])

/** Figures each of which is a part of the one before it: where what is lost gets lost. */
export const stages = ['links', 'linksOpened', 'linksTried', 'linksPaid'] as const satisfies readonly Measure[]

/** The parts of a figure: what is divided comes first. */
export const partsOf = (measure: Measure): readonly PartName[] => {
  const { of }: Described = measures[measure]
  return typeof of === 'string' ? [of] : of
}

export const isTime = (dimension: Dimension): boolean => 'isTime' in dimensions[dimension]

/** Whether a figure can be split by something. */
export const isSplitBy = (measure: Measure, dimension: Dimension): boolean =>
  isTime(dimension) ||
  partsOf(measure).every((part) => {
    const by: readonly Dimension[] = splits[parts[part].list]
    return by.includes(dimension)
  })

/** What a report is narrowed by that a figure's lists are not; undefined when they are by all of it. */
export const noFilterOf = (measure: Measure, filters: Readonly<Record<string, unknown>>): Dimension | undefined =>
  dimensionNames.find((name) => {
    const described = dimensions[name]
    return 'filter' in described && filters[described.filter] !== undefined && !isSplitBy(measure, name)
  })

/** Of all rows of a part, as many are no more than the figure; undefined for what is added up. */
export const percentiles: Readonly<Partial<Record<Part['sum'], number>>> = { median: 0.5, ninetieth: 0.9 }

/** Whether the figure of some rows and that of the others come to the figure of all, as amounts do, and ratios do not. */
export const addsUp = (measure: Measure): boolean => {
  const [first, second] = partsOf(measure)
  return first !== undefined && second === undefined && percentiles[parts[first].sum] === undefined
}

/** A figure of the sums of its parts, in cents or counts: in major units, as a count, in seconds, or as a share of 1. */
export function valueOf(measure: Measure, sums: Readonly<Partial<Record<PartName, number>>>): number | null {
  const [first] = partsOf(measure)
  if (first !== undefined && percentiles[parts[first].sum] !== undefined) return sums[first] ?? null
  const [dividend = 0, divisor] = partsOf(measure).map((part) => sums[part] ?? 0)
  const { unit }: Described = measures[measure]
  if (divisor === 0) return null
  if (unit === 'money') return Math.round(divisor === undefined ? dividend : dividend / divisor) / 100
  return divisor === undefined ? dividend : dividend / divisor
}

export { noValue } from '../lists/description'

/** What a figure counts of the rows of its part: a line's keys, and what the whole report is narrowed to. */
export interface Counted {
  /** Days of the organization, or moments. */
  from: string
  to: string
  filters: Readonly<Record<string, readonly string[] | undefined>>
  keys: readonly { dimension: Dimension; id: string; days?: { from: string; to: string } | null | undefined }[]
}

/** The filters by which a part's list finds exactly the rows that add up to it (RP-02). */
export function filtersOfPart(part: PartName, { from, to, filters, keys }: Counted): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = { createdFrom: from, createdTo: to }
  const own: Part = parts[part]
  for (const [name, value] of Object.entries({ ...own.filters, ...filters })) {
    if (value !== undefined) found[name] = typeof value === 'string' ? value : [...value]
  }
  for (const { dimension, id, days } of keys) {
    const described = dimensions[dimension]
    if ('filter' in described) found[described.filter] = [id]
    else if (days) Object.assign(found, { createdFrom: days.from, createdTo: days.to })
  }
  return found
}
