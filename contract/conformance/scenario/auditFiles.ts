import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { type Row, rowsOf, totalOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import { cellsOf, linesOf, verifyWorkbook } from './listExports'

type List = (query: Fields) => Promise<Exchange>
type Change = { before?: unknown; after?: unknown; isSecret?: unknown }

const changesOf = ({ changes }: Row) => (Array.isArray(changes) ? changes : []) as Change[]
const isNothing = (value: unknown) => value === null || value === undefined

/** What is new was nothing before, what is deleted is nothing afterwards, and what has changed is another than it was. */
export function verifyKinds(run: Run, page: Exchange, rows: readonly Row[]): void {
  for (const [kind, isWrong, expected] of [
    ['created', ({ before }: Change) => !isNothing(before), 'nothing before what is new'],
    ['updated', ({ before, after }: Change) => before === after, 'another value after a change than before it'],
    ['deleted', ({ after }: Change) => !isNothing(after), 'nothing after what is deleted'],
  ] as const) {
    const wrong = rows
      .filter((row) => row['kind'] === kind)
      .find((row) => changesOf(row).some((change) => change.isSecret !== true && isWrong(change)))
    run.verify('audit.told', page, wrong === undefined, expected, JSON.stringify(wrong?.['changes']))
  }
}

/** How many entries a question finds at most whose files are read. */
const mostEntries = 100

/** The file of a question has a line for each field of each entry that the list finds by it, and no other line. */
export async function checkFiles(run: Run, organizationId: string, list: List, rows: readonly Row[]): Promise<void> {
  const [newest] = rows
  if (newest === undefined) return
  const { actor, record, action, createdAt } = newest as { actor?: Fields; record?: Fields } & Row
  const moment = textOf(createdAt)
  const narrowed: Fields[] = [
    { action: 'organizations.setPermissions' },
    { recordId: record?.['id'] },
    { actorId: actor?.['id'], action },
    { recordId: record?.['id'], resource: record?.['resource'], createdFrom: moment },
    { recordId: record?.['id'], createdTo: '1999-01-01' },
  ]
  const files: { csv: Exchange; lines: number }[] = []
  for (const query of narrowed) {
    const found = await list({ ...query, limit: String(mostEntries), page: '1' })
    const csv = await run.succeed('audit.csv', 'audit.csv', { query: { organizationId, ...textsOf(query) } })
    const lines = linesOf(csv.text).slice(1).map(cellsOf)
    files.push({ csv, lines: lines.length + 1 })
    const said = Object.keys(query).join(' and ')
    const entries = new Set(lines.map((cells) => cells.at(-1))).size
    const total = totalOf(found)
    run.verify('audit.csv', csv, entries === total, `${total} entries by ${said}`, `${entries}`)
    if (total > mostEntries) continue
    const strange = lines.find((cells) => !rowsOf(found).some(({ id }) => id === cells.at(-1)))
    run.verify('audit.csv', csv, strange === undefined, `lines of what is found by ${said} alone`, strange?.join())
    const short = rowsOf(found).find((row) => {
      const own = lines.filter((cells) => cells.at(-1) === row.id)
      return own.length < Math.max(1, changesOf(row).length)
    })
    const expected = `a line for each field that has changed, of what is found by ${said}`
    run.verify('audit.csv', csv, short === undefined, expected, `too few of ${textOf(short?.id)}`)
  }
  const [first] = files
  const query = { organizationId, ...textsOf(narrowed[0] ?? {}) }
  const sheet = await verifyWorkbook(run, 'audit.csv', 'audit.xlsx', { query })
  if (first === undefined) return
  const isSame = sheet.length === first.lines
  run.verify('audit.csv', first.csv, isSame, `a workbook of the same ${first.lines} lines`, `${sheet.length}`)
}

const textsOf = (query: Fields) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, textOf(value)]))
