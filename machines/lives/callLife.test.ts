import { expect, test } from 'vitest'
import { callLife } from './callLife'
import { fold, stepOf, whyNot } from './life'

test('LI-05 CA-02 a call is talked, ended and closed, in this order', () => {
  const sold = { type: 'close', disposition: 'sold', callBackAt: null } as const
  expect(fold(callLife, [{ type: 'start' }, { type: 'end' }, sold])).toBe('closed')
  expect(whyNot(callLife, 'ringing', { type: 'end' })).toBe('This call has not begun yet.')
  expect(whyNot(callLife, 'talking', sold)).toBe('End the call first.')
  expect(whyNot(callLife, 'wrapping_up', { type: 'end' })).toBe('This call has ended.')
  expect(whyNot(callLife, 'closed', sold)).toBe('This call is closed.')
})

test('CA-02 whoever is to be called back is so at a moment, and nobody else', () => {
  const callBackAt = '2026-01-05T10:00:00Z'
  expect(whyNot(callLife, 'wrapping_up', { type: 'close', disposition: 'call_back', callBackAt: null })).toBe(
    'Say when to call back.',
  )
  expect(whyNot(callLife, 'wrapping_up', { type: 'close', disposition: 'no_answer', callBackAt })).toBe(
    'Only a call that is to be returned has a time for it.',
  )
  expect(stepOf(callLife, 'wrapping_up', { type: 'close', disposition: 'call_back', callBackAt })).toEqual({
    to: 'closed',
  })
})

test('CA-02 LI-05 whoever does not want to be called is not, and is heard when they call themselves', () => {
  const start = (isOutgoing: boolean, doNotCall: boolean) =>
    whyNot(callLife, 'ringing', { type: 'start', isOutgoing, doNotCall })
  expect(start(true, true)).toBe('This customer does not want to be called.')
  expect(start(true, false)).toBeUndefined()
  expect(start(false, true)).toBeUndefined()
})
