import type { Ask } from '../engine/exchange'
import { type Row, rowsOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import type { World } from '../engine/world'
import type { RuleId } from '../rules'
import { refuseForeign } from './intrusion'

/** What a row is known by in its line. */
const known: Readonly<Record<string, (row: Row) => unknown>> = {
  orders: ({ number }) => number ?? '',
  customers: ({ email }) => email ?? '',
  transactions: ({ orderNumber }) => orderNumber ?? '',
}

/** The lines of a CSV behind its head; a line break within quotes is none. */
const linesOf = (text: string): string[] =>
  text
    .replaceAll(/"(?:[^"]|"")*"/g, (cell) => cell.replaceAll(/[\r\n]/g, ' '))
    .split('\r\n')
    .filter((line) => line !== '')
    .slice(1)

/** Some rows of each list, the oldest first, are the lines of its file (ST-02). */
export async function checkExports(run: Run, { first, second }: World): Promise<void> {
  const { organizationId } = first
  for (const [resource, nameOf] of Object.entries(known)) {
    const newest = { organizationId, resource, limit: 20, page: 1 }
    const rows = rowsOf(await run.succeed('lists.csv', 'search.search', { body: newest }))
    const narrowed = { filters: { ids: rows.map(({ id }) => id) }, sortBy: 'createdAt', sortOrder: 'asc' }
    const found = rowsOf(await run.succeed('lists.csv', 'search.search', { body: { ...newest, ...narrowed } }))
    const body = { organizationId, resource, ...narrowed }
    const csv = await run.succeed('lists.csv', 'listExports.csv', { body })
    const lines = linesOf(csv.text)
    const isWhole = lines.length === found.length
    run.verify('lists.csv', csv, isWhole, `a line for each of ${found.length} ${resource}`, `${lines.length}`)
    const stray = found.findIndex((row, place) => !lines[place]?.includes(textOf(nameOf(row))))
    run.verify('lists.csv', csv, stray < 0, `${resource} in the order that was asked for`, lines[stray])
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
