import fc from 'fast-check'
import type { EventFromLogic } from 'xstate'
import { afterAll, expect, test } from 'vitest'
import type { CallRecord } from '../../../contract/extensions/calls'
import type { OrderRecord } from '../../../contract/extensions/orders'
import { whyNotMoved } from '../../../contract/extensions/products'
import { callLife } from '../../../machines/lives/callLife'
import { campaignLife } from '../../../machines/lives/campaignLife'
import { fold, type Life, type StateOf, stepOf, whyNot } from '../../../machines/lives/life'
import { orderLife } from '../../../machines/lives/orderLife'
import { productLife } from '../../../machines/lives/productLife'
import { type Placement, whyNotPlaced } from '../../../contract/rules/selling'
import { hasKey } from '../../../server/db/keys'
import { fulfilments } from '../../../server/db/schema/fulfilments'
import { orders } from '../../../server/db/schema/orders'
import { home, lifeOf, numbersOf, openShop } from '../shop'
import { type KnownCall, type KnownOrder, step, type Step, type StepOf, World } from './livesWorld'
import { type Answer, demo, startSomewhere } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

/** `npm run figures -- lives` asks for more. */
const sequences = Number(process.env['LIVES'] ?? 20)

/** The record that a call answers with, in the shape of the contract. */
const dataOf = (answer: Answer): unknown => {
  expect(answer).toMatchObject({ status: 200 })
  return (answer.body as { data: unknown }).data
}
const refused = (answer: Answer, message: string) =>
  expect(answer).toMatchObject({ status: 409, body: { error: { code: 'not_possible', message } } })
const invalid = (answer: Answer, details: readonly { path: string; message: string }[]) =>
  expect(answer).toMatchObject({ status: 422, body: { error: { details } } })

async function take(world: World, one: Step): Promise<void> {
  switch (one.kind) {
    case 'place':
      return place(world, one)
    case 'changeOffer': {
      const [id, offer] = world.offerAt(one.offer)
      dataOf(await world.call('PUT', `/offers/${id}`, { quantity: one.quantity }))
      offer.quantity = one.quantity
      return
    }
    case 'adjust':
      return adjust(world, one)
    case 'stepProduct': {
      const answer = await world.call('POST', `/products/${world.productId}/${one.type}`, {})
      const { to, refusal } = stepOf(productLife, world.productState, { type: one.type })
      if (to === undefined) return refused(answer, refusal)
      expect(dataOf(answer)).toMatchObject({ status: to })
      world.productState = to
      return
    }
    case 'stepCampaign': {
      const answer = await world.call('POST', `/campaigns/${world.campaignId}/${one.type}`, {})
      const { to, refusal } = stepOf(campaignLife, world.campaignState, { type: one.type })
      if (to === undefined) return refused(answer, refusal)
      dataOf(answer)
      world.campaignState = to
      return
    }
    case 'changeCampaign': {
      const answer = await world.call('PUT', `/campaigns/${world.campaignId}`, one.fields)
      const refusal = whyNot(campaignLife, world.campaignState, { type: 'change' })
      if (refusal !== undefined) return refused(answer, refusal)
      expect(dataOf(answer)).toMatchObject(one.fields)
      world.campaign = one.fields
      return
    }
    case 'startCall':
    case 'endCall':
    case 'closeCall':
      return phone(world, one)
    case 'placeAgain':
    case 'cancel':
    case 'readdress':
    case 'note':
    case 'ship':
    case 'pay': {
      const known = world.orders[one.order]
      if (known) await change(world, known, one)
    }
  }
}

async function place(world: World, { lines: typed, isAgreed }: StepOf<'place'>): Promise<void> {
  const lines = typed.map(({ offer, ...rest }) => ({ offerId: world.offerAt(offer)[0], ...rest }))
  const agreed = isAgreed ? { agreedToTermsAt: new Date().toISOString() } : {}
  const { campaignId, customerId } = world
  const body = world.shop.placement(lines, { campaignId, customerId, ...agreed })
  const placement = { campaignId, lines, address: home, ...agreed } satisfies Placement
  const refusals = whyNotPlaced(placement, world.facts())
  const answer = await world.call('POST', '/orders', body)
  if (refusals.length > 0) {
    return invalid(
      answer,
      refusals.map(({ path, message }) => ({ path: `body.${path}`, message })),
    )
  }
  const items = typed.map(({ offer, quantity }) => ({ offer: world.offerAt(offer)[1], quantity }))
  for (const { offer, quantity } of items) {
    offer.quantity -= quantity
    world.stock -= quantity * offer.quantityPerOrder
  }
  const { id } = dataOf(answer) as OrderRecord
  world.orders.unshift({ id, body, status: 'open', shippedParcels: 0, paid: 0, refunded: 0, items })
}

async function adjust(world: World, { by: change }: StepOf<'adjust'>): Promise<void> {
  const by = 'by' in change ? change.by : change.to - world.stock
  const message = whyNotMoved(world.stock, by)
  const answer = await world.call('POST', `/products/${world.productId}/stock`, { ...change, reason: 'Counted' })
  if (message !== undefined) return invalid(answer, [{ path: 'by' in change ? 'body.by' : 'body.to', message }])
  world.stock += by
  expect(dataOf(answer)).toMatchObject({ stock: world.stock })
}

async function phone(world: World, one: StepOf<'startCall' | 'endCall' | 'closeCall'>): Promise<void> {
  if (one.kind === 'startCall') {
    const answer = await world.call('POST', '/calls', {
      organizationId: world.shop.orgId,
      customerId: world.customerId,
    })
    if (world.calls.some(({ state }) => state === 'talking')) {
      return refused(answer, 'You are in a call already. End it first.')
    }
    const { id, state } = dataOf(answer) as CallRecord
    expect(state).toBe('talking')
    world.calls.unshift({ id, state: 'talking' })
    return
  }
  const known = world.calls[one.phoneCall]
  if (!known) return
  const { disposition, callBackAt } = one.kind === 'closeCall' ? one : { disposition: null, callBackAt: null }
  const [answer, { to, refusal }] =
    disposition === null
      ? [
          await world.call('POST', `/calls/${known.id}/end`, {}),
          stepOf<typeof callLife>(callLife, known.state, { type: 'end' }),
        ]
      : [
          await world.call('POST', `/calls/${known.id}/close`, { disposition, callBackAt }),
          stepOf<typeof callLife>(callLife, known.state, { type: 'close', disposition, callBackAt }),
        ]
  if (to === undefined) return refused(answer, refusal)
  expect(dataOf(answer)).toMatchObject({ state: to })
  known.state = to
}

type Change = StepOf<'placeAgain' | 'cancel' | 'readdress' | 'note' | 'ship' | 'pay'>

async function change(world: World, known: KnownOrder, one: Change): Promise<void> {
  const { orgId } = world.shop
  const { shippedParcels, paid, refunded } = known
  const path = `/orders/${known.id}`
  if (one.kind === 'placeAgain') {
    expect(dataOf(await world.call('POST', '/orders', known.body))).toMatchObject({
      id: known.id,
      status: known.status,
    })
  } else if (one.kind === 'note') {
    dataOf(await world.call('POST', `${path}/notes`, { text: 'Heard' }))
  } else if (one.kind === 'ship') {
    // Payments and parcels have no calls as yet: they come as from another part of the system.
    if (known.status !== 'open') return
    const fulfilment = { orgId, orderId: known.id, orderNumber: 1, customerName: 'Ada', status: 'shipped' as const }
    await world.write((tx) => tx.insert(fulfilments).values(fulfilment))
    known.shippedParcels += 1
  } else if (one.kind === 'pay') {
    if (known.status !== 'open') return
    known.paid = 1_000
    known.refunded = one.isRefunded ? 1_000 : 0
    const moved = { paidCents: known.paid, refundedCents: known.refunded }
    await world.write((tx) =>
      tx
        .update(orders)
        .set(moved)
        .where(hasKey(orders, orgId, known.id)),
    )
  } else if (one.kind === 'cancel') {
    const expected = stepOf(orderLife, known.status, { type: 'cancel', shippedParcels, paid, refunded })
    const answer = await world.call('POST', `${path}/cancel`, {})
    if (expected.refusal !== undefined) return refused(answer, expected.refusal)
    expect(dataOf(answer)).toMatchObject({ status: 'cancelled' })
    known.status = 'cancelled'
    for (const { offer, quantity } of known.items) {
      offer.quantity += quantity
      world.stock += quantity * offer.quantityPerOrder
    }
  } else {
    const expected = stepOf(orderLife, known.status, { type: 'readdress', shippedParcels })
    const answer = await world.call('PUT', `${path}/address`, one.isComplete ? home : { ...home, city: '' })
    if (expected.refusal !== undefined) return refused(answer, expected.refusal)
    expect(answer.status).toBe(one.isComplete ? 200 : 422)
  }
}

/** What is stored is what the rules say, and what happened explains it. */
async function expectAgreed(world: World): Promise<void> {
  const { shop, stock } = world
  const { orgId } = shop
  const foldedOf = async <Of extends Life>(life: Of, id: string, born: readonly EventFromLogic<Of>[] = []) => {
    const happened = await lifeOf(world.server.database, orgId, id)
    // What the server has kept of its own life's events.
    return fold(life, [...born, ...(happened as unknown as EventFromLogic<Of>[])])
  }
  expect(await shop.stockOf(world.productId)).toEqual({ stock, moved: stock })
  expect(stock).toBeGreaterThanOrEqual(0)
  for (const [id, { quantity }] of world.offers) expect(await shop.leftOf(id)).toBe(quantity)
  for (const known of world.orders) {
    expect(await foldedOf(orderLife, known.id)).toBe(known.status)
    await expectAddedUp(world, known)
  }
  expect(await foldedOf(productLife, world.productId)).toBe(world.productState)
  expect(await foldedOf(campaignLife, world.campaignId)).toBe(world.campaignState)
  const { campaign, customer } = await world.stored()
  const revenueCents = world.orders.reduce((sum, { paid, refunded }) => sum + paid - refunded, 0)
  const ordersCount = world.orders.filter(({ status }) => status !== 'cancelled' && status !== 'expired').length
  expect(campaign).toMatchObject({ ...world.campaign, ordersCount, revenueCents })
  expect(customer).toMatchObject({ ordersCount, totalSpentCents: revenueCents })
  expect(campaign.archivedAt !== null).toBe(world.campaignState === 'archived')
  for (const { id, state } of world.calls) expect(await foldedOf(callLife, id)).toBe(state)
  const isOpen = ({ state }: { state: StateOf<typeof callLife> }) => state !== 'closed'
  const idAndState = ({ id, state }: KnownCall | CallRecord) => ({ id, state })
  expect((await world.openCalls()).map(idAndState)).toEqual(world.calls.filter(isOpen).map(idAndState))
}

async function expectAddedUp(world: World, { id, status }: KnownOrder): Promise<void> {
  const order = dataOf(await world.call('GET', `/orders/${id}`)) as OrderRecord
  expect(order.status).toBe(status)
  expect(order.total).toBeCloseTo((order.subtotal ?? 0) + (order.shippingTotal ?? 0) + (order.taxTotal ?? 0), 5)
  expect(order.subtotal).toBeCloseTo(
    order.items.reduce((sum, item) => sum + (item.quantity ?? 0) * (item.unitPrice ?? 0), 0),
    5,
  )
}

test.each(servers)(
  'LI-06 on $kind no sequence of calls brings a record into a state that its life does not reach, and all sums agree',
  async (server) => {
    const shop = await openShop(server, demo)
    const runs = Math.ceil(sequences / servers.length)
    const taken = new Map<Step['kind'], number>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24, size: 'max' }), async (steps) => {
        const world = await World.make(server, shop)
        for (const one of steps) {
          await take(world, one)
          taken.set(one.kind, (taken.get(one.kind) ?? 0) + 1)
        }
        await expectAgreed(world)
      }),
      { numRuns: runs, endOnFailure: true },
    )
    const numbers = await numbersOf(server.database, shop.orgId)
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
    const kinds = [...taken].toSorted().map(([kind, count]) => `${kind} ${count}`)
    const steps = [...taken.values()].reduce((sum, count) => sum + count, 0)
    console.log(
      `${server.kind}: ${runs} sequences of ${steps} steps; ${numbers.length} orders without a gap, no impossible state\n  ${kinds.join(', ')}`,
    )
  },
  60_000 + sequences * 400,
)
