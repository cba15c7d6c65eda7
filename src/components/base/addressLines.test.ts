import { expect, test } from 'vitest'
import { addressLines } from './addressLines'

test.each([
  [
    {
      address1: '187 Alder Street',
      address2: 'Apt 34',
      city: 'Portland',
      state: 'OR',
      postalCode: '97205',
      country: 'US',
    },
    ['187 Alder Street', 'Apt 34', 'Portland, OR 97205', 'United States'],
  ],
  [
    { address1: 'Lindenstraße 5', city: 'Berlin', postalCode: '10969', country: 'DE' },
    ['Lindenstraße 5', '10969 Berlin', 'Germany'],
  ],
  [
    { address1: '9 Heron Wharf', city: 'London', postalCode: 'E14 9TP', country: 'GB' },
    ['9 Heron Wharf', 'London E14 9TP', 'United Kingdom'],
  ],
  [{ city: 'Reno', state: 'NV' }, ['Reno, NV']],
  [{}, []],
  [null, []],
])('GE-14 an address is one block, as on an envelope: %j', (address, lines) => {
  expect(addressLines(address)).toEqual(lines)
})
