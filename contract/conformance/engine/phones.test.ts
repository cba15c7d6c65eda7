import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import { Phones, typedPhone } from './phones'

test('a run hands out a number once, each one that somebody could have', () => {
  const phones = new Phones()
  const numbers = Array.from({ length: 5_000 }, () => phones.next())
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers.filter((number) => parsePhoneNumberFromString(number)?.isValid() !== true)).toEqual([])
  for (const number of numbers.slice(0, 3)) expect(parsePhoneNumberFromString(typedPhone(number))?.number).toBe(number)
})

test('another run begins somewhere else', () => {
  const firsts = Array.from({ length: 20 }, () => new Phones().next())
  expect(new Set(firsts).size).toBeGreaterThan(15)
})
