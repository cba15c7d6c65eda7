import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { orderList } from '../../contract/lists/orders'
import { productList } from '../../contract/lists/products'
import { addressOf, askedFilters, isPlain, listSearch, requestOf } from './tableAddress'

const filters = ['country']

test('RT-13 a plain address is the first page of everything, and stays plain', () => {
  const plain = { q: '', pageIndex: 0, pageSize: 10, sort: undefined, filters: {} }
  expect(requestOf({}, filters)).toEqual(plain)
  expect(Object.values(addressOf(plain, filters)).every((value) => value === undefined)).toBe(true)
})

test('RT-13 what does not fit is dropped', () => {
  expect(requestOf({ page: -1, size: 7, order: 'up', sort: 3, q: 100, country: 7, note: 'x' }, filters)).toEqual({
    q: '100',
    pageIndex: 0,
    pageSize: 10,
    sort: undefined,
    filters: {},
  })
})

test('RT-13 what is written is read again', () => {
  const request = fc.record({
    q: fc.string(),
    pageIndex: fc.nat(999),
    pageSize: fc.constantFrom(10, 20, 50, 100),
    sort: fc.option(fc.record({ by: fc.constant('name'), order: fc.constantFrom('asc' as const, 'desc' as const) }), {
      nil: undefined,
    }),
    filters: fc.constantFrom({}, { country: 'US' }),
  })
  fc.assert(
    fc.property(request, (given) => {
      expect(requestOf(addressOf(given, filters), filters)).toEqual(given)
    }),
  )
})

test('RT-13 an address carries several choices with commas between them; of free words a comma is a part', () => {
  expect(askedFilters(productList, { status: 'active,archived', category: 'Home, garden' })).toEqual({
    status: ['active', 'archived'],
    category: 'Home, garden',
  })
  expect(askedFilters(orderList, { agentId: 'a', createdFrom: '2026-01-01' })).toEqual({
    agentId: 'a',
    createdFrom: '2026-01-01',
  })
})

test('RT-13 an address carries whatever people filter a list by, and no more', () => {
  const parsed = z.parse(z.object(listSearch(orderList)), { status: 7, createdFrom: '2026-01-01', customerId: 'c' })
  expect(parsed).toEqual({ status: '7', createdFrom: '2026-01-01' })
  const sorted = (sort: unknown) => z.parse(z.object(listSearch(orderList)), { sort })
  expect([sorted('total'), sorted('subtotal'), sorted('nonsense'), sorted('campaignName')]).toEqual([
    { sort: 'total' },
    { sort: 'subtotal' },
    {},
    {},
  ])
})

test('WF-02 an address carries the columns that are shown, and is plain only where it says nothing of the list', () => {
  const request = requestOf({ columns: 'number,total' }, ['status'])
  expect(request.columns).toEqual(['number', 'total'])
  expect(addressOf(request, ['status'])).toMatchObject({ columns: 'number,total' })
  expect(requestOf({ columns: '' }, [])).not.toHaveProperty('columns')
  expect(isPlain({ tab: 'mails' }, ['status'])).toBe(true)
  for (const said of [{ q: 'x' }, { view: 'none' }, { columns: 'number' }, { status: 'open' }, { page: 2 }]) {
    expect(isPlain(said, ['status'])).toBe(false)
  }
})
