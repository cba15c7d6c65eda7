import {
  assert,
  array,
  constantFrom,
  dictionary,
  integer,
  option,
  property,
  record,
  shuffledSubarray,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrange, readLayout } from './listLayout'

const columns = ['number', 'date', 'name', 'total'].map((id) => ({ id }))
const idsOf = (arranged: ReturnType<typeof arrange>) => arranged.columns.map(({ id }) => id)

describe('the columns of a list', () => {
  test('DT-03 they stand as they were put, and those that are new where they belong', () => {
    expect(idsOf(arrange(columns, {}))).toEqual(['number', 'date', 'name', 'total'])
    expect(idsOf(arrange(columns, { order: ['total', 'date'] }))).toEqual(['number', 'total', 'date', 'name'])
    expect(idsOf(arrange(columns, { order: ['total', 'gone', 'total'] }))).toEqual(['number', 'date', 'name', 'total'])
    expect(arrange(columns, { widths: { total: 90, gone: 50 } }).columns).toContainEqual({ id: 'total', size: 90 })
  })

  test('DT-03 WF-02 a view shows its own columns in its order, and hides all others', () => {
    const arranged = arrange(columns, { hidden: ['number'], order: ['name'] }, ['total', 'date'])
    expect(arranged.hidden).toEqual(['number', 'name'])
    expect(idsOf(arranged).filter((id) => !arranged.hidden.includes(id))).toEqual(['total', 'date'])
    expect(arrange(columns, {}, ['gone']).hidden).toEqual([])
  })

  test('DT-03 what is no layout arranges nothing', () => {
    for (const kept of [null, 1, [], { hidden: 'total' }, { order: [1] }, { widths: { total: 1 } }]) {
      expect(readLayout(kept)).toEqual({})
    }
    expect(readLayout({ hidden: ['total'] })).toEqual({ hidden: ['total'] })
  })

  test('DT-03 whatever was kept, every column is there once and one of them is shown', () => {
    const ids = constantFrom('number', 'date', 'name', 'total', 'gone', 'toString')
    const layout = record(
      { order: array(ids), hidden: array(ids), widths: dictionary(ids, integer({ min: 48, max: 800 })) },
      { requiredKeys: [] },
    )
    assert(
      property(layout, option(array(ids), { nil: undefined }), shuffledSubarray(columns), (kept, shown, some) => {
        const arranged = arrange(some, kept, shown)
        expect(idsOf(arranged).toSorted()).toEqual(some.map(({ id }) => id).toSorted())
        expect(some.length === 0 || arranged.hidden.length < some.length).toBe(true)
        // Arranged once more it stays as it is.
        expect(idsOf(arrange(some, { ...kept, order: idsOf(arranged) }))).toEqual(idsOf(arranged))
      }),
    )
  })
})
