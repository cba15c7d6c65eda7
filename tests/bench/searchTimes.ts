import type { SearchResource } from '../../contract/search'
import type { Database } from '../../server/db/database'
import { type Search, searchRows } from '../../server/db/search'

/** Milliseconds. */
interface Times {
  p50: number
  p99: number
}
export interface SearchTimes extends Times {
  total: number
}

/** How long each of some runs takes, one after the other. */
export async function timesOf(runs: number, work: () => Promise<unknown>): Promise<Times> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.ceil(runs * share) - 1] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

/** How long searches for a page with its exact total take. */
export async function searchTimes(
  database: Database,
  orgId: string,
  resource: SearchResource,
  search: Partial<Search>,
  runs: number,
): Promise<SearchTimes> {
  let total = 0
  const times = await timesOf(runs, async () => {
    const found = await database.tenant(orgId, (tx) => searchRows(tx, resource, { limit: 10, page: 1, ...search }))
    total = found.total
  })
  return { ...times, total }
}

const shown = (milliseconds: number) => milliseconds.toFixed(1).padStart(7)

export const timesLine = ({ p50, p99, total }: SearchTimes) =>
  `p50 ${shown(p50)} ms  p99 ${shown(p99)} ms  of ${total.toLocaleString('en')}`
