import type { ReportKey } from '../../../contract/extensions/reports'
import {
  filtersOfPart,
  type Measure,
  type Part,
  type PartName,
  parts,
  partsOf,
  type ReportFilters,
} from '../../../contract/rules/measures'
import type { Days } from '../../../contract/rules/reportPeriods'

const pages = {
  orders: '/orders',
  transactions: '/gateways',
  orderLines: '/orders/lines',
  calls: '/calls',
} as const satisfies Record<Part['list'], string>

const nouns: Readonly<Record<Part['list'], string>> = {
  orders: 'Orders',
  transactions: 'Transactions',
  orderLines: 'Order lines',
  calls: 'Calls',
}

/** Which of a list's sums it is, as the list calls it. */
const sums: Readonly<Record<Part['sum'], string>> = {
  rows: 'how many there are',
  total: 'their total',
  tax: 'their tax',
  refunded: 'what was refunded',
  net: 'what is kept',
  charged: 'what was charged',
  units: 'their units',
  median: 'how long half of them took at most until they were paid',
  ninetieth: 'how long nine in ten of them took at most until they were paid',
}

export interface PartLink {
  part: PartName
  /** What the part is: 'Orders: their total'. */
  label: string
  to: (typeof pages)[Part['list']]
  search: Readonly<Record<string, string>>
}

/** Of one figure, such as that of a campaign or of a day. */
export interface CountedFigure {
  measure: Measure
  days: Days
  keys: readonly ReportKey[]
  /** What its report is narrowed to. */
  filters?: ReportFilters | undefined
}

/** The lists of exactly the rows that a figure is made of (RP-02): of a ratio one for each of its two parts. */
export const partLinks = ({ measure, days, keys, filters: narrowed = {} }: CountedFigure): PartLink[] =>
  partsOf(measure).map((part) => {
    const { list, sum }: Part = parts[part]
    const filters = filtersOfPart(part, { ...days, filters: narrowed, keys })
    const asked = Object.entries(filters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.join(','),
    ])
    const search: Record<string, string> = Object.fromEntries(asked)
    return {
      part,
      label: `${nouns[list]}: ${sums[sum]}`,
      to: pages[list],
      search: list === 'transactions' ? { tab: 'transactions', ...search } : search,
    }
  })
