import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { BulkJobCreate, BulkJobRecord, BulkRow } from '../../../contract/extensions/bulkJobs'
import { noMember } from '../../../contract/rules/bulkJobs'
import type { Offer } from '../../../contract/offers'
import { forgetOldBulkJobs } from '../../../server/bulkJobs/forget'
import { type HeldJob, workOnNext } from '../../../server/bulkJobs/rows'
import { singlesOf } from '../../../server/bulkJobs/singles'
import { startBulkJobs } from '../../../server/bulkJobs/worker'
import { bulkJobs } from '../../../server/db/schema/bulkJobs'
import { memberships } from '../../../server/db/schema/organizations'
import { demo, type Known, knownOf, rival, type Started, startSomewhere } from './start'

const agentEmail = 'miles.carter@offerdesk.example'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

describe.each(servers)('on $kind', (server: Started) => {
  let token = ''
  let known: Known
  let campaignId = ''
  let productId = ''
  const stopping: (() => Promise<void>)[] = []

  beforeAll(async () => {
    token = await server.login(demo)
    known = await knownOf(server, token)
    productId = await add('/products', { sku: 'BULK-1', name: 'Lamp', price: 9, stock: 50 })
  })
  afterEach(() => Promise.all(stopping.splice(0).map((stop) => stop())))

  const send = (method: string, path: string, body?: unknown, as = token) =>
    server.call(method, path, { token: as, body })
  const dataOf = async <T>(asked: Promise<{ status: number; body: object }>): Promise<T> => {
    const { status, body } = await asked
    expect([status, body]).toMatchObject([200, {}])
    return (body as { data: T }).data
  }
  const add = async (path: string, fields: object) =>
    (await dataOf<{ id: string }>(send('POST', path, { organizationId: known.orgId, ...fields }))).id
  /** A campaign of its own with so many offers, at 10, 11, 12 and so on. */
  async function withOffers(count: number): Promise<Offer[]> {
    campaignId = await add('/campaigns', { name: `Bulk of ${count}` })
    const made: Offer[] = []
    for (let index = 0; index < count; index += 1) {
      const fields = { productId, displayName: `Lamp ${index}`, quantity: 5, basePrice: 10 + index }
      const path = `/campaigns/${campaignId}/offers`
      made.push(await dataOf(send('POST', path, { organizationId: known.orgId, ...fields })))
    }
    return made
  }
  const offers = () =>
    dataOf<Offer[]>(
      send('POST', '/search', {
        organizationId: known.orgId,
        resource: 'offers',
        filters: { campaignId },
        sortBy: 'displayName',
        limit: 100,
      }),
    )
  const prices = async () => (await offers()).map(({ basePrice }) => basePrice)
  const create = (asked: Omit<BulkJobCreate, 'organizationId'>, as = token) =>
    dataOf<BulkJobRecord>(send('POST', '/bulk-jobs', { organizationId: known.orgId, ...asked }, as))
  const all = () => ({ search: { filters: { campaignId } } })
  const read = (id: string, as = token) => dataOf<BulkJobRecord>(send('GET', `/bulk-jobs/${id}`, undefined, as))
  const step = (id: string, name: 'start' | 'cancel' | 'undo', as = token) =>
    send('POST', `/bulk-jobs/${id}/${name}`, {}, as)
  const rowsOf = (id: string, query = '') => dataOf<BulkRow[]>(send('GET', `/bulk-jobs/${id}/rows?limit=100${query}`))

  const settle = (permissions: object) => dataOf(send('PUT', `/organizations/${known.orgId}/permissions`, permissions))
  /** Somebody who may do so much there. */
  async function agentWith(permissions: object): Promise<string> {
    await settle({ changesOffers: false, seesAllOrders: true, ...permissions })
    return server.login(agentEmail)
  }
  const letIn = async (agent: string, disabledAt: Date | null) =>
    server.database.system((tx) => tx.update(memberships).set({ disabledAt }).where(eq(memberships.userId, agent)))

  const services = { database: server.database, now: () => new Date(), log: () => undefined }
  function startWorker() {
    const worker = startBulkJobs({ ...services, interval: 5 })
    stopping.push(worker.stop)
    return worker
  }
  const reached = (id: string, state: BulkJobRecord['state']) =>
    expect.poll(async () => (await read(id)).state, { interval: 10 }).toBe(state)
  /** What the worker does with the next row, by hand. */
  async function workOnOne(id: string, pass: HeldJob['pass'] = 'run') {
    const [job] = await server.database.tenant(known.orgId, (tx) =>
      tx.select().from(bulkJobs).where(eq(bulkJobs.id, id)),
    )
    if (!job) throw new Error('no job')
    const working = { ...services, singles: singlesOf(services) }
    return workOnNext(working, { ...job, pass }, 0)
  }

  test('WF-03 a dry run says what would become of each row and changes nothing; then each is done once', async () => {
    const made = await withOffers(6)
    await send('PUT', `/offers/${made[5]?.id}`, { basePrice: 0.01 })
    await send('PUT', `/offers/${made[4]?.id}`, { basePrice: 20 })
    const job = await create({ action: 'offers.price', price: { kind: 'set', value: 20 }, ...all() })
    expect(job).toMatchObject({ state: 'checking', total: 6, startedAt: null, price: { kind: 'set', value: 20 } })
    startWorker()
    await reached(job.id, 'checked')
    expect(await read(job.id)).toMatchObject({ checked: { done: 5, unchanged: 1, refused: 0, vanished: 0 } })
    expect(await prices()).toEqual([10, 11, 12, 13, 20, 0.01])
    expect(await rowsOf(job.id)).toMatchObject([
      { name: 'Lamp 0', outcome: 'done', before: { basePrice: 10 }, after: { basePrice: 20 } },
      {},
      {},
      {},
      { name: 'Lamp 4', outcome: 'unchanged' },
      {},
    ])
    expect(await dataOf(step(job.id, 'start'))).toMatchObject({ state: 'running' })
    await reached(job.id, 'done')
    expect(await prices()).toEqual(Array.from({ length: 6 }, () => 20))
    const versions = (await offers()).map(({ version }) => version)
    // Asked for again, as after a lost answer.
    expect(await dataOf(step(job.id, 'start'))).toMatchObject({ state: 'done', ran: { done: 5, unchanged: 1 } })
    expect((await offers()).map(({ version }) => version)).toEqual(versions)
  })

  test('WF-03 a row is refused in the words of the single action, and one that is gone has vanished', async () => {
    const made = await withOffers(4)
    await send('PUT', `/offers/${made[1]?.id}`, { maxPrice: 30 })
    const lower = await create({
      action: 'offers.price',
      price: { kind: 'amount', value: -11 },
      ids: made.map(({ id }) => id),
    })
    await send('DELETE', `/offers/${made[3]?.id}`, {})
    await dataOf(step(lower.id, 'start'))
    startWorker()
    await reached(lower.id, 'done')
    const single = await send('PUT', `/offers/${made[0]?.id}`, { basePrice: -1 })
    const reason = (single.body as { message: string }).message
    expect(await read(lower.id)).toMatchObject({ ran: { done: 1, refused: 2, vanished: 1 } })
    expect((await rowsOf(lower.id)).map((row) => [row.name, row.outcome, row.reason])).toEqual([
      ['Lamp 0', 'refused', reason],
      ['Lamp 1', 'refused', expect.any(String)],
      ['Lamp 2', 'done', null],
      ['Lamp 3', 'vanished', null],
    ])
    const limits = await create({ action: 'offers.limits', limits: { minPrice: 40 }, ids: made.map(({ id }) => id) })
    await dataOf(step(limits.id, 'start'))
    await reached(limits.id, 'done')
    const { reasons } = await read(limits.id)
    expect(reasons).toEqual([{ outcome: 'refused', reason: expect.stringContaining('Max price'), rows: 1 }])
    expect(await rowsOf(limits.id, '&outcome=refused')).toMatchObject([{ name: 'Lamp 1' }])
  })

  test('WF-03 undoing restores what was before, and says of what has changed since that it stays', async () => {
    const made = await withOffers(4)
    const job = await create({ action: 'offers.price', price: { kind: 'percent', value: 10 }, ...all() })
    await dataOf(step(job.id, 'start'))
    startWorker()
    await reached(job.id, 'done')
    expect(await prices()).toEqual([11, 12.1, 13.2, 14.3])
    await send('PUT', `/offers/${made[1]?.id}`, { basePrice: 99 })
    await send('DELETE', `/offers/${made[2]?.id}`, {})
    await dataOf(step(job.id, 'undo'))
    await reached(job.id, 'undone')
    expect(await prices()).toEqual([10, 99, 13])
    expect(await read(job.id)).toMatchObject({
      undone: { done: 2, refused: 1, vanished: 1 },
      undoUserName: expect.any(String),
    })
    expect((await rowsOf(job.id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['done', null],
      ['refused', 'It has been changed since.'],
      ['vanished', null],
      ['done', null],
    ])
    expect(await step(job.id, 'undo')).toMatchObject({ status: 409, body: { message: 'It has been undone already.' } })
  })

  test('WF-03 deletions are undone, but for what somebody has brought back already', async () => {
    const made = await withOffers(3)
    const job = await create({ action: 'offers.delete', ...all() })
    await dataOf(step(job.id, 'start'))
    startWorker()
    await reached(job.id, 'done')
    expect(await offers()).toEqual([])
    await send('POST', `/offers/${made[0]?.id}/restore`, {})
    await dataOf(step(job.id, 'undo'))
    await reached(job.id, 'undone')
    expect(await offers()).toHaveLength(3)
    expect(await read(job.id)).toMatchObject({ undone: { done: 2, refused: 1 } })
    await server.database.tenant(known.orgId, (tx) =>
      tx
        .update(bulkJobs)
        .set({ state: 'done', finishedAt: new Date(Date.now() - 86_400_001) })
        .where(eq(bulkJobs.id, job.id)),
    )
    expect(await step(job.id, 'undo')).toMatchObject({
      status: 409,
      body: { message: 'It can be undone for a day, and this one is older.' },
    })
  })

  test('WF-03 whoever loses the right half-way is refused for the rest, and so is who is out', async () => {
    await withOffers(4)
    const agent = await agentWith({ changesOffers: true })
    const { id: agentId } = await dataOf<{ id: string }>(send('GET', '/users/me', undefined, agent))
    const job = await create({ action: 'offers.price', price: { kind: 'set', value: 50 }, ...all() }, agent)
    await dataOf(step(job.id, 'start', agent))
    await workOnOne(job.id)
    await settle({ changesOffers: false })
    await workOnOne(job.id)
    await letIn(agentId, new Date())
    startWorker()
    await reached(job.id, 'done')
    await letIn(agentId, null)
    expect((await rowsOf(job.id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['done', null],
      ['refused', 'Only an owner can change offers, products and prices.'],
      ['refused', noMember],
      ['refused', noMember],
    ])
    expect(await prices()).toEqual([50, 11, 12, 13])
  })

  test('WF-03 a job is cancelled behind the row in hand, and what was changed can be undone', async () => {
    await withOffers(3)
    const job = await create({ action: 'offers.price', price: { kind: 'set', value: 50 }, ...all() })
    await dataOf(step(job.id, 'start'))
    await workOnOne(job.id)
    expect(await dataOf(step(job.id, 'cancel'))).toMatchObject({ state: 'cancelled', ran: { done: 1 } })
    expect(await workOnOne(job.id)).toBeUndefined()
    expect(await prices()).toEqual([50, 11, 12])
    expect(await step(job.id, 'cancel')).toMatchObject({ status: 409, body: { message: 'It is over already.' } })
    await dataOf(step(job.id, 'undo'))
    startWorker()
    await reached(job.id, 'undone')
    expect(await prices()).toEqual([10, 11, 12])
  })

  test('WF-03 two jobs over the same rows both do theirs, and two workers share one job', async () => {
    await withOffers(12)
    const jobs = await Promise.all(
      [1, 2].map(() => create({ action: 'offers.price', price: { kind: 'amount', value: 1 }, ...all() })),
    )
    for (const { id } of jobs) await dataOf(step(id, 'start'))
    startWorker()
    startWorker()
    for (const { id } of jobs) await reached(id, 'done')
    expect((await prices()).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      Array.from({ length: 12 }, (_, index) => 12 + index),
    )
    // Both at the same row of one job: one of them finds it taken.
    const last = await create({ action: 'offers.price', price: { kind: 'amount', value: 1 }, ...all() })
    await Promise.all(stopping.splice(0).map((stop) => stop()))
    await dataOf(step(last.id, 'start'))
    await Promise.all(Array.from({ length: 20 }, () => workOnOne(last.id)))
    startWorker()
    await reached(last.id, 'done')
    expect((await prices()).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      Array.from({ length: 12 }, (_, index) => 13 + index),
    )
  })

  test('WF-03 the audit names whoever began it, with the single action', async () => {
    const [offer] = await withOffers(1)
    const job = await create({ action: 'offers.price', price: { kind: 'set', value: 50 }, ...all() })
    await dataOf(step(job.id, 'start'))
    startWorker()
    await reached(job.id, 'done')
    const { rows } = await server.database.tenant(known.orgId, (tx) =>
      tx.execute(sql`select actor_kind, actor_name, action from audit_entries
        where record_id = ${offer?.id} and kind = 'updated'`),
    )
    expect(rows).toEqual([{ actor_kind: 'person', actor_name: expect.any(String), action: 'offers.update' }])
  })

  test('WF-03 products are archived and brought back, and parcels are shipped, which is not undone', async () => {
    const ids = [await add('/products', { sku: 'BULK-2', name: 'A', price: 1, stock: 1 }), productId]
    const job = await create({ action: 'products.archive', ids })
    await dataOf(step(job.id, 'start'))
    startWorker()
    await reached(job.id, 'done')
    expect(await rowsOf(job.id)).toMatchObject(
      ids.map(() => ({ outcome: 'done', before: { status: 'active' }, after: { status: 'archived' } })),
    )
    await dataOf(step(job.id, 'undo'))
    await reached(job.id, 'undone')
    const parcels = await create({ action: 'fulfilments.ship', search: { filters: { status: ['pending'] } } })
    await dataOf(step(parcels.id, 'start'))
    await reached(parcels.id, 'done')
    const { ran, total, undoUntil } = await read(parcels.id)
    expect(ran.done).toBeGreaterThan(0)
    expect([ran.done + ran.refused, undoUntil]).toEqual([total, null])
    expect(await step(parcels.id, 'undo')).toMatchObject({
      status: 409,
      body: { message: 'This can not be undone: customers have been told.' },
    })
  })

  test('WF-03 a trial that is cancelled has nothing to be undone, and no time to do so', async () => {
    await withOffers(2)
    const job = await create({ action: 'offers.price', price: { kind: 'set', value: 50 }, ...all() })
    const cancelled = { state: 'cancelled', startedAt: null, undoUntil: null }
    expect(await dataOf(step(job.id, 'cancel'))).toMatchObject(cancelled)
    expect(await step(job.id, 'undo')).toMatchObject({ status: 409, body: { message: 'Nothing was changed.' } })
  })

  test('WF-03 nobody else sees a trial, everybody of the organization sees what was begun, and strangers see nothing', async () => {
    await withOffers(2)
    const agent = await agentWith({})
    const stranger = await server.login(rival)
    const job = await create({ action: 'offers.price', price: { kind: 'set', value: 50 }, ...all() })
    const listed = async (as: string) =>
      (
        await dataOf<{ id: string }[]>(
          send('GET', `/bulk-jobs?organizationId=${known.orgId}&resource=offers`, undefined, as),
        )
      ).some(({ id }) => id === job.id)
    expect(await send('GET', `/bulk-jobs/${job.id}`, undefined, agent)).toMatchObject({ status: 404 })
    expect(await step(job.id, 'start', agent)).toMatchObject({ status: 404 })
    await dataOf(step(job.id, 'start'))
    expect([await listed(token), await listed(agent)]).toEqual([true, true])
    expect(await step(job.id, 'cancel', agent)).toMatchObject({ status: 403 })
    for (const path of ['', '/rows']) {
      expect(await send('GET', `/bulk-jobs/${job.id}${path}`, undefined, stranger)).toMatchObject({ status: 404 })
    }
    expect(await step(job.id, 'cancel', stranger)).toMatchObject({ status: 404 })
    expect(
      await send('POST', '/bulk-jobs', { organizationId: known.orgId, action: 'offers.delete', ...all() }, agent),
    ).toMatchObject({
      status: 403,
      body: { message: 'Only an owner can change offers, products and prices.' },
    })
    await dataOf(step(job.id, 'cancel'))
  })

  test('WF-03 who sees their own orders alone chooses none of others, and sees no job over them', async () => {
    const agent = await agentWith({ seesAllOrders: false })
    const own = await create({ action: 'fulfilments.deliver', search: {} }, agent)
    const job = await create({ action: 'fulfilments.deliver', search: {} })
    expect(own.total).toBeLessThan(job.total)
    const { rows } = await server.database.tenant(known.orgId, (tx) =>
      tx.execute(sql`select count(*)::int as others from bulk_job_rows as row
          join fulfilments on fulfilments.id = row.record_id join orders on orders.id = fulfilments.order_id
        where job_id = ${own.id} and agent_id is distinct from (select user_id from bulk_jobs where id = ${own.id})`),
    )
    expect(rows).toEqual([{ others: 0 }])
    await dataOf(step(job.id, 'start'))
    expect(await send('GET', `/bulk-jobs/${job.id}/rows`, undefined, agent)).toMatchObject({ status: 404 })
    expect(await step(job.id, 'cancel', agent)).toMatchObject({ status: 404 })
    await dataOf(step(job.id, 'cancel'))
  })

  test('WF-03 what a program has begun is done within its scope, and refused once its token is revoked', async () => {
    await withOffers(2)
    const made = await dataOf<{ id: string; token: string }>(
      send('POST', '/api-tokens', { organizationId: known.orgId, name: 'Prices', duties: null }),
    )
    const job = await create({ action: 'offers.price', price: { kind: 'set', value: 50 }, ...all() }, made.token)
    await dataOf(step(job.id, 'start', made.token))
    await workOnOne(job.id)
    await send('DELETE', `/api-tokens/${made.id}`, {})
    await workOnOne(job.id)
    expect((await rowsOf(job.id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['done', null],
      ['refused', 'The API token that began this has expired or was revoked.'],
    ])
  })

  test('WF-03 what is long over is forgotten, and so is what was only tried', async () => {
    await withOffers(1)
    const asked = { action: 'offers.price', price: { kind: 'set', value: 50 }, ...all() } as const
    const [tried, begun] = [await create(asked), await create(asked)]
    await dataOf(step(begun.id, 'start'))
    const isThere = async (id: string) => (await send('GET', `/bulk-jobs/${id}`)).status === 200
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
    await forgetOldBulkJobs(server.database, inDays(2))
    expect([await isThere(tried.id), await isThere(begun.id)]).toEqual([false, true])
    await forgetOldBulkJobs(server.database, inDays(31))
    expect(await isThere(begun.id)).toBe(false)
  })

  test.each([
    [{ action: 'offers.price', price: { kind: 'set', value: 1 } }, 'Give either ids or a search'],
    [{ action: 'offers.price', search: {} }, 'A change of prices says how, and nothing else does'],
    [{ action: 'offers.limits', search: {}, limits: {} }, 'Give at least one limit'],
    [{ action: 'offers.delete', search: { q: 'no such offer' } }, 'Nothing is found by that any more.'],
    [{ action: 'offers.delete', search: { filters: { colour: 'red' } } }, 'Must be one of campaignId, productId, ids'],
  ])('WF-03 %j is refused with a sentence', async (asked, message) => {
    const answer = await send('POST', '/bulk-jobs', { organizationId: known.orgId, ...asked })
    expect(answer).toMatchObject({ status: 422, body: { message } })
  })
})
