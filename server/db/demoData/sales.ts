import type { calls } from '../schema/calls'
import type { orderItems, orders } from '../schema/orders'
import type { recordEvents } from '../schema/recordEvents'
import type { paymentLinks } from '../schema/paymentLinks'
import { expiryOf } from '../../auth/lifetimes'
import type { fulfilmentItems, fulfilments } from '../schema/fulfilments'
import type { transactions } from '../schema/transactions'
import { tokenHash } from '../tokens'
import { Random } from './random'
import type { Shop } from './shop'

export interface Sales {
  orders: (typeof orders.$inferInsert & { id: string })[]
  items: (typeof orderItems.$inferInsert)[]
  links: (typeof paymentLinks.$inferInsert)[]
  fulfilments: (typeof fulfilments.$inferInsert & { id: string })[]
  packedItems: (typeof fulfilmentItems.$inferInsert)[]
  transactions: (typeof transactions.$inferInsert & { gatewayInstanceId: string })[]
  events: (typeof recordEvents.$inferInsert)[]
  calls: (typeof calls.$inferInsert)[]
}

interface Fate {
  payment: NonNullable<(typeof orders.$inferInsert)['paymentStatus']>
  fulfilment: NonNullable<(typeof orders.$inferInsert)['fulfillmentStatus']>
  status: NonNullable<(typeof orders.$inferInsert)['status']>
  /** Whether the customer has tried to pay, and could not. */
  isDeclined?: boolean
}

/** What becomes of the orders, one after the other. */
const fates: readonly Fate[] = [
  { payment: 'unpaid', fulfilment: 'unfulfilled', status: 'open' },
  { payment: 'paid', fulfilment: 'delivered', status: 'completed' },
  { payment: 'paid', fulfilment: 'shipped', status: 'open' },
  { payment: 'paid', fulfilment: 'unfulfilled', status: 'open' },
  { payment: 'paid', fulfilment: 'delivered', status: 'completed' },
  { payment: 'unpaid', isDeclined: true, fulfilment: 'unfulfilled', status: 'open' },
  { payment: 'paid', fulfilment: 'partial', status: 'open' },
  { payment: 'partially_refunded', fulfilment: 'delivered', status: 'completed' },
  { payment: 'paid', fulfilment: 'shipped', status: 'open' },
  { payment: 'refunded', fulfilment: 'unfulfilled', status: 'cancelled' },
  { payment: 'unpaid', fulfilment: 'unfulfilled', status: 'cancelled' },
  { payment: 'paid', fulfilment: 'delivered', status: 'completed' },
]

const hour = 3_600_000
const day = 24 * hour
const later = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds)

interface Plan {
  count: number
  firstNumber: number
  currency: string
  agents: readonly { id: string; name: string }[]
  /** The raw token of the newest order's payment link; the order is unpaid and the link unexpired. */
  tokenOf: (order: { id: string; age: number }) => string
}

/** Orders of a shop, the newest (age 0) made an hour before `now`, in every state there is. */
export function salesOf(shop: Shop, plan: Plan, random: Random, now: Date): Sales {
  const sales: Sales = {
    orders: [],
    items: [],
    links: [],
    fulfilments: [],
    packedItems: [],
    transactions: [],
    events: [],
    calls: [],
  }
  // Of its own, so that what happened to parcels, and in calls, changes nothing else.
  const ofFulfilments = new Random(plan.firstNumber)
  const ofCalls = new Random(plan.firstNumber + 1)
  const buyable = shop.campaigns.filter(({ id }) => shop.offers.some(({ campaignId }) => campaignId === id))
  for (let index = 0; index < plan.count; index += 1) {
    const age = plan.count - 1 - index
    const fate = fates[age % fates.length]
    if (fate === undefined) throw new RangeError('no fate')
    const createdAt = later(now, -hour - age * 0.3 * day - (age === 0 ? 0 : random.between(0, 6) * hour))
    const campaign = random.pick(buyable)
    const customer = random.pick(shop.customers)
    const agent = random.pick(plan.agents)
    const key = { orgId: shop.orgId, id: random.uuid(createdAt) }
    const number = plan.firstNumber + index
    // What goes in two parcels is more than one.
    const least = fate.fulfilment === 'partial' ? 2 : 1
    const items = itemsOf(shop, campaign.id, key, random, createdAt, least)
    const subtotalCents = items.reduce((sum, { totalCents }) => sum + totalCents, 0)
    const shippingCents = random.pick([0, 495, 795, 1295])
    // Sent in one piece, which the first line is charged for.
    const [first] = items
    if (first) first.shippingCents = shippingCents
    const totalCents = subtotalCents + shippingCents
    const refundedCents =
      fate.payment === 'refunded' ? totalCents : fate.payment === 'partially_refunded' ? Math.floor(totalCents / 3) : 0
    const paidCents = fate.payment === 'paid' || refundedCents > 0 ? totalCents : 0
    const { address1, address2, city, state, postalCode, country } = customer
    sales.orders.push({
      ...key,
      number,
      campaignId: campaign.id,
      customerId: customer.id,
      agentId: agent.id,
      agentName: agent.name,
      customerFirstName: customer.firstName,
      customerLastName: customer.lastName ?? '',
      customerEmail: customer.email,
      customerPhone: customer.phone ?? null,
      status: fate.status,
      paymentStatus: fate.payment,
      fulfillmentStatus: fate.fulfilment,
      currency: plan.currency,
      subtotalCents,
      shippingCents,
      totalCents,
      paidCents,
      refundedCents,
      address1,
      address2,
      city,
      state,
      postalCode,
      country,
      agreedToTermsAt: campaign.mustAgreeToTerms === true ? createdAt : null,
      createdAt,
      updatedAt: later(createdAt, Math.min(age, 3) * hour),
    })
    sales.items.push(...items)
    sales.events.push(
      ...eventsOf({ ...key, createdAt, totalCents, paidCents, refundedCents }, fate.status, agent, random),
    )
    sales.calls.push(
      ...callsUpTo({ ...key, createdAt, agentId: agent.id, campaignId: campaign.id }, customer, shop, ofCalls),
    )
    const wasPaid = paidCents > 0
    sales.links.push({
      orgId: shop.orgId,
      id: random.uuid(createdAt),
      orderId: key.id,
      tokenHash: tokenHash(plan.tokenOf({ id: key.id, age })),
      createdAt,
      expiresAt: expiryOf('paymentLink', createdAt),
      openedAt: wasPaid || fate.isDeclined === true ? later(createdAt, hour / 3) : null,
      usedAt: wasPaid ? later(createdAt, hour / 2) : null,
      // What ended before the demo began is over: its order is not expired while somebody looks at it.
      settleAt: wasPaid || expiryOf('paymentLink', createdAt) <= now ? null : expiryOf('paymentLink', createdAt),
      gatewayInstanceId: shop.gateways[0]?.id ?? null,
    })
    const sold = { orgId: shop.orgId, orderId: key.id, orderNumber: number }
    const money = { ...sold, currency: plan.currency, gatewayInstanceId: random.pick(shop.gateways).id }
    sales.transactions.push(...transactionsOf(money, fate, { totalCents, refundedCents }, random, createdAt))
    const packed = fulfilmentsOf(
      { ...sold, customerName: `${customer.firstName} ${customer.lastName ?? ''}`.trim(), orderedAt: createdAt },
      fate.fulfilment,
      wasPaid && fate.status !== 'cancelled',
      random,
      createdAt,
    )
    sales.fulfilments.push(...packed)
    const contents = contentsOf(packed, items)
    sales.packedItems.push(...contents)
    const unitsOf = (id: string) =>
      contents.reduce((sum, { fulfilmentId, quantity }) => (fulfilmentId === id ? sum + quantity : sum), 0)
    sales.events.push(
      ...packed.flatMap((fulfilment) => fulfilmentEvents(fulfilment, unitsOf(fulfilment.id), ofFulfilments)),
    )
  }
  return sales
}

function itemsOf(shop: Shop, campaignId: string, order: { id: string }, random: Random, at: Date, least: number) {
  const offered = shop.offers.filter((offer) => offer.campaignId === campaignId)
  return Array.from({ length: random.pick([1, 1, 2, 3]) }, (_, position) => {
    const offer = random.pick(offered)
    const quantity = Math.max(random.pick([1, 1, 1, 2, 4]), least)
    return {
      orgId: shop.orgId,
      id: random.uuid(at),
      orderId: order.id,
      offerId: offer.id,
      productId: offer.productId,
      name: offer.displayName,
      quantity,
      quantityPerOrder: offer.quantityPerOrder ?? 1,
      listPriceCents: offer.basePriceCents,
      unitPriceCents: offer.basePriceCents,
      shippingCents: 0,
      totalCents: quantity * offer.basePriceCents,
      position,
    }
  })
}

/** How calls end that sell nothing. */
const unsold = ['not_interested', 'not_interested', 'no_answer', 'voicemail', 'service', 'wrong_number'] as const

/** The call that an order was placed in, and often one before it that sold nothing. */
function callsUpTo(
  order: { orgId: string; id: string; createdAt: Date; agentId: string; campaignId: string },
  buyer: Shop['customers'][number],
  shop: Shop,
  random: Random,
): Sales['calls'] {
  const { orgId, id: orderId, createdAt, agentId, campaignId } = order
  const call = (startedAt: Date, { id, phone }: Shop['customers'][number]) => ({
    orgId,
    id: random.uuid(startedAt),
    agentId,
    customerId: id,
    phone: phone ?? null,
    campaignId,
    startedAt,
  })
  const sold = { ...call(later(createdAt, -random.between(120, 900) * 1_000), buyer), orderId, disposition: 'sold' }
  const calls: Sales['calls'] = [
    { ...sold, endedAt: createdAt, closedAt: later(createdAt, random.between(10, 90) * 1_000) },
  ]
  if (random.chance(0.6)) {
    const lost = call(later(sold.startedAt, -random.between(400, 900) * 1_000), random.pick(shop.customers))
    const endedAt = later(lost.startedAt, random.between(15, 300) * 1_000)
    calls.push({ ...lost, endedAt, closedAt: later(endedAt, 20_000), disposition: random.pick(unsold) })
  }
  return calls
}

/** The life of an order up to the state that it is in. */
function eventsOf(
  order: { orgId: string; id: string; createdAt: Date } & Record<'totalCents' | 'paidCents' | 'refundedCents', number>,
  status: Fate['status'],
  agent: Plan['agents'][number],
  random: Random,
): Sales['events'] {
  const { orgId, id: recordId, createdAt, totalCents: total, paidCents: paid, refundedCents: refunded } = order
  const event = (kind: string, from: string, to: string, hours: number, facts: Record<string, unknown>) => {
    const at = later(createdAt, hours * hour)
    return { orgId, id: random.uuid(at), resource: 'orders', recordId, kind, from, to, facts, createdAt: at }
  }
  const placed = { ...event('place', 'draft', 'open', 0, {}), userId: agent.id, userName: agent.name }
  if (status === 'completed') {
    return [placed, event('complete', 'open', status, 0.9, { paid, refunded, total, isDelivered: true })]
  }
  if (status !== 'cancelled') return [placed]
  const cancelled = event('cancel', 'open', status, 0.95, { shippedParcels: 0, paid, refunded, reason: null })
  return [placed, { ...cancelled, userId: agent.id, userName: agent.name }]
}

function transactionsOf(
  of: { orgId: string; orderId: string; orderNumber: number; currency: string; gatewayInstanceId: string },
  { payment, isDeclined = false }: Fate,
  { totalCents, refundedCents }: { totalCents: number; refundedCents: number },
  random: Random,
  orderedAt: Date,
): Sales['transactions'] {
  const entry = (type: 'charge' | 'refund', amountCents: number, hours: number) => {
    const createdAt = later(orderedAt, hours * hour)
    const reference = `${type === 'charge' ? 'ch' : 're'}_${random.digits(12)}`
    return { ...of, id: random.uuid(createdAt), type, amountCents, reference, createdAt, updatedAt: createdAt }
  }
  if (isDeclined) {
    const failure = { failureCode: 'insufficient_funds', failureMessage: 'The card has insufficient funds.' }
    return [{ ...entry('charge', totalCents, 0.5), status: 'failed', ...failure }]
  }
  if (payment === 'unpaid') return []
  const charge = { ...entry('charge', totalCents, 0.5), status: 'succeeded' as const }
  return refundedCents === 0 ? [charge] : [charge, { ...entry('refund', refundedCents, 0.9), status: 'succeeded' }]
}

/** How the numbers of a carrier are written, with fourteen digits of their own. */
const numbers: Readonly<Record<string, (digits: string) => string>> = {
  UPS: (digits) => `1Z999${digits.slice(1)}`,
  DHL: (digits) => digits.slice(4),
  PostNord: (digits) => `RR${digits.slice(5)}SE`,
  'Canada Post': (digits) => `70${digits}`,
}

function fulfilmentsOf(
  of: { orgId: string; orderId: string; orderNumber: number; customerName: string; orderedAt: Date },
  state: Fate['fulfilment'],
  isDue: boolean,
  random: Random,
  orderedAt: Date,
): Sales['fulfilments'] {
  if (!isDue) return []
  const createdAt = later(orderedAt, 0.6 * hour)
  const fulfilment = () => ({ ...of, id: random.uuid(createdAt), createdAt, updatedAt: createdAt })
  const sent = () => {
    const begun = fulfilment()
    const carrier = random.pick(Object.keys(numbers))
    const digits = random.digits(14)
    return {
      ...begun,
      carrier,
      trackingNumber: numbers[carrier]?.(digits) ?? digits,
      shippedAt: later(createdAt, 0.3 * hour),
    }
  }
  const waiting = { ...fulfilment(), status: 'pending' as const, carrier: random.maybe(0.4, () => 'UPS') }
  if (state === 'unfulfilled') return [waiting]
  if (state === 'partial') return [{ ...sent(), status: 'shipped' }, waiting]
  const deliveredAt = state === 'delivered' ? later(createdAt, 0.35 * hour) : null
  return [{ ...sent(), status: state, deliveredAt }]
}

/** One piece goes first where there are two parcels; the last one has all the rest. */
function contentsOf(packed: Sales['fulfilments'], items: ReturnType<typeof itemsOf>): Sales['packedItems'] {
  const [first, second] = packed
  if (!first) return []
  const inside = (fulfilment: { id: string }, { orgId, id: orderItemId }: (typeof items)[number], quantity: number) =>
    quantity === 0 ? [] : [{ orgId, fulfilmentId: fulfilment.id, orderItemId, quantity }]
  return items.flatMap((item, position) => {
    const pieces = item.quantity * item.quantityPerOrder
    if (!second) return inside(first, item, pieces)
    const early = position === 0 ? 1 : 0
    return [...inside(first, item, early), ...inside(second, item, pieces - early)]
  })
}

/** The life of a parcel up to the state that it is in. */
function fulfilmentEvents(fulfilment: Sales['fulfilments'][number], units: number, random: Random): Sales['events'] {
  const { orgId, id: recordId, carrier, trackingNumber, createdAt = new Date(0), shippedAt, deliveredAt } = fulfilment
  const event = (kind: string, from: string, to: string, at: Date, facts: Record<string, unknown>) => ({
    orgId,
    id: random.uuid(at),
    resource: 'fulfillments',
    recordId,
    kind,
    from,
    to,
    facts,
    createdAt: at,
  })
  const events = [event('pack', 'planned', 'pending', createdAt, { order: 'open', units, unpacked: units })]
  const after = `${carrier} ${trackingNumber}`
  const assigned = { order: 'open', carrier, trackingNumber, before: null, after }
  if (shippedAt) events.push(event('assign', 'pending', 'pending', createdAt, assigned))
  if (shippedAt) events.push(event('ship', 'pending', 'shipped', shippedAt, { order: 'open' }))
  if (deliveredAt) events.push(event('deliver', 'shipped', 'delivered', deliveredAt, {}))
  return events
}
