import { expect, test } from 'vitest'
import {
  capitalised,
  formatCount,
  formatDay,
  formatDuration,
  formatMoment,
  formatMoney,
  formatPrice,
  formatShort,
  formatZoned,
} from './format'
import { writeNumbersAs } from '../../app/notation'

test('OT-02 moments as dd MMM yyyy, hh:mm:ss a, a dash when empty', () => {
  expect(formatMoment('2026-03-05T15:04:09')).toBe('05 Mar 2026, 03:04:09 PM')
  for (const empty of [undefined, null, '', 'soon', 'May 5', '2026', '2026-13-01'])
    expect(formatMoment(empty)).toBe('-')
})

test('GE-13 a moment is as short as it can be read', () => {
  const now = new Date('2026-11-24T15:00:00')
  // In the person's way of 12 or 24 hours, which here is that of the machine.
  const clock = (text: string) => new RegExp(`^${text}(?:14:25|2:25 PM)$`)
  expect(formatShort('2026-11-24T14:25:07', now)).toMatch(clock(''))
  expect(formatShort('2026-11-03T14:25:07', now)).toMatch(clock('3 Nov, '))
  expect(formatShort('2025-11-24T14:25:07', now)).toBe('24 Nov 2025')
  expect(formatShort('2027-01-02T14:25:07', now)).toMatch(clock('2 Jan 2027, '))
  expect(formatShort(null, now)).toBe('-')
})

test('CD-02 a day is the day that is written, whatever the zone', () => {
  expect(formatDay('2026-01-15')).toBe('15 Jan 2026')
  expect(formatDay('2026-01-15T23:30:00.000Z')).toBe('15 Jan 2026')
  expect(formatDay(null)).toBe('-')
})

test('GE-02 the zone of a moment, with its distance from UTC', () => {
  expect(formatZoned('2026-03-05T15:04:09')).toMatch(/^05 Mar 2026, 03:04:09 PM \(GMT[+-]\d\d:\d\d\)$/)
})

test('AP-03 GE-02 money has two decimals and its currency where it is known; what is absent is a dash', () => {
  expect(formatMoney(1234.5)).toBe('1,234.50')
  expect(formatPrice(1234.5, 'EUR')).toBe('€1,234.50')
  expect(formatPrice(1234.5, 'CAD')).toBe('CA$1,234.50')
  expect(formatPrice(1234.5, 'shells')).toBe('1,234.50 shells')
  expect(formatPrice(0, undefined)).toBe('0.00')
  expect(formatPrice(null, 'EUR')).toBe('-')
  expect(formatCount(1200)).toBe('1,200')
  expect(formatCount(undefined)).toBe('-')
  expect(capitalised('active')).toBe('Active')
})

test.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [462, '7:42'],
  [3_600, '1:00:00'],
  [40_062, '11:07:42'],
  [-3, '0:00'],
])('SE-02 %d seconds are shown as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test.each([
  ['de', '1.234,50', '1.234,50\u00a0€', '23. Nov. 2025', '23. Nov., '],
  ['fr', '1\u202f234,50', '1\u202f234,50\u00a0€', '23 nov. 2025', '23 nov., '],
] as const)('ST-01 GE-13 %s writes numbers and dates in its way', (language, amount, price, day, ofYear) => {
  const now = new Date('2026-11-24T12:00:00')
  writeNumbersAs({ language, clock: '12' }, false)
  expect(formatMoney(1234.5)).toBe(amount)
  expect(formatPrice(1234.5, 'EUR')).toBe(price)
  expect(formatDay('2025-11-23')).toBe(day)
  expect(formatShort('2025-11-23T14:25:07', now)).toBe(day)
  expect(formatShort('2026-11-23T14:25:07', now)).toBe(`${ofYear}2:25 PM`)
  // The tables that the specification names keep its format.
  expect(formatMoment('2026-03-05T15:04:09')).toBe('05 Mar 2026, 03:04:09 PM')
  writeNumbersAs({ language: 'en', clock: '24' }, false)
  expect(formatMoney(1234.5)).toBe('1,234.50')
  expect(formatShort('2026-11-23T14:25:07', now)).toBe('23 Nov, 14:25')
})
