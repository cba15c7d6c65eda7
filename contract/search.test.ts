import { expect, test } from 'vitest'
import { mostSearched, searchedFor } from './search'

test('OT-03 what is searched for is as much of what was typed as can be, and ends with a whole character', () => {
  const typed = 'x'.repeat(mostSearched - 1)
  expect(searchedFor(`${typed}yz`)).toBe(`${typed}y`)
  expect(searchedFor(`${typed}💡`)).toBe(typed)
})
