import { expect, test } from 'vitest'
import {
  differentFields,
  mergeChoices,
  mergedProfile,
  profileOf,
  unmergedProfile,
  whyNotMerged,
} from '../../contract/forms/customerMerge'

const ada = { id: 'c1', firstName: 'Ada', lastName: 'Moss', email: 'ada@moss.example', note: 'Likes tea' }
const eve = {
  id: 'c2',
  firstName: 'Ada',
  lastName: 'Moss-Hale',
  email: 'ada@moss.example',
  phone: '+1 212 555 0163',
  shippingAddress: { address1: null, address2: null, city: 'Austin', state: null, postalCode: null, country: 'US' },
  note: 'Calls late',
}

test('CU-04 as long as nobody chooses, nothing is lost that there is no other of', () => {
  expect(differentFields(ada, eve)).toEqual(['name', 'phone', 'shippingAddress', 'note'])
  const choices = mergeChoices(ada, eve)
  expect(choices).toEqual({ name: 'kept', email: 'kept', phone: 'other', shippingAddress: 'other', note: 'both' })
  expect(mergedProfile(ada, eve, choices)).toMatchObject({
    lastName: 'Moss',
    phone: '+1 212 555 0163',
    shippingAddress: { city: 'Austin', country: 'US', state: '' },
    note: 'Likes tea\n\nCalls late',
  })
  expect(mergeChoices(ada, { id: 'c3' })).toEqual({
    name: 'kept',
    email: 'kept',
    phone: 'kept',
    shippingAddress: 'kept',
    note: 'kept',
  })
})

test('CU-04 what is chosen is what each becomes, also nothing', () => {
  const choices = mergeChoices(ada, eve, { name: 'other', phone: 'kept', note: 'other' })
  expect(mergedProfile(ada, eve, choices)).toMatchObject({ lastName: 'Moss-Hale', phone: '', note: 'Calls late' })
})

test('CU-04 two notes that are too long together are not one, and nobody says that they are', () => {
  const long = { ...eve, note: 'x'.repeat(4_995) }
  expect(mergeChoices(ada, long).note).toBe('kept')
  expect(whyNotMerged(ada, long, mergeChoices(ada, long, { note: 'both' }))?.message).toBe(
    'The two notes together are longer than 5,000 characters. Choose one of them.',
  )
  expect(whyNotMerged(ada, long, mergeChoices(ada, long))).toBeUndefined()
})

test('CU-04 undone, fields are what they were, but for those that somebody has changed since', () => {
  const before = profileOf(ada)
  const after = mergedProfile(ada, eve, mergeChoices(ada, eve, { name: 'other' }))
  const now = { id: 'c1', ...after, phone: '555 0100' }
  // As a database gives it back: the lines in another order.
  const { country, city, ...lines } = after.shippingAddress
  const kept = { ...after, shippingAddress: { country, city, ...lines } }
  expect(unmergedProfile(now, before, kept)).toEqual({ ...before, phone: '555 0100' })
})
