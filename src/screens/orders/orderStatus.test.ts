import { expect, test } from 'vitest'
import { eventTitle, paymentTone } from './orderStatus'

test('OR-01 an order that is over and was not paid asks for no attention', () => {
  const toneOf = (status: string, paymentStatus = 'unpaid') => paymentTone({ status, paymentStatus })
  expect([toneOf('open'), toneOf('cancelled'), toneOf('expired')]).toEqual(['amber', 'neutral', 'neutral'])
  expect(toneOf('cancelled', 'overpaid')).toBe('red')
})

test('FU-03 a parcel that an order gets as it is paid is called added, as nobody has packed it yet', () => {
  const event = { id: 'evt_1', createdAt: '2026-03-01T10:00:00Z' }
  expect(eventTitle({ ...event, kind: 'parcel_packed' })).toBe('Parcel added')
  expect(eventTitle({ ...event, kind: 'parcel_shipped' })).toBe('Parcel shipped')
})
