import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, requestOf } from './tableAddress'

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
