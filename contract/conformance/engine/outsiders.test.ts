import { expect, test } from 'vitest'
import { callNamed } from './calls'
import type { Account } from './exchange'
import { Outsiders } from './outsiders'

const first: Account = { name: 'first', token: 'one' }
const second: Account = { name: 'second', token: 'two' }
const ask = { params: { orderId: 'order' }, headers: { 'if-match': '"3"', 'idempotency-key': 'k' } }

test('PM-01 each call that names a record is asked once by somebody else, with neither a version nor a key', () => {
  const outsiders = new Outsiders()
  const asked = outsiders.asked(callNamed('orders.get'), ask, first, second)
  expect(asked).toMatchObject({ as: second, params: { orderId: 'order' }, headers: {}, isValid: true })
  expect(outsiders.asked(callNamed('orders.get'), ask, first, second)).toBeUndefined()
  expect(outsiders.asked(callNamed('orders.cancel'), ask, first, second)).toBeDefined()
})

test.each([
  ['nobody else is there', 'orders.get', ask, undefined],
  ['somebody else asks anyway', 'orders.get', { ...ask, as: second }, second],
  ['it names no record', 'search.search', {}, second],
  ['it makes one', 'offers.create', ask, second],
  ['two organizations share it', 'collaborations.get', ask, second],
  ['a wrong password is counted', 'users.removePasskey', ask, second],
] as const)('PM-01 a call is asked by its owner alone where %s', (_, call, asked, other) => {
  expect(new Outsiders().asked(callNamed(call), asked, first, other)).toBeUndefined()
})

test('PM-01 whoever is a member is nobody else', () => {
  const outsiders = new Outsiders()
  outsiders.areIn = true
  expect(outsiders.asked(callNamed('orders.get'), ask, first, second)).toBeUndefined()
})
