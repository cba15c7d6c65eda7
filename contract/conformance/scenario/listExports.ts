import { byteOrderMark, csvLine } from '../../rules/csv'
import { exportColumns, exportLine, type ExportPlace, exportRow } from '../../rules/listExports'
import type { ExportedList } from '../../extensions/listExports'
import { listNamed } from '../../lists/tables'
import { type SearchResource, searchResources } from '../../search'
import type { Ask, Exchange } from '../engine/exchange'
import { type Query, recordOf, type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import { type Sheet, sheetIn, wrongSheet } from '../engine/workbook'
import type { Place, World } from '../engine/world'
import type { RuleId } from '../rules'
import { refuseForeign } from './intrusion'
import type { SheetColumn, SheetKind } from '../../rules/sheets'

/** What a row is known by in its line. */
const known: Partial<Record<SearchResource, (row: Row) => unknown>> = {
  orders: ({ number }) => number ?? '',
  customers: ({ email }) => email ?? '',
  transactions: ({ orderNumber }) => orderNumber ?? '',
}

/** The lines of a CSV, its head first; a line break within quotes is none. */
export const linesOf = (text: string): string[] =>
  text
    .replaceAll(/"(?:[^"]|"")*"/g, (cell) => cell.replaceAll(/[\r\n]/g, ' '))
    .split('\r\n')
    .filter((line) => line !== '')

/** The cells of a line, as whoever opens the file sees them. */
export const cellsOf = (line: string): string[] =>
  [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )

/** Numbers may be written with more or fewer zeros; texts that look like some are texts. */
const isSameCell = (kind: SheetKind, due: string, told: string | undefined) =>
  due === told || (numeric.has(kind) && told !== undefined && told !== '' && due !== '' && Number(due) === Number(told))
const numeric: ReadonlySet<SheetKind> = new Set(['money', 'count', 'share'])

/**
 * Each cell is what the list shows: moments in the zone of their head, as far from UTC as the zone was then, and nothing that
 * a spreadsheet program would run. Columns are known by their heads; of those of moments each has to be there.
 */
function verifyCells(
  run: Run,
  csv: Exchange,
  resource: SearchResource,
  rows: readonly Row[],
  place: ExportPlace,
): void {
  const [head = [], ...lines] = linesOf(csv.text.replace(byteOrderMark, '')).map(cellsOf)
  const lineOf = exportLine(resource, place)
  const dues = rows.map((row) => cellsOf(csvLine(lineOf(row)).trimEnd()))
  for (const [at, { head: label, kind }] of exportColumns(resource, place).entries()) {
    const column = head.indexOf(label)
    if (kind === 'moment') run.verify('lists.csv', csv, column >= 0, `a column with the head ${label}`, head.join(', '))
    if (column < 0) continue
    const wrong = dues.findIndex((due, line) => !isSameCell(kind, due[at] ?? '', lines[line]?.[column]))
    const expected = `${dues[wrong]?.[at] ?? 'each'} for ${label} of ${resource}`
    run.verify('lists.csv', csv, wrong < 0, expected, lines[wrong]?.[column])
  }
}

/** A cell as it is compared: numbers may be written with more or fewer zeros, and lines may end otherwise. */
const comparable = (kind: SheetKind, cell: string) =>
  numeric.has(kind) && cell !== '' ? `${Number(cell)}` : cell.replaceAll(/\s+/g, ' ').trim()

/** What is asked for as a file: a search, or a list with a call of its own. */
export type FileQuery = Omit<Query, 'resource'> & { resource: ExportedList }

/** What a search narrows narrows its file: it has the rows that are due, in whatever order. */
export async function narrowedFile(run: Run, query: FileQuery, rows: readonly Row[], place: ExportPlace) {
  const { limit: _limit, page: _page, ...body } = query
  const { resource } = body
  const exchange = await run.succeed('lists.csv', 'listExports.csv', { body })
  const [head = [], ...lines] = linesOf(exchange.text.replace(byteOrderMark, '')).map(cellsOf)
  const lineOf = exportLine(resource, place)
  const known = exportColumns(resource, place)
    .map(({ head: label, kind }, at) => ({ at, kind, column: head.indexOf(label) }))
    .filter(({ column }) => column >= 0)
  const written = (cells: readonly string[], of: 'at' | 'column') =>
    known.map((one) => comparable(one.kind, cells[one[of]] ?? '')).join(', ')
  const due = rows.map((row) => written(cellsOf(csvLine(lineOf(row)).trimEnd()), 'at')).toSorted()
  const is = lines.map((cells) => written(cells, 'column')).toSorted()
  const at = due.findIndex((line, index) => line !== is[index])
  const other = at < 0 ? undefined : `${is[at]} instead of ${due[at]}`
  const wrong = due.length === is.length ? other : `${is.length} lines instead of ${due.length}`
  return { exchange, wrong: wrong ?? unsorted(body, { head, lines }, place) }
}

/** How a file that was to have the most first is sorted otherwise, by the cells of a column of numbers. */
function unsorted(
  { resource, sortBy, sortOrder }: FileQuery,
  { head, lines }: { head: readonly string[]; lines: readonly string[][] },
  place: ExportPlace,
): string | undefined {
  if (sortBy === undefined || sortOrder !== 'desc') return undefined
  const { head: label = '', kind = 'text' } =
    exportColumns(resource, place)[Object.keys(listNamed(resource)?.columns ?? {}).indexOf(sortBy)] ?? {}
  const column = head.indexOf(label)
  if (column < 0 || !numeric.has(kind)) return undefined
  // What was given back is written as less than nothing, and sorted by how much it is.
  const values = lines.flatMap((cells) => (cells[column] ? [Math.abs(Number(cells[column]))] : []))
  const isFalling = values.every((value, index) => index === 0 || value <= (values[index - 1] ?? value))
  return isFalling ? undefined : `${label} sorted downwards as ${values.join(', ')}`
}

/** The same as a workbook: it has as many rows as are due. */
export async function narrowedSheet(run: Run, query: Query, rows: readonly Row[]) {
  const { limit: _limit, page: _page, ...body } = query
  const exchange = await run.succeed('lists.csv', 'listExports.xlsx', { body })
  const count = (readSheet(exchange)?.length ?? 1) - 1
  return { exchange, wrong: count === rows.length ? undefined : `${count} rows instead of ${rows.length}` }
}

/** Where the files of an organization are written, and in which currency amounts are that do not say so. */
export async function exportPlaceOf(run: Run, organizationId: string): Promise<ExportPlace> {
  const asked = await run.succeed('lists.csv', 'organizations.settings', { params: { organizationId } })
  const { currency, timeZone } = recordOf(asked)
  return { currency: textOf(currency ?? ''), timeZone: textOf(timeZone ?? 'UTC') }
}

/** It is an hour later in summer there. */
const zoneWithSummerTime = 'America/New_York'

/** Orders of summer and of winter are written with the time that it was then, whichever of both it is now (ST-02). */
export async function checkSummerTime(run: Run, { tenant, zone }: Place, campaignId: string): Promise<void> {
  const { organizationId } = tenant
  const { currency } = await exportPlaceOf(run, organizationId)
  const settle = (timeZone: string) =>
    run.succeed('organization.change', 'organizations.update', { params: { organizationId }, body: { timeZone } })
  await settle(zoneWithSummerTime)
  try {
    const body = { organizationId, resource: 'orders', filters: { campaignId }, sortBy: 'createdAt', sortOrder: 'asc' }
    const found = await run.succeed('lists.csv', 'search.search', { body: { ...body, limit: 100, page: 1 } })
    const csv = await run.succeed('lists.csv', 'listExports.csv', { body })
    verifyCells(run, csv, 'orders', rowsOf(found), { currency, timeZone: zoneWithSummerTime })
  } finally {
    await settle(zone)
  }
}

/** Some rows of each list, the oldest first, are the lines of its file (ST-02). */
export async function checkExports(run: Run, { first, second }: World): Promise<void> {
  const { organizationId } = first
  const place = await exportPlaceOf(run, organizationId)
  for (const resource of searchResources) {
    const newest = { organizationId, resource, limit: 20, page: 1 }
    const rows = rowsOf(await run.succeed('lists.csv', 'search.search', { body: newest }))
    const narrowed = { filters: { ids: rows.map(({ id }) => id) }, sortBy: 'createdAt', sortOrder: 'asc' }
    const found = rowsOf(await run.succeed('lists.csv', 'search.search', { body: { ...newest, ...narrowed } }))
    const body = { organizationId, resource, ...narrowed }
    const csv = await run.succeed('lists.csv', 'listExports.csv', { body })
    const lines = linesOf(csv.text).slice(1)
    const isWhole = lines.length === found.length
    run.verify('lists.csv', csv, isWhole, `a line for each of ${found.length} ${resource}`, `${lines.length}`)
    const nameOf = known[resource]
    const stray =
      nameOf === undefined ? -1 : found.findIndex((row, line) => !lines[line]?.includes(textOf(nameOf(row))))
    run.verify('lists.csv', csv, stray < 0, `${resource} in the order that was asked for`, lines[stray])
    verifyCells(run, csv, resource, found, place)
    await verifyWorkbook(run, 'lists.csv', 'listExports.xlsx', { body }, sheetOf(resource, found, place))
  }
  if (second === undefined) return
  const body = { organizationId, resource: 'orders' }
  for (const name of ['listExports.csv', 'listExports.xlsx']) {
    await refuseForeign(run, second, first, name, { body, isValid: true })
  }
}

/** What a workbook has to have. */
interface Due {
  columns: readonly SheetColumn[]
  rows: Sheet
}

/** The same as a workbook is one: a ZIP with a sheet, whose cells are what is due. */
export async function verifyWorkbook(
  run: Run,
  rule: RuleId,
  name: string,
  ask: Partial<Ask>,
  due?: Due,
): Promise<Sheet> {
  const exchange = await run.succeed(rule, name, ask)
  const sheet = readSheet(exchange)
  run.verify(rule, exchange, sheet !== undefined, 'a workbook', exchange.text.slice(0, 20))
  const wrong = sheet && due && wrongSheet(sheet, due.columns, due.rows)
  run.verify(rule, exchange, wrong === undefined, 'the same rows in a workbook', wrong)
  return sheet ?? []
}

/** The sheet of a workbook; undefined where it is none. */
export function readSheet({ text }: Exchange): Sheet | undefined {
  try {
    return text.startsWith('PK') ? sheetIn(text) : undefined
  } catch {
    return undefined
  }
}

/** What a workbook of some rows of a list has. */
export const sheetOf = (resource: ExportedList, rows: readonly Row[], place: ExportPlace): Due => ({
  columns: exportColumns(resource, place),
  rows: rows.map(exportRow(resource, place)),
})
