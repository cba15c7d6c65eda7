import { expect, test } from 'vitest'
import { paymentTone } from './orderStatus'

test('OR-01 an order that is over and was not paid asks for no attention', () => {
  const toneOf = (status: string, paymentStatus = 'unpaid') => paymentTone({ status, paymentStatus })
  expect([toneOf('open'), toneOf('cancelled'), toneOf('expired')]).toEqual(['amber', 'neutral', 'neutral'])
  expect(toneOf('cancelled', 'overpaid')).toBe('red')
})
