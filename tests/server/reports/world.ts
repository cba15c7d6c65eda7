import { and, eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { Database } from '../../../server/db/database'
import { calls } from '../../../server/db/schema/calls'
import { campaigns } from '../../../server/db/schema/campaigns'
import { customers } from '../../../server/db/schema/customers'
import { gatewayInstances } from '../../../server/db/schema/gateways'
import { offers } from '../../../server/db/schema/offers'
import { orderItems, orders } from '../../../server/db/schema/orders'
import { organizations } from '../../../server/db/schema/organizations'
import { paymentLinks } from '../../../server/db/schema/paymentLinks'
import { paymentAttempts } from '../../../server/db/schema/payments'
import { products } from '../../../server/db/schema/products'
import { transactions } from '../../../server/db/schema/transactions'
import { users } from '../../../server/db/schema/users'

type OrderRow = typeof orders.$inferInsert & { id: string; createdAt: Date }
type LineRow = typeof orderItems.$inferInsert & { id: string }
type CallRow = typeof calls.$inferInsert & { id: string; agentId: string; startedAt: Date }
type TransactionRow = typeof transactions.$inferInsert & { id: string; createdAt: Date }

type LinkRow = typeof paymentLinks.$inferInsert & { id: string }
type AttemptRow = typeof paymentAttempts.$inferInsert

/** What an organization has sold, and a copy of it as this process knows it. */
export interface World {
  orgId: string
  zone: string
  campaignIds: string[]
  agentIds: (string | null)[]
  gatewayIds: string[]
  offerIds: (string | null)[]
  customerId: string
  orders: OrderRow[]
  lines: LineRow[]
  transactions: TransactionRow[]
  calls: CallRow[]
  links: LinkRow[]
  attempts: AttemptRow[]
}

/** Chances of one test, the same with every run of its seed. */
export interface Chance {
  /** From 0 to below. */
  below: (limit: number) => number
  oneOf: <T>(some: readonly T[]) => T
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    oneOf: (some) => {
      const [found] = some.slice(below(some.length))
      if (found === undefined) throw new Error('there is nothing to choose from')
      return found
    },
  }
}

/** Zones whose clocks change, also at midnight and by half an hour, and some whose do not. */
export const zones = [
  'America/Chicago',
  'America/Havana',
  'America/Santiago',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Apia',
  'UTC',
] as const

const hour = 3_600_000
export const day = 24 * hour

/** An organization with nothing sold. */
export async function openWorld(database: Database, zone: string, currency = 'USD'): Promise<World> {
  const orgId = uuidv7()
  const ids = (count: number) => Array.from({ length: count }, () => uuidv7())
  const [campaignIds, agentIds, gatewayIds, offerIds] = [ids(3), ids(2), ids(2), ids(3)]
  const customerId = uuidv7()
  const productId = uuidv7()
  await database.system(async (tx) => {
    await tx.insert(organizations).values({ id: orgId, name: 'World', timeZone: zone, currency })
    await tx
      .insert(users)
      .values(
        agentIds.map((id, place) => ({ id, name: `Agent ${place}`, email: `${id}@w.example`, passwordHash: '-' })),
      )
  })
  await database.tenant(orgId, async (tx) => {
    await tx.insert(campaigns).values(campaignIds.map((id, place) => ({ orgId, id, name: `Campaign ${place}` })))
    await tx
      .insert(gatewayInstances)
      .values(gatewayIds.map((id, place) => ({ orgId, id, displayName: `Gateway ${place}` })))
    await tx.insert(products).values({ orgId, id: productId, name: 'Hose', sku: 'H', priceCents: 100 })
    await tx.insert(offers).values(
      offerIds.map((id, place) => ({
        orgId,
        id,
        campaignId: campaignIds[place] ?? '',
        productId,
        displayName: `Offer ${place}`,
        basePriceCents: 100,
        quantity: 1_000,
      })),
    )
    await tx.insert(customers).values({ orgId, id: customerId, firstName: 'Ada', email: 'ada@w.example' })
  })
  const own = { orgId, zone, customerId, campaignIds, gatewayIds }
  const sold = { orders: [], lines: [], transactions: [], calls: [], links: [], attempts: [] }
  return { ...own, agentIds: [...agentIds, null], offerIds: [...offerIds, null], ...sold }
}

/** Whether thousands of questions are asked. */
export const isThorough = process.env['REPORT_CASES'] !== undefined

/** So many days lie behind. */
const daysBack = isThorough ? 420 : 120

/** A moment in the past: on one day in four within some hours of the end of a day in UTC, when clocks change, too. */
function someMoment({ below, oneOf }: Chance): Date {
  const now = Math.floor(Date.now() / day) * day
  const start = now - below(daysBack) * day
  const within = oneOf([below(24 * 3600), oneOf([0, 1, 3, 4, 5, 6, 23]) * 3600 + below(3) * 1800]) * 1000
  return new Date(start - day + within + oneOf([0, 0, 1, 999]))
}

/** Orders as placing, paying, giving back and cancelling them leave them. */
export async function sell(database: Database, world: World, chance: Chance, count: number): Promise<void> {
  const { below, oneOf } = chance
  const { orgId, customerId } = world
  const currency = 'USD'
  const sold: OrderRow[] = []
  const lines: LineRow[] = []
  const moved: TransactionRow[] = []
  const called: CallRow[] = []
  for (let made = 0; made < count; made += 1) {
    const createdAt = someMoment(chance)
    const id = uuidv7()
    const agentId = oneOf(world.agentIds)
    const pricesIncludeTax = oneOf([true, false])
    const own = Array.from({ length: 1 + below(3) }, (_, position): LineRow => {
      const [quantity, unitPriceCents] = [1 + below(4), 1 + below(20_000)]
      const cents = { shippingCents: below(900), taxCents: below(500), totalCents: quantity * unitPriceCents }
      const line = { quantity, unitPriceCents, listPriceCents: unitPriceCents, name: `Hose ${position}`, position }
      return { orgId, id: uuidv7(), orderId: id, offerId: oneOf(world.offerIds), ...line, ...cents }
    })
    const sum = (of: (line: LineRow) => number | undefined) => own.reduce((total, line) => total + (of(line) ?? 0), 0)
    const [subtotalCents, shippingCents, taxCents] = [
      sum(({ totalCents }) => totalCents),
      sum((line) => line.shippingCents),
      sum((line) => line.taxCents),
    ]
    const totalCents = subtotalCents + shippingCents + (pricesIncludeTax ? 0 : taxCents)
    const orderNumber = world.orders.length + made + 1
    const isImported = below(8) === 0
    const pay = (type: 'charge' | 'refund', status: 'succeeded' | 'failed' | 'pending', amountCents: number) => {
      const later = oneOf([0, 60_000, hour, 3 * day, 40 * day])
      const at = new Date(Math.min(createdAt.getTime() + later, Date.now() - hour))
      moved.push({
        orgId,
        id: uuidv7(),
        orderId: id,
        orderNumber,
        gatewayInstanceId: isImported ? null : oneOf(world.gatewayIds),
        type,
        status,
        amountCents,
        currency,
        createdAt: at,
        updatedAt: at,
      })
      return status === 'succeeded' ? amountCents : 0
    }
    const outcome = below(6)
    if (outcome < 2) pay('charge', 'failed', totalCents)
    const paidCents = outcome < 4 ? pay('charge', oneOf(['succeeded', 'succeeded', 'pending']), totalCents) : 0
    const refundedCents = paidCents > 0 && outcome === 3 ? pay('refund', 'succeeded', 1 + below(paidCents)) : 0
    if (outcome === 3) pay('refund', 'failed', 1)
    sold.push({
      orgId,
      id,
      number: orderNumber,
      campaignId: oneOf(world.campaignIds),
      customerId,
      agentId,
      agentName: agentId === null ? '' : 'Agent',
      customerFirstName: 'Ada',
      customerEmail: 'ada@w.example',
      status: oneOf(['open', 'completed', 'completed', 'cancelled', 'expired'] as const),
      currency,
      subtotalCents,
      shippingCents,
      taxCents,
      pricesIncludeTax,
      totalCents,
      paidCents,
      refundedCents,
      createdAt,
      updatedAt: createdAt,
    })
    lines.push(...own)
    if (agentId !== null && below(2) === 0) {
      const startedAt = oneOf([createdAt, someMoment(chance)])
      const disposition = oneOf(['sold', 'not_interested', 'no_answer', null] as const)
      const about = { campaignId: oneOf([...world.campaignIds, null]), offerId: oneOf(world.offerIds) }
      called.push({ orgId, id: uuidv7(), agentId, startedAt, disposition, orderId: oneOf([id, null]), ...about })
    }
  }
  await database.tenant(orgId, async (tx) => {
    await tx.insert(orders).values(sold)
    await tx.insert(orderItems).values(lines)
    if (moved.length > 0) await tx.insert(transactions).values(moved)
    if (called.length > 0) await tx.insert(calls).values(called)
    const gateways = await tx.execute<{ id: string; gateway: string | null }>(
      sql`select id, gateway_instance_id as gateway from orders where org_id = ${orgId}`,
    )
    const found = new Map(gateways.rows.map(({ id, gateway }) => [id, gateway]))
    for (const order of sold) order.gatewayInstanceId = found.get(order.id) ?? null
  })
  world.orders.push(...sold)
  world.lines.push(...lines)
  world.transactions.push(...moved)
  world.calls.push(...called)
  for (const order of sold) if (below(3) > 0) await linkTo(database, world, chance, order)
}

/** A payment link of an order that is opened or not, tried or not, and paid or not. */
async function linkTo(
  database: Database,
  { orgId, links, attempts, gatewayIds }: World,
  { below, oneOf }: Chance,
  { id: orderId, createdAt }: OrderRow,
): Promise<void> {
  const at = (isSo: boolean) => (isSo ? new Date(createdAt.getTime() + below(200_000) * 1_000) : null)
  const [id, token] = [uuidv7(), uuidv7()]
  const own = { orgId, orderId, createdAt }
  const link = {
    ...own,
    id,
    tokenHash: token,
    expiresAt: createdAt,
    openedAt: at(below(2) > 0),
    usedAt: at(below(3) === 0),
  }
  const tried = { ...own, linkId: id, gatewayInstanceId: oneOf(gatewayIds), amountCents: 1, currency: 'USD' }
  const isTried = below(3) === 0
  await database.tenant(orgId, async (tx) => {
    await tx.insert(paymentLinks).values(link)
    if (isTried) await tx.insert(paymentAttempts).values(tried)
  })
  links.push(link)
  if (isTried) attempts.push(tried)
}

/** Something that happens to what was sold long ago: an order changes its state, is given back, moves, or is sold. */
export async function happen(database: Database, world: World, chance: Chance): Promise<void> {
  const { below, oneOf } = chance
  const { orgId } = world
  const order = oneOf(world.orders)
  const own = and(eq(orders.orgId, orgId), eq(orders.id, order.id))
  const change = async (changed: Partial<OrderRow>) => {
    Object.assign(order, changed)
    await database.tenant(orgId, (tx) => tx.update(orders).set(changed).where(own))
  }
  const paid = world.transactions.find(({ orderId, type }) => orderId === order.id && type === 'charge')
  switch (below(10)) {
    case 0:
      return change({ status: oneOf(['cancelled', 'completed'] as const) })
    case 1:
      return change({ agentId: oneOf(world.agentIds) })
    case 2:
      return change({ campaignId: oneOf(world.campaignIds) })
    case 3:
      return change({ createdAt: someMoment(chance) })
    case 4: {
      if (paid === undefined) return
      paid.status = oneOf(['succeeded', 'failed'] as const)
      const { status } = paid
      await database.tenant(orgId, (tx) => tx.update(transactions).set({ status }).where(eq(transactions.id, paid.id)))
      return
    }
    case 5: {
      const line = world.lines.find(({ orderId }) => orderId === order.id)
      if (line === undefined) return
      line.quantity += 1
      const { quantity } = line
      await database.tenant(orgId, (tx) => tx.update(orderItems).set({ quantity }).where(eq(orderItems.id, line.id)))
      return
    }
    case 6: {
      const [call] = world.calls.length > 0 ? [oneOf(world.calls)] : []
      if (call === undefined) return
      const changed = oneOf<Partial<CallRow>>([
        { disposition: oneOf(['not_interested', 'voicemail']) },
        { orderId: oneOf([order.id, null]) },
        { startedAt: someMoment(chance) },
      ])
      Object.assign(call, changed)
      await database.tenant(orgId, (tx) => tx.update(calls).set(changed).where(eq(calls.id, call.id)))
      return
    }
    case 7:
      return linkTo(database, world, chance, order)
    case 8: {
      const link = world.links.find(({ orderId }) => orderId === order.id)
      if (link === undefined) return
      const changed = oneOf([{ openedAt: new Date() }, { usedAt: new Date() }])
      Object.assign(link, changed)
      await database.tenant(orgId, (tx) => tx.update(paymentLinks).set(changed).where(eq(paymentLinks.id, link.id)))
      return
    }
    default:
      return sell(database, world, chance, 2)
  }
}

/** The organization's clocks are those of another zone from now on. */
export async function moveTo(database: Database, world: World, zone: string): Promise<void> {
  world.zone = zone
  await database.system((tx) =>
    tx.update(organizations).set({ timeZone: zone }).where(eq(organizations.id, world.orgId)),
  )
}
