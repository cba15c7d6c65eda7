import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldErrors, readNumber, requiredNumber, shownNumber, tidyNumber } from '../../contract/forms/fields'

test.each([
  ['', undefined],
  ['  ', undefined],
  ['28.90', 28.9],
  ['1,50', 1.5],
  ['1.50', 1.5],
  ['1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ['1 234,50', 1234.5],
  ["12'345.6", 12_345.6],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['1234,567', 1234.567],
  ['0,234', 0.234],
  [',5', 0.5],
  ['5.', 5],
  ['-3', -3],
  ['−3,5', -3.5],
  ['1,234', 'ambiguous'],
  ['12.345', 'ambiguous'],
  ['-1,234', 'ambiguous'],
  ['1,23,4', Number.NaN],
  ['1,234,50', Number.NaN],
  ['1.5.', Number.NaN],
  ['1e3', Number.NaN],
  ['0x10', Number.NaN],
  ['$5', Number.NaN],
  ['.', Number.NaN],
  ['-', Number.NaN],
])('GE-08 %j is read as %j', (typed, value) => {
  expect(readNumber(typed)).toBe(value)
})

test('GE-08 a number that can be read in two ways is refused with what to do', () => {
  const form = z.object({ price: requiredNumber('A price is required', (value) => value > 0) })
  expect(fieldErrors(form, { price: '1,234' })).toEqual({ price: 'Leave out the thousands sign, as in 1234' })
  expect(fieldErrors(form, { price: '1,23' })).toEqual({})
})

test.each([
  ['1,5', 'amount', '1.50'],
  ['28.9', 'amount', '28.90'],
  [' 1,234.5 ', 'amount', '1234.50'],
  ['12 000', 'count', '12000'],
  ['1,5', 'count', '1.5'],
  ['1.5678', 'amount', '1.5678'],
  ['1,234', 'amount', '1,234'],
  ['many', 'amount', 'many'],
  ['', 'amount', ''],
] as const)('GE-08 %j as an %s is shown as %j once the field is left', (typed, kind, shown) => {
  expect(tidyNumber(typed, kind)).toBe(shown)
})

const cents = fc.integer({ min: -999_999_999, max: 999_999_999 })
const kinds = fc.constantFrom('amount', 'count')

test('GE-08 an amount is read as it is written, in every notation of it', () => {
  const groupings = fc.constantFrom(
    [',', '.'],
    ['.', ','],
    [' ', ','],
    ['\u00a0', ','],
    ['\u202f', ','],
    ["'", '.'],
    ['’', '.'],
    ['', '.'],
    ['', ','],
  )
  fc.assert(
    fc.property(cents, groupings, (amount, [thousands = '', decimal = '.']) => {
      const [whole = '', decimals = ''] = Math.abs(amount / 100)
        .toFixed(2)
        .split('.')
      const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands)
      const typed = `${amount < 0 ? '-' : ''}${grouped}${decimal}${decimals}`
      expect(readNumber(typed)).toBe(amount / 100)
    }),
  )
})

test('GE-08 what a record holds is shown so that it is read back the same', () => {
  fc.assert(
    fc.property(cents, kinds, (amount, kind) => {
      expect(readNumber(shownNumber(amount / 100, kind))).toBe(amount / 100)
    }),
  )
})

test('GE-08 leaving a field never changes what was typed to another number, and leaving it again nothing', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('0', '1', '9', ',', '.', '-', ' ', "'") }),
    fc.double().map(String),
  )
  fc.assert(
    fc.property(typed, kinds, (text, kind) => {
      const tidied = tidyNumber(text, kind)
      expect(readNumber(tidied)).toBe(readNumber(text))
      expect(tidyNumber(tidied, kind)).toBe(tidied)
    }),
  )
})
