import type { ListOf } from '../../../contract/lists/description'
import type { Order } from '../../../contract/orders'
import type { InDatabase } from '../../../server/db/searchables'

// What the server must not leave out of a list, or add to it; each line that compiled would be an unused directive to tsc.

const list = {
  resource: 'orders',
  columns: {},
  filters: { status: { kind: 'choice' } },
  ranges: { totalMin: { kind: 'money', column: 'total', operator: 'from', label: 'Total from' } },
  sorts: ['total'],
} as const satisfies ListOf<'orders', Order>

type Known = InDatabase<typeof list>
const right = { cents: { total: 'total_cents' } } as const satisfies Known

export const taken = { ...right, sorts: { total: 'optional' }, counted: ['status'] } satisfies Known

export const refused = [
  // @ts-expect-error Nothing is sorted by what the description does not name.
  { ...right, sorts: { number: 'value' } } satisfies Known,
  // @ts-expect-error Every amount that has a range has its column of cents.
  { cents: {} } satisfies Known,
  // @ts-expect-error No other has.
  { cents: { total: 'total_cents', subtotal: 'subtotal_cents' } } satisfies Known,
  // @ts-expect-error What is counted is a filter.
  { ...right, counted: ['number'] } satisfies Known,
  // @ts-expect-error What is preset is a filter.
  { ...right, preset: { filter: 'number', value: '1' } } satisfies Known,
]
