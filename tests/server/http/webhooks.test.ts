import { eq, sql } from 'drizzle-orm'
import { Webhook as Receiving, WebhookVerificationError } from 'standardwebhooks'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { webhookMessages, webhookTestMessage } from '../../../contract/extensions/webhookMessages'
import type { Webhook, WebhookDelivery, WebhookDeliveryRecord } from '../../../contract/extensions/webhooks'
import { mostWebhooks, webhookEvents } from '../../../contract/rules/webhooks'
import { readConfig } from '../../../server/config'
import { webhooks } from '../../../server/db/schema/webhooks'
import { sweep } from '../../../server/jobs/sweep'
import { resealAll } from '../../../server/rotateSecrets'
import { createSecrets } from '../../../server/secrets'
import { postLimits } from '../../../server/webhooks/post'
import { startSendingWebhooks, type WebhookWorkerOptions } from '../../../server/webhooks/worker'
import { cards, dataOf, Till } from '../payments/world'
import { home } from '../shop'
import { type TakenMessage, WebhookReceiver } from '../webhookReceiver'
import { demo, rival, startSomewhere } from './start'

const config = readConfig({ NODE_ENV: 'test', WEBHOOKS_ALLOW_PRIVATE: 'on' })
const servers = await startSomewhere({ config })

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

type WithSecret = Webhook & { webhookSecret: string | null }
const message = z.union([...webhookMessages.values(), webhookTestMessage])

/** Waits for what workers do. */
const eventually = <T>(read: () => T) => expect.poll(read)

describe.each(servers)('on $kind', (base) => {
  let till: Till
  let receiver: WebhookReceiver
  let workers: ReturnType<typeof startSendingWebhooks>[] = []
  let made = 0
  const logged: string[] = []

  beforeAll(async () => {
    till = await Till.open(base, { config })
    receiver = await WebhookReceiver.open()
  })
  afterAll(() => receiver.close())
  beforeEach(() => {
    receiver.answer = (response) => response.writeHead(204).end()
  })
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    workers = []
    await till.rows(sql`delete from webhooks`)
    await till.rows(sql`delete from webhook_deliveries`)
    expect(logged.splice(0)).toEqual([])
  })

  const startWorker = (more: Partial<WebhookWorkerOptions> = {}) => {
    const worker = startSendingWebhooks({
      database: base.database,
      secrets: till.secrets,
      allowsPrivate: true,
      publicUrl: 'http://localhost:3000',
      log: (line) => logged.push(line),
      interval: 20,
      ...more,
    })
    workers.push(worker)
    return worker
  }
  const add = async (events: readonly string[], path = `/hook/${(made += 1)}`) => {
    const body = { organizationId: till.shop.orgId, address: receiver.address(path), events }
    const webhook = dataOf<WithSecret>(await till.staff('POST', '/outgoing-webhooks', body))
    return { ...webhook, path, secret: webhook.webhookSecret ?? '', ofIt: `/outgoing-webhooks/${webhook.id}` }
  }
  const read = async (id: string) => {
    const listed = await till.staff('GET', `/outgoing-webhooks?organizationId=${till.shop.orgId}`)
    return dataOf<Webhook[]>(listed).find((one) => one.id === id)
  }
  const deliveries = async (id: string, asked = '') =>
    dataOf<WebhookDelivery[]>(await till.staff('GET', `/outgoing-webhooks/${id}/deliveries${asked}`))
  const record = async (id: string) =>
    dataOf<WebhookDeliveryRecord>(await till.staff('GET', `/webhook-deliveries/${id}`))
  const addCustomer = async (firstName = 'Bo') => {
    const body = { organizationId: till.shop.orgId, firstName, email: `${uuidv7()}@moss.example` }
    return dataOf<{ id: string }>(await till.staff('POST', '/customers', body)).id
  }
  const verified = ({ body, headers }: TakenMessage, secret: string) =>
    message.parse(new Receiving(secret).verify(body, headers as Record<string, string>))
  /** Has all that waits be tried now, with so long left to it. */
  const hurry = (left = '1 hour') =>
    till.rows(
      sql`update webhook_deliveries set run_at = now(), give_up_at = now() + ${left}::interval where state = 'waiting'`,
    )

  test('WH-01 every event is told, signed so that the receiver may believe it, with the records that it is about', async () => {
    const hook = await add(webhookEvents)
    startWorker()
    const { id } = await till.order()
    await till.staff('PUT', `/orders/${id}/address`, { ...home, city: 'Dallas' })
    const token = await till.link(id)
    await till.pay(token, cards.declined)
    await till.pay(token, cards.good)
    const [parcel] = (await till.read(id)).fulfilments ?? []
    const parcelId = parcel?.id ?? ''
    await till.staff('POST', `/fulfilments/${parcelId}/ship`, {})
    // A number for what is on its way already is no shipping.
    await till.staff('PUT', `/fulfilments/${parcelId}/tracking`, { trackingNumber: '1Z999AA10123456784' })
    await till.staff('POST', `/fulfilments/${parcelId}/deliver`, {})
    await till.refund(id, { amount: 5 })
    await till.rounds()
    const given = await till.order()
    await till.pay(await till.link(given.id), cards.good)
    await till.staff('POST', `/orders/${given.id}/cancel`, { refund: true })
    await till.rounds()
    const [kept, other, gone] = [await addCustomer('Ida'), await addCustomer('Idah'), await addCustomer('Ed')]
    await till.staff('PUT', `/customers/${kept}`, { lastName: 'Marsh' })
    await till.staff('POST', `/customers/${kept}/merge`, { otherId: other, keep: {} })
    await till.staff('DELETE', `/customers/${gone}`)
    // What takes days, or a gateway that changes its mind, is told by the same lines.
    await till.rows(sql`
      insert into record_events (org_id, id, resource, record_id, kind, facts, created_at)
      select org_id, gen_random_uuid(), resource, record_id, unnest(array['expire', 'refund_failed']), facts, now()
      from record_events where kind = 'refund_succeeded' and record_id = ${id}`)

    await eventually(() => till.rows(sql`select event from webhook_deliveries where state = 'waiting'`)).toEqual([])
    const told = receiver.at(hook.path).map((taken) => verified(taken, hook.secret))
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(webhookEvents))
    const first = (type: string) => told.find((one) => one.type === type)?.data
    expect(first('order.placed')).toMatchObject({ order: { id, total: 40 } })
    expect(first('payment.failed')).toMatchObject({ order: { id }, payment: { state: 'declined', amount: 40 } })
    expect(first('order.paid')).toMatchObject({ order: { id }, payment: { state: 'succeeded', amount: 40 } })
    expect(first('order.refunded')).toMatchObject({ order: { id }, refund: { state: 'succeeded', amount: 5 } })
    expect(told.filter(({ type }) => type === 'fulfilment.shipped')).toHaveLength(1)
    expect(first('fulfilment.delivered')).toMatchObject({ fulfilment: { id: parcelId } })
    expect(first('fulfilment.cancelled')).toMatchObject({ fulfilment: { status: 'cancelled' } })
    expect(first('customer.merged')).toMatchObject({
      customerId: kept,
      mergedCustomerId: other,
      customer: { id: kept },
    })
    expect(first('customer.deleted')).toEqual({ customerId: gone, customer: null })
    expect(await read(hook.id)).toMatchObject({
      waitingCount: 0,
      failingSince: null,
      lastTry: { status: 204, failure: null },
    })
  })

  test('WH-01 each webhook is told what it has chosen, once, under the id that all know it by', async () => {
    const [one, two, other] = [
      await add(['customer.created']),
      await add(['customer.created']),
      await add(['order.placed']),
    ]
    // Of two workers at once, one sends it.
    startWorker()
    startWorker()
    const id = await addCustomer()
    await eventually(() => [receiver.at(one.path).length, receiver.at(two.path).length]).toEqual([1, 1])
    const [toOne, toTwo] = [receiver.at(one.path)[0]!, receiver.at(two.path)[0]!]
    expect(verified(toOne, one.secret)).toMatchObject({ data: { customerId: id } })
    expect(toOne.headers['webhook-id']).toBe(toTwo.headers['webhook-id'])
    expect(() => verified(toOne, two.secret)).toThrow(WebhookVerificationError)
    expect(() => verified({ ...toOne, body: toOne.body.replace('Bo', 'Bob') }, one.secret)).toThrow(
      WebhookVerificationError,
    )
    await eventually(async () => (await deliveries(one.id))[0]?.state).toBe('delivered')
    expect(await deliveries(other.id)).toEqual([])
    expect(receiver.at(other.path)).toEqual([])
  })

  test('WH-01 what is refused is tried again with the same id and body, later each time, and listed with each try', async () => {
    const hook = await add(['customer.created'])
    receiver.answer = (response) => response.writeHead(500).end('Out of order')
    startWorker()
    await addCustomer()
    await eventually(async () => (await deliveries(hook.id))[0]?.triesCount).toBe(1)
    const [waiting] = await deliveries(hook.id, '?state=waiting')
    expect(waiting).toMatchObject({ lastTry: { status: 500, failure: 'It answered 500.' } })
    expect(Date.parse(waiting!.nextTryAt!) - Date.now()).toBeGreaterThan(3_000)
    expect((await read(hook.id))?.failingSince).not.toBeNull()
    receiver.answer = (response) => response.writeHead(302, { location: receiver.address('/there') }).end()
    await hurry()
    await eventually(async () => (await record(waiting!.id)).tries.length).toBe(2)
    expect(Date.parse((await record(waiting!.id)).nextTryAt!) - Date.now()).toBeGreaterThan(250_000)
    receiver.answer = (response) => response.writeHead(200).end('Thank you')
    await hurry()
    await eventually(async () => (await record(waiting!.id)).state).toBe('delivered')
    const { tries, payload, messageId } = await record(waiting!.id)
    expect(tries.map(({ status, failure, answer }) => [status, failure, answer])).toEqual([
      [200, null, 'Thank you'],
      [302, 'It answered 302. Nobody is followed to another address.', ''],
      [500, 'It answered 500.', 'Out of order'],
    ])
    const sent = receiver.at(hook.path)
    expect(new Set(sent.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([messageId]))
    expect(new Set(sent.map(({ body }) => body))).toEqual(new Set([payload]))
    for (const one of sent) verified(one, hook.secret)
    expect(receiver.at('/there')).toEqual([])
    expect((await read(hook.id))?.failingSince).toBeNull()
  })

  test('WH-01 a receiver that is slow is given up, answers 10 MB or does neither: others are told meanwhile', async () => {
    const slow = await add(['customer.created'])
    const large = await add(['customer.created'])
    const quick = await add(['customer.created'])
    receiver.answer = (response, { path }) => {
      if (path === slow.path) return
      response.writeHead(200).end(path === large.path ? Buffer.alloc(10 * 1_024 ** 2, 'a') : '')
    }
    startWorker({ limits: { ...postLimits, whole: 3_000 } })
    for (let count = 0; count < 3; count += 1) await addCustomer()
    await eventually(() => receiver.at(quick.path).length).toBe(3)
    await eventually(async () => (await deliveries(large.id, '?state=delivered')).length).toBe(3)
    await eventually(async () => (await deliveries(slow.id))[0]?.lastTry?.failure).toBe(
      'It did not answer within 3 seconds.',
    )
    const [delivered] = await deliveries(large.id)
    expect((await record(delivered!.id)).tries[0]?.answer).toBe('a'.repeat(postLimits.kept))
  })

  test('WH-01 410 switches a webhook off at once, gives up what waits, and tells the owners', async () => {
    const hook = await add(['customer.created'])
    receiver.answer = (response) => response.writeHead(410).end()
    await addCustomer()
    await addCustomer()
    startWorker()
    await eventually(async () => (await read(hook.id))?.state).toBe('disabled')
    expect(await read(hook.id)).toMatchObject({ switchedOffBy: 'gone', waitingCount: 0 })
    expect((await deliveries(hook.id)).map(({ state }) => state)).toEqual(['failed', 'failed'])
    // Both may have been on their way; one of them has switched it off.
    expect(await mailsAbout(hook.id)).toBe(1)
    await addCustomer()
    expect(await deliveries(hook.id)).toHaveLength(2)
    const [given] = await deliveries(hook.id)
    const again = () => till.staff('POST', `/webhook-deliveries/${given!.id}/send`, {})
    const sentence = 'This webhook is switched off. Switch it on first.'
    expect(await again()).toMatchObject({ status: 409, body: { message: sentence } })
    expect(await till.staff('POST', `${hook.ofIt}/test`, {})).toMatchObject({
      status: 409,
      body: { message: sentence },
    })
    receiver.answer = (response) => response.writeHead(204).end()
    const on = await till.staff('POST', `${hook.ofIt}/state`, { state: 'enabled' })
    expect(dataOf<Webhook>(on)).toMatchObject({ state: 'enabled', switchedOffBy: null, failingSince: null })
    expect(dataOf<WebhookDelivery>(await again())).toMatchObject({ state: 'waiting', messageId: given!.messageId })
    await eventually(async () => (await record(given!.id)).state).toBe('delivered')
  })

  /** How many mails to the owner of the shop name no more of the address than where it is. */
  async function mailsAbout(webhookId: string): Promise<number> {
    const rows = await base.database.system(async (tx) => {
      const found = await tx.execute(sql`
        select payload ->> 'text' as text from outbox
        where payload ->> 'subject' = 'A webhook has been switched off' and payload ->> 'to' = ${demo}`)
      await tx.execute(sql`delete from outbox where payload ->> 'subject' = 'A webhook has been switched off'`)
      return found.rows
    })
    const [{ address } = { address: '' }] = await till.rows(sql`select address from webhooks where id = ${webhookId}`)
    for (const { text } of rows) {
      expect(text).toContain(new URL(String(address)).origin)
      expect(text).not.toContain(new URL(String(address)).pathname)
    }
    return rows.length
  }

  test('WH-01 what fails for three days is given up, and its webhook switched off when nothing was taken', async () => {
    const hook = await add(['customer.created'])
    receiver.answer = (response) => response.writeHead(503).end()
    startWorker()
    await addCustomer()
    await eventually(async () => (await deliveries(hook.id))[0]?.triesCount).toBe(1)
    // The last of three days has failed as well, while others were taken.
    await hurry('0 seconds')
    await eventually(async () => (await deliveries(hook.id))[0]?.state).toBe('failed')
    expect(await read(hook.id)).toMatchObject({ state: 'enabled', failingSince: expect.any(String) as string })
    await addCustomer()
    await eventually(async () => (await deliveries(hook.id))[0]?.triesCount).toBe(1)
    await till.rows(sql`update webhooks set failing_since = now() - interval '72 hours'`)
    await hurry('0 seconds')
    await eventually(async () => (await read(hook.id))?.switchedOffBy).toBe('failing')
    expect(await mailsAbout(hook.id)).toBe(1)
  })

  test('WH-01 a worker that dies while it sends loses nothing: the message comes again with the same id', async () => {
    const hook = await add(['customer.created'])
    await addCustomer()
    let killed = () => {}
    const dead = new Promise<void>((resolve) => (killed = resolve))
    // It has sent, and never comes to keep that.
    const { database } = base
    let tenants = 0
    const dying: WebhookWorkerOptions['database'] = {
      system: (work) => database.system(work),
      tenant: (orgId, work) => {
        tenants += 1
        if (tenants === 1) return database.tenant(orgId, work)
        killed()
        return new Promise(() => undefined)
      },
    }
    const killedWorker = startSendingWebhooks({
      database: dying,
      secrets: till.secrets,
      allowsPrivate: true,
      publicUrl: '',
      log: () => undefined,
    })
    await dead
    // It takes nothing more, and never comes to its end.
    void killedWorker.stop()
    expect(receiver.at(hook.path)).toHaveLength(1)
    startWorker()
    // Its lease is over.
    await till.rows(sql`update webhook_deliveries set run_at = now()`)
    await eventually(async () => (await deliveries(hook.id))[0]?.state).toBe('delivered')
    const [first, second] = receiver.at(hook.path)
    expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], first?.body])
  })

  test('WH-01 a worker that is stopped gives back what it has not been answered to', async () => {
    const hook = await add(['customer.created'])
    receiver.answer = () => undefined
    const worker = startWorker()
    await addCustomer()
    await eventually(() => receiver.at(hook.path).length).toBe(1)
    await worker.stop()
    expect((await deliveries(hook.id))[0]).toMatchObject({ state: 'waiting', triesCount: 0 })
    receiver.answer = (response) => response.writeHead(204).end()
    startWorker()
    await eventually(async () => (await deliveries(hook.id))[0]?.state).toBe('delivered')
  })

  test('WH-01 a change that is taken back tells nobody', async () => {
    const hook = await add(['customer.created'])
    const { orgId } = till.shop
    await base.database
      .tenant(orgId, async (tx) => {
        await tx.execute(sql`
          insert into record_events (org_id, id, resource, record_id, kind, created_at)
          values (${orgId}, gen_random_uuid(), 'customers', gen_random_uuid(), 'create', now())`)
        throw new Error('taken back')
      })
      .catch(() => undefined)
    expect(await deliveries(hook.id)).toEqual([])
  })

  test('WH-01 no change waits for whoever changes a webhook', async () => {
    const hook = await add(['customer.created'])
    // The embedded database does one thing at a time anyway.
    if (base.kind === 'pglite') return
    const { orgId } = till.shop
    await base.database.tenant(orgId, async (tx) => {
      await tx.execute(sql`select from webhooks where id = ${hook.id} for update`)
      await addCustomer()
    })
    expect(await deliveries(hook.id)).toHaveLength(1)
  })

  test('WH-01 the secret is shown once and kept sealed; after a new one the old one signs for a day beside it', async () => {
    const key = uuidv7()
    const body = { organizationId: till.shop.orgId, address: receiver.address('/once'), events: ['customer.created'] }
    const create = async () =>
      dataOf<WithSecret>(await till.staff('POST', '/outgoing-webhooks', body, { 'idempotency-key': key }))
    const first = await create()
    expect(first.webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await create()).toEqual({ ...first, webhookSecret: null })
    const ofIt = `/outgoing-webhooks/${first.id}`
    const rotate = async () => dataOf<WithSecret>(await till.staff('POST', `${ofIt}/secret`, {}))
    const second = await rotate()
    expect(Date.parse(second.formerSecretUntil!) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
    // Whoever has lost the answer makes another one; the one in use still signs.
    const third = await rotate()
    startWorker()
    await till.staff('POST', `${ofIt}/test`, {})
    await eventually(() => receiver.at('/once').length).toBe(1)
    const [taken] = receiver.at('/once')
    for (const { webhookSecret } of [first, second, third]) {
      expect(verified(taken!, webhookSecret!)).toMatchObject({ type: 'webhook.test' })
    }
    till.later(25 * 3_600)
    const fourth = await rotate()
    till.time = new Date()
    await till.staff('POST', `${ofIt}/test`, {})
    await eventually(() => receiver.at('/once').length).toBe(2)
    const [, later] = receiver.at('/once')
    expect(verified(later!, fourth.webhookSecret!)).toMatchObject({ type: 'webhook.test' })
    expect(verified(later!, third.webhookSecret!)).toMatchObject({ type: 'webhook.test' })
    expect(() => verified(later!, first.webhookSecret!)).toThrow(WebhookVerificationError)
    const stored = JSON.stringify([
      await till.rows(sql`select * from webhooks`),
      await till.rows(sql`select * from audit_entries where resource = 'webhooks'`),
      await till.rows(sql`select * from idempotency_keys`),
      await till.staff('GET', `/outgoing-webhooks?organizationId=${till.shop.orgId}`),
    ])
    for (const { webhookSecret } of [first, second, third, fourth]) {
      expect(stored).not.toContain(webhookSecret!.slice(6, 30))
    }
  })

  test('WH-01 a secret whose key is gone says so, and one that is sealed anew still signs', async () => {
    const hook = await add(['customer.created'])
    const keys = createSecrets([Buffer.alloc(32, 7)])
    startWorker({ secrets: keys })
    await addCustomer()
    await eventually(async () => (await deliveries(hook.id))[0]?.lastTry?.failure).toBe(
      'Its secret can not be opened any more. Make a new one.',
    )
    await workers.pop()?.stop()
    expect(await resealAll(base.database, till.secrets)).toMatchObject({ resealed: 0 })
    startWorker()
    await hurry()
    await eventually(() => receiver.at(hook.path).length).toBe(1)
    verified(receiver.at(hook.path)[0]!, hook.secret)
  })

  test('WH-01 what waits goes to the new address, and what is given up by hand goes nowhere', async () => {
    const hook = await add(['customer.created'])
    receiver.answer = (response, { path }) => response.writeHead(path === '/moved' ? 200 : 500).end()
    startWorker()
    await addCustomer()
    await eventually(async () => (await deliveries(hook.id))[0]?.triesCount).toBe(1)
    await till.staff('PUT', hook.ofIt, { address: receiver.address('/moved') })
    await eventually(async () => (await deliveries(hook.id))[0]?.state).toBe('delivered')
    expect(await read(hook.id)).toMatchObject({ failingSince: null, address: receiver.address('/moved') })
    await till.staff('PUT', hook.ofIt, { address: receiver.address(hook.path) })
    await addCustomer()
    await eventually(async () => (await deliveries(hook.id))[0]?.triesCount).toBe(1)
    await till.staff('POST', `${hook.ofIt}/state`, { state: 'disabled' })
    expect((await deliveries(hook.id))[0]).toMatchObject({ state: 'failed', nextTryAt: null })
    expect(await read(hook.id)).toMatchObject({ state: 'disabled', switchedOffBy: null })
    await till.staff('DELETE', hook.ofIt)
    expect(await read(hook.id)).toBeUndefined()
    expect(
      await till.rows(
        sql`select from webhook_deliveries union all select from webhook_tries where webhook_id = ${hook.id}`,
      ),
    ).toEqual([])
    expect(await till.staff('GET', `${hook.ofIt}/deliveries`)).toMatchObject({ status: 404 })
  })

  test('GE-09 WH-01 two owners at once: an outdated change is refused, and what becomes of messages outdates nothing', async () => {
    const hook = await add(['customer.created'])
    receiver.answer = (response) => response.writeHead(500).end()
    startWorker()
    await addCustomer()
    await eventually(async () => (await read(hook.id))?.failingSince).not.toBeNull()
    const upon = { 'if-match': `"${hook.version}"` }
    const change = (events: string[]) => till.staff('PUT', hook.ofIt, { events }, upon)
    // They are kept in the order in which they are listed, each once.
    const changed = await change(['order.placed', 'customer.created', 'order.placed'])
    expect(dataOf<Webhook>(changed).events).toEqual(['order.placed', 'customer.created'])
    expect(await change(['order.paid'])).toMatchObject({ status: 409, body: { error: { code: 'outdated' } } })
  })

  test('WH-01 an address that can be no receiver is refused at its field, and so is one too many', async () => {
    const body = { organizationId: till.shop.orgId, events: ['order.placed'] }
    const create = (more: object) => till.staff('POST', '/outgoing-webhooks', { ...body, ...more })
    const at = (path: string) => ({ status: 422, body: { error: { details: [{ path }] } } })
    expect(await create({ address: 'nowhere' })).toMatchObject(at('body.address'))
    expect(await create({ address: 'https://a:b@example.com' })).toMatchObject(at('body.address'))
    expect(await create({ address: 'https://example.com', events: [] })).toMatchObject(at('body.events'))
    expect(await create({ address: 'https://example.com', events: ['order.eaten'] })).toMatchObject(at('body.events.0'))
    const strict = await Till.open(base, { email: rival })
    for (const address of ['http://example.com', 'https://10.0.0.1', 'https://[::ffff:127.0.0.1]/']) {
      const asked = { organizationId: strict.shop.orgId, address, events: ['order.placed'] }
      expect(await strict.staff('POST', '/outgoing-webhooks', asked)).toMatchObject(at('body.address'))
    }
    for (let count = 0; count < mostWebhooks; count += 1) await add(['order.placed'])
    expect(await create({ address: 'https://example.com' })).toMatchObject({
      status: 409,
      body: { message: 'An organization has at most 20 webhooks.' },
    })
  })

  test('WH-01 SE-12 agents neither see nor change webhooks, as their addresses let others in', async () => {
    const hook = await add(['customer.created'])
    await addCustomer()
    const [delivery] = await deliveries(hook.id)
    const token = await base.login('saoirse@offerdesk.example')
    const { orgId } = till.shop
    for (const [method, path, body] of [
      ['GET', `/outgoing-webhooks?organizationId=${orgId}`],
      ['GET', `${hook.ofIt}/deliveries`],
      ['GET', `/webhook-deliveries/${delivery!.id}`],
      ['POST', '/outgoing-webhooks', { organizationId: orgId, address: 'https://a.example', events: ['order.placed'] }],
      ['POST', `/webhook-deliveries/${delivery!.id}/send`, {}],
      ['POST', `${hook.ofIt}/secret`, {}],
    ] as const) {
      expect(await till.server.call(method, path, { token, body })).toMatchObject({
        status: 403,
        body: { message: 'Only an owner can see and change webhooks.' },
      })
    }
  })

  test('WH-01 messages and tries are kept for 30 days, and longer while they wait', async () => {
    const hook = await add(['customer.created'])
    receiver.answer = (response, { path }) => response.writeHead(path.endsWith('old') ? 200 : 500).end()
    const old = await add(['customer.created'], '/old')
    startWorker()
    await addCustomer()
    await eventually(async () => (await deliveries(hook.id))[0]?.triesCount).toBe(1)
    await eventually(async () => (await deliveries(old.id))[0]?.state).toBe('delivered')
    await workers.pop()?.stop()
    await till.rows(sql`update webhook_deliveries set created_at = now() - interval '31 days'`)
    await till.rows(sql`update webhook_tries set tried_at = now() - interval '31 days'`)
    await sweep(base.database, new Date())
    expect(await deliveries(old.id)).toEqual([])
    expect(await deliveries(hook.id)).toMatchObject([{ state: 'waiting', triesCount: 0 }])
    expect(
      (await base.database.tenant(till.shop.orgId, (tx) => tx.select().from(webhooks).where(eq(webhooks.id, hook.id))))
        .length,
    ).toBe(1)
  })
})
