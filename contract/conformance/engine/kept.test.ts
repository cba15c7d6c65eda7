import { expect, test } from 'vitest'
import { callNamed } from './calls'
import type { Exchange } from './exchange'
import { unkept } from './kept'

/** As much of an exchange as is looked at. */
const exchange = (call: string, body: object, data: unknown): Exchange =>
  ({ call: callNamed(call), json: { data }, request: { body: JSON.stringify(body) } }) as unknown as Exchange

test.each([
  ['as it was sent', { note: 'line one\nline two' }, { note: 'line one\nline two' }],
  ['without the blanks around it', { note: ' as agreed ' }, { note: 'as agreed' }],
  ['nothing for an empty text', { note: '' }, { note: null }],
  ['a moment in another zone', { callBackAt: '2026-11-30T12:00:00+05:30' }, { callBackAt: '2026-11-30T06:30:00.000Z' }],
  ['what the answer does not have', { note: 'x' }, { id: 'one' }],
  ['what the call does not take', { strange: 1 }, { strange: 2 }],
])('AP-05 a call is kept: %s', (_, body, data) => {
  expect(unkept(exchange('calls.close', body, data))).toBeUndefined()
})

test('AP-05 whatever is otherwise is told, within another record and in lists, too', () => {
  expect(unkept(exchange('calls.close', { note: 'x' }, { note: null }))).toBe('note is null instead of x')
  const address = { shippingAddress: { city: 'Oslo' } }
  const elsewhere = { shippingAddress: { city: 'Bergen' } }
  const told = 'shippingAddress.city is Bergen instead of Oslo'
  expect(unkept(exchange('customers.update', address, elsewhere))).toBe(told)
  const events = { events: ['order.paid', 'order.placed'] }
  expect(unkept(exchange('webhooks.update', events, { events: ['order.placed', 'order.paid'] }))).toBeUndefined()
  expect(unkept(exchange('webhooks.update', events, { events: ['order.paid'] }))).toContain('events is')
  expect(unkept(exchange('users.update', { name: 'Ada' }, { user: { name: 'Bo' } }))).toBe('name is Bo instead of Ada')
})

test('AP-05 phone numbers and carriers are written in a way of their own, and a day ends at a moment', () => {
  expect(unkept(exchange('fulfilments.assign', { carrier: 'dhl' }, { carrier: 'DHL' }))).toBeUndefined()
  expect(unkept(exchange('customers.update', { phone: '(555) 0100' }, { phone: '+15550100' }))).toBeUndefined()
  const ends = { expiresAt: '2026-12-31' }
  expect(unkept(exchange('apiTokens.create', ends, { expiresAt: '2027-01-01T05:00:00.000Z' }))).toBeUndefined()
})
