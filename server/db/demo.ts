import { setTimeout as delay } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import { phoneForms } from '../customers/phones'
import { actingAsJob } from './acting'
import type { Database } from './database'
import type { Transaction } from './transactions'
import { addUpFigures } from './figures'
import { harborCampaigns, northwindCampaigns, rivalCampaigns } from './demoData/catalog'
import { booksOf } from './demoData/payments'
import { Random } from './demoData/random'
import { salesOf, type Sales } from './demoData/sales'
import { shopOf, type Shop, type ShopPlan } from './demoData/shop'
import { emailAutoresponders } from './schema/autoresponders'
import { campaignMembers, campaigns } from './schema/campaigns'
import { offers } from './schema/offers'
import { customers } from './schema/customers'
import { memberships, organizations } from './schema/organizations'
import { users } from './schema/users'
import { gatewayInstances } from './schema/gateways'
import { pluginInstances } from './schema/plugins'
import { orderItems, orders } from './schema/orders'
import { paymentLinks } from './schema/paymentLinks'
import { calls } from './schema/calls'
import { fulfilmentItems, fulfilments } from './schema/fulfilments'
import { sellers } from './schema/sellers'
import { transactions } from './schema/transactions'
import { ledgerEntries, paymentAttempts, refunds } from './schema/payments'
import { products } from './schema/products'
import { recordEvents } from './schema/recordEvents'
import { sandboxPayments, sandboxRefunds } from './schema/sandbox'

export const demoPassword = 'offerdesk-demo'
export const demoLogins = ['demo@offerdesk.example', 'rival@offerdesk.example'] as const

/** Payment tokens of Northwind Supply, known to everyone: of an order to pay, of an expired link, of a used one. */
export const demoPaymentTokens = {
  open: 'demo-pay-open-northwind-supply-00000001',
  expired: 'demo-pay-expired-northwind-supply-0000001',
  used: 'demo-pay-used-northwind-supply-00000001',
} as const

/** argon2id at its cheapest: a password that everybody knows is worth no work, and a demo is signed in to all day. */
const passwordCost = { memoryCost: 1024, timeCost: 1, parallelism: 1 }

const people = [
  { email: 'demo@offerdesk.example', name: 'Dana Reyes', organizationName: 'Northwind Supply' },
  { email: 'rival@offerdesk.example', name: 'Robin Vale', organizationName: 'Rival Traders' },
  { email: 'miles.carter@offerdesk.example', name: 'Miles Carter', organizationName: 'Northwind Supply' },
  { email: 'saoirse@offerdesk.example', name: 'Saoirse Ní Bhriain', organizationName: 'Northwind Supply' },
  { email: 'kenji.mori@offerdesk.example', name: 'Kenji Mori', organizationName: 'Harbor Goods' },
] as const
type Email = (typeof people)[number]['email']

/** Who tries the demo, with one click (LP-01). */
export const demoVisitor = { ...people[0], password: demoPassword }

interface OrganizationPlan extends Omit<ShopPlan, 'orgId'> {
  name: string
  currency: string
  timeZone: string
  supportEmail: string
  seller: { address: string; taxNumber: string }
  members: readonly Email[]
  orders: number
}

const northwind: OrganizationPlan = {
  name: 'Northwind Supply',
  currency: 'USD',
  timeZone: 'America/Chicago',
  supportEmail: 'support@northwind.example',
  seller: { address: '410 Lakeshore Drive\nChicago, IL 60611\nUnited States', taxNumber: '36-0419274' },
  sender: 'hello@northwind.example',
  members: ['demo@offerdesk.example', 'miles.carter@offerdesk.example', 'saoirse@offerdesk.example'],
  gateways: [
    ['Sandbox US', true],
    ['Stripe – Main Account', true],
    ['Legacy Processor (paused)', false],
  ],
  plugins: ['Northwind Mail', 'Transactional Relay'],
  campaigns: northwindCampaigns,
  products: 200,
  customers: 140,
  orders: 360,
}

const harbor: OrganizationPlan = {
  ...northwind,
  name: 'Harbor Goods',
  currency: 'CAD',
  timeZone: 'America/Halifax',
  supportEmail: 'care@harborgoods.example',
  seller: { address: '18 Lower Water Street\nHalifax, NS B3J 1R7\nCanada', taxNumber: '70418 2936 RT0001' },
  sender: 'care@harborgoods.example',
  members: ['demo@offerdesk.example', 'kenji.mori@offerdesk.example'],
  gateways: [['Harbor Payments', true]],
  plugins: ['Harbor Post Office'],
  campaigns: harborCampaigns,
  products: 40,
  customers: 30,
  orders: 48,
}

const rival: OrganizationPlan = {
  ...harbor,
  name: 'Rival Traders',
  currency: 'EUR',
  timeZone: 'Europe/Berlin',
  supportEmail: 'help@rivaltraders.example',
  seller: { address: '', taxNumber: '' },
  sender: 'help@rivaltraders.example',
  members: ['rival@offerdesk.example'],
  gateways: [['Rival Gateway', true]],
  plugins: ['Rival Mailer'],
  campaigns: rivalCampaigns,
  products: 30,
  customers: 24,
  orders: 36,
}

/** Any number will do, as long as all nodes use the same. */
const seedLock = 7_301_456

/**
 * Fills an empty database with three organizations that look like real ones; the same `now` gives the same records.
 * All or nothing, and only once however many nodes start. Returns whether it was this call that did it.
 */
export const seedDemo = (database: Database, now: Date): Promise<boolean> =>
  actingAsJob('fillWithDemo', () => seedOnce(database, now))

async function seedOnce(database: Database, now: Date): Promise<boolean> {
  if (!(await database.system(isEmpty))) return false
  const passwordHash = await hash(demoPassword, passwordCost)
  const tryToSeed = () =>
    database.system(async (tx) => {
      const { rows } = await tx.execute<{ is_ours: boolean }>(
        sql`select pg_try_advisory_xact_lock(${seedLock}) as is_ours`,
      )
      if (rows[0]?.is_ours !== true) return undefined
      if (!(await isEmpty(tx))) return false
      const random = new Random(2026)
      const members = people.map((person) => ({ ...person, id: random.uuid(now), passwordHash, createdAt: now }))
      await tx.insert(users).values(members)
      await insertOrganization(tx, northwind, members, random, now)
      await insertOrganization(tx, harbor, members, random, now)
      await insertOrganization(tx, rival, members, random, now)
      return true
    })
  let seeded = await tryToSeed()
  // Another node is at it, which may take longer than a statement may wait.
  while (seeded === undefined) {
    await delay(200)
    seeded = await tryToSeed()
  }
  if (seeded) await database.analyze()
  return seeded
}

async function isEmpty(tx: Transaction): Promise<boolean> {
  return (await tx.select({ id: users.id }).from(users).limit(1)).length === 0
}

const firstNumber = 1001

async function insertOrganization(
  tx: Transaction,
  plan: OrganizationPlan,
  all: readonly { id: string; email: Email; name: string }[],
  random: Random,
  now: Date,
): Promise<void> {
  const founded = new Date(now.getTime() - 400 * 86_400_000)
  const orgId = random.uuid(founded)
  const members = all.filter(({ email }) => plan.members.includes(email))
  const { name, currency, timeZone, supportEmail } = plan
  const liveUrl = `https://${supportEmail.slice(supportEmail.indexOf('@') + 1)}`
  const lastOrderNumber = firstNumber + plan.orders - 1
  await tx.execute(sql`select set_config('role', 'app_system', true)`)
  await tx
    .insert(organizations)
    .values({ id: orgId, name, currency, timeZone, supportEmail, liveUrl, lastOrderNumber, createdAt: founded })
  await tx.insert(memberships).values(
    members.map(({ id }, index) => ({
      orgId,
      userId: id,
      role: index === 0 ? ('owner' as const) : ('agent' as const),
    })),
  )
  await tx.execute(sql`select set_config('role', 'app_rw', true), set_config('app.org_id', ${orgId}, true)`)
  await tx
    .update(sellers)
    .set({ ...plan.seller, createdAt: founded, updatedAt: founded })
    .where(eq(sellers.orgId, orgId))
  const shop = shopOf({ ...plan, orgId }, random, now)
  const tokenOf = ({ id, age }: { id: string; age: number }) => tokenOfNorthwind(plan, age) ?? `demo-pay-${id}`
  const sales = salesOf(shop, { count: plan.orders, firstNumber, currency, agents: members, tokenOf }, random, now)
  await insertShop(tx, shop, currency)
  await tx
    .insert(campaignMembers)
    .values(shop.campaigns.flatMap(({ id }) => members.map((member) => ({ orgId, campaignId: id, userId: member.id }))))
  await insertSales(tx, sales)
  await addUpFigures(tx)
  if (plan === northwind) await insertOngoingCall(tx, shop, members, now)
}

function tokenOfNorthwind(plan: OrganizationPlan, age: number): string | undefined {
  // Ages at which the sales give an unpaid, an unpaid and expired, and a paid order.
  const known: Record<number, string> = {
    0: demoPaymentTokens.open,
    1: demoPaymentTokens.used,
    12: demoPaymentTokens.expired,
  }
  return plan === northwind ? known[age] : undefined
}

async function insertShop(tx: Transaction, shop: Shop, currency: string): Promise<void> {
  await tx.insert(gatewayInstances).values(shop.gateways)
  await tx.insert(pluginInstances).values(shop.plugins)
  await tx.insert(products).values(shop.products)
  const archived = shop.products.filter(({ status }) => status === 'archived')
  await tx.insert(recordEvents).values(
    archived.map(({ orgId, id, createdAt }) => ({
      orgId,
      recordId: id,
      createdAt,
      resource: 'products',
      kind: 'archive',
      from: 'active',
      to: 'archived',
    })),
  )
  await tx.insert(campaigns).values(shop.campaigns)
  await tx.insert(offers).values(shop.offers)
  await tx.insert(emailAutoresponders).values(shop.autoresponders)
  await tx
    .insert(customers)
    .values(
      shop.customers.map((customer) => ({ ...customer, ...phoneForms(customer.phone, customer.country, currency) })),
    )
}

async function insertSales(tx: Transaction, sales: Sales): Promise<void> {
  await tx.insert(orders).values(sales.orders)
  await tx.insert(orderItems).values(sales.items)
  await tx.insert(paymentLinks).values(sales.links)
  await tx.insert(fulfilments).values(sales.fulfilments)
  await tx.insert(fulfilmentItems).values(sales.packedItems)
  await tx.insert(transactions).values(sales.transactions)
  const books = booksOf(sales)
  await tx.insert(paymentAttempts).values(books.attempts)
  await tx.insert(refunds).values(books.refunds)
  await tx.insert(ledgerEntries).values(books.ledger)
  await tx.insert(sandboxPayments).values(books.sandboxPayments)
  await tx.insert(sandboxRefunds).values(books.sandboxRefunds)
  await tx.insert(recordEvents).values(sales.events)
  await tx.insert(calls).values(sales.calls)
}

async function insertOngoingCall(
  tx: Transaction,
  { orgId, customers: known }: Shop,
  [agent]: readonly { id: string }[],
  now: Date,
): Promise<void> {
  const caller = known.find(({ phone }) => phone !== null)
  if (agent === undefined || caller === undefined) return
  const startedAt = new Date(now.getTime() - 4 * 60_000)
  await tx
    .insert(calls)
    .values({ orgId, agentId: agent.id, customerId: caller.id, phone: caller.phone ?? null, startedAt })
}
