import { expect, test } from 'vitest'
import { fold, whyNot } from './life'
import { refundLife } from './refundLife'

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
