import { expect, test } from 'vitest'
import { cutText } from './cutText'

test('a text is cut before a character that does not fit, and not within it', () => {
  expect(cutText('Lamp 💡', 7)).toBe('Lamp 💡')
  expect(cutText('Lamp 💡', 6)).toBe('Lamp ')
  expect(cutText('Lamp 💡', 5)).toBe('Lamp ')
  expect(cutText('Lamp', 9)).toBe('Lamp')
})
