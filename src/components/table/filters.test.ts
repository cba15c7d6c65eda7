import { expect, test } from 'vitest'
import { customerList } from '../../../contract/lists/customers'
import { orderList } from '../../../contract/lists/orders'
import { productList } from '../../../contract/lists/products'
import { listFilters } from './listFilters'
import { chosenLabel } from './tableColumns'

const names = (filters: readonly { name: string }[]) => filters.map(({ name }) => name)

test('GE-01 a backend of the twenty calls is asked for no more than it offers', () => {
  expect(names(listFilters(productList, { category: [] }, false))).toEqual(['status'])
  expect(names(listFilters(productList, { category: [] }))).toEqual(['status', 'category', 'stockLevel'])
  expect(names(listFilters(customerList, { country: [] }, false))).toEqual(['country'])
})

test('GE-01 what is for requests alone is no filter that people see', () => {
  const orders = listFilters(orderList, { campaignId: [], agentId: [], gatewayInstanceId: [] })
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
