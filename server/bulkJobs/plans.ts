import type { BulkParams, LimitsChange } from '../../contract/extensions/bulkJobs'
import { amountOf } from '../../contract/rules/amounts'
import { type BulkAction, changedPrice } from '../../contract/rules/bulkJobs'
import type { Row } from '../db/rows'
import { Refusal } from '../http/errors'

export type Fields = Record<string, string | number | null>

/** What the single action is asked for, and what that changes. */
export interface Plan {
  body: object
  before: Fields
  after: Fields
}

/** What is done with a record as it is now; 'unchanged' when it is so already. Whether it may be, the single action says. */
export function planOf(action: BulkAction, row: Row, params: BulkParams): Plan | 'unchanged' {
  switch (action) {
    case 'offers.price':
      return setting(row, { basePrice: priceOf(row['basePrice'], params) })
    case 'products.price':
      return setting(row, { price: priceOf(row['price'], params) })
    case 'offers.limits':
      return setting(row, given(params.limits))
    case 'offers.delete':
    case 'customers.delete':
      return { body: {}, before: {}, after: {} }
    case 'products.archive':
      return becoming(row, 'archived')
    case 'products.restore':
      return becoming(row, 'active')
    case 'fulfilments.ship':
      return becoming(row, 'shipped')
    case 'fulfilments.deliver':
      return becoming(row, 'delivered')
  }
}

const priceOf = (price: unknown, { price: change }: BulkParams): number => {
  // The contract demands it with these actions.
  if (!change) throw new Error('no change of prices')
  return changedPrice(amountOf(Number(price ?? 0)), change) / 100
}

const given = (limits: LimitsChange = {}): Record<string, number> =>
  Object.fromEntries(Object.entries(limits).flatMap(([name, limit]) => (limit === undefined ? [] : [[name, limit]])))

function setting(row: Row, after: Record<string, number>): Plan | 'unchanged' {
  const before = Object.fromEntries(Object.keys(after).map((name) => [name, fieldOf(row, name)]))
  return Object.entries(after).every(([name, value]) => before[name] === value)
    ? 'unchanged'
    : { body: after, before, after }
}

const becoming = (row: Row, status: string): Plan | 'unchanged' =>
  row['status'] === status ? 'unchanged' : { body: {}, before: { status: fieldOf(row, 'status') }, after: { status } }

function fieldOf(row: Row, name: string): string | number | null {
  const value = row[name]
  return typeof value === 'number' || typeof value === 'string' ? value : null
}

/** What takes it back. Throws a 409 for what can't be as it was. */
export function bodyOfUndo(action: BulkAction, before: Fields): object {
  if (action !== 'offers.limits') return action.endsWith('.price') ? before : {}
  if (Object.values(before).includes(null)) {
    throw new Refusal(409, 'not_possible', 'It had no such limit before, and a limit can not be taken away.')
  }
  return before
}
