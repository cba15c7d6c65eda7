import { sql, type SQL } from 'drizzle-orm'
import type { SearchResource, SearchRow } from '../../contract/search'
import { InvalidSearch } from './errors'
import { isId } from './keys'
import { contractRows, type Row } from './rows'
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
 * a tenant's transaction. Throws InvalidSearch.
 */
export async function searchRows<Resource extends SearchResource>(
  tx: Transaction,
  resource: Resource,
  search: Search,
): Promise<SearchPage<Resource>> {
  const searchable: Searchable = searchables[resource]
  const order = orderOf(searchable, search)
  const filters = filtersOf(searchable, search)
  const q = search.q?.trim() ?? ''
  const found =
    filters === 'none'
      ? { rows: [], total: 0 }
      : q === ''
        ? await listed(tx, searchable, filters, order, search)
        : await matched(tx, resource, searchable, q, filters, order, search)
  // The views name and type their columns as the contract does.
  return { rows: found.rows as SearchRow<Resource>[], total: found.total }
}

function orderOf({ sorts }: Searchable, { sortBy, sortOrder }: Search): Order {
  const column = sortBy ?? 'createdAt'
  const kind = Object.hasOwn(sorts, column) ? sorts[column] : undefined
  if (kind === undefined) throw new InvalidSearch('sortBy', `Must be one of ${Object.keys(sorts).join(', ')}`)
  return { column, kind, descending: sortOrder === undefined ? sortBy === undefined : sortOrder === 'desc' }
}

/** What the filters demand of the columns; 'none' when no row can satisfy them. */
function filtersOf({ filters, presets }: Searchable, search: Search): [column: string, value: string][] | 'none' {
  const given = Object.entries(search.filters ?? {})
  for (const [key, value] of given) {
    if (!Object.hasOwn(filters, key)) {
      const known = Object.keys(filters)
      const offer = known.length === 0 ? 'This resource takes no filters' : `Must be one of ${known.join(', ')}`
      throw new InvalidSearch(`filters.${key}`, offer)
    }
    if (typeof value !== 'string') throw new InvalidSearch(`filters.${key}`, 'Must be a text')
  }
  const demanded = Object.entries({ ...presets, ...search.filters }).map(([key, value]): [string, string] => [
    key,
    String(value),
  ])
  return demanded.some(([key, value]) => filters[key] === 'id' && !isId(value)) ? 'none' : demanded
}

/** How many rows in, the total is asked first: for so far a page it pays to know which end is nearer. */
const farIn = 1_000

async function listed(
  tx: Transaction,
  { view }: Searchable,
  filters: [string, string][],
  order: Order,
  { limit, page }: Search,
): Promise<{ rows: Row[]; total: number }> {
  const conditions = filters.map(([column, value]) => sql`${sql.identifier(column)} = ${value}`)
  const matching = sql.join([sql`org_id = (select current_org())`, ...conditions], sql` and `)
  const from = sql.identifier(view)
  const count = async () => {
    const { rows } = await tx.execute<{ total: number }>(
      sql`select count(*)::int as total from ${from} where ${matching}`,
    )
    return rows[0]?.total ?? 0
  }
  // The ids come first, so that what a view computes is computed for the rows of the page only.
  const read = async (rows: Stretch) => {
    const ids = sql`select id from ${from} where ${matching} order by ${ordering(order, rows.isFromEnd)} limit ${rows.limit} offset ${rows.offset}`
    const result = await tx.execute<Row>(sql`
      select row.* from unnest(array(${ids})) with ordinality as page (id, position)
      join ${from} as row on row.org_id = (select current_org()) and row.id = page.id
      order by page.position ${rows.isFromEnd ? sql`desc` : sql`asc`}`)
    return contractRows(result)
  }
  const offset = (page - 1) * limit
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

/** Some rows of an order, counted from either end. */
interface Stretch {
  isFromEnd: boolean
  limit: number
  offset: number
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

/** What could be part of a phone number is looked for among the digits alone, which follow the character 1. */
function phonePatterns(q: string): string[] {
  const digits = q.replaceAll(/\D/g, '')
  return /^[\d\s+\-()./]+$/.test(q) && digits.length >= 3 ? [`%\u0001%${digits}%`] : []
}

async function matched(
  tx: Transaction,
  resource: SearchResource,
  { view, findsPhones = false }: Searchable,
  q: string,
  filters: [string, string][],
  { column, kind, descending }: Order,
  { limit, page }: Search,
): Promise<{ rows: Row[]; total: number }> {
  const patterns = findsPhones ? [containing(q), ...phonePatterns(q)] : [containing(q)]
  const result = await tx.execute<Row & { id: string | null; matches: number }>(sql`
    select found.total as matches, row.*
    from search_ids(${resource}, ${sql.param(patterns)}::text[], ${JSON.stringify(Object.fromEntries(filters))}::jsonb, ${column},
      ${isFolded(kind)}, ${isOptional(kind)}, ${descending}, ${limit}, ${(page - 1) * limit})
      with ordinality as found (id, total, position)
    left join ${sql.identifier(view)} as row on row.org_id = (select current_org()) and row.id = found.id
    order by found.position`)
  const rows = result.rows.filter(({ id }) => id !== null).map(({ matches: _matches, ...row }) => row)
  return { rows: contractRows({ rows, fields: result.fields }), total: result.rows[0]?.matches ?? 0 }
}
