import type { SearchResource } from '../../search'
import type { RuleId } from '../rules'
import { Blocked } from './errors'
import type { Account, Exchange } from './exchange'
import type { Fields } from './fields'
import type { Run } from './run'

/** A record as a list shows it; its other fields depend on the resource. */
export type Row = { id: string } & Record<string, unknown>

export interface Query {
  organizationId: string
  resource: SearchResource
  limit?: number
  page?: number
  sortBy?: string
  sortOrder?: 'asc' | 'desc'
  q?: string
  filters?: Record<string, string | number | boolean | readonly string[]>
}

export interface Page {
  rows: Row[]
  total: number
  exchange: Exchange
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'

/** The rows of an answer that has them; what is no row was found by its shape. Throws Blocked when it has none. */
export function rowsOf(exchange: Exchange): Row[] {
  const { data } = (exchange.json ?? {}) as { data?: unknown }
  if (!Array.isArray(data)) throw new Blocked(`${exchange.call.name} answers no list`)
  return data.filter(isRow)
}

/** The record of an answer, as `data` or as the body itself. Throws Blocked when there is none. */
export function recordOf(exchange: Exchange): Row {
  const { data } = (exchange.json ?? {}) as { data?: unknown }
  if (!isRow(data)) throw new Blocked(`${exchange.call.name} answers no record`)
  return data
}

export const totalOf = ({ json }: Exchange): number => {
  const total = (json as { meta?: { total?: unknown } } | undefined)?.meta?.total
  return typeof total === 'number' ? total : -1
}

/** One page of a search that the contract allows and that must succeed. */
export async function searchPage(
  run: Run,
  query: Query,
  as: Account = run.first,
  rule: RuleId = 'shape.valid',
): Promise<Page> {
  const exchange = await run.succeed(rule, 'search.search', { body: query, as })
  return { rows: rowsOf(exchange), total: totalOf(exchange), exchange }
}

/** Most rows that a walk reads. */
const mostRows = 2_000

export interface Walk {
  rows: Row[]
  total: number
  /** Whether all rows were read. */
  isComplete: boolean
  exchange: Exchange
}

async function walkPages(run: Run, query: Query, limit: number, as: Account, most: number) {
  const rows: Row[] = []
  const seen = new Set<string>()
  const problems: { rule: RuleId; exchange: Exchange; expected: string; actual: string }[] = []
  const first = await searchPage(run, { ...query, limit, page: 1 }, as)
  let { exchange } = first
  const { total } = first
  const pages = Math.min(Math.ceil(total / limit), Math.ceil(most / limit))
  for (let page = 1; page <= Math.max(1, pages); page += 1) {
    const one = page === 1 ? first : await searchPage(run, { ...query, limit, page }, as)
    exchange = one.exchange
    if (one.total !== total) {
      problems.push({
        rule: 'search.total',
        exchange,
        expected: 'the same total on every page',
        actual: `${total} on page 1, ${one.total} on page ${page}`,
      })
    }
    for (const row of one.rows) {
      if (seen.has(row.id)) {
        problems.push({
          rule: 'search.paging',
          exchange,
          expected: 'each record on one page',
          actual: `${row.id} again on page ${page} of ${limit} rows each`,
        })
      }
      seen.add(row.id)
      rows.push(row)
    }
  }
  const isComplete = pages * limit >= total
  if (isComplete && seen.size !== total) {
    problems.push({
      rule: 'search.total',
      exchange,
      expected: 'as many records on all pages as the total says',
      actual: `${seen.size} records, a total of ${total}`,
    })
  }
  return { rows, total, isComplete, exchange, problems }
}

/**
 * Every row of a search, page by page. A problem counts only when it is there twice, as other people may be working on
 * the same server.
 */
export async function walk(
  run: Run,
  query: Query,
  { limit = 100, as = run.first, most = mostRows }: { limit?: number; as?: Account; most?: number } = {},
): Promise<Walk> {
  const first = await walkPages(run, query, limit, as, most)
  const result = first.problems.length === 0 ? first : await walkPages(run, query, limit, as, most)
  for (const rule of ['search.total', 'search.paging'] as const) {
    const problem = result.problems.find((one) => one.rule === rule)
    run.verify(
      rule,
      problem?.exchange ?? result.exchange,
      problem === undefined,
      problem?.expected ?? 'pages that fit together',
      problem?.actual,
    )
  }
  return result
}

/** What a refusal tells beside its words. */
export const detailsOf = ({ json }: Exchange): Fields =>
  (json as { error?: { details?: Fields | null } } | undefined)?.error?.details ?? {}
