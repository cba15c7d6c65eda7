import { expect, test } from 'vitest'
import { shareOf, splitOver, whyNotUnits } from './refunds'

test('OR-03 the units of a line, refunded one by one, cost the line to the cent', () => {
  const line = { id: 'line', quantity: 3, refundedQuantity: 0, total: 1_000, shipping: 0 }
  const shares = [0, 1, 2].map((refundedQuantity) => shareOf({ ...line, refundedQuantity }, 1))
  expect(shares).toEqual([333, 333, 334])
  expect(shareOf(line, 3)).toBe(1_000)
  expect(whyNotUnits({ ...line, refundedQuantity: 2 }, 2)).toBe('At most 1 can be refunded')
  expect(whyNotUnits({ ...line, refundedQuantity: 3 }, 1)).toBe('All of this has been refunded')
})

test('OR-03 a refund is split over charges, the newest first', () => {
  const charges = [
    { id: 'old', refundable: 500 },
    { id: 'new', refundable: 300 },
  ]
  expect(splitOver(charges, 400)).toEqual([
    { id: 'new', amount: 300 },
    { id: 'old', amount: 100 },
  ])
  expect(splitOver(charges, 300)).toEqual([{ id: 'new', amount: 300 }])
})
