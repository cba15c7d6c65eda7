import type { AuditChange } from '../../contract/extensions/audit'
import {
  actionText,
  actorText,
  fieldText,
  isMoment,
  kindText,
  recordText,
  worded,
} from '../../contract/rules/auditTexts'
import { byteOrderMark, csvLine } from '../../contract/rules/csv'
import { type Cell, type SheetColumn, textCells, workbookCells } from '../../contract/rules/sheets'
import { ownOrganization, readableOrganization, refuseToTokens } from '../auth/access'
import { auditAfter, auditPage, type AuditPlace, type AuditQuestion } from '../db/audit'
import type { Database } from '../db/database'
import { zoneOfOrganization } from '../db/organizations'
import { recordTimeline } from '../db/recordTimeline'
import type { Handlers } from '../http/contract'
import { streamed } from '../http/csvStream'
import { workbook } from '../http/workbook'
import { notFound } from '../http/errors'
import type { Services } from './services'

/** So many entries are read at once, and no transaction waits for who reads slowly. */
const atOnce = 500

export const auditHandlers = ({ database }: Services): Handlers['audit'] => ({
  list: async ({ query: { organizationId, limit, page, ...question }, caller }) => {
    const orgId = readableOrganization(caller, organizationId, 'audit.list')
    const { data, total } = await database.tenant(orgId, (tx) => auditPage(tx, orgId, question, { limit, page }))
    return { data, meta: { total } }
  },

  csv: async ({ query: { organizationId, ...question }, caller }) => {
    const orgId = readableOrganization(caller, organizationId, 'audit.csv')
    return streamed(linesOf(database, orgId, question))
  },

  xlsx: async ({ query: { organizationId, ...question }, caller, gone }) => {
    const orgId = readableOrganization(caller, organizationId, 'audit.xlsx')
    return streamed(workbookOf(database, orgId, question, gone))
  },

  // Who may read a record may read what has happened to it.
  timeline: async ({ params, query: { organizationId, limit, page }, caller }) => {
    const call = `${params.resource}.get`
    refuseToTokens(caller, call)
    // Of oneself everybody reads.
    const isOwn = params.resource === 'members' && params.recordId.toLowerCase() === caller.userId
    const orgId = isOwn ? ownOrganization(caller, organizationId) : readableOrganization(caller, organizationId, call)
    const found = await database.tenant(orgId, (tx) => recordTimeline(tx, orgId, params, { limit, page }))
    if (!found) throw notFound('Record')
    return { data: found.data, meta: { total: found.total } }
  },
})

/** The entries as CSV, each moment where the organization is. */
async function* linesOf(
  database: Pick<Database, 'tenant'>,
  orgId: string,
  question: AuditQuestion,
): AsyncGenerator<string, void> {
  const timeZone = await database.tenant(orgId, (tx) => zoneOfOrganization(tx, orgId))
  const write = textCells(timeZone)
  const columns = columnsIn(timeZone)
  let begin = byteOrderMark + csvLine(columns.map(({ head }) => head))
  for await (const cells of cellsOf(database, orgId, question, timeZone)) {
    yield begin + cells.map((line) => csvLine(writtenBy(write, columns, line))).join('')
    begin = ''
  }
}

/** The same as a workbook. */
async function* workbookOf(
  database: Pick<Database, 'tenant'>,
  orgId: string,
  question: AuditQuestion,
  gone: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  const timeZone = await database.tenant(orgId, (tx) => zoneOfOrganization(tx, orgId))
  const write = workbookCells(timeZone)
  const columns = columnsIn(timeZone)
  const rows = async function* () {
    for await (const cells of cellsOf(database, orgId, question, timeZone)) {
      gone.throwIfAborted()
      for (const line of cells) yield writtenBy(write, columns, line)
    }
  }
  yield* workbook('Audit log', columns, rows())
}

const columnsIn = (timeZone: string): SheetColumn[] => [
  { head: `When (${timeZone})`, kind: 'moment' },
  ...['Who', 'Action', 'Record', 'Record id', 'What', 'Field', 'Before', 'After', 'Entry id'].map((head) => ({
    head,
    kind: 'text' as const,
  })),
]

const writtenBy = (
  write: (kind: SheetColumn['kind'], value: unknown) => Cell,
  columns: readonly SheetColumn[],
  line: readonly unknown[],
): Cell[] => line.map((value, place) => write(columns[place]?.kind ?? 'text', value))

/** A line for each field that changed, some entries at a time. */
async function* cellsOf(
  database: Pick<Database, 'tenant'>,
  orgId: string,
  question: AuditQuestion,
  timeZone: string,
): AsyncGenerator<unknown[][], void> {
  const write = textCells(timeZone)
  // As the screen has them, but that a number stays one, and a moment is told in the zone of the others.
  const shown = (change: AuditChange, value: AuditChange['before']) => {
    const said = worded(change, value)
    return isMoment(said) ? write('moment', said) : said
  }
  let after: AuditPlace | undefined
  do {
    const found = await database.tenant(orgId, (tx) => auditAfter(tx, orgId, question, { after, limit: atOnce }))
    yield found.entries.flatMap(({ id, createdAt, actor, action, record, part, kind, changes }) => {
      const common = [createdAt, actorText({ actor }), action && actionText({ action }), recordText(record), record.id]
      return changes.map((change) => [
        ...common,
        kindText({ part, kind }),
        fieldText(change.field),
        ...(change.isSecret ? ['', 'changed'] : [shown(change, change.before), shown(change, change.after)]),
        id,
      ])
    })
    after = found.next
  } while (after)
}
