import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Change } from '../../contract/extensions/change'
import { createQueryClient } from './cache'
import { noteRequests, readChanged } from './changedRecords'

const offersKey = ['offers', 'rows', 'org_1']
const customersKey = ['customers', 'rows', 'org_1']
const customerKey = ['customers', 'record', 'cus_1']
const campaignsKey = ['campaigns', 'rows', 'org_1']

const queryClient = createQueryClient()
let reads: string[] = []
let version = 1
let hold = Promise.resolve()
let stops: (() => void)[] = []

/** A query on the screen. */
function show(key: readonly string[]): void {
  const observer = new QueryObserver(queryClient, {
    queryKey: key,
    queryFn: async ({ signal }) => {
      // Given up with the screen that it is for.
      signal.throwIfAborted()
      reads.push(key.slice(0, 2).join(' '))
      const answer = { rows: [{ id: 'off_1', version }], total: 1 }
      await hold
      return answer
    },
  })
  stops.push(observer.subscribe(() => {}))
}
const changed = (over: Partial<Change>): Change => ({
  resource: 'offers',
  id: 'off_1',
  version: 2,
  kind: 'updated',
  ...over,
})

beforeEach(async () => {
  for (const stop of stops) stop()
  stops = []
  queryClient.clear()
  version = 1
  hold = Promise.resolve()
  noteRequests(queryClient)
  for (const key of [offersKey, customersKey, customerKey, campaignsKey]) show(key)
  await vi.waitUntil(() => queryClient.isFetching() === 0)
  reads = []
})

test('LV-01 the lists of a resource that has changed are read again, and nothing else', async () => {
  await readChanged(queryClient, [changed({}), changed({})])
  expect(reads).toEqual(['offers rows'])
})

test('LV-01 a record is read again when it is the one that has changed, or any may have', async () => {
  await readChanged(queryClient, [changed({ resource: 'customers', id: 'cus_2' })])
  expect(reads).toEqual(['customers rows'])
  await readChanged(queryClient, [changed({ resource: 'customers', id: null })])
  expect(reads).toEqual(['customers rows', 'customers rows', 'customers record'])
})

test('LV-01 a campaign counts its offers, so its list is read again when there are more or fewer', async () => {
  await readChanged(queryClient, [changed({ kind: 'created', id: 'off_2' })])
  expect(reads.toSorted()).toEqual(['campaigns rows', 'offers rows'])
})

test('LV-01 what the screen carries already, as after the own write, is not read again', async () => {
  version = 2
  await queryClient.refetchQueries({ queryKey: offersKey })
  reads = []
  await readChanged(queryClient, [changed({ version: 2 })])
  expect(reads).toEqual([])
  // A change that is not counted, and a deletion by somebody else, have no version to go by.
  await readChanged(queryClient, [changed({ version: null }), changed({ kind: 'deleted' })])
  expect(reads.toSorted()).toEqual(['campaigns rows', 'offers rows'])
})

test('LV-01 an answer that was asked for before the change is not taken for it, nor given up', async () => {
  let release = () => {}
  hold = new Promise((resolve) => {
    release = resolve
  })
  const first = queryClient.refetchQueries({ queryKey: offersKey })
  version = 2
  const again = readChanged(queryClient, [changed({})])
  expect(reads).toEqual(['offers rows'])
  release()
  await Promise.all([first, again])
  hold = Promise.resolve()
  expect(reads).toEqual(['offers rows', 'offers rows'])
  expect(queryClient.getQueryData(offersKey)).toMatchObject({ rows: [{ version: 2 }] })
})

test('LV-01 what is not on the screen is read when it comes there again', async () => {
  for (const stop of stops.splice(0)) stop()
  await readChanged(queryClient, [changed({})])
  expect(reads).toEqual([])
  expect(queryClient.getQueryState(offersKey)?.isInvalidated).toBe(true)
})

test('LV-01 who leaves before what has changed was read again finds it outdated when they come back', async () => {
  hold = new Promise(() => {})
  const again = readChanged(queryClient, [changed({})])
  await vi.waitUntil(() => reads.length > 0)
  for (const stop of stops.splice(0)) stop()
  await again
  expect(queryClient.getQueryState(offersKey)).toMatchObject({ isInvalidated: true, fetchStatus: 'idle' })
})

test('LV-01 what is asked for ahead, before the change, is outdated when it has come', async () => {
  for (const stop of stops.splice(0)) stop()
  let release = () => {}
  hold = new Promise((resolve) => {
    release = resolve
  })
  const ahead = queryClient.refetchQueries({ queryKey: offersKey, type: 'all' })
  const again = readChanged(queryClient, [changed({ version: 2 })])
  release()
  await Promise.all([ahead, again])
  expect(queryClient.getQueryState(offersKey)).toMatchObject({ isInvalidated: true, fetchStatus: 'idle' })
})
