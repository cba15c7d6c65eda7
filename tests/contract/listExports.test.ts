import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exportedLists } from '../../contract/extensions/listExports'
import type { ListDescription } from '../../contract/lists/description'
import * as routers from '../../contract/extensions/routers'
import { csvLine } from '../../contract/rules/csv'
import { exportColumns, exportLine } from '../../contract/rules/listExports'

const folder = new URL('../../contract/lists/', import.meta.url)

const isList = (one: unknown): one is ListDescription =>
  typeof one === 'object' && one !== null && 'resource' in one && 'columns' in one

/** Every list that the contract describes, wherever in its folder. */
const described = async (): Promise<ListDescription[]> => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href) as Promise<object>))
  return [...new Set(modules.flatMap((module) => Object.values(module).filter(isList)))]
}

test('WF-04 every list of the contract can be taken along as CSV and as a workbook', async () => {
  const lists = await described()
  expect(lists.length).toBeGreaterThan(15)
  const without = lists
    .map(({ resource }) => resource)
    .filter((resource) => !exportedLists.some((name) => name === resource))
    .filter((resource) => {
      const router = Object.entries(routers).find(([name]) => name === resource)?.[1] ?? {}
      return !('csv' in router && 'xlsx' in router)
    })
  expect(without).toEqual([])
})

test('WF-04 a file has a column for each that its list describes', async () => {
  for (const { resource, columns } of await described()) {
    const exported = exportedLists.find((name) => name === resource)
    if (exported === undefined || exported === 'calls') continue
    const heads = exportColumns(exported, { currency: 'USD', timeZone: 'UTC' }).map(({ head }) => head)
    const labels = Object.values(columns).map(({ label, kind }) => (kind === 'moment' ? `${label} (UTC)` : label))
    expect(heads.slice(0, labels.length)).toEqual(labels)
  }
})

test('WF-04 a line says what its list shows, and no spreadsheet program runs it', () => {
  const line = exportLine('mails', { currency: 'USD', timeZone: 'UTC' })
  const written = {
    subject: '=1+1',
    to: 'a@b.example',
    tries: 3,
    error: null,
    pluginName: null,
    createdAt: '2026-03-02T08:05:10Z',
  }
  expect(line({ ...written, event: 'order.completed', state: 'dead', orderNumber: 7 })).toEqual([
    '=1+1',
    'Receipt',
    'a@b.example',
    'Given up',
    '#7',
    3,
    null,
    null,
    '2026-03-02 08:05:10',
  ])
  expect(csvLine(line({ ...written, event: 'invite', state: 'delivered' }))).toMatch(
    /^'=1\+1,Invite,a@b\.example,Delivered,,/,
  )
  const collaboration = exportLine('collaborations', { currency: 'USD', timeZone: 'UTC' })
  expect(collaboration({ state: 'invited', isExpired: true })[4]).toBe('Expired')
  expect(collaboration({ state: 'invited', isExpired: false })[4]).toBe('Invited')
})
