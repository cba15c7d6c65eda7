import { expect, test } from 'vitest'
import { reasonText } from './declineReasons'
import { outcomeOf, whyNotTestCard } from './testCards'

test('PY-02 test numbers are known in any spelling, and no other', () => {
  expect(outcomeOf('4242 4242 4242 4242')).toBe('succeeds')
  expect(whyNotTestCard('4242424242424242')).toBeUndefined()
  expect(whyNotTestCard('4111 1111 1111 1111')).toMatch(/Only test card numbers/)
  expect(reasonText('insufficient_funds')).toBe('There is not enough money on the card.')
  expect(reasonText('something new')).toBe('The bank declined the card.')
})
