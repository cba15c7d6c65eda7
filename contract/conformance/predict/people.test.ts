import { expect, test } from 'vitest'
import type { Lists } from './crossed'
import { crossedPeople } from './people'

const at = (second: number) => `2026-03-01T12:00:${String(second).padStart(2, '0')}.000Z`
const order = {
  id: 'o1',
  customerId: 'c',
  status: 'open',
  paidTotal: 25.2,
  refundedTotal: 0.2,
  linkReached: 'paid',
  createdAt: at(1),
}
const customer = { id: 'c', ordersCount: 1, totalSpent: 25, lastOrderAt: at(1) }
const call = { id: 'k', createdAt: at(0), orderId: 'o1', outcome: 'paid', secondsToPaid: 40 }
const sound: Lists = {
  customers: [customer],
  customerOrders: [
    order,
    { ...order, id: 'o2', status: 'cancelled', paidTotal: 0, refundedTotal: 0, createdAt: at(9) },
  ],
  orders: [order],
  transactions: [{ id: 't', orderId: 'o1', status: 'succeeded', taken: 'gateway', createdAt: at(40) }],
  calls: [call],
}
const wrongIn = (lists: Lists) => crossedPeople(lists).flatMap(({ wrong }) => (wrong === undefined ? [] : [wrong]))

test('what customers have bought follows from their orders, but for those that were cancelled', () => {
  expect(wrongIn(sound)).toEqual([])
  expect(wrongIn({ ...sound, customers: [{ ...customer, ordersCount: 2 }] })).toEqual([
    'ordersCount of c is 2 instead of 1',
  ])
  expect(wrongIn({ ...sound, customers: [{ ...customer, totalSpent: 25.2 }] })).toEqual([
    'totalSpent of c is 25.2 instead of 25',
  ])
})

test('what came of a call follows from the link of its order', () => {
  expect(wrongIn({ ...sound, calls: [{ ...call, outcome: 'sold' }] })).toEqual(['outcome of k is sold instead of paid'])
  expect(wrongIn({ ...sound, calls: [{ ...call, secondsToPaid: 40_000 }] })).toEqual([
    'secondsToPaid of k is 40000 instead of 40',
  ])
  expect(wrongIn({ calls: [call] })).toEqual([])
})
