import { expect, test } from 'vitest'
import { changed, changesBetween } from './changes'

test('changes are as few as the parts that changed, and lead from one value to the next', () => {
  const before = {
    form: { values: { price: '7', name: 'Rake' }, errors: { price: 'Too low' } },
    rows: [1, 2],
    gone: true,
  }
  const after = { form: { values: { price: '70', name: 'Rake' }, errors: {} }, rows: [1, 2, 3], come: { a: 1 } }
  const changes = changesBetween(before, after)
  expect(changes).toEqual([
    { path: ['form', 'values', 'price'], value: '70' },
    { path: ['form', 'errors', 'price'], value: undefined },
    { path: ['rows'], value: [1, 2, 3] },
    { path: ['gone'], value: undefined },
    { path: ['come'], value: { a: 1 } },
  ])
  // As a file holds them.
  const stored = JSON.parse(JSON.stringify(changes)) as typeof changes
  expect(changed(before, stored)).toEqual(after)
  expect(changed(undefined, changesBetween(undefined, after))).toEqual(after)
  expect(changesBetween(after, structuredClone(after))).toEqual([])
})
