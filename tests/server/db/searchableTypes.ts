import type { ListOf } from '../../../contract/lists/description'
import type { Order } from '../../../contract/orders'
import { known } from '../../../server/db/searchables'

// What the server must not leave out of a list, or add to it; each line that compiled would be an unused directive to tsc.

const list = {
  resource: 'orders',
  columns: {},
  filters: { status: { kind: 'choice' } },
  ranges: { totalMin: { kind: 'money', column: 'total', operator: 'from', label: 'Total from' } },
  sorts: ['total'],
} as const satisfies ListOf<'orders', Order>

const right = { view: 'order_rows', sorts: { total: 'value' }, cents: { total: 'total_cents' } } as const

export const taken = known(list, { ...right, counted: ['status'], preset: { filter: 'status', value: 'open' } })

export const refused = [
  // @ts-expect-error It is said how each sort of the description compares.
  known(list, { ...right, sorts: {} }),
  // @ts-expect-error There is no other sort.
  known(list, { ...right, sorts: { total: 'value', number: 'value' } }),
  // @ts-expect-error Every amount that has a range has its column of cents.
  known(list, { ...right, cents: {} }),
  // @ts-expect-error No other has.
  known(list, { ...right, cents: { total: 'total_cents', subtotal: 'subtotal_cents' } }),
  // @ts-expect-error What is counted is a filter.
  known(list, { ...right, counted: ['number'] }),
  // @ts-expect-error What is preset is a filter.
  known(list, { ...right, preset: { filter: 'number', value: '1' } }),
]
