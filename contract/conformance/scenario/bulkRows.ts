import type { BulkOutcome } from '../../rules/bulkJobs'
import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, totalOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import { fieldsOf, listOf } from './paying'

const rule = 'bulkJobs.rows'

/** How many there are of each outcome. */
export const tallyOf = (outcomes: readonly BulkOutcome[]): Record<BulkOutcome, number> => ({
  done: 0,
  unchanged: 0,
  refused: 0,
  vanished: 0,
  ...Object.fromEntries(outcomes.map((one) => [one, outcomes.filter((other) => other === one).length])),
})

/** Why rows were not changed is told with how many of them. */
export function isWhy(run: Run, exchange: Exchange, outcomes: readonly BulkOutcome[]): void {
  const { refused } = tallyOf(outcomes)
  const told = listOf(recordOf(exchange)['reasons']).filter(({ outcome }) => outcome === 'refused')
  const rows = told.reduce((sum, { rows: some }) => sum + Number(some), 0)
  run.verify(rule, exchange, rows === refused, `why ${refused} rows were refused`, JSON.stringify(told))
}

/** Each row by what became of it: from what to what, or why not. */
export async function checkRows(
  run: Run,
  params: { jobId: string },
  before: ReadonlyMap<string, Row>,
  outcomes: ReadonlyMap<string, BulkOutcome>,
  becomes: (before: Row) => Fields,
): Promise<void> {
  for (const outcome of new Set(outcomes.values())) {
    const due = [...outcomes].filter(([, one]) => one === outcome).map(([id]) => id)
    const told = await run.succeed(rule, 'bulkJobs.rows', { params, query: { outcome, limit: '100' } })
    const rows = new Map(rowsOf(told).map((row) => [row['recordId'], row]))
    const isWhole = totalOf(told) === due.length && rows.size === due.length && due.every((one) => rows.has(one))
    run.verify(rule, told, isWhole, `the ${due.length} rows that were ${outcome}`, `${rows.size}`)
    for (const id of isWhole ? due : []) {
      const [row, was]: [Row, Row] = [rows.get(id) ?? { id }, before.get(id) ?? { id }]
      const called = was['name'] ?? was['displayName'] ?? row['name']
      const isCalled = (row['name'] ?? called) === called
      run.verify(rule, told, isCalled, 'each row by the name of its record', textOf(row['name'] ?? ''))
      const after = outcome === 'done' ? becomes(was) : {}
      const former = Object.fromEntries(Object.keys(after).map((name) => [name, was[name]]))
      const moved = difference(after, fieldsOf(row['after'])) ?? difference(former, fieldsOf(row['before']))
      const isTold = outcome !== 'refused' || isReason(row['reason'])
      const wrong = isTold ? moved : 'no reason'
      run.verify(rule, told, wrong === undefined, `from what to what a row is ${outcome}, or why it is not`, wrong)
    }
  }
}

const isReason = (reason: unknown) => typeof reason === 'string' && reason !== ''

/** Each row by what would become of it, became of it, or was taken back: what the job is at says which. */
export async function checkOutcomes(
  run: Run,
  params: { jobId: string },
  outcomes: ReadonlyMap<string, BulkOutcome>,
  when: string,
): Promise<void> {
  const told = await run.succeed(rule, 'bulkJobs.rows', { params, query: { limit: '100' } })
  const rows = new Map(rowsOf(told).map((row) => [row['recordId'], row]))
  const wrong = [...outcomes].flatMap(([id, due]) => {
    const { outcome, reason }: Fields = rows.get(id) ?? {}
    if (outcome !== due) return [`${textOf(outcome ?? 'nothing')} of ${id} instead of ${due}`]
    return due !== 'refused' || isReason(reason) ? [] : [`no reason why ${id} was refused`]
  })
  run.verify(rule, told, wrong.length === 0, `what becomes of each row, once ${when}`, wrong[0])
}
