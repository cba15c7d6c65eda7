import type { SearchResource } from '../../search'
import { cents } from '../engine/amounts'
import { disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import { recordOf, type Row, rowsOf, searchPage, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import type { Tenant } from '../engine/tenant'
import { textOf } from '../engine/text'
import { crossed, isLevel, type Lists } from '../predict/crossed'
import { crossedPeople } from '../predict/people'
import { dataOf, listOf, paymentsOf } from './paying'

const rule = 'lists.agree'

/** As many values as a filter takes at most. */
const mostValues = 100

type Known = Readonly<Record<string, { rows: readonly Row[]; exchange: Exchange }>>

/** All that the run has sold in an organization, as every list of it has it. */
async function soldIn(run: Run, { organizationId, account }: Tenant, marker: string): Promise<Known> {
  const found = async (resource: SearchResource, by: string, values: readonly string[]) => {
    const rows: Row[] = []
    let { exchange } = await searchPage(run, { organizationId, resource, limit: 1 }, account)
    for (let start = 0; start < values.length; start += mostValues) {
      const filters = { [by]: values.slice(start, start + mostValues) }
      const walked = await walk(run, { organizationId, resource, filters }, { as: account })
      rows.push(...walked.rows)
      ;({ exchange } = walked)
    }
    return { rows, exchange }
  }
  const query = { organizationId, resource: 'campaigns' as const, q: marker }
  const campaigns = await walk(run, query, { as: account })
  const ids = campaigns.rows.map(({ id }) => id)
  const offers = await found('offers', 'campaignId', ids)
  const orders = await found('orders', 'campaignId', ids)
  const productIds = [...new Set(offers.rows.map(({ productId }) => String(productId)))]
  const orderIds = orders.rows.map(({ id }) => id)
  const customerIds = [...new Set(orders.rows.map(({ customerId }) => String(customerId)))]
  return {
    campaigns,
    offers,
    orders,
    ...(run.lacks('gateways.list') ? {} : { gateways: await gatewaysIn(run, organizationId, account) }),
    products: await found('products', 'ids', productIds),
    orderLines: await found('orderLines', 'campaignId', ids),
    transactions: await found('transactions', 'campaignId', ids),
    fulfillments: await found('fulfillments', 'orderId', orderIds),
    customers: await found('customers', 'ids', customerIds),
    customerOrders: await found('orders', 'customerId', customerIds),
    calls: await searchPage(run, { organizationId, resource: 'calls', limit: 100, page: 1 }, account),
  }
}

async function gatewaysIn(run: Run, organizationId: string, as: Tenant['account']) {
  const exchange = await run.succeed(rule, 'gateways.list', { as, query: { organizationId } })
  return { rows: rowsOf(exchange), exchange }
}

const rowsIn = (known: Known): Lists => Object.fromEntries(Object.entries(known).map(([of, { rows }]) => [of, rows]))

const foretold = (known: Known) => [...crossed(rowsIn(known)), ...crossedPeople(rowsIn(known))]

/** What one list says of what the run has sold, the others say as well. A difference counts only when it is there twice. */
export async function checkAgreement(run: Run, tenant: Tenant, marker: string): Promise<void> {
  const read = async () => soldIn(run, tenant, marker)
  let known = await read()
  if (foretold(known).some(({ wrong }) => wrong !== undefined)) {
    await run.sender.pause(500)
    known = await read()
  }
  for (const { of, expected, wrong } of foretold(known)) {
    const exchange = known[of]?.exchange
    if (exchange !== undefined) run.verify(rule, exchange, wrong === undefined, expected, wrong)
  }
  for (const order of tellingOrders(rowsIn(known))) await checkWhole(run, tenant, order, rowsIn(known))
  await checkPacking(run, tenant, known['fulfillments']?.rows ?? [])
}

/** Parcels of several orders are read in the order that they are asked for, as their list has them. */
async function checkPacking(run: Run, { organizationId, account }: Tenant, parcels: readonly Row[]): Promise<void> {
  // Neither by order, nor by age.
  const some = parcels.filter(({ status }) => status !== 'cancelled').slice(0, 12)
  const asked = [...some.filter((_, index) => index % 2 === 1), ...some.filter((_, index) => index % 2 === 0)]
  if (asked.length === 0) return
  const body = { organizationId, fulfilmentIds: asked.map(({ id }) => id) }
  const exchange = await run.succeed(rule, 'fulfilments.packingList', { as: account, body })
  const told = rowsOf(exchange)
  const isInOrder = told.map(({ id }) => id).join() === body.fulfilmentIds.join()
  run.verify(rule, exchange, isInOrder, 'the parcels of several orders, in the order that they are asked for')
  const wrong = asked.map((row, index) => disagreement(row, told[index] ?? { id: '' })).find((one) => one !== undefined)
  run.verify(rule, exchange, wrong === undefined, 'parcels to be packed as their list has them', wrong)
}

/** A few orders of which there is most to tell. */
function tellingOrders({ orders = [], transactions = [], fulfillments = [] }: Lists): Row[] {
  const countOf = (rows: readonly Row[], { id }: Row) => rows.filter((row) => row['orderId'] === id).length
  const most = (rows: readonly Row[]) => orders.toSorted((one, other) => countOf(rows, other) - countOf(rows, one))[0]
  const cancelled = orders.find((row) => row['status'] === 'cancelled' && Number(row['paidTotal']) > 0)
  const some = [most(transactions), most(fulfillments), cancelled].filter((row) => row !== undefined)
  return [...new Set(some)]
}

/** An order that is read alone has what the lists have of it, and so have its payments. */
async function checkWhole(run: Run, { account }: Tenant, row: Row, lists: Lists): Promise<void> {
  const params = { orderId: row.id }
  const exchange = await run.succeed(rule, 'orders.get', { as: account, params })
  const order = recordOf(exchange)
  const verify = (at: Exchange, wrong: string | undefined, expected: string) =>
    run.verify(rule, at, wrong === undefined, expected, wrong)
  const { linkEnds: _, ...listed } = row
  verify(exchange, disagreement(listed, order), 'the order as its list has it')
  for (const [field, of] of [
    ['transactions', 'transactions'],
    ['fulfilments', 'fulfillments'],
    ['items', 'orderLines'],
  ] as const) {
    const due = (lists[of] ?? []).filter(({ orderId }) => orderId === row.id)
    verify(exchange, unlike(listOf(order[field]), due, of === 'orderLines'), `${field} of an order as ${of} have them`)
  }
  const oldestFirst = listOf(order['transactions']).map(({ createdAt }) => Date.parse(String(createdAt)))
  const isInOrder = oldestFirst.every((time, index) => index === 0 || time >= (oldestFirst[index - 1] ?? 0))
  run.verify(rule, exchange, isInOrder, 'transactions of an order, the oldest first')
  const asked = await paymentsOf(run, rule, row.id)
  const told = dataOf(asked)
  const isSame = isLevel(told['refundable'], order['refundable'])
  verify(
    asked,
    isSame ? undefined : JSON.stringify([told['refundable'], order['refundable']]),
    'as much to be refunded as the order tells',
  )
  const [one, other] = [told, order].map((of) => JSON.stringify(listOf(of['refundedLines'])))
  verify(asked, one === other ? undefined : `${one} and ${other}`, 'refunded lines as the order tells them')
  verify(
    asked,
    wrongAttempt(listOf(told['attempts']), order),
    'attempts to pay what the order costs, each with its end',
  )
  verify(asked, strangeGateway(listOf(told['attempts']), lists), 'attempts by gateways that there are, by their names')
  for (const [of, state, type] of [
    ['attempts', 'succeeded', 'charge'],
    ['refunds', 'succeeded', 'refund'],
  ] as const) {
    const own = listOf(told[of]).filter((one) => one['state'] === state)
    const theirs = listOf(order['transactions']).filter((one) => one['type'] === type && one['status'] === state)
    verify(asked, otherReferences(own, theirs), `${of} with the references of the transactions that they have become`)
  }
  const moved = unmoved(listOf(told['attempts']), listOf(order['transactions']))
  verify(asked, moved, 'a charge for each attempt that was paid or declined, and why')
  const given = listOf(told['refunds']).filter(({ state }) => state === 'succeeded')
  const amount = given.reduce((all, refund) => all + cents(refund['amount']), 0)
  const refunded = cents(order['refundedTotal'])
  verify(asked, amount === refunded ? undefined : `${amount / 100}`, `refunds of ${refunded / 100} together`)
  const unended = given.find(({ endedAt, currency }) => typeof endedAt !== 'string' || currency !== order['currency'])
  verify(asked, unended && JSON.stringify(unended), 'refunds of the order’s currency, each with its end')
}

/** Records within another that are not those of their list; of lines the total is told without shipping and tax. */
function unlike(shown: readonly Row[], due: readonly Row[], isLine: boolean): string | undefined {
  const ids = (rows: readonly Row[]) =>
    rows
      .map(({ id }) => id)
      .toSorted()
      .join(', ')
  if (ids(shown) !== ids(due)) return `${ids(shown) || 'none'} instead of ${ids(due) || 'none'}`
  for (const row of shown) {
    const { total: _, ...known } = due.find(({ id }) => id === row.id) ?? row
    const compared = isLine ? (known as Row) : (due.find(({ id }) => id === row.id) ?? row)
    const differs = disagreement(compared, row)
    if (differs !== undefined) return `of ${row.id}, ${differs}`
  }
  return undefined
}

/** An attempt by a gateway that the organization does not have. */
function strangeGateway(attempts: readonly Row[], { gateways }: Lists): string | undefined {
  if (gateways === undefined) return undefined
  const names = new Set(gateways.map(({ displayName }) => displayName))
  const strange = attempts.find(({ gatewayName }) => typeof gatewayName === 'string' && !names.has(gatewayName))
  return strange && `${textOf(strange['gatewayName'])} of ${strange.id}`
}

/** What the processor calls a payment it calls alike wherever it is told, as far as it is. */
function otherReferences(rows: readonly Row[], transactions: readonly Row[]): string | undefined {
  const [is, due] = [rows, transactions].map((some) => some.map(({ reference }) => reference))
  if (![...(is ?? []), ...(due ?? [])].every((one) => typeof one === 'string' && one !== '')) return undefined
  const [one, other] = [is, due].map((some) => some?.map(textOf).toSorted().join(', '))
  return one === other ? undefined : `${one || 'none'}, and ${other || 'none'}`
}

/** Attempts that have ended are the charges of a gateway, each with its reason. */
function unmoved(attempts: readonly Row[], transactions: readonly Row[]): string | undefined {
  const ended = attempts.filter(({ state }) => state === 'succeeded' || state === 'declined')
  const charges = transactions.filter(
    ({ type, status, taken }) => type === 'charge' && status !== 'pending' && (taken ?? 'gateway') === 'gateway',
  )
  const said = (rows: readonly Row[], isPaid: (row: Row) => boolean, reason: string) =>
    rows
      .map((row) => (isPaid(row) ? 'paid' : textOf(row[reason] ?? 'declined')))
      .toSorted()
      .join(', ')
  const is = said(ended, ({ state }) => state === 'succeeded', 'reasonCode')
  const due = said(charges, ({ status }) => status === 'succeeded', 'failureCode')
  return is === due ? undefined : `attempts ${is || 'none'}, charges ${due || 'none'}`
}

function wrongAttempt(attempts: readonly Row[], order: Row): string | undefined {
  const isEnded = ({ state }: Row) => state === 'succeeded' || state === 'declined' || state === 'expired'
  const wrong = attempts.find(
    (attempt) =>
      cents(attempt['amount']) !== cents(order['total']) ||
      attempt['currency'] !== order['currency'] ||
      typeof attempt['gatewayName'] !== 'string' ||
      isEnded(attempt) !== (typeof attempt['endedAt'] === 'string'),
  )
  return wrong && JSON.stringify(wrong)
}
