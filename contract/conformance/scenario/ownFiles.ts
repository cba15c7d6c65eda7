import type { OwnList } from '../../extensions/listExports'
import { confirmed } from '../engine/compare'
import { isAlike } from '../engine/declared'
import type { Ask } from '../engine/exchange'
import { type Row, rowsOf, totalOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { wrongSheet } from '../engine/workbook'
import { exportPlaceOf, narrowedFile, readSheet, sheetOf } from './listExports'

const rule = 'lists.csv'

/** Rows at most of a list that is compared with its file row by row. */
const mostRows = 100

/** A list with a call of its own, and what it is narrowed to. */
interface Own {
  organizationId: string
  resource: OwnList
  call: string
  /** What its call is asked with beside its page. */
  ask: Pick<Ask, 'params' | 'query'>
  /** The same for its file. */
  filters?: Record<string, string>
  /** A row with what its file says beside it. */
  shown?: (row: Row) => Row
}

/** The files of a list with a call of its own are that list, cell by cell; of one that moves meanwhile nothing is said. */
export async function checkOwnFile(run: Run, own: Own): Promise<void> {
  if ([own.call, 'listExports.csv', 'listExports.xlsx'].some((name) => run.lacks(name))) return
  const { organizationId, resource, call, ask, filters = {}, shown = (row) => row } = own
  await attempt(run, rule, async () => {
    const place = await exportPlaceOf(run, organizationId)
    const query = { ...ask.query, limit: `${mostRows}`, page: '1' }
    const read = async () => {
      const exchange = await run.succeed(rule, call, { ...ask, query })
      return { rows: rowsOf(exchange), isWhole: totalOf(exchange) <= mostRows }
    }
    const body = { organizationId, resource, filters }
    const { exchange, wrong } = await confirmed(async () => {
      const { rows, isWhole } = await read()
      const due = rows.map(shown)
      const csv = await narrowedFile(run, body, due, place)
      const sheet = readSheet(await run.succeed(rule, 'listExports.xlsx', { body })) ?? []
      const { columns, rows: cells } = sheetOf(resource, due, place)
      const unlike = csv.wrong ?? wrongSheet(sheet, columns, cells)
      const isStill = isWhole && unlike !== undefined && isAlike(rows, (await read()).rows)
      return { exchange: csv.exchange, wrong: isStill ? unlike : undefined }
    })
    const by = Object.keys(filters).join(' and ')
    run.verify(rule, exchange, wrong === undefined, `the ${resource}${by && ` by ${by}`} in their files`, wrong)
  })
}
