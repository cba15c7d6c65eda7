import { expect, test, vi } from 'vitest'
import { coalesced } from './coalesced'
import type { NotedChange } from './notedChange'
import { Tail, type Told } from './tail'

type Shown = [resource: string, recordId: string | null, version: number | null, kind: NotedChange['kind']]
const noted = (...all: Shown[]): NotedChange[] =>
  all.map(([resource, recordId, version, kind], index) => ({
    id: `${index}`,
    xid: '7',
    resource,
    recordId,
    version,
    kind,
  }))
const told = (...all: Shown[]) =>
  coalesced(noted(...all)).map(({ resource, recordId, version, kind }) => [resource, recordId, version, kind])

test.each<[string, Shown[], Shown[]]>([
  [
    'records stay apart, and so do resources',
    [
      ['orders', 'a', 1, 'created'],
      ['orders', 'b', 1, 'created'],
      ['offers', 'a', 2, 'updated'],
    ],
    [
      ['orders', 'a', 1, 'created'],
      ['orders', 'b', 1, 'created'],
      ['offers', 'a', 2, 'updated'],
    ],
  ],
  [
    'of versions the newest is told',
    [
      ['orders', 'a', 3, 'updated'],
      ['orders', 'a', 4, 'updated'],
    ],
    [['orders', 'a', 4, 'updated']],
  ],
  [
    'a change that is not counted leaves no version, whichever came first',
    [
      ['orders', 'a', null, 'updated'],
      ['orders', 'a', 4, 'updated'],
      ['offers', 'b', 4, 'updated'],
      ['offers', 'b', null, 'updated'],
    ],
    [
      ['orders', 'a', null, 'updated'],
      ['offers', 'b', null, 'updated'],
    ],
  ],
  [
    'what was made and changed was made',
    [
      ['orders', 'a', 1, 'created'],
      ['orders', 'a', 2, 'updated'],
    ],
    [['orders', 'a', 2, 'created']],
  ],
  [
    'what was made and deleted is gone',
    [
      ['orders', 'a', 1, 'created'],
      ['orders', 'a', 2, 'deleted'],
    ],
    [['orders', 'a', 2, 'deleted']],
  ],
  [
    'all of a resource is one',
    [
      ['offers', null, null, 'updated'],
      ['offers', null, null, 'updated'],
    ],
    [['offers', null, null, 'updated']],
  ],
])('LV-01 %s', (_what, before, after) => {
  expect(told(...before)).toEqual(after)
})

test('LV-01 what one read finds is told at once, one change of each record', async () => {
  const found = noted(['orders', 'a', 1, 'created'], ['orders', 'a', 2, 'updated'], ['offers', 'b', 3, 'updated'])
  const tail = new Tail((from) => Promise.resolve({ changes: from === 'now' ? [] : found, upTo: '7' }))
  const heard: Told[] = []
  const stop = await tail.watch((told) => heard.push(told))
  tail.wake()
  await vi.waitUntil(() => heard.length > 0)
  stop()
  expect(heard.map(({ changes }) => changes?.map(({ recordId, version }) => [recordId, version]))).toEqual([
    [
      ['a', 2],
      ['b', 3],
    ],
  ])
})
