import { expect, test } from 'vitest'
import type { OrderRecord } from '../../contract/extensions/orders'
import { membershipOf } from '../../contract/permissions'
import { fieldErrors } from '../../contract/forms/fields'
import {
  orderRefundForm,
  orderRefundValues,
  refundAmount,
  partsOfRefund,
  refundNews,
  refundRequestOf,
  shippingInProportion,
  shippingLeftOf,
  unitsHint,
  whyNotMine,
} from './orderRefundForm'
import { refundableOf } from './refundable'

const order: OrderRecord = {
  id: 'ord_1',
  items: [
    { id: 'rake', name: 'Rake', quantity: 3, unitPrice: 10, total: 30, tax: 1, shippingTotal: 5 },
    { id: 'hose', name: 'Hose', quantity: 1, unitPrice: 20, total: 20, tax: 0, shippingTotal: 0 },
  ],
  customer: { id: 'cus_1' },
  shippingAddress: {},
  transactions: [],
  fulfilments: [],
  timeline: [],
}
const sold = { ...order, refundedLines: [{ itemId: 'rake', units: 1, hasShipping: true }], refundable: 45.66 }
const owner = membershipOf(undefined)
const begun = orderRefundValues(sold, { membership: owner })
const typed = (fields: Partial<typeof begun>) => ({ ...begun, ...fields })
const wrong = (fields: Partial<typeof begun>) => fieldErrors(orderRefundForm, typed(fields))

test('OR-03 a refund by lines is capped by what is left of each, and all of a line is never more than it cost', () => {
  const rest = typed({ units: { rake: '2', hose: '' }, shipping: 'share' })
  // 31.00 over three units, of which the first was 10.33; its shipping has been refunded already.
  expect(refundAmount(rest)).toBe(2_067)
  expect(fieldErrors(orderRefundForm, rest)).toEqual({})
  expect(refundRequestOf(rest)).toEqual({ lines: [{ itemId: 'rake', quantity: 2 }], shipping: true, restock: true })
  expect(wrong({ units: { rake: '3', hose: '' } })).toEqual({ units: 'Rake: At most 2 can be refunded' })
  expect(wrong({ units: { rake: '1.5', hose: '' } })).toEqual({ units: 'Rake: units must be a whole number' })
  expect(wrong({})).toEqual({ units: 'Choose how many units to refund' })
})

test('OR-03 goods, tax and shipping are told apart, and shipping goes back in proportion or as it is typed', () => {
  const all = orderRefundValues({ ...order, refundable: 56 }, begun)
  const one = { ...all, units: { rake: '1', hose: '' } }
  expect(shippingInProportion(one)).toBe(166)
  expect(partsOfRefund(one)).toEqual({ goods: 1_000, tax: 33, shipping: 0, total: 1_033 })
  expect(partsOfRefund({ ...one, shipping: 'share' })).toEqual({ goods: 1_000, tax: 33, shipping: 166, total: 1_199 })
  const byHand = { ...one, shipping: 'amount' as const, shippingAmount: '4.50' }
  expect(refundAmount(byHand)).toBe(1_483)
  expect(refundRequestOf(byHand)).toMatchObject({ shippingAmount: 4.5 })
  expect(refundRequestOf(byHand)).not.toHaveProperty('shipping')
  const mistakeOf = (shippingAmount: string, units = one.units) =>
    fieldErrors(orderRefundForm, { ...byHand, units, shippingAmount })
  expect(mistakeOf('5')).toEqual({})
  expect(mistakeOf('5.01')).toEqual({ shippingAmount: 'At most $5.00 of their shipping can be refunded' })
  expect(mistakeOf('0')).toEqual({ shippingAmount: 'Type how much of the shipping to refund' })
  expect(mistakeOf('all')).toEqual({ shippingAmount: 'Shipping must be a number, such as 4.50' })
  // The hose was sent for nothing.
  expect(mistakeOf('1', { rake: '', hose: '1' })).toEqual({
    shippingAmount: 'Their shipping has been refunded already',
  })
  const partly = { ...order, refundedLines: [{ itemId: 'rake', units: 1, hasShipping: true, shipping: 4.5 }] }
  expect(shippingLeftOf({ ...orderRefundValues(partly, begun), units: { rake: '1', hose: '1' } })).toBe(50)
})

test('OR-03 what is said of the units of a line follows what is typed', () => {
  const [rake, hose] = begun.lines
  if (!rake || !hose) throw new Error('no lines')
  expect(unitsHint(rake, '', 'USD')).toBe('$10.00 each, up to 2 can be refunded')
  expect(unitsHint(rake, '1', 'USD')).toBe('1 × $10.00: $10.00 and $0.33 tax; 1 of 2 stays')
  expect(unitsHint(rake, '2', 'USD')).toBe('2 × $10.00: $20.00 and $0.67 tax; 0 of 2 stay')
  expect(unitsHint(rake, '3', 'USD')).toBe('$10.00 each, up to 2 can be refunded')
  expect(unitsHint(hose, 'x', 'USD')).toBe('$20.00 each, 1 can be refunded')
  expect(unitsHint({ ...hose, refundedQuantity: 1 }, '1', 'USD')).toBe('$20.00 each. All of this has been refunded.')
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

test('ST-02 OR-03 an agent types no more than their organization lets them give back, whoever gave back the rest', () => {
  const membership = {
    role: 'agent',
    agents: { refundLimit: 20, changesOffers: false, seesAllOrders: true, exports: false, sharesViews: false },
  } as const
  const values = orderRefundValues({ ...sold, paidTotal: 50 }, { membership })
  const tooMuch = 'You can refund $20.00 of an order at most. An owner can refund more.'
  const mistakes = (fields: Partial<typeof begun>) => fieldErrors(orderRefundForm, { ...values, ...fields })
  // $4.34 have been given back already.
  expect(mistakes({ by: 'amount', amount: '15.66' })).toEqual({})
  expect(mistakes({ by: 'amount', amount: '15.67' })).toEqual({ amount: tooMuch })
  expect(mistakes({ units: { rake: '1', hose: '' } })).toEqual({})
  expect(mistakes({ units: { rake: '2', hose: '' } })).toEqual({ units: tooMuch })
  // What nobody can give back is said first.
  expect(mistakes({ by: 'amount', amount: '99' })).toEqual({
    amount: 'This is more than what was paid and not given back.',
  })
  expect(whyNotMine(values, values.refundable)).toBe(tooMuch)
  expect(whyNotMine(begun, begun.refundable)).toBeUndefined()
})

test('OR-03 GE-09 what others have refunded meanwhile is told by what can be given back, and by lines', () => {
  const money = (amount: number) => `$${amount / 100}`
  const again = { ...sold, refundedLines: [...sold.refundedLines, { itemId: 'hose', units: 1, hasShipping: false }] }
  expect(refundNews(begun, orderRefundValues({ ...again, refundable: 25.66 }, begun), money)).toEqual([
    { label: 'Can be given back', from: '$45.66', to: '$25.66' },
    { label: 'Refunded units of Hose', from: '0', to: '1' },
  ])
  expect(refundNews(begun, begun, money)).toEqual([])
  expect(refundableOf({ ...order, paidTotal: 50, refundedTotal: 4.35 })).toBe(4_565)
})
