import { expect, test } from 'vitest'
import { actionText, actorText, fieldText, kindText, recordText, worded } from './auditTexts'

test('AD-01 an action is told in words, and one that nobody knows by as much as its name says', () => {
  expect(actionText({ action: 'orders.place' })).toBe('Order placed')
  expect(actionText({ action: 'suppliers.sendGreeting' })).toBe('Suppliers send greeting')
  expect(actionText({ action: null })).toBe('-')
})

test('AD-01 who is no person says what they are', () => {
  const named = (kind: Parameters<typeof actorText>[0]['actor']['kind'], name: string | null) =>
    actorText({ actor: { kind, id: null, name } })
  expect(named('person', 'Mira Lindqvist')).toBe('Mira Lindqvist')
  expect(named('telephone', 'Switchboard')).toBe('Switchboard (telephone)')
  expect(named('gateway', null)).toBe('Gateway')
  expect(named('customer', null)).toBe('Customer')
  expect(named('job', null)).toBe('The server')
})

test('AD-01 a record has its kind and its name, and a part says what became of it', () => {
  expect(recordText({ resource: 'orders', id: 'ord_1', name: '#1361' })).toBe('Order #1361')
  expect(recordText({ resource: 'fulfillments', id: 'ful_1', name: null })).toBe('Parcel')
  expect(kindText({ part: null, kind: 'updated' })).toBe('Changed')
  expect(kindText({ part: 'paymentLinks', kind: 'created' })).toBe('Payment link added')
  expect(kindText({ part: 'orderItems', kind: 'deleted' })).toBe('Item deleted')
})

test('GE-02 AD-01 a field is told as people write it', () => {
  expect(fieldText('basePrice')).toBe('Base price')
  expect(fieldText('campaignId')).toBe('Campaign')
  expect(fieldText('sku')).toBe('SKU')
})

test('SE-12 what a person is to the organization is called what they can do', () => {
  expect(fieldText('role')).toBe('What they can do')
  expect(worded({ field: 'role' }, 'agent')).toBe('Can sell')
})
