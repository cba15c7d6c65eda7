import { type SQL, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, expect, test } from 'vitest'
import type { OrderPayments, Payment } from '../../../contract/extensions/payments'
import type { PaymentLinkMade } from '../../../contract/paymentLinks'
import { type Database, openDatabase } from '../../../server/db/database'
import { demoLogins, demoPassword } from '../../../server/db/demo'
import { type Scratch, someDatabases } from '../postgres'
import { home } from '../shop'
import { startSmtpServer } from '../smtpServer'
import { Killable } from './killable'
import { wrongSums } from './sales'
import { cards } from './world'

/** How often the server, its worker or both are killed; `npm run figures -- killsMoney` asks for more. */
const kills = Number(process.env['MONEY_KILLS'] ?? 1)
/** How many people order, mail, pay and refund at a time. */
const tellers = 3
/** How much is answered before the next kill: some orders, mailed, paid and half refunded. */
const lifetime = () => 1 + Math.random() * 40

const scratches = await someDatabases('demo')
const smtp = await startSmtpServer()
afterAll(() => smtp.stop())

interface Shop {
  token: string
  organizationId: string
  sold: { campaignId: string; customerId: string; lines: { offerId: string }[] }
  started: Date
}

/** For what is left to be done in the end. */
const patience = { timeout: 300_000, interval: 100 }

/** What was acknowledged, in cents: nothing may take it back. */
interface Acknowledged {
  orders: Set<string>
  links: Set<string>
  paid: Map<string, number>
  refunded: Map<string, number>
}

/** An order whose payment was not known at once: its server was killed, or its gateway did not answer. */
interface Waiting {
  id: string
  payToken: string
}

const cents = (amount: number) => Math.round(amount * 100)

/** A campaign that answers a new link and a paid order with mails, the latter through a mail server as well. */
async function openKilledShop(server: Killable): Promise<Shop> {
  const started = new Date()
  const body = { email: demoLogins[0], password: demoPassword }
  const { token } = await server.ask<{ token: string }>('POST', '/users/login', { body })
  const [organization] = await server.ask<{ id: string }[]>('GET', '/organizations', { token })
  const organizationId = organization?.id ?? ''
  const make = (path: string, fields: object) =>
    server.ask<{ id: string }>('POST', path, { token, key: uuidv7(), body: { organizationId, ...fields } })
  const first = async (resource: string, filters = {}) => {
    const [found] = await server.ask<{ id: string }[]>('POST', '/search', {
      token,
      body: { organizationId, resource, filters, limit: 1 },
    })
    return found?.id ?? ''
  }
  const { id: campaignId } = await make('/campaigns', { name: 'Killed' })
  const { id: productId } = await make('/products', { name: 'Lamp', sku: uuidv7(), price: 20, stock: 100_000 })
  const limits = { quantity: 100_000, quantityPerOrder: 1 }
  await make(`/campaigns/${campaignId}/offers`, { productId, displayName: 'Lamp', ...limits, basePrice: 20 })
  const from = 'shop@northwind.example'
  const outbox = await make('/plugins', { name: 'Kept', kind: 'outbox', from })
  const sent = await make('/plugins', {
    name: 'Sent',
    kind: 'smtp',
    from,
    host: '127.0.0.1',
    port: smtp.port,
    security: 'none',
  })
  const responder = { from, subject: 'Order {{order_id}}', body: '<p>{{order_total}}</p>' }
  for (const [event, { id: pluginInstanceId }] of [
    ['order.payment_link.created', outbox],
    ['order.completed', outbox],
    ['order.completed', sent],
  ] as const) {
    await make(`/campaigns/${campaignId}/autoresponders/email`, { ...responder, event, pluginInstanceId })
  }
  const lines = [{ offerId: await first('offers', { campaignId }), quantity: 2, unitPrice: 20 }]
  return { token, organizationId, sold: { campaignId, customerId: await first('customers'), lines }, started }
}

/** Sells, mails a link and pays. */
async function sell(server: Killable, { token, organizationId, sold }: Shop, seen: Acknowledged): Promise<Waiting> {
  const draftId = uuidv7()
  const { id } = await server.ask<{ id: string }>('POST', '/orders', {
    token,
    key: draftId,
    body: { organizationId, draftId, address: home, ...sold },
  })
  seen.orders.add(id)
  const link = { token, key: uuidv7(), body: { mail: true } }
  const made = await server.ask<PaymentLinkMade>('POST', `/orders/${id}/payment-links`, link)
  seen.links.add(made.id)
  const payToken = made.linkUrl.slice(made.linkUrl.lastIndexOf('/') + 1)
  await pay(server, payToken)
  return { id, payToken }
}

async function pay(server: Killable, payToken: string): Promise<void> {
  const cardNumber = Math.random() < 0.1 ? cards.lost : cards.good
  const body = { attemptId: uuidv7(), card: { cardNumber, expiry: '12/99', securityCode: '123' } }
  await server.ask('POST', `/payments/${payToken}/attempts`, { body })
}

/** Gives half of an order back once it has been paid; whether it has. Pays again what never came to the gateway. */
async function refundHalf(server: Killable, { token }: Shop, seen: Acknowledged, { id, payToken }: Waiting) {
  const { order, attempt } = await server.ask<Payment>('GET', `/payments/${payToken}`)
  const paid = order.paidTotal ?? 0
  if (paid === 0) {
    if (attempt?.state === 'expired') await pay(server, payToken)
    return false
  }
  seen.paid.set(id, cents(paid))
  const body = { amount: paid / 2 }
  const { refunds } = await server.ask<OrderPayments>('POST', `/orders/${id}/refunds`, { token, key: uuidv7(), body })
  expect(refunds).toMatchObject([{ state: 'succeeded' }])
  seen.refunded.set(id, cents(paid / 2))
  return true
}

/** What a node may wait for before it does another one's work is over. */
async function letTwoMinutesPass(scratch: Scratch, { organizationId }: Shop): Promise<void> {
  const database = await openDatabase(scratch)
  await database.tenant(organizationId, async (tx) => {
    for (const [table, moment] of [
      ['payment_attempts', 'ask_at'],
      ['refunds', 'ask_at'],
      ['outbox', 'run_at'],
      ['outbox', 'locked_until'],
    ]) {
      await tx.execute(sql.raw(`update ${table} set ${moment} = ${moment} - interval '2 minutes'`))
    }
  })
  await database.close()
}

const rowsOf = async (database: Database, organizationId: string, query: SQL) =>
  (await database.tenant(organizationId, (tx) => tx.execute(query))).rows

/** The books at rest, against what was acknowledged and against the gateway's own; returns what is told of them. */
async function checkBooks(database: Database, shop: Shop, seen: Acknowledged): Promise<string> {
  const { organizationId, sold, started } = shop
  const rows = (query: SQL) => rowsOf(database, organizationId, query)
  const own = sql`(select id from orders where campaign_id = ${sold.campaignId})`

  // All that was acknowledged, and nothing beside it: what was asked for twice was made once.
  const orders = await rows(sql`select id, status, paid_cents::int as paid, refunded_cents::int as refunded,
      (select count(*)::int from transactions where order_id = orders.id and type = 'charge') as charges,
      (select count(*)::int from fulfilments where order_id = orders.id) as fulfilments
    from orders where campaign_id = ${sold.campaignId}`)
  expect(new Set(orders.map(({ id }) => id))).toEqual(seen.orders)
  for (const order of orders) {
    const id = String(order['id'])
    const amounts = { paid: seen.paid.get(id), refunded: seen.refunded.get(id) }
    expect(order).toMatchObject({ ...amounts, charges: 1, fulfilments: 1 })
  }
  const links = await rows(sql`select id from payment_links where order_id in ${own}`)
  expect(new Set(links.map(({ id }) => id))).toEqual(seen.links)

  // Nothing is under way any more.
  expect(
    await rows(sql`select id from payment_attempts where order_id in ${own} and state not in ('succeeded', 'expired')`),
  ).toEqual([])
  expect(await rows(sql`select id from refunds where order_id in ${own} and state <> 'succeeded'`)).toEqual([])
  expect(
    await rows(sql`select id from outbox where state <> 'done' and created_at >= ${started.toISOString()}`),
  ).toEqual([])

  // The gateway's own books, which know nothing of ours, and the ledger.
  const since = sql`created_at >= ${started.toISOString()}`
  const ours = await rows(sql`select type, id::text as key, reference, amount_cents::int as amount from transactions
    where ${since} and status = 'succeeded' order by 2`)
  const theirs = await rows(sql`
    select 'charge' as type, idempotency_key as key, reference, amount_cents::int as amount from sandbox_payments
      where ${since} and state = 'succeeded'
    union all
    select 'refund', idempotency_key, reference, amount_cents::int from sandbox_refunds where ${since} order by 2`)
  expect(ours).toEqual(theirs)
  expect(ours).toHaveLength(seen.paid.size + seen.refunded.size)
  const unbalanced = sql`having sum(amount_cents) <> 0`
  expect(await rows(sql`select booking_id from ledger_entries group by booking_id ${unbalanced}`)).toEqual([])
  const held = await rows(sql`select account, sum(amount_cents)::int as amount from ledger_entries
    where order_id in ${own} group by account having sum(amount_cents) <> 0 order by account`)
  const kept = sum(seen.paid) - sum(seen.refunded)
  expect(held).toEqual([
    { account: 'customer', amount: -kept },
    { account: 'gateway', amount: kept },
  ])

  // What is left in stock and of the offer, the figures of the campaign and the customer, and the numbers.
  const offerIds = sold.lines.map(({ offerId }) => offerId)
  expect(await wrongSums(database, organizationId, offerIds)).toEqual([])

  // Each mail of each event, delivered by one try; what goes elsewhere is known again by its Message-ID.
  const mails = await rows(sql`select mails.id, dedupe_key, mails.state, tries, mails.created_at, kind
    from mails join plugin_instances as plugins on plugins.org_id = mails.org_id and plugins.id = plugin_instance_id
    where order_id in ${own}`)
  const answered = (kind: string, event: string) =>
    mails
      .filter((mail) => mail['kind'] === kind && String(mail['dedupe_key']).startsWith(`${event}:`))
      .map((mail) => String(mail['dedupe_key']).split(':')[1])
      .toSorted()
  const orderIds = [...seen.paid.keys()].toSorted()
  expect(answered('outbox', 'order.payment_link.created')).toEqual([...seen.links].toSorted())
  expect(answered('outbox', 'order.completed')).toEqual(orderIds)
  expect(answered('smtp', 'order.completed')).toEqual(orderIds)
  const endOf = (kind: unknown) => (kind === 'smtp' ? 'delivered' : 'kept')
  expect(mails.filter(({ state, tries, kind }) => state !== endOf(kind) || tries !== 1)).toEqual([])
  const sent = mails.filter(({ kind }) => kind === 'smtp').map(({ id }) => `<${String(id)}@offerdesk>`)
  const taken = smtp.taken.map(({ messageId }) => messageId).filter((id) => sent.includes(id))
  expect(new Set(taken)).toEqual(new Set(sent))
  return (
    `${seen.orders.size} orders, ${seen.paid.size} payments, ${seen.refunded.size} refunds and ${mails.length} mails: ` +
    `none lost, none twice, the gateway's books are ours to the cent, the ledger is zero, stock and figures add up; ` +
    `of ${sent.length} mails through SMTP none missing, ${taken.length - sent.length} sent again under the same Message-ID`
  )
}

const sum = (amounts: Map<string, number>) => [...amounts.values()].reduce((total, amount) => total + amount, 0)

test.concurrent.for(scratches)(
  'PY-04 ML-01 GW-04 on $kind, killed at any moment, nothing acknowledged is lost or charged twice, and each mail is delivered once',
  { timeout: 120_000 + kills * 60_000 },
  async (scratch, { expect: expectHere }) => {
    const server = new Killable(scratch)
    try {
      await server.start()
      const shop = await openKilledShop(server)
      const seen: Acknowledged = { orders: new Set(), links: new Set(), paid: new Map(), refunded: new Map() }
      const waiting: Waiting[] = []
      const round = { isOver: false }
      const tell = async () => {
        while (!round.isOver) {
          const sold = await sell(server, shop, seen)
          if (!(await refundHalf(server, shop, seen, sold))) waiting.push(sold)
        }
      }
      const telling = Promise.all(Array.from({ length: tellers }, tell))
      const killing = async () => {
        for (let number = 1; number < kills; number += 1) {
          await server.answers(lifetime())
          await server.killOne()
        }
        await server.answers(lifetime())
        await server.killServer()
        await server.killWorker()
        round.isOver = true
        await letTwoMinutesPass(scratch, shop)
        await server.start()
      }
      await Promise.all([telling, killing()])
      const lost = waiting.length
      for (const one of waiting) await expectHere.poll(() => refundHalf(server, shop, seen, one), patience).toBe(true)
      const queued = `/mails?organizationId=${shop.organizationId}&state=queued`
      await expectHere.poll(() => server.ask<object[]>('GET', queued, { token: shop.token }), patience).toEqual([])
      await server.stop()
      const database = await openDatabase(scratch)
      const told = await checkBooks(database, shop, seen)
      await database.close()
      const { server: ofServer, worker } = server.kills
      const killed = worker === 0 ? `${ofServer} kills` : `${ofServer} kills of the server and ${worker} of the worker`
      process.stdout.write(`${scratch.kind}: ${killed}, ${lost} payments asked about afterwards; ${told}\n`)
    } finally {
      await server.stop()
      await scratch.stop()
    }
  },
)
