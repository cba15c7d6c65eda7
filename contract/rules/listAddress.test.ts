import { anything, assert, constantFrom, dictionary, json, oneof, property, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { columnLabels, shownFilters, sortsOf } from '../lists/description'
import { orderList } from '../lists/orders'
import { callList } from '../lists/calls'
import { listNames } from '../lists/names'
import { listNamed } from '../lists/tables'
import { listAddress, lostSentence, readListAddress } from './listAddress'

const read = (kept: unknown) => readListAddress(orderList, kept)

describe('what was saved of a list', () => {
  test('WF-02 all that the list knows is asked for as it was saved', () => {
    const address = {
      q: 'hall',
      filters: { paymentStatus: 'paid,refunded', agentId: 'none,a1', createdFrom: '2026-01-31', totalMin: '12.50' },
      sort: { by: 'total', order: 'desc' },
      columns: ['total', 'number'],
    }
    expect(read(address)).toEqual({ address, lost: [] })
    expect(lostSentence([])).toBeUndefined()
    expect(readListAddress(callList, { columns: ['outcome'] }).lost).toEqual([])
  })

  test('WF-02 what the list has no more is told, and all else holds', () => {
    const { address, lost } = read({
      filters: { carrier: 'DHL', status: 'open,lost', linkEnds: 'later', createdTo: 'soon', totalMax: '' },
      sort: { by: 'weight', order: 'asc' },
      columns: ['zone', 'number', 'number'],
    })
    expect(address).toEqual({ filters: { status: 'open' }, columns: ['number'] })
    expect(lost).toEqual([
      'the filter Carrier is no longer there',
      'the filter Order no longer has Lost',
      'the filter Payment link no longer has Later',
      'To can’t be soon',
      'a part of it can’t be read',
      'it can no longer be sorted by Weight',
      'the column Zone is no longer there',
    ])
    expect(lostSentence(lost.slice(0, 1))).toBe('The filter Carrier is no longer there. All else is as it was saved.')
    expect(lostSentence(lost)).toMatch(/To can’t be soon; and 3 more parts\. All else is as it was saved\.$/)
    // A column that can't be sorted by is named as people know it.
    expect(read({ sort: { by: 'campaignName', order: 'asc' } }).lost).toEqual([
      'it can no longer be sorted by Campaign',
    ])
  })

  test('WF-02 of what was typed nothing is told that ends within a character', () => {
    const typed = `${'x'.repeat(39)}💡`
    expect(read({ filters: { createdTo: typed } }).lost).toEqual([`To can’t be ${'x'.repeat(39)}`])
    expect(read({ filters: { status: typed } }).lost).toEqual([`the filter Order no longer has X${'x'.repeat(38)}`])
  })

  test('WF-02 names that every object has are those of no filter, sort or column', () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const kept: unknown = JSON.parse(
        `{"filters":{"${name}":"x"},"sort":{"by":"${name}","order":"asc"},"columns":["${name}"]}`,
      )
      const { address, lost } = read(kept)
      expect([name, address, lost.length]).toEqual([name, {}, 3])
      expect(lost.join(' ')).not.toContain('function')
    }
    expect(listNamed('toString')).toBeUndefined()
  })

  test('WF-02 whatever is kept, an address of the list comes of it, and sentences of the rest', () => {
    const list = constantFrom(...listNames)
    const garbage = json().map((text) => JSON.parse(text) as unknown)
    const names = constantFrom('status', 'agentId', 'createdFrom', 'totalMin', 'number', 'total', 'createdAt', 'gone')
    const nearly = record(
      {
        q: oneof(string(), garbage),
        filters: oneof(
          dictionary(oneof(names, string()), oneof(string(), constantFrom('none', 'open', '2026-01-01'))),
          garbage,
        ),
        sort: oneof(record({ by: oneof(names, string()), order: constantFrom('asc', 'desc', 'up') }), garbage),
        columns: garbage,
      },
      { requiredKeys: [] },
    )
    assert(
      property(list, oneof(garbage, nearly, anything()), (name, kept) => {
        const described = listNamed(name)
        if (!described) throw new Error(name)
        const { address, lost } = readListAddress(described, kept)
        expect(listAddress.safeParse(address).success).toBe(true)
        const filters = shownFilters(described, true)
        expect(Object.keys(address.filters ?? {}).every((one) => filters.includes(one))).toBe(true)
        expect(address.sort === undefined || sortsOf(described).includes(address.sort.by)).toBe(true)
        const labels = columnLabels(described)
        expect((address.columns ?? []).every((one) => Object.hasOwn(labels, one))).toBe(true)
        // What holds is read again as it is.
        expect(readListAddress(described, address)).toEqual({ address, lost: [] })
        const sentence = lostSentence(lost)
        expect(sentence === undefined).toBe(lost.length === 0)
        expect((sentence ?? '').length).toBeLessThan(600)
      }),
      { numRuns: 1000 },
    )
  })
})
