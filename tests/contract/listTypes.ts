import type { ListOf, SearchedListOf } from '../../contract/lists/description'
import { order, type Order } from '../../contract/orders'

// What a list's description must not say; each line that compiled after all would be an unused directive to tsc.

const nothing = { resource: 'orders', columns: {}, filters: {}, ranges: {}, sorts: [] } as const

export const refused = [
  // @ts-expect-error No order has this column.
  { ...nothing, columns: { colour: { kind: 'text', label: 'Colour' } } } satisfies ListOf<'orders', Order>,
  // @ts-expect-error A total is no moment.
  { ...nothing, columns: { total: { kind: 'moment', label: 'Total' } } } satisfies ListOf<'orders', Order>,
  // @ts-expect-error No order is filtered by what it does not have.
  { ...nothing, filters: { colour: { kind: 'text' } } } satisfies ListOf<'orders', Order>,
  {
    ...nothing,
    // @ts-expect-error A moment is no amount.
    ranges: { createdFrom: { kind: 'money', column: 'createdAt', operator: 'from', label: 'From' } },
  } satisfies ListOf<'orders', Order>,
  // @ts-expect-error Nothing sorts by what no order has.
  { ...nothing, sorts: ['colour'] } satisfies ListOf<'orders', Order>,
]

export const refusedFinds = {
  ...nothing,
  row: order,
  // @ts-expect-error Nothing is found by what no order has.
  finds: ['colour'],
} satisfies SearchedListOf<'orders', Order>
