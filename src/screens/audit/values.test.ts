import { expect, test } from 'vitest'
import { valueOf } from './values'

test('GE-02 AD-01 a value is told as people write it', () => {
  const valueText = (value: Parameters<typeof valueOf>[1], isMoney: boolean, currency: string) =>
    valueOf({ field: 'some', isMoney }, value, currency)
  expect(valueText(0.01, true, 'USD')).toBe('$0.01')
  expect(valueText(12, false, 'USD')).toBe('12')
  expect(valueText(true, false, 'USD')).toBe('yes')
  expect(valueText('', false, 'USD')).toBe('empty')
  expect(valueText(null, true, 'USD')).toBe('empty')
  expect(valueText('2026-03-02', false, 'USD')).toBe('02 Mar 2026')
  expect(valueText('2026-03-02T08:05:10+00:00', false, 'USD')).toMatch(/^0[123] Mar 2026, \d\d:05:10 [AP]M$/i)
})

test('SE-12 what a person is to the organization is told as what they can do', () => {
  expect(valueOf({ field: 'role', isMoney: false }, 'agent', 'USD')).toBe('Can sell')
  expect(valueOf({ field: 'role', isMoney: false }, 'owner', 'USD')).toBe('Can change settings')
  expect(valueOf({ field: 'state', isMoney: false }, 'owner', 'USD')).toBe('owner')
})
