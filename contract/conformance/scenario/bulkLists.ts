import { type BulkAction, bulkActions, shownPass } from '../../rules/bulkJobs'
import { type Row, rowsOf, totalOf } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Tenant } from '../engine/tenant'
import { checkOwnFile } from './ownFiles'

const rule = 'bulkJobs.rows'

/** What was begun where nobody else is at work, by the list that it is about, by a text that nothing has, and as files. */
export async function checkBulkLists(run: Run, { organizationId }: Tenant): Promise<void> {
  const listed = async (query: Record<string, string>) =>
    run.succeed(rule, 'bulkJobs.list', { query: { organizationId, limit: '100', ...query } })
  const all = rowsOf(await listed({}))
  const listOf = ({ action }: Row) => bulkActions[action as BulkAction].list
  const asked: [query: Record<string, string>, due: readonly Row[]][] = [
    ...[...new Set(all.map(listOf))].map((resource): [Record<string, string>, Row[]] => [
      { resource },
      all.filter((row) => listOf(row) === resource),
    ]),
    // Whatever it is looked for in.
    [{ q: 'zqnothinghasthis' }, []],
  ]
  for (const [query, due] of asked) {
    const exchange = await listed(query)
    const is = rowsOf(exchange).map(({ id }) => id)
    const isAll = is.join() === due.map(({ id }) => id).join() && totalOf(exchange) === due.length
    const by = Object.entries(query).flat().join(' ')
    run.verify(rule, exchange, isAll, `the ${due.length} changes by ${by}, the newest first`, `${is.length}`)
  }
  // Of several limits it is not said which is named first.
  const filters = { resource: 'products' }
  const ask = { query: { organizationId, ...filters } }
  await checkOwnFile(run, { organizationId, resource: 'bulkJobs', call: 'bulkJobs.list', ask, filters })
}

/** The rows of a job are on its pages once each, in the order of all of them. */
export async function checkRowPages(run: Run, jobId: string): Promise<void> {
  const params = { jobId }
  const read = async (limit: number, page: number) =>
    run.succeed(rule, 'bulkJobs.rows', { params, query: { limit: `${limit}`, page: `${page}` } })
  const whole = await read(100, 1)
  const all = rowsOf(whole).map(({ id }) => id)
  const limit = 5
  const pages: string[] = []
  for (let page = 1; page <= Math.ceil(all.length / limit) + 1; page += 1) {
    const exchange = await read(limit, page)
    pages.push(...rowsOf(exchange).map(({ id }) => id))
    run.verify(rule, exchange, totalOf(exchange) === all.length, `a total of ${all.length} rows on page ${page}`)
  }
  run.verify(rule, whole, pages.join() === all.join(), 'the same rows page by page', pages.join(', '))
}

/** The files of a job have its rows, all of them or those of one outcome. */
export async function checkRowFiles(run: Run, { organizationId }: Tenant, job: Row, of: { outcome?: string } = {}) {
  const params = { jobId: job.id }
  const pass = shownPass(job as Parameters<typeof shownPass>[0])
  await checkOwnFile(run, {
    organizationId,
    resource: 'bulkRows',
    call: 'bulkJobs.rows',
    ask: { params, query: of },
    filters: { ...params, ...of },
    shown: (row) => ({ ...row, pass }),
  })
}
