import { collateral, difference } from '../engine/compare'
import { recordOf, type Row, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Tenant } from '../engine/tenant'
import { ended } from './bulkBasics'
import { deleteCustomer, makeCustomer } from './customerBasics'
import { fieldsOf } from './paying'

const rule = 'bulkJobs.rows'

/** What counts every change of a record. */
const moving = new Set(['updatedAt', 'version'])

/** Customers are deleted together, but for who has gone meanwhile, and those and no others come back (WF-03). */
export async function checkDeletions(run: Run, tenant: Tenant, word: string): Promise<void> {
  const { organizationId } = tenant
  const ids: string[] = []
  for (const name of ['one', 'two', 'three', 'stays']) {
    ids.push((await makeCustomer(run, tenant, { organizationId, firstName: `${word} ${name}`, note: name }))[0].id)
  }
  const [gone = '', ...others] = ids
  const stays = others.at(-1)
  const read = async () => {
    const query = { organizationId, resource: 'customers' as const, filters: { ids }, limit: 100, page: 1 }
    return (await searchPage(run, query)).rows
  }
  const before = await read()
  const body = { organizationId, action: 'customers.delete', ids: ids.filter((id) => id !== stays) }
  const { id } = recordOf(await run.succeed(rule, 'bulkJobs.create', { body }))
  run.journal.add({ what: 'nothing', left: `bulk change ${id}: no call deletes it` })
  const params = { jobId: id }
  const verify = async (pass: 'checked' | 'ran' | 'undone', done: number, due: readonly Row[], when: string) => {
    const { row, exchange } = await ended(run, id)
    const tally = fieldsOf(row[pass])
    const wrong = difference({ done }, tally) ?? sameAs(due, await read())
    run.verify(rule, exchange, wrong === undefined, `${done} customers ${when}, and the others as they are`, wrong)
  }
  await verify('checked', 3, before, 'to be deleted')
  await deleteCustomer(run, tenant, gone)
  await run.succeed(rule, 'bulkJobs.start', { params, body: {} })
  const left = (id: string) => before.filter((row) => row.id === id)
  await verify('ran', 2, left(stays ?? ''), 'deleted')
  await run.succeed(rule, 'bulkJobs.undo', { params, body: {} })
  const back = before.filter((row) => row.id !== gone)
  await verify('undone', 2, back, 'brought back')
}

/** How rows are not those that are due, as they were; undefined where they are. */
function sameAs(due: readonly Row[], rows: readonly Row[]): string | undefined {
  const known = new Set(due.map(({ id }) => id))
  const more = rows.find(({ id }) => !known.has(id))
  return more === undefined ? collateral(due, rows, new Set(), moving) : `${more.id} is there`
}
