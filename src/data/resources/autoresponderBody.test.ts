import { expect, test } from 'vitest'
import { autoresponderEvent } from '../../../contract/autoresponders'
import { autoresponderBody } from './autoresponderBody'

const placeholders = new Set([
  'customer_first_name',
  'order_id',
  'order_date',
  'order_total',
  'order_items',
  'shipping_address1',
  'shipping_address2',
  'shipping_city',
  'shipping_state',
  'shipping_postal_code',
  'shipping_country',
  'live_url',
  'payment_link',
  'tracking_number',
])

test('EM-05 the templates use every placeholder, and no other', () => {
  const bodies = autoresponderEvent.options.map(autoresponderBody)
  const used = new Set(bodies.flatMap((body) => [...body.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)))
  expect(used).toEqual(placeholders)
  expect(new Set(bodies).size).toBe(3)
})

test('EM-05 each event has what it is about; the payment link says when it ends', () => {
  expect(autoresponderBody('order.tracking_number.assigned')).toContain('{{tracking_number}}')
  expect(autoresponderBody('order.payment_link.created')).toContain('{{payment_link}}')
  expect(autoresponderBody('order.payment_link.created')).toContain('This link expires in 1 day.')
})
