import type { SearchResource } from '../../search'
import { recordOf, type Row, rowsOf, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import type { World } from '../engine/world'

/** Fields that hold another record's id, and the list that has it. */
const references: [from: SearchResource, field: string, to: SearchResource][] = [
  ['offers', 'campaignId', 'campaigns'],
  ['offers', 'productId', 'products'],
  ['orders', 'campaignId', 'campaigns'],
  ['orders', 'customerId', 'customers'],
  ['fulfillments', 'orderId', 'orders'],
  ['transactions', 'orderId', 'orders'],
]

/** A row whose record is nowhere. One that was put away is found by its id, and of one that was deleted an order has a copy. */
async function lostIn(
  run: Run,
  organizationId: string,
  rows: readonly Row[],
  [from, field, to]: (typeof references)[number],
): Promise<Row | undefined> {
  const ids = [...new Set(rows.map((row) => String(row[field])))]
  const found = new Set<unknown>()
  for (let start = 0; start < ids.length; start += 100) {
    const filters = { ids: ids.slice(start, start + 100) }
    for (const { id } of (await searchPage(run, { organizationId, resource: to, filters, limit: 100 })).rows)
      found.add(id)
  }
  for (const row of rows) {
    if (found.has(row[field])) continue
    if (from !== 'orders' || to !== 'customers') return row
    const order = recordOf(await run.succeed('search.references', 'orders.get', { params: { orderId: row.id } }))
    if ((order['customer'] as { id?: unknown } | null | undefined)?.id !== row[field]) return row
  }
  return undefined
}

export async function checkReferences(run: Run, { first }: World, lists: Map<SearchResource, Row[]>): Promise<void> {
  const exchange = await run.succeed('search.references', 'organizations.list')
  const own = rowsOf(exchange).some(({ id }) => id === first.organizationId)
  run.verify('lists.stable', exchange, own, 'the organization that is worked in')
  for (const [from, field, to] of references) {
    const { exchange: searched } = await searchPage(run, { organizationId: first.organizationId, resource: from })
    const rows = lists.get(from)
    const targets = lists.get(to)
    if (rows === undefined || targets === undefined) continue
    const known = new Set(targets.map(({ id }) => id))
    const lost = await lostIn(
      run,
      first.organizationId,
      rows.filter((row) => typeof row[field] === 'string' && !known.has(row[field])),
      [from, field, to],
    )
    run.verify(
      'search.references',
      searched,
      lost === undefined,
      `${field} of ${from} among the ${to}`,
      String(lost?.[field]),
    )
  }
  // An order that was cancelled or that has expired is none (CU-05).
  const isCounted = ({ status }: Row) => status !== 'cancelled' && status !== 'expired'
  const count = (from: SearchResource, field: string, id: string) =>
    (lists.get(from) ?? []).filter((row) => row[field] === id && isCounted(row)).length
  for (const [of, name, from, field] of [
    ['campaigns', 'offersCount', 'offers', 'campaignId'],
    ['customers', 'ordersCount', 'orders', 'customerId'],
  ] as const) {
    const rows = lists.get(of)
    if (rows === undefined || !lists.has(from)) continue
    const { exchange: searched } = await searchPage(run, { organizationId: first.organizationId, resource: of })
    // What is never sent is asked for where everything has to be.
    const wrong = rows.find((row) => name in row && row[name] !== count(from, field, row.id))
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
