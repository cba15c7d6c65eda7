import { expect, test } from 'vitest'
import { fold, whyNot } from './life'
import { refundLife } from './refundLife'
import { shareOf, splitOver, whyNotUnits } from '../../contract/rules/refunds'
import { outcomeOf, reasonText, whyNotTestCard } from '../../contract/rules/testCards'

test('LI-04 no more is refunded than was paid and not given back', () => {
  expect(
    fold(refundLife, [{ type: 'request', amount: 900, refundable: 900 }, { type: 'send' }, { type: 'succeed' }]),
  ).toBe('succeeded')
  expect(whyNot(refundLife, 'typed', { type: 'request', amount: 901, refundable: 900 })).toBe(
    'This is more than what was paid and not given back.',
  )
  expect(whyNot(refundLife, 'typed', { type: 'request', amount: 1, refundable: 0 })).toBe(
    'There is nothing left to refund.',
  )
})

test('LI-04 what was paid out may come back, and is not paid out again', () => {
  const ended = [{ type: 'request', amount: 900, refundable: 900 }, { type: 'succeed' }, { type: 'fail' }] as const
  expect(fold(refundLife, ended)).toBe('failed')
  expect(whyNot(refundLife, 'failed', { type: 'succeed' })).toBe('This refund has failed.')
})

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

test('PY-02 test numbers are known in any spelling, and no other', () => {
  expect(outcomeOf('4242 4242 4242 4242')).toBe('succeeds')
  expect(whyNotTestCard('4242424242424242')).toBeUndefined()
  expect(whyNotTestCard('4111 1111 1111 1111')).toMatch(/Only test card numbers/)
  expect(reasonText('insufficient_funds')).toBe('There is not enough money on the card.')
  expect(reasonText('something new')).toBe('The bank declined the card.')
})
