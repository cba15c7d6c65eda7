import type { SearchResource } from '../../search'
import { Blocked } from '../engine/errors'
import { type Query, type Row, rowsOf, searchPage, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import type { World } from '../engine/world'

type SortOrder = 'asc' | 'desc'
const orders = ['asc', 'desc'] as const

/** Values that can be put in one order by everybody; undefined for what can't. */
function comparable(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value)) {
    const time = Date.parse(value)
    return Number.isNaN(time) ? undefined : time
  }
  return undefined
}

const firstLetter = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[a-z]/i.test(value) ? value.slice(0, 1) : undefined

/** Collations differ; that a comes before b is common to all, be it that capitals come before both. */
const textKeys = [
  (value: unknown) => firstLetter(value)?.toLowerCase().codePointAt(0),
  (value: unknown) => firstLetter(value)?.codePointAt(0),
]

function outOfOrder(values: readonly (number | undefined)[], order: SortOrder): boolean {
  const known = values.filter((value) => value !== undefined)
  return known.some((value, index) => {
    const next = known[index + 1]
    return next !== undefined && (order === 'asc' ? next < value : next > value)
  })
}

/** The offers that the run has made, sorted by the columns of their table, over pages that cut through equal values. */
export async function checkOwnSorts(run: Run, query: Query, made: Row[], { first }: World): Promise<void> {
  const narrowed: Query = { ...query, filters: { campaignId: first.workplace?.id ?? '' } }
  const ways: [sortBy: string, query: Query][] = [
    ['basePrice', query],
    ['basePrice', narrowed],
    ['quantity', query],
    ['displayName', query],
  ]
  for (const [sortBy, asked] of ways) {
    for (const sortOrder of orders) {
      const { rows, exchange } = await walk(run, { ...asked, sortBy, sortOrder }, { limit: 5 })
      const values = rows.map((row) => row[sortBy])
      const sorted = made
        .map((row) => row[sortBy])
        .toSorted((a, b) => (typeof a === 'number' ? a - Number(b) : String(a) < String(b) ? -1 : 1))
      const due = sortOrder === 'asc' ? sorted : sorted.toReversed()
      const isSorted = JSON.stringify(values) === JSON.stringify(due)
      run.verify(
        'search.sort',
        exchange,
        isSorted,
        `${sortBy} ${sortOrder}: ${due.join(', ')}`,
        values.map(String).join(', '),
      )
    }
  }
}

/** Rows without the value that is sorted by are rows, too. */
export async function checkSortsOfNothing(run: Run, query: Query, made: readonly Row[]): Promise<void> {
  for (const sortBy of ['minPrice', 'maxQuantity']) {
    // What is sent has to be sorted by at level full only, which is asked of the whole list.
    const { status } = await run.ask('search.search', { body: { ...query, sortBy, sortOrder: 'asc', limit: 5 } })
    if (status >= 400 && status < 500) continue
    const { rows, total, exchange } = await walk(run, { ...query, sortBy, sortOrder: 'asc' }, { limit: 5 })
    const ids = new Set(rows.map(({ id }) => id))
    const isWhole = total === made.length && made.every(({ id }) => ids.has(id))
    run.verify('search.sort', exchange, isWhole, `all ${made.length}, none of which has a ${sortBy}`, `${total} found`)
  }
}

/** What the app's tables can be sorted by; a server refuses what it does not offer. */
const sortable: Partial<Record<SearchResource, readonly string[]>> = {
  offers: [
    'createdAt',
    'updatedAt',
    'basePrice',
    'shipPrice',
    'minPrice',
    'maxPrice',
    'maxQuantity',
    'quantity',
    'quantityPerOrder',
    'displayName',
  ],
  products: ['createdAt', 'price', 'stock', 'name'],
  campaigns: ['createdAt', 'name', 'startDate', 'endDate', 'offersCount'],
  customers: ['createdAt', 'name', 'email', 'ordersCount', 'totalSpent'],
  orders: ['createdAt', 'number', 'total', 'subtotal', 'refundedTotal', 'customerName'],
  fulfillments: ['createdAt', 'orderNumber', 'shippedAt'],
  transactions: ['createdAt', 'orderNumber', 'amount'],
}

const limit = 100

/** Every list sorted by each column: either refused, or in order and beginning with the first of all rows. */
export async function checkSorts(run: Run, world: World, resource: SearchResource, all: readonly Row[]): Promise<void> {
  const { organizationId } = world.first
  const isGiven = (row: Row, name: string) => row[name] !== null && row[name] !== undefined
  // Where values are absent, it is only at level full that the others have to be in order; what is never sent is no column.
  const names = (sortable[resource] ?? []).filter((name) =>
    run.isFull ? all.some((row) => isGiven(row, name)) : all.every((row) => isGiven(row, name)),
  )
  for (const sortBy of names) {
    for (const sortOrder of orders) {
      const body = { organizationId, resource, sortBy, sortOrder, limit, page: 1 }
      const exchange = await run.ask('search.search', { body })
      if (exchange.status !== 200) {
        const mayRefuse = !run.isFull && exchange.status >= 400 && exchange.status < 500
        run.verify('search.sort', exchange, mayRefuse, `rows sorted by ${sortBy}`)
        continue
      }
      const rows = rowsOf(exchange)
      const isText = sortBy === 'name' || sortBy === 'displayName' || sortBy === 'customerName' || sortBy === 'email'
      const isSorted = (isText ? textKeys : [comparable]).some(
        (keyOf) =>
          !outOfOrder(
            rows.map((row) => keyOf(row[sortBy])),
            sortOrder,
          ),
      )
      run.verify(
        'search.sortRefused',
        exchange,
        isSorted,
        `rows in the order of ${sortBy} ${sortOrder}`,
        shown(rows, sortBy),
      )
      if (isText) continue
      const known = rows.map((row) => comparable(row[sortBy])).filter((value) => value !== undefined)
      const due = all
        .map((row) => comparable(row[sortBy]))
        .filter((value) => value !== undefined)
        .toSorted((a, b) => (sortOrder === 'asc' ? a - b : b - a))
        .slice(0, known.length)
      const isFirst = JSON.stringify(known) === JSON.stringify(due)
      run.verify(
        'search.sortRefused',
        exchange,
        isFirst,
        `the first of all rows by ${sortBy} ${sortOrder}`,
        shown(rows, sortBy),
      )
    }
  }
}

const shown = (rows: readonly Row[], name: string) =>
  rows
    .slice(0, 12)
    .map((row) => JSON.stringify(row[name]) ?? 'nothing')
    .join(', ')

/** Without an order of its own a list still has one that its pages share. */
export async function checkOrderOfPages(
  run: Run,
  world: World,
  resource: SearchResource,
  all: readonly Row[],
): Promise<void> {
  const { organizationId } = world.first
  const read = async (page: number) => (await searchPage(run, { organizationId, resource, limit: 10, page })).rows
  const inPages = async () => [...(await read(1)), ...(await read(2)), ...(await read(3))].map(({ id }) => id)
  const due = all.slice(0, 30).map(({ id }) => id)
  let ids = await inPages()
  if (JSON.stringify(ids) !== JSON.stringify(due)) {
    // Somebody else may have added a record meanwhile.
    const again = await walk(run, { organizationId, resource }, { most: 100 })
    ids = await inPages()
    const now = again.rows.slice(0, 30).map(({ id }) => id)
    const isSame = JSON.stringify(ids) === JSON.stringify(now)
    run.verify(
      'search.paging',
      again.exchange,
      isSame,
      'three pages of 10 with the rows of one page of 100',
      ids.join(', '),
    )
  }
  if (ids.length === 0 && due.length > 0) throw new Blocked('pages of 10 are empty')
}
