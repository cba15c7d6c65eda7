import { sql, type SQL } from 'drizzle-orm'
import * as z from 'zod/mini'
import { moment } from '../../contract/schemas'
import type { TransactionSums as Sums } from '../../contract/extensions/transactions'
import type { SearchResource, SearchRow } from '../../contract/search'
import { InvalidSearch } from './errors'
import { isId } from './keys'
import { contractRows, type Row, workFor } from './rows'
import { type Compared, searchables, type Searchable, type SortKind } from './searchables'
import type { Transaction } from './transactions'

export interface Search {
  limit: number
  /** Counted from 1. */
  page: number
  sortBy?: string | undefined
  sortOrder?: 'asc' | 'desc' | undefined
  /** Part of what a row is found by, in small or capital letters. */
  q?: string | undefined
  filters?: Record<string, string | number | boolean> | undefined
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
  person?: string,
): Promise<SearchPage<Resource>> {
  const searchable: Searchable = searchables[resource]
  const { own } = searchable
  const order = orderOf(searchable, search)
  const demands = await filtersOf(tx, searchable, search)
  const q = search.q?.trim() ?? ''
  const find: Find = (filters, part) =>
    q === '' ? listed(tx, searchable, filters, order, part) : matched(tx, resource, searchable, q, filters, order, part)
  if (own && person !== undefined) await workFor(tx, person)
  const { limit, page, sortBy } = search
  const asked = { limit, offset: (page - 1) * limit }
  const isOwnFirst = own && person !== undefined && sortBy === undefined
  const found =
    demands === 'none'
      ? { rows: [], total: 0 }
      : await (isOwnFirst ? ownFirst(find, own.column, demands, asked) : find(demands, asked))
  // The views name and type their columns as the contract does.
  return { rows: found.rows as SearchRow<Resource>[], total: found.total }
}

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

/** What the transactions that a search finds add up to, over all pages (GW-03). Throws InvalidSearch. */
export async function transactionSums(tx: Transaction, { q, filters }: Pick<Search, 'q' | 'filters'>): Promise<Sums> {
  const search = { limit: 1, page: 1, filters }
  const demands = await filtersOf(tx, searchables.transactions, search)
  const text = q?.trim() ?? ''
  const conditions = demands === 'none' ? [sql`false`] : demands.map(condition)
  if (text !== '') conditions.push(sql`search_text like folded(${containing(text)})`)
  const { rows } = await tx.execute<{ charged: number; refunded: number; currency: string }>(sql`
    select coalesce(sum(total_cents) filter (where type = 'charge'), 0)::float8 / 100 as charged,
      coalesce(sum(total_cents) filter (where type = 'refund'), 0)::float8 / 100 as refunded,
      (select currency from organizations where id = (select current_org())) as currency
    from transaction_rows
    where ${sql.join([sql`org_id = (select current_org())`, sql`status = 'succeeded'`, ...conditions], sql` and `)}`)
  const { charged = 0, refunded = 0, currency = null } = rows[0] ?? {}
  return { charged, refunded, net: Math.round((charged - refunded) * 100) / 100, currency }
}

function orderOf({ sorts }: Searchable, { sortBy, sortOrder }: Search): Order {
  const column = sortBy ?? 'createdAt'
  const kind = Object.hasOwn(sorts, column) ? sorts[column] : undefined
  if (kind === undefined) throw new InvalidSearch('sortBy', `Must be one of ${Object.keys(sorts).join(', ')}`)
  return { column, kind, descending: sortOrder === undefined ? sortBy === undefined : sortOrder === 'desc' }
}

/** A condition upon a column of the view. */
interface Demand {
  column: string
  comparison: '=' | '>=' | '<=' | '<'
  value: string | number
}

/** What the filters demand of the columns; 'none' when no row can satisfy them. */
async function filtersOf(
  tx: Transaction,
  { filters, presets }: Searchable,
  search: Search,
): Promise<Demand[] | 'none'> {
  const demands: Demand[] = []
  for (const [key, value] of Object.entries({ ...presets, ...search.filters })) {
    const filter = Object.hasOwn(filters, key) ? filters[key] : undefined
    if (filter === undefined) {
      const known = Object.keys(filters)
      const offer = known.length === 0 ? 'This resource takes no filters' : `Must be one of ${known.join(', ')}`
      throw new InvalidSearch(`filters.${key}`, offer)
    }
    if (typeof filter === 'object') {
      demands.push(
        filter.kind === 'money' ? moneyDemand(key, filter, value) : await momentDemand(tx, key, filter, value),
      )
      continue
    }
    if (typeof value !== 'string') throw new InvalidSearch(`filters.${key}`, 'Must be a text')
    demands.push({ column: key, comparison: '=', value })
  }
  const isPossible = demands.every(({ column, value }) => filters[column] !== 'id' || isId(String(value)))
  return isPossible ? demands : 'none'
}

// An address carries a number as text.
function moneyDemand(key: string, { column, is }: Compared, value: string | number | boolean): Demand {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) {
    throw new InvalidSearch(`filters.${key}`, 'Must be a number')
  }
  // Beyond what a product of two decimals is off by, and within what a column can be compared with.
  const cents = Number((number * 100).toFixed(3))
  const whole = is === 'least' ? Math.ceil(cents) : Math.floor(cents)
  const bounded = Math.min(Math.max(whole, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
  return { column, comparison: is === 'least' ? '>=' : '<=', value: bounded }
}

/** A moment is compared as it is; a day begins and ends where the organization is. */
async function momentDemand(
  tx: Transaction,
  key: string,
  { column, is }: Compared,
  value: string | number | boolean,
): Promise<Demand> {
  const day = z.safeParse(z.iso.date(), value)
  if (day.success) {
    const { rows } = await tx.execute<{ moment: string }>(sql`
      select to_char(((${day.data}::date + ${is === 'least' ? 0 : 1}::int)::timestamp at time zone time_zone)
        at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as moment
      from organizations where id = (select current_org())`)
    return { column, comparison: is === 'least' ? '>=' : '<', value: rows[0]?.moment ?? day.data }
  }
  const given = z.safeParse(moment, value)
  if (!given.success) throw new InvalidSearch(`filters.${key}`, 'Must be a day or a moment, as in 2026-03-01')
  return { column, comparison: is === 'least' ? '>=' : '<=', value: given.data }
}

/** How many rows in, the total is asked first: for so far a page it pays to know which end is nearer. */
const farIn = 1_000

async function listed(
  tx: Transaction,
  searchable: Searchable,
  filters: Demand[],
  order: Order,
  { limit, offset }: Part,
): Promise<Found> {
  const { view, own } = searchable
  const conditions = filters.map((filter) =>
    filter.column === own?.column
      ? // Instead of the column, which would be worked out for every row.
        sql.raw(`id ${filter.value === 'true' ? 'in' : 'not in'} (${own.ids})`)
      : condition(filter),
  )
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

const condition = ({ column, comparison, value }: Demand) =>
  sql`(${sql.identifier(column)} ${sql.raw(comparison)} ${value})`

/** Whether one column is demanded to be from here or up to there. What is compared so is never absent. */
const isRange = ([first, ...others]: Demand[]) =>
  first !== undefined && first.comparison !== '=' && others.every(({ column }) => column === first.column)

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

/** The number of rows where it is kept, as counting many of them takes long. */
function keptCount({ view, counted, filters: kinds }: Searchable, filters: Demand[]): SQL | undefined {
  const [filter, another] = filters
  if (!counted || another || (filter && !counted.includes(filter.column))) return undefined
  const facet = filter?.column ?? ''
  const text = String(filter?.value ?? '')
  const value = kinds[facet] === 'id' ? text.toLowerCase() : text
  return sql`select coalesce(sum(number), 0)::int from list_counts
    where org_id = (select current_org()) and list = ${view} and facet = ${facet} and value = ${value}`
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

const containing = (q: string) => `%${q.replace(/[\\%_]/g, String.raw`\$&`)}%`

/**
 * What could be part of a phone number is looked for among the digits alone, which follow the character 1; without the
 * 00 that is dialled before a country's code, and without the (0) that is not dialled after one.
 */
function phonePatterns(q: string): string[] {
  if (!/^[\d\s+\-()./]+$/.test(q)) return []
  const digits = q
    .replace(/^\s*00/, '')
    .replace('(0)', '')
    .replaceAll(/\D/g, '')
  return [...new Set([q.replaceAll(/\D/g, ''), digits])]
    .filter((part) => part.length >= 3)
    .map((part) => `%\u0001%${part}%`)
}

async function matched(
  tx: Transaction,
  resource: SearchResource,
  { view, findsPhones = false }: Searchable,
  q: string,
  filters: Demand[],
  { column, kind, descending }: Order,
  { limit, offset }: Part,
): Promise<Found> {
  const patterns = findsPhones ? [containing(q), ...phonePatterns(q)] : [containing(q)]
  const result = await tx.execute<Row & { id: string | null; matches: number }>(sql`
    select found.total as matches, row.*
    from search_ids(${resource}, ${sql.param(patterns)}::text[], ${JSON.stringify(filters)}::jsonb, ${column},
      ${isFolded(kind)}, ${isOptional(kind)}, ${descending}, ${limit}, ${offset})
      with ordinality as found (id, total, position)
    left join ${sql.identifier(view)} as row on row.org_id = (select current_org()) and row.id = found.id
    order by found.position`)
  const rows = result.rows.filter(({ id }) => id !== null).map(({ matches: _matches, ...row }) => row)
  return { rows: contractRows({ rows, fields: result.fields }), total: result.rows[0]?.matches ?? 0 }
}
