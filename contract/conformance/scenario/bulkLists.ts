import { type BulkAction, bulkActions, shownPass } from '../../rules/bulkJobs'
import { recordOf, type Row, rowsOf, totalOf } from '../engine/listing'
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
  const ofOffers = { resource: 'offers' }
  for (const filters of [{}, ofOffers]) {
    const ask = { query: { organizationId, ...filters } }
    await checkOwnFile(run, { organizationId, resource: 'bulkJobs', call: 'bulkJobs.list', ask, filters })
  }
}

/** The rows of a job are on its pages once each, in the order of all of them, and so they are in its files. */
export async function checkRowPages(run: Run, { organizationId }: Tenant, jobId: string): Promise<void> {
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
  const pass = shownPass(
    recordOf(await run.succeed(rule, 'bulkJobs.get', { params })) as Parameters<typeof shownPass>[0],
  )
  const own = { organizationId, resource: 'bulkRows', call: 'bulkJobs.rows' } as const
  const shown = (row: Row) => ({ ...row, pass })
  await checkOwnFile(run, { ...own, ask: { params }, filters: params, shown })
  const outcome = 'refused'
  await checkOwnFile(run, { ...own, ask: { params, query: { outcome } }, filters: { ...params, outcome }, shown })
}
