import { expect, test } from 'vitest'
import type { OrderRecord } from '../../contract/extensions/orders'
import { fieldErrors } from '../../contract/forms/fields'
import {
  orderRefundForm,
  orderRefundValues,
  refundableOf,
  refundAmount,
  refundNews,
  refundRequestOf,
} from './orderRefundForm'

const order: OrderRecord = {
  id: 'ord_1',
  items: [
    { id: 'rake', name: 'Rake', quantity: 3, total: 30, tax: 1, shippingTotal: 5 },
    { id: 'hose', name: 'Hose', quantity: 1, total: 20, tax: 0, shippingTotal: 0 },
  ],
  customer: { id: 'cus_1' },
  shippingAddress: {},
  transactions: [],
  fulfilments: [],
  timeline: [],
}
const sold = { ...order, refundedLines: [{ itemId: 'rake', units: 1, hasShipping: true }], refundable: 45.66 }
const begun = orderRefundValues(sold)
const typed = (fields: Partial<typeof begun>) => ({ ...begun, ...fields })
const wrong = (fields: Partial<typeof begun>) => fieldErrors(orderRefundForm, typed(fields))

test('OR-03 a refund by lines is capped by what is left of each, and all of a line is never more than it cost', () => {
  const rest = typed({ units: { rake: '2', hose: '' }, shipping: true })
  // 31.00 over three units, of which the first was 10.33; its shipping has been refunded already.
  expect(refundAmount(rest)).toBe(2_067)
  expect(fieldErrors(orderRefundForm, rest)).toEqual({})
  expect(refundRequestOf(rest)).toEqual({ lines: [{ itemId: 'rake', quantity: 2 }], shipping: true, restock: true })
  expect(wrong({ units: { rake: '3', hose: '' } })).toEqual({ units: 'Rake: At most 2 can be refunded' })
  expect(wrong({ units: { rake: '1.5', hose: '' } })).toEqual({ units: 'Rake: units must be a whole number' })
  expect(wrong({})).toEqual({ units: 'Choose how many units to refund' })
})

test('OR-03 GE-08 a refund of an amount is capped by what was kept, in the words of its life', () => {
  expect(refundRequestOf(typed({ by: 'amount', amount: '12,50', reason: ' Broken ' }))).toEqual({
    amount: 12.5,
    reason: 'Broken',
  })
  expect(wrong({ by: 'amount', amount: '45.67' })).toEqual({
    amount: 'This is more than what was paid and not given back.',
  })
  expect(wrong({ by: 'amount', amount: '0' })).toEqual({ amount: 'Refund something.' })
  expect(wrong({ by: 'amount', amount: 'all' })).toEqual({ amount: 'Amount must be a number, such as 12.50' })
  // Nothing is rounded or read in another way than it was meant.
  expect(wrong({ by: 'amount', amount: '0.505' })).toEqual({ amount: 'At most two decimals' })
  expect(wrong({ by: 'amount', amount: '1,234' })).toEqual({ amount: 'Leave out the thousands sign, as in 1234' })
  expect(refundAmount(typed({ by: 'amount', amount: '0.505' }))).toBeUndefined()
  expect(refundRequestOf(typed({ by: 'amount', amount: ' 12 ' }))).toEqual({ amount: 12 })
  expect(wrong({ by: 'amount', amount: '-5' })).toEqual({ amount: 'Refund something.' })
  expect(wrong({ by: 'amount', amount: '1', refundable: 0 })).toEqual({ amount: 'There is nothing left to refund.' })
})

test('OR-03 GE-09 what others have refunded meanwhile is told by what can be given back, and by lines', () => {
  const money = (amount: number) => `$${amount / 100}`
  const again = { ...sold, refundedLines: [...sold.refundedLines, { itemId: 'hose', units: 1, hasShipping: false }] }
  expect(refundNews(begun, orderRefundValues({ ...again, refundable: 25.66 }), money)).toEqual([
    { label: 'Can be given back', from: '$45.66', to: '$25.66' },
    { label: 'Refunded units of Hose', from: '0', to: '1' },
  ])
  expect(refundNews(begun, begun, money)).toEqual([])
  expect(refundableOf({ ...order, paidTotal: 50, refundedTotal: 4.35 })).toBe(4_565)
})
