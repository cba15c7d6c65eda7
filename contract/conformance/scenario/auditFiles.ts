import { confirmed } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { type Row, rowsOf, totalOf } from '../engine/listing'
import { withOffset } from '../engine/moments'
import type { Run } from '../engine/run'
import { sideBySide } from '../engine/steps'
import { neverGiven, textOf } from '../engine/text'
import { type Sheet } from '../engine/workbook'
import { cellsOf, linesOf, readSheet } from './listExports'

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

/** When an entry was written, in milliseconds; what it is of; and who did it, empty where nobody is told. */
export const momentOf = ({ createdAt }: Row): number => Date.parse(textOf(createdAt))
export const subjectOf = ({ record }: Row) => (record ?? {}) as { resource?: unknown; id?: unknown }
export const actorOf = ({ actor }: Row): string => {
  const id = (actor as Fields | undefined)?.['id']
  return typeof id === 'string' ? id : ''
}

/** When the newest of the others was written, so that a question from then on finds more where it is taken for a wider one. */
const sinceOther = (rows: readonly Row[], isOther: (row: Row) => boolean): string | undefined => {
  const other = rows.find(isOther)
  return other && textOf(other['createdAt'])
}

/** What one has done while somebody else has done something; where all is by one, what nobody has done. */
function byOne(rows: readonly Row[]): Fields {
  const actorId = rows.map(actorOf).find((id) => id !== '') ?? ''
  const createdFrom = sinceOther(rows, (row) => actorOf(row) !== actorId)
  return createdFrom === undefined
    ? { actorId: neverGiven(actorId), action: rows[0]?.['action'] }
    : { actorId, createdFrom }
}

/** What the files are asked: each filter of the list, alone or with another, and days and moments of whatever zone. */
function questionsOf(rows: readonly Row[]): Fields[] {
  const [newest] = rows
  if (newest === undefined) return []
  const { resource, id: recordId } = subjectOf(newest)
  const action = 'organizations.setPermissions'
  const ofIt = rows.filter((row) => row['action'] === action)
  const [first = newest, oldest = newest] = [ofIt[0], ofIt.at(-1)]
  // A moment is told to the millisecond and may be kept more exactly.
  const [from, to] = [new Date(momentOf(first)), new Date(momentOf(oldest) + 1)]
  return [
    { action },
    { action, createdFrom: withOffset(from, '+05:30') },
    { action, createdTo: withOffset(to, '-03:30') },
    { action, createdFrom: from.toISOString(), createdTo: '2999-12-31' },
    { action, createdFrom: '1999-01-01', createdTo: to.toISOString() },
    { recordId },
    byOne(rows),
    {
      resource,
      createdFrom: sinceOther(rows, (row) => subjectOf(row).resource !== resource) ?? textOf(newest['createdAt']),
    },
    { recordId, createdTo: '1999-01-01' },
  ]
}

const idsOf = (lines: Sheet) => lines.map((cells) => textOf(cells.at(-1) ?? ''))

/** How a file has other lines than one for each field of each entry that was found; undefined where it has those. */
function wrongLines(found: Exchange, lines: Sheet): string | undefined {
  const [ids, total] = [idsOf(lines), totalOf(found)]
  const entries = new Set(ids).size
  if (entries !== total) return `${entries} entries of ${total}`
  if (total > mostEntries) return undefined
  const strange = ids.find((id) => !rowsOf(found).some((row) => row.id === id))
  if (strange !== undefined) return `a line of ${strange}`
  const short = rowsOf(found).find((row) => {
    const own = ids.filter((id) => id === row.id)
    return own.length < Math.max(1, changesOf(row).length)
  })
  return short && `too few lines of ${short.id}`
}

/** The files of a question have a line for each field of each entry that the list finds by it, and no other line. */
export async function checkFiles(run: Run, organizationId: string, list: List, rows: readonly Row[]): Promise<void> {
  await sideBySide(run, questionsOf(rows), async (asked) => {
    const query = { organizationId, ...textsOf(asked) }
    const read = (name: string) => run.succeed('audit.csv', name, { query })
    const { exchange, wrong } = await confirmed(async () => {
      const page = { ...asked, limit: String(mostEntries), page: '1' }
      const [found, csv, workbook] = await Promise.all([list(page), read('audit.csv'), read('audit.xlsx')])
      const lines = linesOf(csv.text).slice(1).map(cellsOf)
      const sheet = readSheet(workbook)
      run.verify('audit.csv', workbook, sheet !== undefined, 'a workbook', workbook.text.slice(0, 20))
      const inWorkbook = wrongLines(found, sheet?.slice(1) ?? [])
      const inCsv = wrongLines(found, lines)
      if (inCsv !== undefined || inWorkbook === undefined) return { exchange: csv, wrong: inCsv }
      return { exchange: workbook, wrong: inWorkbook }
    })
    const said = Object.keys(asked).join(' and ')
    const expected = `a line for each field that has changed, of what is found by ${said} alone`
    run.verify('audit.csv', exchange, wrong === undefined, expected, wrong)
  })
}

const textsOf = (query: Fields) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, textOf(value)]))
