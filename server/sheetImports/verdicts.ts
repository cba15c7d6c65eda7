import { and, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { type ImportChange, type ImportFields, mostLinesOf } from '../../contract/extensions/sheetImports'
import { cutText } from '../../contract/rules/cutText'
import { sheetImportLines } from '../db/schema/sheetImports'
import type { Transaction } from '../db/transactions'
import { invalid } from '../http/errors'
import { recordsOf } from './kinds'
import type { Import, JudgedLine, NumberedCells } from './records'

type Line = typeof sheetImportLines.$inferInsert
type Numbered = JudgedLine & NumberedCells

/**
 * Keeps lines of an import with what each would do now, or why it can't; a line that came before is replaced. They are judged in
 * their order, whichever they were sent in.
 */
export async function keepLines(tx: Transaction, begun: Import, sent: readonly NumberedCells[]): Promise<void> {
  const { orgId, id: importId } = begun
  const lines = sent.toSorted((one, other) => one.line - other.line)
  const { judge, twice, keyColumn = 'sku' } = recordsOf(begun)
  const judgments = await judge(
    tx,
    begun,
    lines.map(({ cells }) => cells),
    lines,
  )
  const judged = judgments.map((each, index): Numbered => {
    const { line = 0, cells = {} } = lines[index] ?? {}
    return { ...each, key: cutText(each.key, longestKey), line, cells }
  })
  const firsts = await firstLines(tx, begun, judged)
  const kept = judged.map((line): Line => {
    const first = firsts.get(line.key) ?? line.line
    const isTwice = first < line.line && line.problems.length === 0
    const verdict = verdictOf(isTwice ? { ...line, problems: [{ field: keyColumn, message: twice(first) }] } : line)
    const { cells, fields, key } = line
    return { orgId, importId, line: line.line, key, sku: cutText(fields.sku, 200), cells, fields, ...verdict }
  })
  const taken = { ...excluded('key', 'sku', 'cells', 'fields', 'verdict', 'problems', 'changes') }
  await tx
    .insert(sheetImportLines)
    .values([...new Map(kept.map((line) => [line.line, line])).values()])
    .onConflictDoUpdate({
      target: [sheetImportLines.orgId, sheetImportLines.importId, sheetImportLines.line],
      set: { ...taken, recordId: sql`excluded.record_id`, recordVersion: sql`excluded.record_version` },
    })
  const total = await tx.$count(
    sheetImportLines,
    and(sql`${sheetImportLines.orgId} = ${orgId}`, sql`${sheetImportLines.importId} = ${importId}`),
  )
  const most = mostLinesOf(begun.resource)
  if (total > most) {
    throw invalid([{ path: 'body.lines', message: `At most ${most} lines can be imported at once` }])
  }
}

/** Of what a line is about, as much as an index takes. */
const longestKey = 400

const excluded = (...columns: readonly string[]) =>
  Object.fromEntries(columns.map((name) => [name, sql.raw(`excluded.${name}`)]))

/** The first line of the import that is about the same, of those kept already and of these. */
async function firstLines(tx: Transaction, { orgId, id }: Import, judged: readonly Numbered[]) {
  const keys = sql.join(
    judged.map(({ key }) => sql`${key}`),
    sql`, `,
  )
  const { rows } = await tx.execute<{ key: string; line: number }>(sql`
    select key, min(line)::int as line from sheet_import_lines
    where org_id = ${orgId} and import_id = ${id} and key in (${keys}) group by key`)
  const firsts = new Map(rows.map(({ key, line }) => [key, line]))
  for (const { line, key } of judged) {
    const first = firsts.get(key)
    if (first === undefined || line < first) firsts.set(key, line)
  }
  return firsts
}

type Verdict = Pick<Line, 'verdict' | 'problems' | 'changes' | 'recordId' | 'recordVersion'>

/** What a new record would have, but for what it is called by, which every line tells (PR-04). */
const newIn = ({ sku: _, name: __, displayName: ___, imported: ____, ...fields }: ImportFields): ImportChange[] =>
  Object.entries(fields).flatMap(([field, to]) =>
    // The keys are those of its type.
    to === undefined || to === '' ? [] : [{ field: field as ImportChange['field'], from: null, to }],
  )

function verdictOf({ fields, problems, changes, known }: JudgedLine): Verdict {
  const none = { problems, changes: [], recordId: uuidv7(), recordVersion: null }
  if (problems.length > 0) return { ...none, verdict: 'refused' }
  if (!known) return { ...none, changes: changes.length > 0 ? changes : newIn(fields), verdict: 'create' }
  const verdict = changes.length === 0 ? 'same' : 'update'
  return { verdict, problems, changes, recordId: known.id, recordVersion: known.version }
}
