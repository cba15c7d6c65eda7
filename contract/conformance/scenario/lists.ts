import type { SearchResource } from '../../search'
import { change } from '../engine/compare'
import { isAlike } from '../engine/declared'
import { type Row, rowsOf, searchPage, totalOf, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import type { World } from '../engine/world'
import { checkOrderOfPages, checkSorts } from './sorting'

/** What the lists of the app can be filtered by; of the others, a server refuses what it does not offer. */
const filterable: Record<SearchResource, readonly string[]> = {
  offers: ['campaignId', 'productId'],
  products: ['status', 'category'],
  campaigns: ['status', 'category', 'type'],
  customers: [],
  orders: ['campaignId', 'customerId', 'status', 'paymentStatus', 'fulfillmentStatus'],
  fulfillments: ['orderId', 'status'],
  transactions: ['orderId', 'type', 'status', 'gatewayInstanceId'],
}
const searchables = Object.keys(filterable) as SearchResource[]

/** What a record is certainly found by. */
const named: Partial<Record<SearchResource, readonly string[]>> = {
  products: ['name'],
  campaigns: ['name'],
  customers: ['name', 'email'],
}

/** Reads every list whole, and holds every way of narrowing and sorting it against what was read. */
export async function checkLists(run: Run, world: World): Promise<void> {
  const { organizationId } = world.first
  const lists = new Map<SearchResource, Row[]>()
  for (const resource of searchables) {
    await attempt(run, 'search.total', async () => {
      const all = await walk(run, { organizationId, resource })
      if (!all.isComplete) {
        run.recorder.skip('search.filter', `there are more than ${all.rows.length} ${resource}`)
        return
      }
      lists.set(resource, all.rows)
      await attempt(run, 'search.paging', () => checkOrderOfPages(run, world, resource, all.rows))
      const applied: string[] = []
      for (const name of filterable[resource]) {
        await attempt(run, 'search.filter', async () => {
          if (await checkFilter(run, organizationId, resource, name, all.rows)) applied.push(name)
        })
      }
      await attempt(run, 'search.filter', () => checkPairs(run, organizationId, resource, applied, all.rows))
      await attempt(run, 'search.q', () => checkNames(run, organizationId, resource, all.rows))
      await attempt(run, 'search.sort', () => checkSorts(run, world, resource, all.rows))
    })
  }
  await attempt(run, 'lists.stable', () => checkStable(run, world))
  if (run.isFull) await attempt(run, 'search.references', () => checkReferences(run, world, lists))
}

/** The most and the least frequent value of a column. */
function valuesOf(rows: readonly Row[], name: string): string[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const value = row[name]
    if (typeof value === 'string' && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const byCount = [...counts].toSorted(([, a], [, b]) => b - a).map(([value]) => value)
  const [most] = byCount
  const least = byCount.at(-1)
  return [...new Set([most, least])].filter((value) => value !== undefined)
}

/** Answers whether the list can be filtered by the column. */
async function checkFilter(
  run: Run,
  organizationId: string,
  resource: SearchResource,
  name: string,
  all: readonly Row[],
): Promise<boolean> {
  let isApplied = false
  const isPromised = run.isFull || (resource === 'offers' && name === 'campaignId')
  for (const value of [...valuesOf(all, name), 'zq-nothing-has-this']) {
    const body = { organizationId, resource, filters: { [name]: value }, limit: 100, page: 1 }
    const exchange = await run.ask('search.search', { body })
    if (exchange.status !== 200) {
      // An id that can't be one may be refused instead of finding nothing.
      const isRefusal = [400, 404, 422].includes(exchange.status)
      run.verify(
        'search.filter',
        exchange,
        isRefusal && (!isPromised || value === 'zq-nothing-has-this'),
        `rows by ${name}`,
      )
      continue
    }
    const rule = isPromised ? 'search.filter' : 'search.filterRefused'
    const isNamed = isPromised || (resource === 'campaigns' && name === 'status')
    const found = await walk(run, { organizationId, resource, filters: { [name]: value } })
    const due = all.filter((row) => row[name] === value)
    if (!isNamed && found.total === all.length && due.length < all.length) {
      run.recorder.skip(rule, `${resource} can not be filtered by ${name}: the filter is neither applied nor refused`)
      return false
    }
    isApplied ||= due.length > 0
    const wrong = found.rows.find((row) => row[name] !== undefined && row[name] !== value)
    run.verify(rule, exchange, wrong === undefined, `only rows with ${name} ${value}`, JSON.stringify(wrong?.[name]))
    const isAll = found.total === due.length
    run.verify(rule, exchange, isAll, `the ${due.length} rows with ${name} ${value}`, `a total of ${found.total}`)
    const known = new Map(all.map((row) => [row.id, row]))
    for (const row of found.rows.slice(0, 100)) {
      const listed = known.get(row.id)
      const differs = listed === undefined ? `${row.id} is not in the whole list` : change(listed, row)
      if (!run.verify('search.sameRow', exchange, differs === undefined, 'the rows of the whole list', differs)) break
    }
  }
  if (isApplied && run.isFull) await checkOddValues(run, organizationId, resource, name)
  return isApplied
}

/** A value that no row has is not the same as no filter. */
async function checkOddValues(run: Run, organizationId: string, resource: SearchResource, name: string): Promise<void> {
  for (const value of ['', 7, true]) {
    const exchange = await run.ask('search.search', { body: { organizationId, resource, filters: { [name]: value } } })
    const holds = exchange.status === 200 ? totalOf(exchange) === 0 : [400, 404, 422].includes(exchange.status)
    run.verify('search.filter', exchange, holds, `no rows with ${name} ${JSON.stringify(value)}, or a refusal`)
  }
}

/** Two filters narrow together: what has the one value and not the other is not found. */
async function checkPairs(
  run: Run,
  organizationId: string,
  resource: SearchResource,
  names: readonly string[],
  all: readonly Row[],
): Promise<void> {
  for (const [index, one] of names.entries()) {
    const other = names[index + 1]
    if (other === undefined) return
    const holding = (row: Row, name: string, like: Row) => row[name] === like[name]
    const like = all.find(
      (row) =>
        typeof row[one] === 'string' &&
        typeof row[other] === 'string' &&
        all.some((each) => holding(each, one, row) && !holding(each, other, row)) &&
        all.some((each) => holding(each, other, row) && !holding(each, one, row)),
    )
    if (like === undefined) continue
    const values: Record<string, string> = { [one]: String(like[one]), [other]: String(like[other]) }
    for (const filters of [values, Object.fromEntries(Object.entries(values).toReversed())]) {
      const found = await walk(run, { organizationId, resource, filters })
      const due = all.filter((row) => holding(row, one, like) && holding(row, other, like)).length
      const holds =
        found.total === due && found.rows.every((row) => holding(row, one, like) && holding(row, other, like))
      const expected = `the ${due} rows with ${one} ${String(like[one])} and ${other} ${String(like[other])}`
      run.verify('search.filter', found.exchange, holds, expected, `a total of ${found.total}`)
    }
  }
}

async function checkNames(
  run: Run,
  organizationId: string,
  resource: SearchResource,
  all: readonly Row[],
): Promise<void> {
  const nothing = await searchPage(run, { organizationId, resource, q: 'zqnothinghasthiszq', limit: 10, page: 1 })
  run.verify(
    'search.q',
    nothing.exchange,
    nothing.total === 0,
    'nothing for a word that no record has',
    `${nothing.total} found`,
  )
  for (const field of named[resource] ?? []) {
    if (resource === 'customers' && !run.isFull) continue
    for (const row of [all[0], all.at(-1)]) {
      const text = row?.[field]
      if (row === undefined || typeof text !== 'string' || text.length < 3 || text.length > 200) continue
      const found = await walk(run, { organizationId, resource, q: text })
      const isFound = found.rows.some(({ id }) => id === row.id)
      run.verify('search.q', found.exchange, isFound, `${row.id}, whose ${field} is ${text}`, `${found.total} others`)
    }
  }
}

/** Lists that nothing of the run changes read the same twice. */
async function checkStable(run: Run, { first }: World): Promise<void> {
  const query = { organizationId: first.organizationId }
  const read = async () => [
    await run.succeed('lists.stable', 'organizations.list'),
    await run.succeed('lists.stable', 'gateways.listInstances', { query }),
    await run.succeed('lists.stable', 'plugins.listInstalled', { query }),
    await run.succeed('lists.stable', 'calls.ongoing'),
  ]
  const before = await read()
  for (const [index, exchange] of (await read()).entries()) {
    const isSame = isAlike(exchange.json, before[index]?.json)
    run.verify('lists.stable', exchange, isSame, 'what was answered just before')
  }
}

/** Fields that hold another record's id, and the list that has it. */
const references: [from: SearchResource, field: string, to: SearchResource][] = [
  ['offers', 'campaignId', 'campaigns'],
  ['offers', 'productId', 'products'],
  ['orders', 'campaignId', 'campaigns'],
  ['orders', 'customerId', 'customers'],
  ['fulfillments', 'orderId', 'orders'],
  ['transactions', 'orderId', 'orders'],
]

async function checkReferences(run: Run, { first }: World, lists: Map<SearchResource, Row[]>): Promise<void> {
  const exchange = await run.succeed('search.references', 'organizations.list')
  const own = rowsOf(exchange).some(({ id }) => id === first.organizationId)
  run.verify('lists.stable', exchange, own, 'the organization that is worked in')
  for (const [from, field, to] of references) {
    const { exchange: searched } = await searchPage(run, { organizationId: first.organizationId, resource: from })
    const rows = lists.get(from)
    const targets = lists.get(to)
    if (rows === undefined || targets === undefined) continue
    const known = new Set(targets.map(({ id }) => id))
    const lost = rows.find((row) => typeof row[field] === 'string' && !known.has(row[field]))
    run.verify(
      'search.references',
      searched,
      lost === undefined,
      `${field} of ${from} among the ${to}`,
      String(lost?.[field]),
    )
  }
  const count = (from: SearchResource, field: string, id: string) =>
    (lists.get(from) ?? []).filter((row) => row[field] === id).length
  for (const [of, name, from, field] of [
    ['campaigns', 'offersCount', 'offers', 'campaignId'],
    ['customers', 'ordersCount', 'orders', 'customerId'],
  ] as const) {
    const rows = lists.get(of)
    if (rows === undefined || !lists.has(from)) continue
    const { exchange: searched } = await searchPage(run, { organizationId: first.organizationId, resource: of })
    const wrong = rows.find((row) => row[name] !== count(from, field, row.id))
    const due = wrong && `${name} ${count(from, field, wrong.id)}`
    run.verify(
      'search.references',
      searched,
      wrong === undefined,
      due ?? `${name} as many as there are`,
      String(wrong?.[name]),
    )
  }
}
