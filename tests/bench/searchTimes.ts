import type { SearchResource } from '../../contract/search'
import type { Database } from '../../server/db/database'
import { type Search, searchRows } from '../../server/db/search'

export interface SearchTimes {
  /** Milliseconds. */
  p50: number
  p99: number
  total: number
}

/** How long searches for a page with its exact total take, one after the other. */
export async function searchTimes(
  database: Database,
  orgId: string,
  resource: SearchResource,
  search: Partial<Search>,
  runs: number,
): Promise<SearchTimes> {
  const times: number[] = []
  let total = 0
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now()
    const found = await database.tenant(orgId, (tx) => searchRows(tx, resource, { limit: 10, page: 1, ...search }))
    times.push(performance.now() - start)
    total = found.total
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(runs * share) - 1] ?? 0
  return { p50: at(0.5), p99: at(0.99), total }
}

const shown = (milliseconds: number) => milliseconds.toFixed(1).padStart(7)

export const timesLine = ({ p50, p99, total }: SearchTimes) =>
  `p50 ${shown(p50)} ms  p99 ${shown(p99)} ms  of ${total.toLocaleString('en')}`
