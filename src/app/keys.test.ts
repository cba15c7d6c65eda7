import { expect, test } from 'vitest'
import { letterOf } from './keys'

test.each([
  ['US', 'j', 'KeyJ', 'j'],
  ['Dvorak', 'j', 'KeyC', 'j'],
  ['German', 'z', 'KeyY', 'z'],
  ['German, Shift+ß', '?', 'Minus', '?'],
  ['French', 'a', 'KeyQ', 'a'],
  ['French, capital', 'A', 'KeyQ', 'a'],
  ['French, a digit unshifted', '&', 'Digit1', '&'],
  ['Greek', 'ξ', 'KeyJ', 'j'],
  ['Cyrillic', 'о', 'KeyJ', 'j'],
])('WF-01 on a keyboard of %s the key %s at %s means %s', (_, key, code, letter) => {
  expect(letterOf({ key, code })).toBe(letter)
})
