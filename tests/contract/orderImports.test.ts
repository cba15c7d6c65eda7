import { expect, test } from 'vitest'
import { customer } from '../machines/models/records'
import type { ImportCells } from '../../contract/extensions/sheetImports'
import { toldMoment } from '../../contract/rules/toldMoments'
import { readOrder } from '../../contract/forms/orderCells'
import { judgeOrder, type KnownToOrder, spread } from '../../contract/forms/orderImports'

const known: KnownToOrder = {
  currency: 'USD',
  timeZone: 'America/New_York',
  now: new Date('2026-06-01T00:00:00Z'),
  customers: [],
  customerKey: 'ada@a.example',
  earlier: undefined,
  offersBySku: () => [],
  offersByName: () => [],
}
const cells: ImportCells = {
  order: '#1001',
  orderedAt: '2026-03-01 10:00:00',
  paymentStatus: 'paid',
  fulfillmentStatus: 'fulfilled',
  itemName: 'Lamp\nBag',
  itemSku: 'L-1\n',
  itemQuantity: '2\n1',
  itemPrice: '10.00\n5.01',
  email: 'ada@a.example',
  customerName: 'Ada Lovelace',
}
const judge = (more: ImportCells = {}, of: Partial<KnownToOrder> = {}) =>
  judgeOrder(readOrder({ ...cells, ...more }), { ...known, ...of })
const messages = (more: ImportCells, of?: Partial<KnownToOrder>) =>
  judge(more, of).problems.map(({ message }) => message)

test('OR-01 what an order says of all its lines is shared among them to the cent', () => {
  const { imported, problems } = judge({ discount: '1', shippingTotal: '4.99', taxTotal: '2.33', total: '31.33' })
  expect(problems).toEqual([])
  expect(imported).toMatchObject({ subtotal: 2_401, shipping: 499, tax: 233, total: 3_133, pricesIncludeTax: false })
  for (const part of ['shipping', 'tax'] as const) {
    expect(imported?.items.reduce((sum, item) => sum + item[part], 0)).toBe(imported?.[part])
  }
  expect(imported?.items.reduce((sum, item) => sum + item.total, 0)).toBe(2_401)
  expect(spread(100, [0, 0, 0], 1)).toEqual([33, 33, 34])
  expect(spread(1_000, [1, 1, 1], 100)).toEqual([300, 300, 400])
  expect(spread(5, [], 1)).toEqual([])
})

test.each([
  ['tax on top', { total: '29.00', taxTotal: '3.99' }, { total: 2_900, pricesIncludeTax: false }],
  ['tax within', { total: '25.01', taxTotal: '3.99' }, { total: 2_501, pricesIncludeTax: true }],
  [
    'a discount on the shipping',
    { subtotal: '25.01', discount: '4', shippingTotal: '4', total: '25.01' },
    { shipping: 0 },
  ],
  [
    'shipping that has its discount',
    { subtotal: '25.01', discount: '4', shippingTotal: '1', total: '26.01' },
    { shipping: 100 },
  ],
  ['no total', { shippingTotal: '€ 1,50' }, { total: 2_651 }],
])('OR-01 an order with %s adds up', (_what, more, expected) => {
  expect(judge(more).imported).toMatchObject(expected)
})

test.each([
  ['paid', {}, ['paid', 2_501, 0, 'completed', 'delivered']],
  ['paid and on its way', { fulfillmentStatus: 'partial' }, ['paid', 2_501, 0, 'open', 'partial']],
  ['waiting', { paymentStatus: 'pending', fulfillmentStatus: '' }, ['unpaid', 0, 0, 'open', 'unfulfilled']],
  [
    'told by when it was paid',
    { paymentStatus: '', paidAt: '2026-03-02' },
    ['paid', 2_501, 0, 'completed', 'delivered'],
  ],
  ['partly paid', { paymentStatus: 'partially_paid', outstanding: '5.01' }, ['unpaid', 2_000, 0, 'open', 'delivered']],
  ['given back', { paymentStatus: 'Refunded' }, ['refunded', 2_501, 2_501, 'completed', 'delivered']],
  [
    'given back unsent',
    { paymentStatus: 'refunded', fulfillmentStatus: '' },
    ['refunded', 2_501, 2_501, 'cancelled', 'unfulfilled'],
  ],
  [
    'partly given back',
    { paymentStatus: 'partially_refunded', refundedTotal: '1' },
    ['partially_refunded', 2_501, 100, 'completed', 'delivered'],
  ],
  ['voided', { paymentStatus: 'voided', fulfillmentStatus: '' }, ['unpaid', 0, 0, 'cancelled', 'unfulfilled']],
])('OR-01 an order that is %s stays so', (_what, more, expected) => {
  const { imported: is } = judge(more)
  expect([is?.paymentStatus, is?.paid, is?.refunded, is?.status, is?.fulfillmentStatus]).toEqual(expected)
})

test('OR-01 a line is of the offer of its SKU, of several the one of its name, and else of the one of its name', () => {
  const offer = { id: 'ofr_1', displayName: 'Lamp', productId: 'prd_1', sku: 'L-1', quantityPerOrder: 2 }
  const other = { ...offer, id: 'ofr_2', displayName: 'Lamp, red' }
  const ids = (of: Partial<KnownToOrder>) => judge({}, of).imported?.items.map(({ offerId }) => offerId)
  expect(ids({ offersBySku: (sku) => (sku === 'L-1' ? [other] : []) })).toEqual(['ofr_2', null])
  expect(ids({ offersBySku: (sku) => (sku === 'L-1' ? [offer, other] : []) })).toEqual(['ofr_1', null])
  expect(ids({ offersByName: (name) => (name === 'Bag' ? [other] : []) })).toEqual([null, 'ofr_2'])
  expect(judge().changes.find(({ field }) => field === 'itemSku')?.to).toBe(
    'L-1, Bag: no offer of this campaign, kept as it is told',
  )
})

test('OR-01 who is known stays as they are, and of several nobody is meant', () => {
  expect(judge({ customerName: '' }, { customers: [customer] }).imported).toMatchObject({ customerId: customer.id })
  expect(messages({}, { customers: [customer, customer] })).toEqual(['2 customers have this email. Merge them first.'])
  expect(judge({ postalCode: "'02139" }).imported?.customer).toMatchObject({
    firstName: 'Ada',
    lastName: 'Lovelace',
    postalCode: '02139',
  })
})

test('OR-01 lines of an order that say nothing, or too many of them, are told', () => {
  expect(messages({ itemName: 'Lamp\n', itemSku: '\n' })).toEqual(['Items of line 2: This has no name and no SKU'])
  expect(messages({ itemQuantity: '2\n=1' })).toEqual([
    'Item quantity of line 2: This is a formula. Only its result can be read: paste the values.',
  ])
  expect(messages({ itemQuantity: '999999\n1', itemPrice: '9999999.99\n1' })).toEqual([
    'The lines come to more than $9,999,999.99',
  ])
  expect(messages({ itemName: 'a\n'.repeat(101) })).toEqual(['At most 100 lines of an order'])
  expect(messages({ total: '25.01' }, { currency: 'JPY' })).toEqual([
    'JPY has no decimals',
    'Item price of line 2: This currency has no decimals',
  ])
})

test('OR-01 an order that is there already is as it is, and under another total it is another', () => {
  expect(judge({}, { earlier: { number: 7, total: 2_501 } })).toMatchObject({ problems: [], changes: [] })
  expect(messages({}, { earlier: { number: 7, total: 1 } })).toEqual([
    'Order #7 was imported under this number before, with a total of $0.01',
  ])
})

test.each([
  ['2026-03-01 10:00:00 -0500', '2026-03-01T15:00:00.000Z'],
  ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
  ['2026-03-01T10:00:00.123+05:30', '2026-03-01T04:30:00.000Z'],
  ['2026-03-01 10:00', '2026-03-01T15:00:00.000Z'],
  ['2026-07-01', '2026-07-01T04:00:00.000Z'],
  // Clocks skip this hour, and show the other twice.
  ['2026-03-08 02:30:00', '2026-03-08T07:30:00.000Z'],
  ['2026-11-01 01:30:00', '2026-11-01T05:30:00.000Z'],
  ['2026-02-30', undefined],
  ['03/04/2026', undefined],
  ['2026-03-01 25:00', undefined],
  ['46082', undefined],
])('OR-01 the date %j is read as %j', (text, expected) => {
  expect(toldMoment(text, 'America/New_York')?.toISOString()).toBe(expected)
})
