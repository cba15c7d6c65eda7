import { describe, expect, test } from 'vitest'
import type { SavedView } from '../../../contract/extensions/savedViews'
import { addressSeen, isSameAddress, readView, searchFor, searchOfView } from './viewAddress'

const view: SavedView = {
  id: 'viw_1',
  list: 'orders',
  name: 'Unpaid',
  address: {
    q: 'hall',
    filters: { paymentStatus: 'unpaid', carrier: 'DHL' },
    sort: { by: 'total', order: 'desc' },
    columns: ['number', 'total'],
  },
  isShared: false,
  isDefault: false,
}

describe('a view of a list', () => {
  test('WF-02 its address shows what of it still holds, and takes off all else', () => {
    expect(searchOfView(view, 'orders', 50)).toMatchObject({
      q: 'hall',
      paymentStatus: 'unpaid',
      status: undefined,
      sort: 'total',
      order: 'desc',
      columns: 'number,total',
      page: undefined,
      size: 50,
      view: 'viw_1',
    })
    expect(searchOfView(view, 'orders')).not.toHaveProperty('carrier')
    expect(Object.values(searchFor('orders', {})).every((value) => value === undefined)).toBe(true)
    expect(readView({ ...view, list: 'gone' })).toEqual({ address: {}, lost: [] })
  })

  test('WF-02 it is told from a list that was changed since, in whichever order its filters were chosen', () => {
    const shown = { columns: [{ id: 'number' }, { id: 'date' }, { id: 'total' }], hidden: ['date'] }
    const request = { q: '', pageIndex: 3, pageSize: 50, sort: undefined, filters: { status: 'open', agentId: 'a' } }
    const seen = addressSeen(request, shown)
    expect(seen).toEqual({ filters: { status: 'open', agentId: 'a' }, columns: ['number', 'total'] })
    const kept = { filters: { agentId: 'a', status: 'open' } }
    expect(isSameAddress(kept, seen)).toBe(true)
    expect(isSameAddress({ ...kept, columns: ['total', 'number'] }, seen)).toBe(false)
    for (const other of [{ q: 'x' }, { filters: { agentId: 'a' } }, { sort: { by: 'total', order: 'asc' } as const }]) {
      expect(isSameAddress({ ...kept, ...other }, seen)).toBe(false)
      expect(isSameAddress(seen, { ...kept, ...other })).toBe(false)
    }
  })
})
