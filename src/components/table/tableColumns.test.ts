import { expect, test } from 'vitest'
import { fixedWidth } from './tableColumns'

test('DT-03 a column is as wide as its size says, whatever it holds; without one its contents say', () => {
  expect(fixedWidth({ size: 120 })).toEqual({ width: 120, minWidth: 120, maxWidth: 120 })
  expect(fixedWidth({})).toBeUndefined()
})
