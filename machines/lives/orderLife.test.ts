import { expect, test } from 'vitest'
import { fold, stepOf, whyNot } from './life'
import { orderLife } from './orderLife'

const untouched = { shippedParcels: 0, paid: 0, refunded: 0 }

test('LI-01 an open order is cancelled when nothing has been shipped and nothing paid is kept', () => {
  expect(stepOf(orderLife, 'open', { type: 'cancel', ...untouched })).toEqual({ to: 'cancelled' })
  expect(stepOf(orderLife, 'open', { type: 'cancel', ...untouched, paid: 500, refunded: 500 }).to).toBe('cancelled')
  expect(whyNot(orderLife, 'open', { type: 'cancel', ...untouched, paid: 500 })).toBe(
    'Refund what has been paid first.',
  )
  expect(whyNot(orderLife, 'open', { type: 'cancel', ...untouched, shippedParcels: 1 })).toBe(
    'Part of this order has been shipped already.',
  )
})

test('OR-02 the address of an open order is changed until something of it is shipped', () => {
  expect(stepOf(orderLife, 'open', { type: 'readdress', shippedParcels: 0 })).toEqual({ to: 'open' })
  expect(whyNot(orderLife, 'open', { type: 'readdress', shippedParcels: 1 })).toBe(
    'Part of this order has been shipped already.',
  )
  expect(whyNot(orderLife, 'completed', { type: 'readdress', shippedParcels: 0 })).toBe('This order is completed.')
})

test('GE-05 what a state knows nothing of is refused with its own sentence', () => {
  expect(whyNot(orderLife, 'cancelled', { type: 'cancel', ...untouched })).toBe('This order has been cancelled.')
  expect(whyNot(orderLife, 'draft', { type: 'cancel', ...untouched })).toBe('This order has not been placed yet.')
})

test('LI-01 an order whose link has ended comes back by a new one while its goods are in stock', () => {
  const expired = [{ type: 'place' }, { type: 'expire', paid: 0 }] as const
  expect(fold(orderLife, expired)).toBe('expired')
  expect(fold(orderLife, [...expired, { type: 'renew', isInStock: true }])).toBe('open')
  expect(whyNot(orderLife, 'expired', { type: 'renew', isInStock: false })).toBe(
    'What was ordered is no longer in stock.',
  )
})

test('LI-01 an order is completed when it is paid and all of it delivered', () => {
  const complete = { type: 'complete', paid: 900, refunded: 0, total: 900, isDelivered: true } as const
  expect(stepOf(orderLife, 'open', complete)).toEqual({ to: 'completed' })
  expect(whyNot(orderLife, 'open', { ...complete, paid: 899 })).toBe('This order has not been paid in full.')
  expect(whyNot(orderLife, 'open', { ...complete, isDelivered: false })).toBe(
    'Not all of this order has been delivered.',
  )
})

test('LI-06 events that could not have happened are no life', () => {
  expect(() => fold(orderLife, [{ type: 'renew', isInStock: true }])).toThrow('This order has not been placed yet.')
})
