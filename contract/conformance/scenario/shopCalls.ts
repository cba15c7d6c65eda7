import { randomUUID } from 'node:crypto'
import { difference, disagreement } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, searchPage } from '../engine/listing'
import { withOffset } from '../engine/moments'
import { typedPhone } from '../engine/phones'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Sale } from '../predict/books'
import { verifyOwnWork } from './memberRecords'
import { keepDraft } from './orderDrafts'
import { fieldsOf } from './paying'
import { makeOne } from './sellingBasics'
import { nth, type Trade } from './trade'

const rule = 'shop.calls'

/** What becomes of a call once it is begun; of the customer what is said in it. */
const becoming = new Set(['state', 'endedAt', 'disposition', 'note', 'callBackAt', 'doNotCall', 'updatedAt', 'version'])

const begun = (call: Row) => Object.fromEntries(Object.entries(call).filter(([name]) => !becoming.has(name)))

/** A call with somebody, from its beginning until it is closed, as it is then. */
async function ring(trade: Trade, who: Fields, closed: Fields): Promise<[Row, Exchange]> {
  const {
    run,
    place: { tenant },
  } = trade
  const { organizationId } = tenant
  const [call] = await makeOne(run, tenant, 'calls', rule, { organizationId, ...who })
  const params = { callId: call.id }
  await run.succeed(rule, 'calls.end', { params, body: {} })
  const body = { note: `${trade.world.marker} said so`, ...closed }
  const exchange = await run.succeed(rule, 'calls.close', { params, body })
  const now = recordOf(exchange)
  const wrong = difference(body, now) ?? disagreement(begun(call), now)
  run.verify(rule, exchange, wrong === undefined, 'a call as it was closed, and as it was begun', wrong)
  // All numbers of a run are of one country, which need not be told.
  const { country } = now
  const isThere = (country ?? null) === null || country === '' || country === 'US'
  run.verify(rule, exchange, isThere, 'US, where the number of the call is from', textOf(country))
  return [now, exchange]
}

/** What is sold in a call is its first order, and whoever buys is who is called. */
export async function sellInCall(trade: Trade, customer: Row, work: () => Promise<Sale>): Promise<Sale> {
  const {
    run,
    place: { tenant, isOwn },
  } = trade
  // Elsewhere the account may be in a call.
  if (!isOwn || run.lacks('calls.start')) return work()
  await endOpen(trade)
  const body = { organizationId: tenant.organizationId, customerId: customer.id }
  const [{ id: callId }] = await makeOne(run, tenant, 'calls', rule, body)
  const sale = await work()
  await run.succeed(rule, 'calls.end', { params: { callId }, body: {} })
  const ask = { params: { callId }, body: { disposition: 'sold' } }
  const exchange = await run.succeed(rule, 'calls.close', ask)
  const { order } = recordOf(exchange)
  const isSold = fieldsOf(order)['id'] === sale.id
  run.verify(rule, exchange, isSold, 'a call with the order that was placed in it, the first', textOf(order))
  await areListed(trade, exchange, [recordOf(exchange)], { offerId: sale.lines[0]?.offer })
  return sale
}

/** The list of calls has them as they were closed, with more that is due of each. */
async function areListed(trade: Trade, exchange: Exchange, calls: readonly Row[], more: Fields = {}): Promise<void> {
  const {
    run,
    place: { tenant },
  } = trade
  const filters = { ids: calls.map(({ id }) => id) }
  const query = { organizationId: tenant.organizationId, resource: 'calls' as const, filters, limit: 100, page: 1 }
  const { rows } = await searchPage(run, query)
  for (const { id, startedAt, customerId, customerName, disposition, order } of calls) {
    const { id: orderId = null, number: orderNumber = null } = fieldsOf(order)
    // Of nobody there is no name, be it an empty one.
    const called = (name: unknown) => (name === '' ? null : name)
    const named = { customerName: called(customerName) }
    const due = { createdAt: startedAt, customerId, ...named, disposition, orderId, orderNumber, ...more }
    const row = rows.find((one) => one.id === id)
    const told = row && { ...row, customerName: called(row['customerName']) }
    const wrong = told === undefined ? 'it is not there' : disagreement(due, told)
    run.verify(rule, exchange, wrong === undefined, `the call ${id} in the list of calls as it was closed`, wrong)
  }
}

/** A whole second, so that no backend has to keep what is finer. */
const inHours = (hours: number, offset: string) =>
  withOffset(new Date(Math.floor(Date.now() / 1_000) * 1_000 + hours * 3_600_000), offset)

/** Who is called back, when and until when; and who is not called any more. Returns the calls of a customer. */
export async function callPeople(trade: Trade): Promise<string[]> {
  const { run, customers } = trade
  await endOpen(trade)
  // An earlier run that was ended in its midst may have left some.
  const others = new Set((await callBacksOf(trade)).map(({ id }) => id))
  const [one, other, third] = [nth(customers, 0), nth(customers, 1), nth(customers, 2)]
  const later = inHours(30, '+05:30')
  const sooner = inHours(4, '-08:00')
  const spelled = { phone: typedPhone(textOf(one['phone'])) }
  const [first, begun] = await ring(trade, spelled, { disposition: 'call_back', callBackAt: later, note: '' })
  run.verify(
    rule,
    begun,
    first['customerId'] === one.id,
    'the customer whose number it is, however it is typed',
    String(first['customerId']),
  )
  const [second, closed] = await ring(trade, { customerId: other.id }, { disposition: 'call_back', callBackAt: sooner })
  await areDue(trade, others, closed, [
    [second, sooner],
    [first, later],
  ])
  // Neither the newest call nor the oldest one is due first.
  const between = inHours(12, '+00:00')
  const next = { disposition: 'call_back', callBackAt: between }
  const [newest, kept] = await ring(trade, { phone: run.phones.next() }, next)
  await areDue(trade, others, kept, [
    [second, sooner],
    [newest, between],
    [first, later],
  ])
  await run.succeed(rule, 'calls.calledBack', { params: { callId: newest.id }, body: {} })
  // Nobody was reached, so they are to be called still.
  const [, missed] = await ring(trade, { customerId: other.id, direction: 'outbound' }, { disposition: 'no_answer' })
  await areDue(trade, others, missed, [
    [second, sooner],
    [first, later],
  ])
  // Who was reached and wants to be called at another time is not called at both.
  const evening = inHours(20, '+05:30')
  const [anew, promised] = await ring(trade, { customerId: other.id }, { ...next, callBackAt: evening })
  await areDue(trade, others, promised, [
    [anew, evening],
    [first, later],
  ])
  // Whoever is known is reached by any number.
  const [reached, served] = await ring(
    trade,
    { customerId: other.id, phone: run.phones.next(), direction: 'outbound' },
    { disposition: 'service' },
  )
  await areDue(trade, others, served, [[first, later]])
  if (trade.place.isOwn) await attempt(run, 'members.out', () => verifyOwnWork(run, trade.place.tenant.organizationId))
  const [last, again] = await ring(trade, spelled, { disposition: 'service' })
  await areDue(trade, others, served, [])
  await attempt(run, rule, () => ringNobody(trade, others, later))
  await attempt(run, rule, () => typeInCall(trade))
  await attempt(run, rule, () => unwanted(trade, third))
  await areListed(trade, again, [first, second, reached, last])
  const calls = await callsOfCustomer(run, one.id)
  for (const due of [first, last]) {
    const wrong = unlike(due, calls)
    run.verify(rule, again, wrong === undefined, 'calls with their customer, as they were closed', wrong)
  }
  const isNamed = typeof one['name'] !== 'string' || last['customerName'] === one['name']
  run.verify(rule, again, isNamed, `the name ${textOf(one['name'])} of who is called`, textOf(last['customerName']))
  return calls.map(({ id }) => id)
}

/** A number that is nobody's is called back as well, until somebody is reached by it, however it is typed. */
async function ringNobody(trade: Trade, others: ReadonlySet<string>, at: string): Promise<void> {
  const { run, customers } = trade
  const phone = run.phones.next()
  const spelled = { phone: typedPhone(phone) }
  const [asked, exchange] = await ring(trade, { phone }, { disposition: 'call_back', callBackAt: at })
  const { customerId } = asked
  run.verify(rule, exchange, (customerId ?? null) === null, 'a call with nobody that is known', textOf(customerId))
  const outbound = { ...spelled, direction: 'outbound' }
  const [, missed] = await ring(trade, outbound, { disposition: 'voicemail' })
  await areDue(trade, others, missed, [[asked, at]])
  const [, reached] = await ring(trade, outbound, { disposition: 'not_interested' })
  await areDue(trade, others, reached, [])
  // Somebody who is known may be called by another number.
  const other = { customerId: nth(customers, 3).id, phone: run.phones.next() }
  await ring(trade, other, { disposition: 'link_sent' })
  // Or call without telling theirs, where nobody knows one.
  const withheld = { customerId: nth(customers, 3).id, direction: 'inbound' }
  await ring(trade, withheld, { disposition: 'not_interested' })
}

/** What is typed of an order while they talk is what the call was about, though nothing was sold. */
async function typeInCall(trade: Trade): Promise<void> {
  const {
    run,
    place: { tenant },
  } = trade
  if (run.lacks('orderDrafts.keep')) return
  const { organizationId } = tenant
  const { campaignId, id: offerId } = nth(trade.offers, 1)
  const [call] = await makeOne(run, tenant, 'calls', rule, { organizationId, phone: run.phones.next() })
  const draftId = randomUUID()
  const typed = { campaignId, lines: [{ offerId, quantity: '1', unitPrice: '20' }] }
  await keepDraft(run, tenant, draftId, { title: `${trade.world.marker} typed`, content: typed })
  const params = { callId: call.id }
  await run.succeed(rule, 'calls.end', { params, body: {} })
  const closed = await run.succeed(rule, 'calls.close', { params, body: { disposition: 'do_not_call' } })
  const { note = null, callBackAt = null } = recordOf(closed)
  const isBare = (note === null || note === '') && callBackAt === null
  run.verify(rule, closed, isBare, 'no note and no call-back of a call that was closed without', textOf(note))
  await areListed(trade, closed, [recordOf(closed)], { campaignId, offerId })
  await run.succeed(rule, 'orderDrafts.discard', { params: { draftId } })
}

/** What a list tells of a call otherwise than its closing did. */
function unlike(due: Row, rows: readonly Row[]): string | undefined {
  const row = rows.find(({ id }) => id === due.id)
  return row === undefined ? `${due.id} is not there` : disagreement(row, due)
}

const callsOfCustomer = async (run: Run, customerId: string): Promise<Row[]> => {
  const { calls } = recordOf(await run.succeed(rule, 'customers.get', { params: { customerId } })) as { calls?: Row[] }
  return calls ?? []
}

/** Calls that an earlier run has left open in this organization. */
async function endOpen({ run, place: { tenant, isOwn } }: Trade): Promise<void> {
  if (!isOwn) return
  const { organizationId } = tenant
  for (const { id, state } of rowsOf(await run.succeed(rule, 'calls.open', { query: { organizationId } }))) {
    const params = { callId: id }
    if (state === 'talking') await run.succeed(rule, 'calls.end', { params, body: {} })
    await run.succeed(rule, 'calls.close', { params, body: { disposition: 'service' } })
  }
}

const callBacksOf = async ({ run, place: { tenant } }: Trade): Promise<Row[]> =>
  rowsOf(await run.succeed(rule, 'calls.callBacks', { query: { organizationId: tenant.organizationId } }))

/** Who is to be called back, whoever is due first before all others. */
async function areDue(
  trade: Trade,
  others: ReadonlySet<string>,
  after: Exchange,
  due: readonly [Row, string][],
): Promise<void> {
  const listed = (await callBacksOf(trade)).filter(({ id }) => !others.has(id))
  const known = new Set(due.map(([{ id }]) => id))
  const told = (rows: readonly (readonly [string, unknown])[]) =>
    rows.map(([id, at]) => `${id} at ${new Date(String(at)).toISOString().slice(0, 19)}`).join(', ')
  const own = listed.filter(({ id, callBackAt }) => known.has(id) || !Number.isNaN(Date.parse(String(callBackAt))))
  const [is, expected] = [
    told(own.map(({ id, callBackAt }) => [id, callBackAt])),
    told(due.map(([{ id }, at]) => [id, at])),
  ]
  trade.run.verify(rule, after, is === expected, `to be called back: ${expected || 'nobody'}`, is || 'nobody')
  if (is !== expected) return
  const wrong = due.map(([call]) => unlike(call, listed)).find((one) => one !== undefined)
  trade.run.verify(rule, after, wrong === undefined, 'calls to be returned as they were closed', wrong)
}

/** Whoever does not want to be called is not, by whatever number; and is heard when they call. */
async function unwanted(trade: Trade, customer: Row): Promise<void> {
  const {
    run,
    place: { tenant },
  } = trade
  const { organizationId } = tenant
  const [, closed] = await ring(trade, { customerId: customer.id }, { disposition: 'do_not_call' })
  const now = recordOf(await run.succeed(rule, 'customers.get', { params: { customerId: customer.id } }))
  const changed = await run.succeed(rule, 'customers.update', {
    params: { customerId: customer.id },
    body: { note: 'wants no calls' },
  })
  const filters = { ids: [customer.id] }
  const listed = await searchPage(run, { organizationId, resource: 'customers', filters })
  for (const shown of [now, recordOf(changed), listed.rows[0] ?? customer]) {
    const { doNotCall } = shown
    run.verify(
      rule,
      closed,
      doNotCall === true,
      'a customer who is not to be called, whatever changes',
      textOf(doNotCall),
    )
  }
  for (const who of [
    { customerId: customer.id },
    { customerId: customer.id, direction: 'outbound' },
    { phone: textOf(customer['phone']) },
    { phone: typedPhone(textOf(customer['phone'])), direction: 'outbound' },
  ]) {
    await run.refuse(rule, 'calls.start', { body: { organizationId, ...who }, isValid: true }, [409])
  }
  const [incoming, heard] = await ring(
    trade,
    { customerId: customer.id, direction: 'inbound' },
    { disposition: 'service' },
  )
  const isTold = incoming['direction'] === 'inbound' && incoming['doNotCall'] === true
  run.verify(
    rule,
    heard,
    isTold,
    'an inbound call of whoever is not to be called',
    JSON.stringify([incoming['direction'], incoming['doNotCall']]),
  )
}
