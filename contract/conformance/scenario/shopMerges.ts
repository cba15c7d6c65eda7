import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import { recordOf, type Row, searchPage } from '../engine/listing'
import { fieldsOf, listOf } from './paying'
import { notNow, placement, readOrder } from './sellingBasics'
import { balance, nth, shopOf, type Trade } from './trade'
import { twiceAtOnce } from './twiceAtOnce'

const rule = 'shop.figures'

/** What a customer is read with: their calls, and how many there are. */
export const callsOf = async ({ run }: Trade, customerId: string) => {
  const row = recordOf(await run.succeed(rule, 'customers.get', { params: { customerId } }))
  return { count: row['callsCount'], ids: listOf(row['calls']).map(({ id }) => id) }
}

/** Two customers become one and two again: orders and calls go along. */
export async function mergeAndBack(
  trade: Trade,
  keptIndex: number,
  otherIndex: number,
  calls: readonly string[],
): Promise<void> {
  const { run, books, customers } = trade
  const [kept, other] = [nth(customers, keptIndex), nth(customers, otherIndex)]
  const before = await callsOf(trade, kept.id)
  const merged = await twiceAtOnce(run, rule, 'customers.merge', {
    params: { customerId: kept.id },
    body: { otherId: other.id, keep: {} },
  })
  const shop = { ...shopOf(trade), customer: other }
  const line = { offerId: nth(trade.offers, 0).id, quantity: 1, unitPrice: 20 }
  const late = { body: placement(shop, [line]), isValid: true }
  await run.refuse('orders.refused', 'orders.place', late, notNow)
  const { organizationId } = trade.place.tenant
  const ring = { body: { organizationId, customerId: other.id, direction: 'inbound' }, isValid: true }
  if (!run.lacks('calls.start')) await run.refuse('calls.life', 'calls.start', ring, notNow)
  const moved = books.moved(other.id, kept.id)
  books.customers.delete(other.id)
  await balance(trade, merged, 'two customers are one')
  await hasCalls(trade, merged, kept.id, [...before.ids, ...calls])
  const back = await run.succeed(rule, 'customers.unmerge', { params: { customerId: other.id }, body: {} })
  for (const id of moved) books.changed(id, { customer: other.id })
  books.customers.add(other.id)
  await balance(trade, back, 'they are two again')
  await hasCalls(trade, back, kept.id, before.ids)
  await hasCalls(trade, back, other.id, calls)
}

/** Whoever of two wants no calls, the one that they become wants none; they are two again as they were. */
export async function mergeUnwanted({ run, customers }: Trade, keptIndex: number, otherIndex: number): Promise<void> {
  const [kept, other] = [nth(customers, keptIndex), nth(customers, otherIndex)]
  const wants = async ({ id }: Row) =>
    recordOf(await run.succeed(rule, 'customers.get', { params: { customerId: id } }))['doNotCall'] === true
  if ((await wants(kept)) || !(await wants(other))) return
  const ask = { params: { customerId: kept.id }, body: { otherId: other.id, keep: {} } }
  const merged = await run.succeed(rule, 'customers.merge', ask)
  run.verify(rule, merged, recordOf(merged)['doNotCall'] === true, 'one who is not to be called, as one of both is not')
  const back = await run.succeed(rule, 'customers.unmerge', { params: { customerId: other.id }, body: {} })
  const isBefore = recordOf(back)['doNotCall'] === true && !(await wants(kept))
  run.verify(rule, back, isBefore, 'the one not to be called, and the other to be called')
}

/** Who has bought and is deleted takes nothing along, and comes back with all of it; a server may keep whoever has bought. */
export async function leaveAndReturn(trade: Trade, index: number): Promise<void> {
  const { run, books, customers, place } = trade
  const { id } = nth(customers, index)
  const params = { customerId: id }
  const { ids } = await callsOf(trade, id)
  const gone = await run.ask('customers.delete', { params, alsoDeclared: [409, 422] })
  if (gone.status === 409 || gone.status === 422 || !run.isSuccess(rule, gone)) return
  const sale = [...books.sales.values()].find(({ customer }) => customer === id)
  if (sale !== undefined) {
    const shown = fieldsOf((await readOrder(run, place.tenant, sale.id, rule))['customer'])
    const named = difference({ id, firstName: nth(customers, index)['firstName'] }, shown)
    run.verify('orders.copies', gone, named === undefined, 'who has bought, though they are deleted', named)
  }
  await balance(trade, gone, 'a customer who has bought is deleted', ['orders', 'campaigns'])
  const back = await run.succeed('customers.restore', 'customers.restore', { params, body: {} })
  await balance(trade, back, 'they are back', ['customers', 'orders'])
  await hasCalls(trade, back, id, ids)
}

async function hasCalls(trade: Trade, exchange: Exchange, customerId: string, due: readonly string[]): Promise<void> {
  const {
    run,
    place: { tenant },
  } = trade
  const { ids, count } = await callsOf(trade, customerId)
  const isSame = ids.toSorted().join() === due.toSorted().join() && count === due.length
  const said = `${ids.length} calls, callsCount ${String(count)}`
  run.verify(rule, exchange, isSame, `the ${due.length} calls with their customer`, said)
  if (due.length === 0) return
  const { organizationId } = tenant
  const { rows } = await searchPage(run, { organizationId, resource: 'calls', filters: { ids: due } })
  const strange = rows.find((row) => row['customerId'] !== customerId)
  run.verify(
    rule,
    exchange,
    strange === undefined && rows.length === due.length,
    'the calls in their list, too',
    strange?.id,
  )
}
