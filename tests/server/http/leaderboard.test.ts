import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Leaderboard, TeamGoals } from '../../../contract/extensions/leaderboard'
import { actingNow } from '../../../server/db/acting'
import { calls } from '../../../server/db/schema/calls'
import { campaigns } from '../../../server/db/schema/campaigns'
import { customers } from '../../../server/db/schema/customers'
import { orders } from '../../../server/db/schema/orders'
import { memberships, organizations } from '../../../server/db/schema/organizations'
import { demo, type Started, startSomewhere, startOn } from './start'

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const agent = 'miles.carter@offerdesk.example'
/** Half past one in Auckland, where it is the Monday that is still Sunday in London. */
const now = new Date('2026-03-01T12:30:00Z')

describe.each(servers)('on $kind', (server: Started) => {
  const { database } = server
  let node: Started
  let [token, agentToken, orgId, me, other] = ['', '', '', '', '']
  const [campaignId, customerId] = [uuidv7(), uuidv7()]
  let number = 0
  const sell = (agentId: string, at: string, fields: Partial<typeof orders.$inferInsert> = {}) =>
    database.tenant(orgId, (tx) =>
      tx.insert(orders).values({
        orgId,
        id: uuidv7(),
        number: (number += 1),
        campaignId,
        customerId,
        agentId,
        agentName: agentId === me ? 'Dana as ever' : 'Miles as ever',
        customerFirstName: 'Ada',
        customerEmail: 'ada@moss.example',
        currency: 'NZD',
        subtotalCents: 10_000,
        totalCents: 10_000,
        paidCents: 10_000,
        paymentStatus: 'paid',
        createdAt: new Date(at),
        ...fields,
      }),
    )
  const talk = (agentId: string, at: string, disposition: string) =>
    database.tenant(orgId, (tx) =>
      tx.insert(calls).values({
        orgId,
        id: uuidv7(),
        agentId,
        startedAt: new Date(at),
        endedAt: new Date(at),
        closedAt: new Date(at),
        disposition,
      }),
    )
  const board = async (query = '', as = token): Promise<Leaderboard> => {
    const answer = await node.call('GET', `/leaderboard?organizationId=${orgId}${query}`, { token: as })
    expect(answer).toMatchObject({ status: 200 })
    return (answer.body as { data: Leaderboard }).data
  }

  beforeAll(async () => {
    // Nobody waits for the rest of a second here.
    node = await startOn(database, { now: () => now, pause: () => Promise.resolve() })
    ;[token, agentToken] = [await node.login(demo), await node.login(agent)]
    const idOf = async (as: string) =>
      ((await node.call('GET', '/users/me', { token: as })).body as { data: { id: string } }).data.id
    ;[me, other] = [await idOf(token), await idOf(agentToken)]
    orgId = uuidv7()
    await database.system(async (tx) => {
      await tx.insert(organizations).values({ id: orgId, name: 'South', currency: 'NZD', timeZone: 'Pacific/Auckland' })
      await tx.insert(memberships).values([
        { orgId, userId: me, role: 'owner' as const },
        { orgId, userId: other, role: 'agent' as const },
      ])
    })
    await database.tenant(orgId, async (tx) => {
      await tx.insert(campaigns).values({ orgId, id: campaignId, name: 'South' })
      await tx.insert(customers).values({ orgId, id: customerId, firstName: 'Ada', email: 'ada@moss.example' })
    })
    // Monday the second in Auckland began at eleven of Sunday in London.
    await sell(me, '2026-03-01T11:00:00Z')
    await sell(me, '2026-03-01T12:00:00Z', { refundedCents: 4_000, paymentStatus: 'partially_refunded' })
    await sell(other, '2026-03-01T11:30:00Z', { paidCents: 0, paymentStatus: 'unpaid', totalCents: 30_000 })
    await sell(me, '2026-03-01T12:01:00Z', { status: 'cancelled', paidCents: 0 })
    await sell(other, '2026-03-01T10:59:59Z', { totalCents: 90_000, paidCents: 90_000 })
    await sell(me, '2026-03-01T10:00:00Z')
    for (const disposition of ['sold', 'not_interested', 'no_answer', 'service', 'voicemail', 'wrong_number'])
      await talk(me, '2026-03-01T12:10:00Z', disposition)
    await talk(other, '2026-03-01T12:10:00Z', 'call_back')
  })

  test('LB-01 agents are ranked by their figures of the organization’s day, week and month, with how far they have come up', async () => {
    const today = await board()
    expect(today).toMatchObject({ currency: 'NZD', from: '2026-03-02', to: '2026-03-02', revenue: 160 })
    expect(today.standings).toEqual([
      {
        id: me,
        name: 'Dana Reyes',
        rank: 1,
        climbed: 1,
        revenue: 160,
        orders: 2,
        averageOrder: 100,
        calls: 2,
        sold: 0,
        closeRate: 0,
      },
      {
        id: other,
        name: 'Miles Carter',
        rank: 2,
        climbed: -1,
        revenue: 0,
        orders: 1,
        averageOrder: 300,
        calls: 1,
        sold: 0,
        closeRate: 0,
      },
    ])
    expect(await board('&period=week')).toMatchObject({ from: '2026-03-02', to: '2026-03-08', revenue: 160 })
    const month = await board('&period=month')
    expect(month).toMatchObject({ from: '2026-03-01', to: '2026-03-31', revenue: 1_160 })
    expect(month.standings.map(({ id, revenue }) => [id, revenue])).toEqual([
      [other, 900],
      [me, 260],
    ])
    const best = await node.call('GET', `/leaderboard/best/me?organizationId=${orgId}`, { token })
    expect(best.body).toEqual({ data: { revenue: 100, from: '2026-03-01', to: '2026-03-01' } })
  })

  test('LB-01 whoever has fewer calls that count than the least has no rank; and they are ranked by what is asked', async () => {
    const ranks = async (query: string) => (await board(query)).standings.map(({ id, rank }) => [id, rank])
    expect(await ranks('&minCalls=2')).toEqual([
      [me, 1],
      [other, null],
    ])
    expect(await ranks('&by=averageOrder')).toEqual([
      [other, 1],
      [me, 2],
    ])
    // Both have sold in none of their calls.
    expect(await ranks('&by=closeRate')).toEqual([
      [me, 1],
      [other, 1],
    ])
    for (const wrong of ['&by=luck', '&period=year', '&minCalls=-1']) {
      const refused = await node.call('GET', `/leaderboard?organizationId=${orgId}${wrong}`, { token })
      expect(refused.status).toBe(422)
    }
  })

  test('LB-01 who sees their own orders alone sees the ranks of all, and whoever has left keeps their name', async () => {
    const settle = (seesAllOrders: boolean) =>
      node.call('PUT', `/organizations/${orgId}/permissions`, { token, body: { seesAllOrders } })
    await settle(false)
    expect((await board('', agentToken)).standings).toEqual((await board()).standings)
    await settle(true)
    await database.system((tx) =>
      tx.execute(sql`delete from memberships where org_id = ${orgId} and user_id = ${other}`),
    )
    expect((await board()).standings.find(({ id }) => id === other)?.name).toBe('Miles as ever')
    await database.system((tx) => tx.insert(memberships).values({ orgId, userId: other, role: 'agent' }))
  })

  test('LB-01 ST-02 owners settle goals upon the version that they have read, which the audit tells', async () => {
    const path = `/leaderboard/goals/${orgId}`
    const set = (body: object, as = token, headers = {}) => node.call('PUT', path, { token: as, body, headers })
    const { goals } = await board()
    expect(goals).toEqual({ id: orgId, today: null, week: null, month: null, version: goals.version })
    expect(await set({ today: 500, month: 9_000.5 })).toMatchObject({
      status: 200,
      body: { data: { today: 500, week: null, month: 9_000.5, version: (goals.version ?? 0) + 1 } },
    })
    expect(await set({ week: 1 }, token, { 'if-match': `"${goals.version}"` })).toMatchObject({ status: 409 })
    expect(await set({ week: 1 }, agentToken)).toMatchObject({
      status: 403,
      body: { message: 'Only an owner can set the goals of the team.' },
    })
    for (const wrong of [{ today: 0 }, { week: -1 }, { month: 'much' }, {}]) expect((await set(wrong)).status).toBe(422)
    expect(((await set({ today: null })).body as { data: TeamGoals }).data).toMatchObject({ today: null })
    const { rows } = await database.tenant(orgId, (tx) =>
      tx.execute(
        sql`select action, actor_name from audit_entries where table_name = 'team_goals' and action is not null`,
      ),
    )
    expect(rows).toEqual([
      { action: 'leaderboard.setGoals', actor_name: 'Dana Reyes' },
      { action: 'leaderboard.setGoals', actor_name: 'Dana Reyes' },
    ])
  })

  test('LB-01 many who look cost one reckoning a second', async () => {
    let reckonings = 0
    const counted = {
      ...database,
      tenant: ((of, work) => {
        if (actingNow()?.action === 'jobs.leaderboard') reckonings += 1
        return database.tenant(of, work)
      }) as typeof database.tenant,
    }
    const another = await startOn(counted, { now: () => now })
    const look = () =>
      another.call('GET', `/leaderboard?organizationId=${orgId}`, { token }).then(({ status }) => status)
    const begun = performance.now()
    const statuses: number[] = []
    while (performance.now() - begun < 1_500) statuses.push(...(await Promise.all(Array.from({ length: 20 }, look))))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(reckonings).toBeLessThanOrEqual(Math.ceil((performance.now() - begun) / 1_000) + 1)
    await another.stop()
  })
})
