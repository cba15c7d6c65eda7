import { describe, expect, test } from 'vitest'
import { lists } from '../../lists/lists'
import { Books, wrongRow } from './books'
import { addedUp, disorder, isAsked } from './listed'
import { questionsOf, spellingsOf, wildcardsOf } from './questions'

const order = { id: 'o1', total: 10.5, status: 'open', agentId: null, createdAt: '2026-03-01T12:00:00.000Z' }
const isFound = (filters: Parameters<typeof isAsked>[2], zone = 'UTC') => isAsked(lists.orders, order, filters, zone)

describe('what a list finds is foretold', () => {
  test('by one value, by any of several, and by none', () => {
    expect(isFound({ status: 'open' })).toBe(true)
    expect(isFound({ status: ['cancelled', 'open'] })).toBe(true)
    expect(isFound({ agentId: 'none', status: 'open' })).toBe(true)
    expect(isFound({ agentId: 'a1' })).toBe(false)
    expect(isFound({ ids: ['o2'] })).toBe(false)
  })

  test('by both ends of a range, and by days of the zone', () => {
    expect(isFound({ totalMin: 10.5, totalMax: 10.5 })).toBe(true)
    expect(isFound({ totalMax: 10.49 })).toBe(false)
    expect(isFound({ createdFrom: '2026-03-02' }, 'Pacific/Kiritimati')).toBe(true)
    expect(isFound({ createdTo: '2026-03-01' }, 'Pacific/Kiritimati')).toBe(false)
  })

  test('every filter and every end of a list is asked for', () => {
    const asked = new Set(questionsOf(lists.orders, [order], 'UTC', 1).flatMap((filters) => Object.keys(filters)))
    const declared = [...Object.keys(lists.orders.filters), ...Object.keys(lists.orders.ranges)]
    const untold = new Set(['campaignId', 'gatewayInstanceId', 'customerId', 'linkReached'])
    expect(declared.filter((name) => !asked.has(name) && !untold.has(name))).toEqual([])
  })
})

test('an order is wrong where rows fall, lie apart, or are others the other way round', () => {
  const rows = (...values: unknown[]) => values.map((value, index) => ({ id: `${index}`, name: value }))
  expect(disorder('name', rows(1, 2, null), rows(2, 1, null))).toBeUndefined()
  expect(disorder('name', rows(null, 1, 2), rows(2, 1, null))).toBeUndefined()
  expect(disorder('name', rows(2, 1), rows(1, 2))).toContain('asc')
  expect(disorder('name', rows(1, null, 2), rows(2, null, 1))).toContain('in between')
  expect(disorder('name', rows('a', 'B', 'c'), rows('c', 'B', 'a'))).toBeUndefined()
  expect(disorder('name', rows('B', 'a', 'c'), rows('c', 'a', 'B'))).toBeUndefined()
  expect(disorder('name', rows('ab', 'ac'), rows('ab', 'ac'))).toContain('backwards')
})

test('sums are those of the rows, failed payments left out', () => {
  const transactions = [
    { id: 't1', type: 'charge', status: 'succeeded', amount: 10.1 },
    { id: 't2', type: 'charge', status: 'failed', amount: 99 },
    { id: 't3', type: 'refund', status: 'succeeded', amount: 0.2 },
  ]
  expect(addedUp['transactions']?.(transactions)).toEqual({ charged: 10.1, refunded: 0.2, net: 9.9 })
  expect(addedUp['calls']?.([])).toEqual({ rows: 0, median: null, ninetieth: null })
})

test('a number has other spellings, and a text wildcards that do not find it', () => {
  expect(spellingsOf('+1 202-555-0142')).toContain('001 202-555-0142')
  expect(spellingsOf('reference 17')).toEqual([])
  expect([...wildcardsOf('Tea')]).toEqual(['T_a', 'T%a', 'T*a', 'T.a'])
})

test('books foretell every figure, whatever became of an order', () => {
  const books = new Books()
  books.customers.add('c')
  books.campaigns.add('k')
  books.products.set('p', 20)
  books.offers.set('f', { id: 'f', campaign: 'k', product: 'p', quantity: 12, pieces: 2 })
  const sale = { customer: 'c', campaign: 'k', lines: [{ offer: 'f', quantity: 3 }], total: 1_000 }
  books.sold({ ...sale, id: '1', createdAt: '2026-03-01T12:00:00.000Z' })
  books.sold({ ...sale, id: '2', createdAt: '2026-03-02T12:00:00.000Z' })
  books.changed('1', { paid: 1_000, refunded: 250 })
  books.changed('2', { isCancelled: true })
  const due = books.due()
  expect(due.customers.get('c')).toEqual({ ordersCount: 1, totalSpent: 7.5, lastOrderAt: '2026-03-01T12:00:00.000Z' })
  expect(due.campaigns.get('k')).toEqual({ offersCount: 1, ordersCount: 1, revenue: 7.5 })
  expect(due.offers.get('f')).toEqual({ quantity: 9, productStock: 14 })
  expect(due.products.get('p')).toEqual({ stock: 14, stockLevel: 'enough' })
  expect(wrongRow(due.campaigns, [{ id: 'k', offersCount: 1, ordersCount: 2, revenue: 7.5 }])).toBe(
    'of k, ordersCount is 2 instead of 1',
  )
})
