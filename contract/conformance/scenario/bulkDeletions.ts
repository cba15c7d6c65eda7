import type { BulkOutcome } from '../../rules/bulkJobs'
import { collateral, difference } from '../engine/compare'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Tenant } from '../engine/tenant'
import { ended } from './bulkBasics'
import { checkRows } from './bulkRows'
import { deleteCustomer, makeCustomer } from './customerBasics'
import { fieldsOf } from './paying'

const rule = 'bulkJobs.rows'

/** What counts every change of a record. */
const moving = new Set(['updatedAt', 'version'])

/** Customers are deleted together as they are found, but for who has gone meanwhile, and those and no others come back (WF-03). */
export async function checkDeletions(run: Run, tenant: Tenant, word: string): Promise<void> {
  const { organizationId } = tenant
  const ids: string[] = []
  const make = async (firstName: string) =>
    ids.push((await makeCustomer(run, tenant, { organizationId, firstName, note: firstName }))[0].id)
  for (const name of ['goes one', 'goes two', 'goes three', 'stays']) await make(`${word} ${name}`)
  const [gone = '', , , stays] = ids
  const read = async () => {
    const query = { organizationId, resource: 'customers' as const, filters: { ids }, limit: 100, page: 1 }
    return (await searchPage(run, query)).rows
  }
  const before = await read()
  const search = { q: `${word} goes` }
  const body = { organizationId, action: 'customers.delete', search }
  const { id } = recordOf(await run.succeed(rule, 'bulkJobs.create', { body }))
  run.journal.add({ what: 'nothing', left: `bulk change ${id}: no call deletes it` })
  const params = { jobId: id }
  const verify = async (pass: 'checked' | 'ran' | 'undone', tally: Fields, due: readonly Row[], when: string) => {
    const { row, exchange } = await ended(run, id)
    const wrong = difference(tally, fieldsOf(row[pass])) ?? sameAs(due, await read())
    const expected = `${JSON.stringify(tally)} customers ${when}, and the others as they are`
    run.verify(rule, exchange, wrong === undefined, expected, wrong)
  }
  await verify('checked', { done: 3 }, before, 'to be deleted')
  // Whoever is found by that since then was not chosen.
  await make(`${word} goes later`)
  const later = (await read()).find((row) => !before.some((one) => one.id === row.id))
  await deleteCustomer(run, tenant, gone)
  await run.succeed(rule, 'bulkJobs.start', { params, body: {} })
  const all = later === undefined ? before : [...before, later]
  const left = all.filter((row) => row.id === stays || row.id === later?.id)
  await verify('ran', { done: 2, vanished: 1 }, left, 'deleted')
  const became = ids.slice(0, 3).map((one): [string, BulkOutcome] => [one, one === gone ? 'vanished' : 'done'])
  await checkRows(run, params, new Map(), new Map(became), () => ({}))
  await run.succeed(rule, 'bulkJobs.undo', { params, body: {} })
  const back = all.filter((row) => row.id !== gone)
  await verify('undone', { done: 2 }, back, 'brought back')
}

/** How rows are not those that are due, as they were; undefined where they are. */
function sameAs(due: readonly Row[], rows: readonly Row[]): string | undefined {
  const known = new Set(due.map(({ id }) => id))
  const more = rows.find(({ id }) => !known.has(id))
  return more === undefined ? collateral(due, rows, new Set(), moving) : `${more.id} is there`
}
