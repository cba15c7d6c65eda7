import { lists } from '../../lists/lists'
import { byteOrderMark } from '../../rules/csv'
import { textCells } from '../../rules/sheets'
import type { SearchResource } from '../../search'
import type { Ask, Exchange } from '../engine/exchange'
import { type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import type { Place, World } from '../engine/world'
import type { RuleId } from '../rules'
import { refuseForeign } from './intrusion'
import { zoneOf } from './ownPlace'

/** What a row is known by in its line. */
const known = {
  orders: ({ number }) => number ?? '',
  customers: ({ email }) => email ?? '',
  transactions: ({ orderNumber }) => orderNumber ?? '',
} satisfies Partial<Record<SearchResource, (row: Row) => unknown>>

/** The lines of a CSV, its head first; a line break within quotes is none. */
const linesOf = (text: string): string[] =>
  text
    .replaceAll(/"(?:[^"]|"")*"/g, (cell) => cell.replaceAll(/[\r\n]/g, ' '))
    .split('\r\n')
    .filter((line) => line !== '')

/** The cells of a line, as whoever opens the file sees them. */
export const cellsOf = (line: string): string[] =>
  [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )

/** Each moment of a list is written in the zone of its head, as far from UTC as the zone was then. */
function verifyMoments(run: Run, csv: Exchange, resource: SearchResource, rows: readonly Row[], zone: string): void {
  const [head = [], ...lines] = linesOf(csv.text.replace(byteOrderMark, '')).map(cellsOf)
  const written = textCells(zone)
  for (const [name, { kind, label }] of Object.entries(lists[resource].columns)) {
    if (kind !== 'moment') continue
    const column = head.indexOf(`${label} (${zone})`)
    run.verify('lists.csv', csv, column >= 0, `a column with the head ${label} (${zone})`, head.join(', '))
    if (column < 0) continue
    const dues = rows.map((row) => String(written('moment', row[name]) ?? ''))
    const wrong = dues.findIndex((due, place) => lines[place]?.[column] !== due)
    const expected = `${dues[wrong] ?? 'each'} for ${name} of ${resource} in ${zone}, which is ${String(rows[wrong]?.[name])}`
    run.verify('lists.csv', csv, wrong < 0, expected, lines[wrong]?.[column])
  }
}

/** It is an hour later in summer there. */
const zoneWithSummerTime = 'America/New_York'

/** Orders of summer and of winter are written with the time that it was then, whichever of both it is now (ST-02). */
export async function checkSummerTime(run: Run, { tenant, zone }: Place, campaignId: string): Promise<void> {
  const { organizationId } = tenant
  const settle = (timeZone: string) =>
    run.succeed('organization.change', 'organizations.update', { params: { organizationId }, body: { timeZone } })
  await settle(zoneWithSummerTime)
  try {
    const body = { organizationId, resource: 'orders', filters: { campaignId }, sortBy: 'createdAt', sortOrder: 'asc' }
    const found = await run.succeed('lists.csv', 'search.search', { body: { ...body, limit: 100, page: 1 } })
    const csv = await run.succeed('lists.csv', 'listExports.csv', { body })
    verifyMoments(run, csv, 'orders', rowsOf(found), zoneWithSummerTime)
  } finally {
    await settle(zone)
  }
}

/** Some rows of each list, the oldest first, are the lines of its file (ST-02). */
export async function checkExports(run: Run, { first, second }: World): Promise<void> {
  const { organizationId } = first
  const zone = await zoneOf(run, 'lists.csv', organizationId)
  for (const [resource, nameOf] of Object.entries(known)) {
    const newest = { organizationId, resource, limit: 20, page: 1 }
    const rows = rowsOf(await run.succeed('lists.csv', 'search.search', { body: newest }))
    const narrowed = { filters: { ids: rows.map(({ id }) => id) }, sortBy: 'createdAt', sortOrder: 'asc' }
    const found = rowsOf(await run.succeed('lists.csv', 'search.search', { body: { ...newest, ...narrowed } }))
    const body = { organizationId, resource, ...narrowed }
    const csv = await run.succeed('lists.csv', 'listExports.csv', { body })
    const lines = linesOf(csv.text).slice(1)
    const isWhole = lines.length === found.length
    run.verify('lists.csv', csv, isWhole, `a line for each of ${found.length} ${resource}`, `${lines.length}`)
    const stray = found.findIndex((row, place) => !lines[place]?.includes(textOf(nameOf(row))))
    run.verify('lists.csv', csv, stray < 0, `${resource} in the order that was asked for`, lines[stray])
    // The keys are those of lists.
    verifyMoments(run, csv, resource as keyof typeof known, found, zone)
    await verifyWorkbook(run, 'lists.csv', 'listExports.xlsx', { body })
  }
  if (second === undefined) return
  const body = { organizationId, resource: 'orders' }
  for (const name of ['listExports.csv', 'listExports.xlsx']) {
    await refuseForeign(run, second, first, name, { body, isValid: true })
  }
}

/** The same as a workbook is one: a ZIP with what it is made of at its end. */
export async function verifyWorkbook(run: Run, rule: RuleId, name: string, ask: Partial<Ask>): Promise<void> {
  const exchange = await run.succeed(rule, name, ask)
  const { text } = exchange
  const isWhole = text.startsWith('PK') && text.includes('xl/workbook.xml') && text.includes('[Content_Types].xml')
  run.verify(rule, exchange, isWhole, 'a workbook', text.slice(0, 20))
}
