import { expect, test } from 'vitest'
import { attemptLife } from './attemptLife'
import { fold, stepOf, whyNot } from './life'

test('LI-03 an attempt is paid, declined or expired, at once or after the bank has asked', () => {
  expect(fold(attemptLife, [{ type: 'succeed' }])).toBe('succeeded')
  expect(fold(attemptLife, [{ type: 'ask' }, { type: 'decline' }])).toBe('declined')
  expect(fold(attemptLife, [{ type: 'ask' }, { type: 'expire' }])).toBe('expired')
})

test('LI-03 what is unknown is left by what the gateway says alone', () => {
  expect(whyNot(attemptLife, 'unknown', { type: 'succeed' })).toBe(
    'What became of this attempt is not known before the gateway has been asked.',
  )
  expect(stepOf(attemptLife, 'unknown', { type: 'find', outcome: 'succeeded' })).toEqual({ to: 'succeeded' })
  expect(stepOf(attemptLife, 'unknown', { type: 'find', outcome: 'expired' })).toEqual({ to: 'expired' })
})

test('LI-03 what has ended stays so', () => {
  expect(whyNot(attemptLife, 'succeeded', { type: 'decline' })).toBe('This attempt has been paid.')
  expect(whyNot(attemptLife, 'declined', { type: 'succeed' })).toBe('This attempt was declined.')
  expect(whyNot(attemptLife, 'expired', { type: 'succeed' })).toBe('This attempt has expired.')
})
