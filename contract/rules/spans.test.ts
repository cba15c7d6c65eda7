import { expect, test } from 'vitest'
import { spanText } from './spans'

test.each([
  [0, '0 s'],
  [42, '42 s'],
  [462, '7 min 42 s'],
  [3_600, '1 h'],
  [11_250, '3 h 7 min'],
  [190_800, '2 d 5 h'],
])('RP-01 %i seconds are %s', (seconds, text) => {
  expect(spanText(seconds)).toBe(text)
})
