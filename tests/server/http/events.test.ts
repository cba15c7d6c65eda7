import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standardPermissions } from '../../../contract/agentPermissions'
import { type Database, openDatabase } from '../../../server/db/database'
import { seedDemo } from '../../../server/db/demo'
import { memberships } from '../../../server/db/schema/organizations'
import { paymentLinks } from '../../../server/db/schema/paymentLinks'
import { sessions, users } from '../../../server/db/schema/users'
import { openSession } from '../../../server/auth/sessions'
import { tokenHash } from '../../../server/db/tokens'
import { createChangeFeed } from '../../../server/events/changeFeed'
import { coalesced } from '../../../server/events/coalesced'
import { EventStream } from '../../../server/events/stream'
import { readChanges } from '../../../server/events/tail'
import { stopServer } from '../../../server/http/stopping'
import { settleLink } from '../../../server/payments/jobs'
import { demo, type Known, knownOf, rival, type Started, startSomewhere, startOn } from './start'
import { scratchPostgres } from '../postgres'
import { openShop } from '../shop'

interface Heard {
  event: string
  id: string | undefined
  data: Record<string, unknown>
}

/** A client of the stream, that keeps what it hears. */
class Listener {
  readonly heard: Heard[] = []
  status = 0
  headers = new Headers()
  isOver = false
  readonly #abort = new AbortController()

  static async open(url: string, token: string, orgId: string, headers: Record<string, string> = {}, more = '') {
    const listener = new Listener()
    const response = await fetch(`${url}/api/v1/events?organizationId=${orgId}${more}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      signal: listener.#abort.signal,
    })
    listener.status = response.status
    listener.headers = response.headers
    if (response.status === 200) void listener.#read(response).catch(() => undefined)
    else await response.body?.cancel()
    return listener
  }

  async #read(response: Response): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    try {
      for await (const bytes of response.body ?? []) {
        text += decoder.decode(bytes, { stream: true })
        const parts = text.split('\n\n')
        text = parts.pop() ?? ''
        for (const part of parts) this.heard.push(parsed(part))
      }
    } finally {
      this.isOver = true
    }
  }

  get lastId(): string {
    return this.heard.findLast(({ id }) => id !== undefined)?.id ?? ''
  }

  changes() {
    return this.heard.filter(({ event }) => event === 'change').map(({ data }) => data)
  }

  close(): void {
    this.#abort.abort()
  }
}

function parsed(part: string): Heard {
  const fields = new Map(
    part.split('\n').map((line): [string, string] => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
  )
  return { event: fields.get('event') ?? '', id: fields.get('id'), data: JSON.parse(fields.get('data') ?? '{}') as {} }
}

test('LV-01 a reader that takes nothing is cut off, and nothing more is kept for it', () => {
  const stream = new EventStream()
  const place = { upTo: '1', at: new Date() }
  const change = { id: '1', xid: '1', resource: 'offers', recordId: 'off_1', version: 1, kind: 'updated' } as const
  for (let count = 0; count < 500; count += 1) stream.tell([change], place)
  expect(stream.destroyed).toBe(false)
  for (let count = 0; count < 500; count += 1) stream.tell([change], place)
  expect(stream.destroyed).toBe(true)
  expect(stream.readableLength).toBeLessThan(70_000)
})

test('LV-01 more changes at once than a reader may leave unread are one resync, in their place', () => {
  const stream = new EventStream()
  stream.setEncoding('utf8')
  const change = { id: '1', xid: '1', resource: 'offers', recordId: 'off_1', version: 1, kind: 'updated' } as const
  const many = (count: number) => Array.from({ length: count }, () => change)
  stream.tell(many(300), { upTo: '1', at: new Date(0) })
  expect(String(stream.read()).match(/event: \w+/g)).toEqual(many(300).map(() => 'event: change'))
  stream.tell(many(1_000), { upTo: '2', at: new Date(0) })
  expect(stream.read()).toBe('event: resync\nid: 2-0\ndata: {}\n\n')
  expect(stream.destroyed).toBe(false)
})

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

describe.each(servers)('the event channel on $kind', (server: Started) => {
  let url = ''
  let token = ''
  let known: Known
  const listeners: Listener[] = []

  beforeAll(async () => {
    url = await server.app.listen({ port: 0, host: '127.0.0.1' })
    token = await server.login(demo)
    known = await knownOf(server, token)
  })

  const listen = async (headers: Record<string, string> = {}, as = token, orgId = known.orgId) => {
    const listener = await Listener.open(url, as, orgId, headers)
    listeners.push(listener)
    if (listener.status === 200) await expect.poll(() => listener.heard[0]?.event).toBe('ready')
    return listener
  }
  const changeOffer = (quantity: number) =>
    server
      .call('PUT', `/offers/${known.offerId}`, { token, body: { quantity } })
      .then(({ body }) => body as { data: { version: number } })
  const closeAll = async () => {
    for (const listener of listeners.splice(0)) listener.close()
    await delay(20)
  }

  test('LV-01 a change is heard in order, with resource, id, version, kind and nothing else; how soon is printed', async () => {
    const listener = await listen()
    const before = listener.changes().length
    const began = performance.now()
    const first = await changeOffer(11)
    await expect.poll(() => listener.changes().length).toBeGreaterThan(before)
    console.log(`${server.kind}: heard after ${Math.round(performance.now() - began)} ms`)
    const second = await changeOffer(12)
    await expect.poll(() => listener.changes().length).toBe(before + 2)
    expect(listener.changes().slice(before)).toEqual(
      [first, second].map(({ data }) => ({
        resource: 'offers',
        id: known.offerId,
        version: data.version,
        kind: 'updated',
      })),
    )
    expect(Object.fromEntries(listener.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(listener.headers.has('content-encoding')).toBe(false)
    await closeAll()
  })

  test('LV-02 each step of a customer with a payment link is announced and seen at its order; how soon is printed', async () => {
    const shop = await openShop(server, demo)
    const offerId = await shop.addOffer(await shop.addProduct(10))
    const place = async () => {
      const body = shop.placement([{ offerId }])
      const placed = await server.call('POST', '/orders', { token, body })
      expect(placed).toMatchObject({ status: 200 })
      return (placed.body as { data: { id: string } }).data.id
    }
    const linkTo = async (orderId: string) => {
      const made = await server.call('POST', `/orders/${orderId}/payment-links`, { token, body: { mail: false } })
      return `/payments/${(made.body as { data: { linkUrl: string } }).data.linkUrl.split('/pay/')[1]}`
    }
    const listener = await listen()
    const ofOrder = (id: string) => listener.changes().filter((one) => one['resource'] === 'orders' && one['id'] === id)
    /** What is read whenever a change is heard comes to the state. */
    const step = async (state: string, id: string, take: () => Promise<unknown>) => {
      let heard = ofOrder(id).length
      const began = performance.now()
      const taken = take()
      for (let seen = ''; seen !== state;) {
        await expect.poll(() => ofOrder(id).length, { interval: 5 }).toBeGreaterThan(heard)
        heard = ofOrder(id).length
        const { body } = await server.call('GET', `/orders/${id}/payments`, { token })
        seen = (body as { data: { link: { state: string } } }).data.link.state
      }
      console.log(`${server.kind}: ${state} was seen after ${Math.round(performance.now() - began)} ms`)
      await taken
    }
    const orderId = await place()
    const path = await linkTo(orderId)
    const attempt = (cardNumber: string, attemptId = uuidv7()) =>
      server.call('POST', `${path}/attempts`, {
        body: { attemptId, card: { cardNumber, expiry: '12/40', securityCode: '123' } },
      })
    const asked = uuidv7()
    await step('opened', orderId, () => server.call('GET', path))
    await step('declined', orderId, () => attempt('4000000000009995'))
    await step('action_required', orderId, () => attempt('4000002500003155', asked))
    await step('paid', orderId, () =>
      server.call('POST', `${path}/attempts/${asked}/answer`, { body: { approved: true } }),
    )
    const forgotten = await place()
    await linkTo(forgotten)
    const inTwoDays = new Date(Date.now() + 2 * 86_400_000)
    await step('expired', forgotten, () =>
      server.database.tenant(known.orgId, async (tx) => {
        const [link] = await tx.select().from(paymentLinks).where(eq(paymentLinks.orderId, forgotten))
        const { id: linkId = '' } = link ?? {}
        await settleLink(tx, { orgId: known.orgId, linkId, orderId: forgotten, now: inTwoDays })
      }),
    )
    await closeAll()
  })

  test('LV-01 an order that is placed and paid is at most four events on a stream of changes told together, and one for each record else', async () => {
    const shop = await openShop(server, demo)
    const offerId = await shop.addOffer(await shop.addProduct(10))
    const [together, apart] = await Promise.all([
      Listener.open(url, token, shop.orgId, {}, '&together=true'),
      Listener.open(url, token, shop.orgId),
    ])
    listeners.push(together, apart)
    const toldTogether = () => together.heard.filter(({ event }) => event === 'changes')
    const all = () => toldTogether().flatMap(({ data }) => data as unknown as Record<string, unknown>[])
    const seen = (resource: string, id?: string) =>
      all().some((one) => one['resource'] === resource && (id === undefined || one['id'] === id))
    await expect.poll(() => seen('products') && seen('offers', offerId)).toBe(true)
    await expect.poll(() => apart.changes().some((one) => one['id'] === offerId)).toBe(true)
    /** What has been noted of the organization up to now, in its order. */
    const noted = async () => {
      const { changes = [] } = await readChanges(server.database, shop.orgId, { seconds: 600 })
      return changes.toSorted((one, other) => Number(one.id) - Number(other.id))
    }
    const before = await noted()
    const placed = await server.call('POST', '/orders', { token, body: shop.placement([{ offerId }]) })
    const { id } = (placed.body as { data: { id: string } }).data
    await expect.poll(() => seen('orders', id)).toBe(true)
    const placing = (await noted()).slice(before.length)
    const beforeLink = { together: toldTogether().length, apart: apart.changes().length }
    const made = await server.call('POST', `/orders/${id}/payment-links`, { token, body: { mail: false } })
    const path = `/payments/${(made.body as { data: { linkUrl: string } }).data.linkUrl.split('/pay/')[1]}`
    await expect.poll(() => toldTogether().length).toBeGreaterThan(beforeLink.together)
    await expect.poll(() => apart.changes().length).toBeGreaterThan(beforeLink.apart)
    const linked = await noted()
    const paying = { together: toldTogether().length, apart: apart.changes().length }
    const card = { cardNumber: '4242424242424242', expiry: '12/40', securityCode: '123' }
    await server.call('POST', `${path}/attempts`, { body: { attemptId: uuidv7(), card } })
    const resources = ['orders', 'transactions', 'fulfillments', 'mails', 'campaigns', 'customers']
    const toldSince = (changes: Record<string, unknown>[], since: number) =>
      new Set(changes.slice(since).map((one) => one['resource']))
    const paid = () =>
      toldTogether()
        .slice(paying.together)
        .flatMap(({ data }) => data as unknown as Record<string, unknown>[])
    await expect.poll(() => [...toldSince(paid(), 0)]).toEqual(expect.arrayContaining(resources))
    await expect.poll(() => [...toldSince(apart.changes(), paying.apart)]).toEqual(expect.arrayContaining(resources))
    // How much of it is read at once depends on the machine; what is read at once is told as follows.
    const batches = [placing, (await noted()).slice(linked.length)].map(coalesced)
    const eventsOf = (isTogether: boolean) => {
      const stream = new EventStream(isTogether).setEncoding('utf8')
      for (const batch of batches) stream.tell(batch, { upTo: '1', at: new Date() })
      return String(stream.read()).split('\n\n').length - 1
    }
    const counts = { together: eventsOf(true), apart: eventsOf(false) }
    console.log(`${server.kind}: an order placed and paid is ${counts.together} events, told apart ${counts.apart}`)
    expect(counts.together).toBeLessThanOrEqual(4)
    expect(counts.apart).toBeLessThanOrEqual(15)
    expect(JSON.stringify(apart.heard)).not.toContain('"changes"')
    await closeAll()
  })

  test('LV-01 a stream resumes where it was cut and misses nothing, in whatever order transactions end', async () => {
    const listener = await listen()
    const place = listener.lastId
    listener.close()
    const { data } = await changeOffer(21)
    const again = await listen({ 'last-event-id': place })
    await expect.poll(() => again.changes()).toContainEqual(expect.objectContaining({ version: data.version }))
    expect(again.heard.map(({ event }) => event)).not.toContain('resync')
    await closeAll()
  })

  test('LV-01 without a place what happened in the last seconds comes first, as the page may have been read before it', async () => {
    const { data } = await changeOffer(22)
    const listener = await listen()
    await expect.poll(() => listener.changes()).toContainEqual(expect.objectContaining({ version: data.version }))
    await closeAll()
  })

  test.each([
    ['that we never gave', 'nonsense'],
    ['of a day ago', () => `1-${Math.floor(Date.now() / 1000) - 86_400}`],
    ['of another database', () => `999999999999-${Math.floor(Date.now() / 1000)}`],
  ])('LV-01 a place %s is answered with a resync', async (_what, place) => {
    const listener = await listen({ 'last-event-id': typeof place === 'string' ? place : place() })
    await expect.poll(() => listener.heard.map(({ event }) => event)).toContain('resync')
    await closeAll()
  })

  test('PM-01 LV-01 nothing of another organization is heard, and its stream is not opened', async () => {
    const theirs = await server.login(rival)
    expect((await listen({}, theirs)).status).toBe(404)
    expect((await listen({}, theirs, 'nobody')).status).toBe(404)
    expect((await listen({}, 'x'.repeat(43))).status).toBe(401)
    const rivals = await knownOf(server, theirs)
    const listener = await listen({}, theirs, rivals.orgId)
    const before = listener.heard.length
    await changeOffer(31)
    await server.call('PUT', `/offers/${rivals.offerId}`, { token: theirs, body: { quantity: 31 } })
    await expect.poll(() => listener.heard.length).toBeGreaterThan(before)
    expect(JSON.stringify(listener.heard)).not.toContain(known.offerId)
    await closeAll()
  })

  test('SE-03 LV-01 a stream ends at once when its session does, or when the person leaves the organization', async () => {
    const gone = await server.login(demo)
    const listener = await listen({}, gone)
    const other = await listen()
    await server.call('POST', '/users/logout', { token: gone, body: {} })
    await expect.poll(() => listener.isOver).toBe(true)
    expect(listener.heard.at(-1)).toMatchObject({ event: 'end', data: { reason: 'signed_out' } })
    expect(other.isOver).toBe(false)
    const leaving = await server.login(rival)
    const { orgId } = await knownOf(server, leaving)
    const theirs = await listen({}, leaving, orgId)
    const member = await server.database.system(async (tx) => {
      const [row] = await tx.delete(memberships).where(eq(memberships.orgId, orgId)).returning()
      return row
    })
    await expect.poll(() => theirs.isOver).toBe(true)
    await server.database.system((tx) => tx.insert(memberships).values(member!))
    await closeAll()
  })

  test('LV-01 200 streams hear a change, and requests go on beside them', async () => {
    const tokens = await server.database.system(async (tx) => {
      const opened: string[] = []
      for (let person = 0; person < 10; person += 1) {
        const email = `person${person}@northwind.example`
        const [user] = await tx
          .insert(users)
          .values({ email, name: email, passwordHash: '' })
          .returning({ id: users.id })
        await tx.insert(memberships).values({ orgId: known.orgId, userId: user!.id, role: 'agent' })
        opened.push(await openSession(tx, user!.id))
      }
      return opened
    })
    const streams = await Promise.all(tokens.flatMap((as) => Array.from({ length: 20 }, () => listen({}, as))))
    expect(streams.filter(({ status }) => status !== 200)).toEqual([])
    const began = performance.now()
    const { data } = await changeOffer(41)
    console.log(`${server.kind}: answered after ${Math.round(performance.now() - began)} ms beside 200 streams`)
    const news = expect.objectContaining({ id: known.offerId, version: data.version })
    await Promise.all(streams.map((one) => expect.poll(() => one.changes()).toContainEqual(news)))
    console.log(`${server.kind}: all 200 heard after ${Math.round(performance.now() - began)} ms`)
    await closeAll()
  })

  test('LV-01 a person has 20 streams at most, and the places of those that have gone are free again', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen()))
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    const refused = await listen()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    await closeAll()
    await expect.poll(async () => (await listen()).status).toBe(200)
    await closeAll()
  })

  test('SE-03 LV-01 a beat asks once whose sessions have ended, however many listen, and ends their streams', async () => {
    const asked: number[] = []
    const database: Database = {
      ...server.database,
      ownersOf: (hashes) => {
        asked.push(hashes.length)
        return server.database.ownersOf(hashes)
      },
    }
    const feed = createChangeFeed(database, () => new Date(), 20)
    const open = async (as: string) => {
      const hash = tokenHash(as)
      const { id = '', email = '', name = '' } = (await server.database.ownerOf(hash)) ?? {}
      const user = { id, email, name, organizationName: null }
      const caller = {
        userId: id,
        user,
        memberships: [{ orgId: known.orgId, role: 'agent' as const, agents: standardPermissions }],
        tokenHash: hash,
        name: 'Dana Reyes',
      }
      const streams = await Promise.all(Array.from({ length: 10 }, () => feed.open(caller, known.orgId, undefined)))
      return streams.map((stream) => stream.setEncoding('utf8'))
    }
    const expiring = await server.login(demo)
    const streams = await open(token)
    const theirs = await open(expiring)
    await server.database.system((tx) =>
      tx
        .update(sessions)
        .set({ expiresAt: new Date(0) })
        .where(eq(sessions.tokenHash, tokenHash(expiring))),
    )
    const heard = (of: readonly EventStream[]) =>
      of.map((stream) => {
        const text: unknown = stream.read()
        return typeof text === 'string' ? text : ''
      })
    await expect.poll(() => heard(theirs).every((text) => text.includes('signed_out'))).toBe(true)
    feed.close()
    for (const text of heard(streams)) {
      expect(text).toContain('event: beat')
      expect(text).not.toContain('signed_out')
    }
    expect(Math.max(...asked)).toBe(2)
  })

  test('LV-01 organizations are read a few at a time when all of them may have missed something', async () => {
    let running = 0
    let most = 0
    let reads = 0
    let loseConnection = () => {}
    const database: Database = {
      ...server.database,
      listen: (hear) => {
        loseConnection = () => hear(undefined)
        return () => {}
      },
      tenant: async (orgId, work) => {
        reads += 1
        running += 1
        most = Math.max(most, running)
        return server.database.tenant(orgId, work).finally(() => (running -= 1))
      },
    }
    const feed = createChangeFeed(database, () => new Date())
    for (let count = 0; count < 40; count += 1) {
      const [userId, orgId] = [uuidv7(), uuidv7()]
      const user = { id: userId, email: '', name: '', organizationName: null }
      await feed.open(
        { userId, user, memberships: [{ orgId, role: 'agent', agents: standardPermissions }], tokenHash: '', name: '' },
        orgId,
        undefined,
      )
    }
    most = 0
    reads = 0
    loseConnection()
    await expect.poll(() => reads).toBe(40)
    expect(most).toBe(4)
    feed.close()
  })

  test('LV-01 a stopping server ends its streams in good order, and at once', async () => {
    const node = await startOn(server.database)
    const address = await node.app.listen({ port: 0, host: '127.0.0.1' })
    const listener = await Listener.open(address, token, known.orgId)
    await expect.poll(() => listener.heard.length).toBeGreaterThan(0)
    const began = performance.now()
    expect(await stopServer({ app: node.app, jobs: [], database: { close: async () => {} } })).toBe(true)
    expect(performance.now() - began).toBeLessThan(2_000)
    await expect.poll(() => listener.isOver).toBe(true)
    expect(listener.heard.at(-1)).toMatchObject({ event: 'end', data: { reason: 'stopping' } })
  })

  test('GE-11 what is offered beyond the core is told to anybody', async () => {
    const { status, body } = await server.call('GET', '/capabilities')
    expect(status).toBe(200)
    const { extensions } = (body as { data: { extensions: string[] } }).data
    expect(extensions).toEqual(expect.arrayContaining(['events.stream', 'customers.create', 'capabilities.get']))
    expect(extensions).not.toContain('offers.update')
  })
})

const scratch = await scratchPostgres()

describe.skipIf(scratch === undefined)('two servers on one PostgreSQL', () => {
  let databases: Database[] = []
  let nodes: Started[] = []

  beforeAll(async () => {
    databases = [await openDatabase(scratch!), await openDatabase(scratch!)]
    await seedDemo(databases[0]!, new Date())
    nodes = await Promise.all(databases.map((database) => startOn(database)))
  })
  afterAll(async () => {
    for (const node of nodes) await node.stop()
    for (const database of databases) await database.close()
    await scratch?.stop()
  })

  test('LV-01 what one server writes is heard at the other, also after the session that listens was cut', async () => {
    const [writing, listening] = nodes
    if (!writing || !listening) throw new Error('two were started')
    const token = await writing.login(demo)
    const known = await knownOf(writing, token)
    const url = await listening.app.listen({ port: 0, host: '127.0.0.1' })
    const listener = await Listener.open(url, token, known.orgId)
    await expect.poll(() => listener.heard.length).toBeGreaterThan(0)
    const change = async (quantity: number) => {
      const { body } = await writing.call('PUT', `/offers/${known.offerId}`, { token, body: { quantity } })
      return (body as { data: { version: number } }).data.version
    }
    const first = await change(51)
    await expect.poll(() => listener.changes()).toContainEqual(expect.objectContaining({ version: first }))
    await databases[0]?.system((tx) =>
      tx.execute(
        `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' or query = 'select 1'`,
      ),
    )
    // Written while nobody listens.
    const second = await change(52)
    await expect.poll(() => listener.changes()).toContainEqual(expect.objectContaining({ version: second }))
    const versions = listener.changes().flatMap(({ id, version }) => (id === known.offerId ? [version] : []))
    expect(versions.slice(-2)).toEqual([first, second])
    const place = listener.lastId
    // That server goes, and the other one goes on from there.
    await listening.app.close()
    await expect.poll(() => listener.isOver).toBe(true)
    const third = await change(53)
    const other = await Listener.open(await writing.app.listen({ port: 0, host: '127.0.0.1' }), token, known.orgId, {
      'last-event-id': place,
    })
    await expect.poll(() => other.changes()).toContainEqual(expect.objectContaining({ version: third }))
    expect(other.heard.map(({ event }) => event)).not.toContain('resync')
    other.close()
  })
})
