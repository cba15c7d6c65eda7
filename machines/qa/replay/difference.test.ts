import { expect, test } from 'vitest'
import { differences } from './difference'

test('what differs is named by its path, with what was there and what is', () => {
  const before = { values: { price: '28', name: 'Rake' }, error: null, rows: [{ id: 1 }, { id: 2 }], gone: 1 }
  const after = { values: { price: '30', name: 'Rake' }, error: { message: 'No' }, rows: [{ id: 1 }], come: true }
  expect(differences(before, after)).toEqual([
    { path: 'values.price', before: '"28"', after: '"30"' },
    { path: 'error', before: 'null', after: '{"message":"No"}' },
    { path: 'rows.1', before: '{"id":2}', after: undefined },
    { path: 'gone', before: '1', after: undefined },
    { path: 'come', before: undefined, after: 'true' },
  ])
  expect(differences(before, structuredClone(before))).toEqual([])
  expect(differences(1, 'one')).toEqual([{ path: '', before: '1', after: '"one"' }])
  expect(differences([], {})).toEqual([{ path: '', before: '[]', after: '{}' }])
})
