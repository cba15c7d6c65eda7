import { countryCodes } from '../../countries'
import { neededLines } from '../../forms/addresses'
import { callNamed } from '../engine/calls'
import { change, difference } from '../engine/compare'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, searchPage } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { textOf } from '../engine/text'
import type { Shop } from '../engine/world'
import { filled, limitsOf } from '../generate/limits'
import { numbersOf } from '../predict/questions'
import { readCampaign } from './campaignBasics'
import { readCustomer } from './customerBasics'
import { movementsOf, placeOne, readOrder, refuseOutdated, unitsOf } from './sellingBasics'

/** Notes, another address, and the end of an order (OR-02, LI-01). */
export async function checkOrderChanges(run: Run, shop: Shop): Promise<void> {
  const [{ id }] = await placeOne(run, shop)
  await attempt(run, 'orders.timeline', () => checkNotes(run, shop, id))
  await attempt(run, 'orders.address', () => checkAddress(run, shop, id))
  await attempt(run, 'orders.address', () => checkShipped(run, shop))
  await attempt(run, 'orders.cancel', () => checkCancelled(run, shop, id))
}

/** Of each line of an address the longest that there may be, by the schema. */
function longestLines(): Fields {
  const { body } = callNamed('orders.updateAddress')
  return body === undefined ? {} : Object.fromEntries(limitsOf(body).toReversed())
}

const timelineOf = (order: Row) => (Array.isArray(order['timeline']) ? (order['timeline'] as Fields[]) : [])

async function checkNotes(run: Run, { tenant }: Shop, orderId: string): Promise<void> {
  // As long as it may be, over several lines.
  const text = filled('rings at noon\n\n“twice” 🎁 ', 5_000)
  const ask = { params: { orderId }, body: { text }, headers: { 'idempotency-key': `note-${orderId}` } }
  const before = timelineOf(await readOrder(run, tenant, orderId, 'orders.timeline')).length
  const exchange = await run.succeed('orders.timeline', 'orders.addNote', ask)
  await run.succeed('create.once', 'orders.addNote', ask)
  const timeline = timelineOf(await readOrder(run, tenant, orderId, 'orders.timeline'))
  run.verify('create.once', exchange, timeline.length === before + 1, 'one note', `${timeline.length - before}`)
  const verify = (holds: boolean, expected: string, actual?: string) =>
    run.verify('orders.timeline', exchange, holds, expected, actual)
  const wrong = difference({ kind: 'note', text }, timeline.at(-1) ?? {})
  verify(wrong === undefined, 'the note as the newest of the timeline', wrong)
  const by = textOf(timeline.at(-1)?.['userName'] ?? '')
  verify(by === timeline[0]?.['userName'], 'whoever has written it, by their name', by)
  verify(
    timeline[0]?.['to'] === 'open',
    'the placing first, with the state that it came to',
    JSON.stringify(timeline[0]),
  )
  const isNamed = timeline.every(({ userName }) => typeof userName === 'string' && userName !== '')
  verify(isNamed, 'who has done it')
  const times = timeline.map(({ createdAt }) => Date.parse(String(createdAt)))
  verify(
    times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0)),
    'the oldest first',
  )
}

async function checkAddress(run: Run, { tenant, customer }: Shop, orderId: string): Promise<void> {
  const params = { orderId }
  const now = () => readOrder(run, tenant, orderId, 'orders.address')
  const shippingAddress = async () => (await readCustomer(run, tenant, customer.id))['shippingAddress'] as Fields
  const home = await shippingAddress()
  const sent: Fields[] = [
    // Each line as long as it may be.
    { ...longestLines(), postalCode: '211 11', state: '', country: 'SE' },
    { address1: '8 Other Road', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' },
  ]
  let told = 0
  for (const body of sent) {
    const exchange = await run.succeed('orders.address', 'orders.updateAddress', { params, body })
    const events = timelineOf(recordOf(exchange)).length
    run.verify(
      'orders.timeline',
      exchange,
      events > told,
      'every other address in the timeline',
      `${events} events still`,
    )
    told = events
    for (const order of [recordOf(exchange), await now()]) {
      const shown = (order['shippingAddress'] ?? {}) as Fields
      const wrong = difference({ address2: '', state: '', ...body }, shown)
      run.verify(
        'orders.address',
        exchange,
        wrong === undefined,
        'the address as it was sent, and no more of it',
        wrong,
      )
    }
    const moved = change(home, await shippingAddress())
    run.verify('orders.address', exchange, moved === undefined, "the customer's own address as it was", moved)
  }
  for (const body of [{}, { ...sent[0], country: 'ZZ' }]) {
    await run.refuse('orders.address', 'orders.updateAddress', { params, body, isValid: true }, [400, 409, 422])
  }
  await checkNeeded(run, params)
  await refuseOutdated(run, 'orders.updateAddress', { params, body: sent[0] }, now)
}

const lines: Readonly<Record<string, string>> = {
  address1: '9 Third Road',
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
}

/** A country for each of the ways in which countries need lines of an address. */
function countriesByNeed(next: (below: number) => number): string[] {
  const byNeed = new Map<string, string[]>()
  for (const country of countryCodes) {
    const need = neededLines(country).join()
    byNeed.set(need, [...(byNeed.get(need) ?? []), country])
  }
  return [...byNeed.values()].flatMap((countries) => countries[next(countries.length)] ?? [])
}

/** An address has what its country needs; what it does not need may be left out. */
async function checkNeeded(run: Run, params: { orderId: string }): Promise<void> {
  const refused = new Set<string>()
  const none = Object.fromEntries(Object.keys(lines).map((line) => [line, '']))
  for (const [index, country] of countriesByNeed(numbersOf(run.options.seed)).entries()) {
    const own = neededLines(country).filter((line) => line in lines)
    // What is left out of one address is empty in the next.
    const others = index % 2 === 0 ? {} : none
    const body: Fields = { ...others, country, ...Object.fromEntries(own.map((line) => [line, lines[line]])) }
    const exchange = await run.succeed('orders.address', 'orders.updateAddress', { params, body })
    const wrong = difference({ ...none, ...body }, (recordOf(exchange)['shippingAddress'] ?? {}) as Fields)
    run.verify('orders.address', exchange, wrong === undefined, `an address in ${country}, with all it needs`, wrong)
    for (const line of own.filter((one) => !refused.has(one))) {
      refused.add(line)
      const without = { params, body: { ...body, [line]: '' }, isValid: true }
      await run.refuse('orders.address', 'orders.updateAddress', without, [400, 409, 422])
    }
  }
}

/**
 * An order that is on its way can't be sent elsewhere. The request has the address that the order has, so that
 * nothing is harmed.
 */
async function checkShipped(run: Run, { tenant }: Shop): Promise<void> {
  const { organizationId } = tenant
  const filters = { fulfillmentStatus: 'shipped', status: 'open' }
  const { rows } = await searchPage(run, { organizationId, resource: 'orders', filters, limit: 1, page: 1 })
  const [shipped] = rows
  if (shipped === undefined) return run.recorder.skip('orders.address', 'no order of the account is on its way')
  const { shippingAddress } = await readOrder(run, tenant, shipped.id, 'orders.address')
  const lines = Object.entries((shippingAddress ?? {}) as Fields).filter(([, line]) => typeof line === 'string')
  const ask = { params: { orderId: shipped.id }, body: Object.fromEntries(lines), isValid: true }
  await run.refuse('orders.address', 'orders.updateAddress', ask, [409])
}

async function checkCancelled(run: Run, shop: Shop, orderId: string): Promise<void> {
  const { tenant, campaign, customer } = shop
  const params = { orderId }
  const now = () => readOrder(run, tenant, orderId, 'orders.cancel')
  await refuseOutdated(run, 'orders.cancel', { params, body: {} }, now)
  const before = await unitsOf(run, shop)
  const counted = Number((await readCampaign(run, campaign.id))['ordersCount'])
  const countedOfTheirs = Number((await readCustomer(run, tenant, customer.id))['ordersCount'])
  const reason = filled('changed “their” mind ', 1_000)
  const exchange = await run.succeed('orders.cancel', 'orders.cancel', { params, body: { reason } })
  for (const order of [recordOf(exchange), await now()]) {
    run.verify('orders.cancel', exchange, order['status'] === 'cancelled', 'a cancelled order', String(order['status']))
    const isTold = timelineOf(order).some(({ text, to }) => text === reason && to === 'cancelled')
    run.verify('orders.timeline', exchange, isTold, 'the cancelling in the timeline, and why')
  }
  const due = { stock: Number(before.stock) + 1, left: Number(before.left) + 1 }
  const isBack = async () => difference(due, await unitsOf(run, shop))
  const kept = await isBack()
  run.verify('orders.stock', exchange, kept === undefined, 'its unit given back to offer and stock', kept)
  const leftOfTheirs = (await readCustomer(run, tenant, customer.id))['ordersCount']
  const isLess = leftOfTheirs === countedOfTheirs - 1
  run.verify('orders.cancel', exchange, isLess, `${countedOfTheirs - 1} orders of its customer`, String(leftOfTheirs))
  const left = (await readCampaign(run, campaign.id))['ordersCount']
  run.verify('orders.cancel', exchange, left === counted - 1, `${counted - 1} orders of its campaign`, String(left))
  const movements = await movementsOf(run, tenant, shop.product.id)
  const back = rowsOf(movements).find((row) => row['orderId'] === orderId && Number(row['quantity']) > 0)
  const number = textOf(recordOf(exchange)['number'] ?? null)
  const isMoved = back?.['quantity'] === 1 && textOf(back['orderNumber'] ?? null) === number
  const expected = `one unit back among the movements, of order ${number}`
  run.verify('orders.stock', movements, isMoved, expected, JSON.stringify(back))
  const again = await run.refuse('orders.cancel', 'orders.cancel', { params, body: {}, isValid: true }, [409])
  const twice = await isBack()
  run.verify('orders.stock', again, twice === undefined, 'its unit given back once', twice)
  const body = { address1: '1 Late Road', city: 'Oslo', postalCode: '0150', country: 'NO' }
  await run.refuse('orders.cancel', 'orders.updateAddress', { params, body, isValid: true }, [409])
}
