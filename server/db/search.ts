import { sql, type SQL } from 'drizzle-orm'
import type { SearchResource, SearchRow } from '../../contract/search'
import { condition, type Demand, demandsOf, type Filters, isRange } from './demands'
import { InvalidSearch } from './errors'
import { withFoundBy } from './foundBy'
import { contractRows, type Row, rowsByCursor, workFor } from './rows'
import { searchables, type Searchable, type SortKind } from './searchables'
import type { Transaction } from './transactions'

export interface Search {
  limit: number
  /** Counted from 1. */
  page: number
  sortBy?: string | undefined
  sortOrder?: 'asc' | 'desc' | undefined
  /** Part of what a row is found by, in small or capital letters. */
  q?: string | undefined
  filters?: Filters | undefined
}

export interface SearchPage<Resource extends SearchResource> {
  rows: SearchRow<Resource>[]
  /** Exact, over all pages. */
  total: number
}

interface Order {
  column: string
  kind: SortKind
  descending: boolean
}

/**
 * One page of an organization's rows in the contract's shape, newest first unless asked otherwise (OT-06, AO-03), within
 * a tenant's transaction; of what has members, those of the person come before (CP-02). Throws InvalidSearch.
 */
export async function searchRows<Resource extends SearchResource>(
  tx: Transaction,
  resource: Resource,
  search: Search,
  { person, isNarrowed = false }: { person?: string; isNarrowed?: boolean } = {},
): Promise<SearchPage<Resource>> {
  // Counts are kept of all rows, and what finds texts sees them all.
  const isOfOrders = isNarrowed && ofOrders.has(resource)
  const searchable = isOfOrders ? uncounted(searchables[resource]) : searchables[resource]
  const { own } = searchable
  const order = orderOf(searchable, search)
  const demands = await demandsOf(tx, searchable, search.filters)
  const q = soughtBy(search.q)
  // What is in a set is few, and quicker looked through than found by its text.
  const isOfFew = demands !== 'none' && demands.some((demand) => setOf(searchable, demand) !== undefined)
  const find: Find = (filters, part) =>
    q === '' || isOfOrders || isOfFew || searchable.isRead
      ? listed(tx, searchable, filters, order, part, q === '' ? [] : patternsOf(searchable, q))
      : matched(tx, resource, searchable, q, filters, order, part)
  if (own && person !== undefined) await workFor(tx, person)
  const { limit, page, sortBy } = search
  const asked = { limit, offset: (page - 1) * limit }
  const isOwnFirst = own && person !== undefined && sortBy === undefined
  const found =
    demands === 'none'
      ? { rows: [], total: 0 }
      : await (isOwnFirst ? ownFirst(find, own.column, demands, asked) : find(demands, asked))
  const rows =
    resource === 'orders' ? await withFoundBy(tx, found.rows, q === '' ? [] : patternsOf(searchable, q)) : found.rows
  // The views name and type their columns as the contract does.
  return { rows: rows as SearchRow<Resource>[], total: found.total }
}

/** How many rows filters find, as their list says it. Throws InvalidSearch. */
export async function countRows(tx: Transaction, resource: SearchResource, filters: Filters): Promise<number> {
  const searchable = searchables[resource]
  const demands = await demandsOf(tx, searchable, filters)
  if (demands === 'none') return 0
  const conditions = [sql`org_id = (select current_org())`, ...demands.map((demand) => conditionOn(searchable, demand))]
  const { rows } = await tx.execute<{ total: number }>(sql`
    select count(*)::int as total from ${sql.identifier(searchable.view)} where ${sql.join(conditions, sql` and `)}`)
  return rows[0]?.total ?? 0
}

/** The statement that tells the ids of what a demand is for, where there is one. */
const setOf = ({ sets }: Searchable, { column, comparison, value }: Demand): string | undefined =>
  comparison === '=' ? sets?.[column]?.[value] : undefined

/** A demand as a condition on a row of the view: a column that the view would work out for every row is not looked at. */
function conditionOn(searchable: Searchable, demand: Demand): SQL {
  const set = setOf(searchable, demand)
  if (set !== undefined) return sql.raw(`id in (${set})`)
  const { own } = searchable
  return demand.column === own?.column
    ? sql.raw(`id ${demand.value === 'true' ? 'in' : 'not in'} (${own.ids})`)
    : condition(demand)
}

/** From where, and which rows, a search finds; undefined when there can be none. Throws InvalidSearch. */
export async function foundIn(
  tx: Transaction,
  resource: SearchResource,
  { q: typed, filters }: Pick<Search, 'q' | 'filters'>,
): Promise<SQL | undefined> {
  const searchable = searchables[resource]
  const demands = await demandsOf(tx, searchable, filters)
  if (demands === 'none') return undefined
  const demanded = demands.map((demand) => conditionOn(searchable, demand))
  const conditions = [sql`org_id = (select current_org())`, ...demanded, ...holding(soughtPatterns(resource, typed))]
  return sql`from ${sql.identifier(searchable.view)} where ${sql.join(conditions, sql` and `)}`
}

/** Some fields of all rows that a search finds, in its order and as they are at one moment. Throws InvalidSearch. */
export async function* searchedRows(
  tx: Transaction,
  resource: SearchResource,
  search: Omit<Search, 'limit' | 'page'>,
  fields: readonly string[],
): AsyncGenerator<Row[], void> {
  const searchable = searchables[resource]
  const order = orderOf(searchable, search)
  const found = await foundIn(tx, resource, search)
  if (found === undefined) return
  const columns = fields.map((field) => sql.identifier(field))
  yield* rowsByCursor(tx, sql`select ${sql.join(columns, sql`, `)} ${found} order by ${ordering(order, false)}`)
}

/** What is of orders, so that whoever may not see the orders of others sees a part of it. */
const ofOrders: ReadonlySet<SearchResource> = new Set(['orders', 'orderLines', 'fulfillments', 'transactions'])

const uncounted = ({ counted: _, ...searchable }: Searchable): Searchable => searchable

/** Some rows of an order. */
interface Part {
  limit: number
  offset: number
}
interface Found {
  rows: Row[]
  total: number
}
type Find = (filters: Demand[], part: Part) => Promise<Found>

/**
 * The person's own rows, then all others, each in their order (CP-02). Asked for one after the other, as an index knows either
 * order and none knows both.
 */
async function ownFirst(find: Find, column: string, demands: Demand[], { limit, offset }: Part): Promise<Found> {
  const where = (value: 'true' | 'false'): Demand[] => [...demands, { column, comparison: '=', value }]
  const own = await find(where('true'), { limit, offset })
  const rest = { limit: limit - own.rows.length, offset: Math.max(offset - own.total, 0) }
  const others = await find(where('false'), rest)
  return { rows: [...own.rows, ...others.rows], total: own.total + others.total }
}

function orderOf({ sorts }: Searchable, { sortBy, sortOrder }: Pick<Search, 'sortBy' | 'sortOrder'>): Order {
  const column = sortBy ?? 'createdAt'
  const kind = Object.hasOwn(sorts, column) ? sorts[column] : undefined
  if (kind === undefined) throw new InvalidSearch('sortBy', `Must be one of ${Object.keys(sorts).join(', ')}`)
  return { column, kind, descending: sortOrder === undefined ? sortBy === undefined : sortOrder === 'desc' }
}

/** That a text is found by one of the patterns; nothing where there is none. */
export const holding = (patterns: readonly string[]): SQL[] => {
  const found = patterns.map((pattern) => sql`search_text like folded(${pattern})`)
  return found.length > 0 ? [sql`(${sql.join(found, sql` or `)})`] : []
}

/** How many rows in, the total is asked first: for so far a page it pays to know which end is nearer. */
const farIn = 1_000

async function listed(
  tx: Transaction,
  searchable: Searchable,
  filters: Demand[],
  order: Order,
  { limit, offset }: Part,
  patterns: readonly string[] = [],
): Promise<Found> {
  const { view } = searchable
  const conditions = [...filters.map((filter) => conditionOn(searchable, filter)), ...holding(patterns)]
  const from = sql.identifier(view)
  const where = (all: readonly SQL[]) =>
    sql`from ${from} where ${sql.join([sql`org_id = (select current_org())`, ...all], sql` and `)}`
  const matching = where(conditions)
  const count = async () => {
    const { rows } = await tx.execute<{ total: number }>(sql`select (${await counting()})::int as total`)
    return rows[0]?.total ?? 0
  }
  const counting = async () => {
    const all = keptCount(searchable, [])
    // Of a range that most rows are in, those beside it are counted.
    if (all && isRange(filters) && (await isMost(tx, matching, where([])))) {
      const beside = filters.map((filter) => sql` - (select count(*) ${where([sql`not ${condition(filter)}`])})`)
      return sql`greatest(0, (${all})${sql.join(beside)})`
    }
    return keptCount(searchable, filters) ?? sql`select count(*) ${matching}`
  }
  // The ids come first, so that what a view computes is computed for the rows of the page only.
  const read = async (rows: Stretch) => {
    const ids = sql`select id ${matching} order by ${ordering(order, rows.isFromEnd)} limit ${rows.limit} offset ${rows.offset}`
    const result = await tx.execute<Row>(sql`
      select row.* from unnest(array(${ids})) with ordinality as page (id, position)
      join ${from} as row on row.org_id = (select current_org()) and row.id = page.id
      order by page.position ${rows.isFromEnd ? sql`desc` : sql`asc`}`)
    return contractRows(result)
  }
  if (offset < farIn) {
    // Sent together: the connection pipelines.
    const [rows, total] = await Promise.all([read({ isFromEnd: false, limit, offset }), count()])
    return { rows, total }
  }
  const total = await count()
  if (offset >= total) return { rows: [], total }
  const behind = Math.max(total - offset - limit, 0)
  const isFromEnd = behind < offset
  const stretch = isFromEnd
    ? { isFromEnd, limit: Math.min(limit, total - offset), offset: behind }
    : { isFromEnd, limit, offset }
  return { rows: await read(stretch), total }
}

/**
 * Whether more than half of all rows are thought to match, by what the database knows of its columns. It knows nothing of how
 * many an organization has, so both are what it thinks.
 */
async function isMost(tx: Transaction, matching: SQL, all: SQL): Promise<boolean> {
  const thought = async (of: SQL) => {
    const { rows } = await tx.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      sql`explain (format json) select ${of}`,
    )
    return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
  }
  const [some, every] = await Promise.all([thought(matching), thought(all)])
  return some > every / 2
}

/** The number of rows where it is kept, as counting many of them takes long: a row has one value of a facet, so they add up. */
function keptCount({ view, counted }: Searchable, filters: Demand[]): SQL | undefined {
  const [filter, another] = filters
  const isKept = filter === undefined || (counted?.includes(filter.column) && ['=', 'any'].includes(filter.comparison))
  if (!counted || another || !isKept) return undefined
  const values = filter === undefined ? [''] : [filter.value].flat().map(String)
  return sql`select coalesce(sum(number), 0)::int from list_counts
    where org_id = (select current_org()) and list = ${view} and facet = ${filter?.column ?? ''}
      and value = any(${sql.param(values)}::text[])`
}

/** The same, counted from either end. */
interface Stretch extends Part {
  isFromEnd: boolean
}

function ordering({ column, kind, descending }: Order, isReversed: boolean): SQL {
  const name = sql.identifier(column)
  const key = isFolded(kind) ? sql`folded(${name}) collate "C"` : name
  const direction = descending === isReversed ? sql`asc` : sql`desc`
  const nulls = isReversed ? sql`nulls first` : sql`nulls last`
  return sql`${key} ${direction} ${isOptional(kind) ? nulls : sql``}, id ${direction}`
}

const isFolded = (kind: SortKind) => kind === 'text' || kind === 'optionalText'
const isOptional = (kind: SortKind) => kind === 'optional' || kind === 'optionalText'

/** What is looked for: an order is found by its number as it is shown, with its sign. */
export const soughtBy = (typed = ''): string => typed.trim().replace(/^#\s*(?=\d+$)/, '')

export const containing = (q: string) => `%${q.replace(/[\\%_]/g, String.raw`\$&`)}%`

/**
 * What could be part of a phone number is looked for among the digits alone, which follow the character 1; without the
 * 00 that is dialled before a country's code, and without the (0) that is not dialled after one.
 */
export function phonePatterns(q: string): string[] {
  if (!/^[\d\s+\-()./]+$/.test(q)) return []
  const digits = q
    .replace(/^\s*00/, '')
    .replace('(0)', '')
    .replaceAll(/\D/g, '')
  return [...new Set([q.replaceAll(/\D/g, ''), digits])]
    .filter((part) => part.length >= 3)
    .map((part) => `%\u0001%${part}%`)
}

/** What the rows of a list hold that are looked for; none where nothing is. */
export function soughtPatterns(resource: SearchResource, typed: string | undefined): string[] {
  const q = soughtBy(typed)
  return q === '' ? [] : patternsOf(searchables[resource], q)
}

const patternsOf = ({ findsPhones = false }: Searchable, q: string): string[] =>
  findsPhones ? [containing(q), ...phonePatterns(q)] : [containing(q)]

async function matched(
  tx: Transaction,
  resource: SearchResource,
  searchable: Searchable,
  q: string,
  filters: Demand[],
  { column, kind, descending }: Order,
  { limit, offset }: Part,
): Promise<Found> {
  const patterns = patternsOf(searchable, q)
  const result = await tx.execute<Row & { id: string | null; matches: number }>(sql`
    select found.total as matches, row.*
    from search_ids(${resource}, ${sql.param(patterns)}::text[], ${JSON.stringify(filters)}::jsonb, ${column},
      ${isFolded(kind)}, ${isOptional(kind)}, ${descending}, ${limit}, ${offset})
      with ordinality as found (id, total, position)
    left join ${sql.identifier(searchable.view)} as row on row.org_id = (select current_org()) and row.id = found.id
    order by found.position`)
  const rows = result.rows.filter(({ id }) => id !== null).map(({ matches: _matches, ...row }) => row)
  const shown = contractRows({ rows, fields: result.fields })
  return { rows: shown, total: result.rows[0]?.matches ?? 0 }
}
