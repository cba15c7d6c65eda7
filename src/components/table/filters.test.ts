import { expect, test } from 'vitest'
import { customerList } from '../../../contract/lists/customers'
import { orderList } from '../../../contract/lists/orders'
import { productList } from '../../../contract/lists/products'
import { listFilters } from './listFilters'
import { reversedRanges } from './ranges'
import { chosenLabel, isTyped } from './tableColumns'

const names = (filters: readonly { name: string }[]) => filters.map(({ name }) => name)

test('GE-01 a backend of the twenty calls is asked for no more than it offers', () => {
  expect(names(listFilters(productList, { category: [] }, false))).toEqual(['status'])
  expect(names(listFilters(productList, { category: [] }))).toEqual(['status', 'category', 'stockLevel'])
  expect(names(listFilters(customerList, { country: [] }, false))).toEqual(['country'])
})

test('GE-01 what is for requests alone is no filter that people see', () => {
  const orders = listFilters(orderList, { campaignId: [], agentId: [], gatewayInstanceId: [], linkReached: [] })
  expect(names(orders)).not.toContain('customerId')
  expect(names(orders).slice(-4)).toEqual(['createdFrom', 'createdTo', 'totalMin', 'totalMax'])
})

test('GE-01 several choices are called by their words', () => {
  const filter = {
    name: 'status',
    label: 'Status',
    options: [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ],
  }
  expect(chosenLabel(filter, 'a')).toBe('A')
  expect(chosenLabel(filter, 'a,b')).toBe('A, B')
  expect(chosenLabel(filter, 'a,c')).toBeUndefined()
  expect(chosenLabel({ ...filter, options: [{ value: 'Home, garden', label: 'Home, garden' }] }, 'Home, garden')).toBe(
    'Home, garden',
  )
})

test('GE-01 a range whose beginning comes after its end is told, of days and of amounts, and no other', () => {
  const filters = listFilters(orderList, { campaignId: [], agentId: [], gatewayInstanceId: [], linkReached: [] })
  expect(reversedRanges(filters, { createdFrom: '2026-05-02', createdTo: '2026-05-01' })).toEqual({
    createdTo: 'From is after To',
  })
  expect(reversedRanges(filters, { totalMin: '9', totalMax: '10', createdFrom: '2026-05-02' })).toEqual({})
  expect(reversedRanges(filters, { totalMin: '100', totalMax: '20' })).toEqual({
    totalMax: 'Total from is more than Total to',
  })
})

test('GE-08 what is no amount is told as that', () => {
  const totalMin = listFilters(orderList, { campaignId: [], agentId: [], gatewayInstanceId: [], linkReached: [] })
    .filter(isTyped)
    .find(({ name }) => name === 'totalMin')
  expect(totalMin?.mistakeIn('abc')).toBe('Must be a number')
  expect(totalMin?.mistakeIn('')).toBeUndefined()
  expect(totalMin?.mistakeIn('12,50')).toBeUndefined()
})
