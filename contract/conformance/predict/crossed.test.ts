import { expect, test } from 'vitest'
import { crossed, type Lists } from './crossed'

const at = '2026-03-01T12:00:00.000Z'
const order = {
  id: 'o1',
  number: 7,
  campaignId: 'k',
  campaignName: 'Spring',
  currency: 'USD',
  status: 'open',
  total: 25.2,
  subtotal: 20,
  shippingTotal: 4,
  taxTotal: 1.2,
  paidTotal: 25.2,
  refundedTotal: 0,
  paymentStatus: 'paid',
  fulfillmentStatus: 'partial',
  gatewayInstanceId: 'g',
  lastAttempt: null,
  linkReached: 'paid',
  createdAt: at,
}
const line = { orderId: 'o1', orderNumber: '7', offerId: 'f', status: 'open', currency: 'USD', createdAt: at }
const charge = {
  orderId: 'o1',
  type: 'charge',
  taken: 'gateway',
  gatewayInstanceId: 'g',
  currency: 'USD',
  amount: 25.2,
}
const sound: Lists = {
  campaigns: [{ id: 'k', name: 'Spring' }],
  offers: [{ id: 'f', quantityPerOrder: 2 }],
  orders: [order],
  orderLines: [{ ...line, id: 'l1', quantity: 2, unitPrice: 10, shippingTotal: 4, tax: 1.2, total: 25.2 }],
  transactions: [
    { ...charge, id: 't1', status: 'failed', failureCode: 'card_declined', createdAt: '2026-03-01T12:00:01.000Z' },
    { ...charge, id: 't2', status: 'succeeded', createdAt: '2026-03-01T12:00:02.000Z' },
  ],
  fulfillments: [
    { id: 'p1', orderId: 'o1', status: 'shipped', units: 3, shippedAt: at, orderStatus: 'open', orderedAt: at },
    { id: 'p2', orderId: 'o1', status: 'pending', units: 1, orderStatus: 'open', orderedAt: at },
  ],
}
const wrongIn = (lists: Lists) => crossed(lists).flatMap(({ wrong }) => (wrong === undefined ? [] : [wrong]))
const withOrder = (fields: object): Lists => ({ ...sound, orders: [{ ...order, ...fields }] })

test('lists of one sale agree, and what follows from them is foretold', () => {
  expect(wrongIn(sound)).toEqual([])
  expect(wrongIn(withOrder({ fulfillmentStatus: 'shipped' }))).toEqual([
    'fulfillmentStatus of o1 is shipped instead of partial',
  ])
  expect(wrongIn(withOrder({ paymentStatus: 'unpaid' }))).toEqual(['paymentStatus of o1 is unpaid instead of paid'])
  expect(wrongIn(withOrder({ linkReached: 'tried' }))).toEqual(['linkReached of o1 is tried instead of paid'])
  expect(wrongIn(withOrder({ campaignName: 'Winter' }))).toEqual(['campaignName of o1 is Winter instead of Spring'])
  expect(wrongIn(withOrder({ status: 'cancelled' }))).toContain('status of l1 is open instead of cancelled')
  expect(wrongIn({ ...sound, fulfillments: sound['fulfillments']?.slice(0, 1) })).toEqual(['3 of the 4 of o1'])
})

test('of what is not told nothing is foretold', () => {
  expect(wrongIn({ orders: [{ id: 'o1' }] })).toEqual([])
  expect(wrongIn({ orderLines: sound['orderLines'] })).toEqual([])
})
