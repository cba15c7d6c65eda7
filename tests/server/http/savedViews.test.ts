import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { mostOwnViews, type SavedView } from '../../../contract/extensions/savedViews'
import { memberships } from '../../../server/db/schema/organizations'
import { savedViews, viewDefaults } from '../../../server/db/schema/savedViews'
import { users } from '../../../server/db/schema/users'
import { demo, type Known, knownOf, rival, type Started, startSomewhere } from './start'

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const seller = 'miles.carter@offerdesk.example'
const address = {
  q: 'hall',
  filters: { paymentStatus: 'unpaid,pending', createdFrom: '2026-01-01' },
  sort: { by: 'total', order: 'desc' },
  columns: ['number', 'total'],
}
const dataOf = <Data>({ body }: { body: { data?: Data } | object }) => (body as { data: Data }).data

describe.each(servers)('on $kind', ({ call, database, login, ...server }: Started) => {
  let owner = ''
  let agent = ''
  let known: Known

  const save = (name: string, more: object = {}, token = owner) =>
    call('POST', '/saved-views', {
      token,
      body: { organizationId: known.orgId, list: 'orders', name, address, ...more },
    })
  const saved = async (name: string, token = owner, more: object = {}) =>
    dataOf<SavedView>(await save(name, more, token))
  const listed = async (token: string) =>
    dataOf<SavedView[]>(await call('GET', `/saved-views?organizationId=${known.orgId}`, { token }))
  const namesOf = async (token: string) => (await listed(token)).map(({ name }) => name)
  const change = (id: string, body: object, token = owner, version?: number | null) =>
    call('PUT', `/saved-views/${id}`, {
      token,
      body,
      ...(typeof version === 'number' && { headers: { 'if-match': `"${version}"` } }),
    })
  const share = (id: string, isShared = true, token = owner) =>
    call('PUT', `/saved-views/${id}/sharing`, { token, body: { isShared } })
  const begin = (id: string, token = owner, isDefault = true) =>
    call('PUT', `/saved-views/${id}/default`, { token, body: { isDefault } })
  const settle = (sharesViews: boolean) =>
    call('PUT', `/organizations/${known.orgId}/permissions`, { token: owner, body: { sharesViews } })
  const refusedAt = (path: string, message: string | RegExp) => ({
    status: 422,
    body: {
      error: { details: [{ path, message: typeof message === 'string' ? message : expect.stringMatching(message) }] },
    },
  })

  beforeEach(async () => {
    owner = await login(demo)
    agent = await login(seller)
    known = await knownOf({ call, database, login, ...server }, owner)
    await database.tenant(known.orgId, (tx) => tx.delete(savedViews))
  })

  test('WF-02 a view is kept for oneself, found by nobody else, and changed upon its version', async () => {
    const { id, version } = await saved('Unpaid of Hall')
    expect(await listed(owner)).toMatchObject([
      { id, list: 'orders', name: 'Unpaid of Hall', address, isShared: false, isDefault: false },
    ])
    expect(await listed(agent)).toEqual([])
    for (const token of [agent, await login(rival)]) {
      for (const answer of [
        await change(id, { name: 'Mine' }, token),
        await share(id, true, token),
        await begin(id, token),
        await call('DELETE', `/saved-views/${id}`, { token }),
        await call('POST', `/saved-views/${id}/restore`, { token, body: {} }),
      ]) {
        expect(answer.status).toBe(404)
      }
    }
    expect((await change(id, { name: 'Unpaid' }, owner, version)).status).toBe(200)
    expect(await change(id, { address: {} }, owner, version)).toMatchObject({
      status: 409,
      body: { error: { details: { current: { name: 'Unpaid', address } } } },
    })
    expect(await namesOf(owner)).toEqual(['Unpaid'])
  })

  test('WF-02 a list takes what it knows alone, and a name once, whatever its letters', async () => {
    for (const [path, message, unfit] of [
      ['body.name', 'Name is required', { name: '\u200b\u2060' }],
      ['body.address', /^The filter Carrier is no longer there\./, { address: { filters: { carrier: 'DHL' } } }],
      ['body.address', /^The filter Payment no longer has Lost\./, { address: { filters: { paymentStatus: 'lost' } } }],
      [
        'body.address',
        /^It can no longer be sorted by Campaign\./,
        { address: { sort: { by: 'campaignName', order: 'asc' } } },
      ],
      ['body.address', /^The column Zone is no longer there\./, { address: { columns: ['zone'] } }],
    ] as const) {
      expect({ unfit, ...(await save('Unfit', unfit)) }).toMatchObject({ unfit, ...refusedAt(path, message) })
    }
    expect((await save('Unfit', { list: 'secrets' })).status).toBe(422)
    expect((await save('Unfit', { address: { q: 'a\u0000b' } })).status).toBe(422)
    const { id } = await saved('Unpaid')
    const taken = refusedAt('body.name', 'There is a view of this name already')
    expect(await save('UNPAID')).toMatchObject(taken)
    // Of another list, and of another person, it is another one.
    expect((await save('Unpaid', { list: 'customers', address: {} })).status).toBe(200)
    expect((await save('Unpaid', {}, agent)).status).toBe(200)
    const other = await saved('Paid')
    expect(await change(other.id, { name: 'unpaid' })).toMatchObject(taken)
    expect(await change(id, { address: { filters: { carrier: 'DHL' } } })).toMatchObject(
      refusedAt('body.address', /^The filter Carrier/),
    )
    expect((await change(id, {})).status).toBe(422)
  })

  test('WF-02 ST-02 a view is shared by owners and by whoever they let, and changed by these then', async () => {
    const { id } = await saved('Mine', agent)
    expect(await share(id, true, agent)).toMatchObject({
      status: 403,
      body: { message: 'Only an owner can share views and change shared ones.' },
    })
    await settle(true)
    expect(dataOf<SavedView>(await share(id, true, agent))).toMatchObject({ isShared: true })
    expect(await listed(owner)).toMatchObject([{ id, isShared: true, createdByName: 'Miles Carter' }])
    await settle(false)
    for (const answer of [
      await change(id, { name: 'Ours' }, agent),
      await call('DELETE', `/saved-views/${id}`, { token: agent }),
      await share(id, false, agent),
    ]) {
      expect(answer.status).toBe(403)
    }
    expect((await change(id, { name: 'Ours' })).status).toBe(200)
    // Another one of the name stays where it is.
    const second = await saved('Ours')
    expect(await share(second.id)).toMatchObject({
      status: 409,
      body: { message: 'A shared view of this list has this name already.' },
    })
    // Whoever made it has it back.
    expect((await share(id, false)).status).toBe(200)
    expect(await namesOf(agent)).toEqual(['Ours'])
    expect(await listed(owner)).toMatchObject([{ id: second.id }])
  })

  test('WF-02 a list begins with one view for each person, however many are chosen at once', async () => {
    const views = await Promise.all(['A', 'B', 'C', 'D'].map((name) => saved(name)))
    await Promise.all(views.map(({ id }) => begin(id)))
    const chosen = (await listed(owner)).filter(({ isDefault }) => isDefault)
    expect(chosen).toHaveLength(1)
    const id = chosen[0]?.id ?? ''
    await share(id)
    expect((await listed(agent))[0]?.isDefault).toBe(false)
    // One of another list is chosen beside it.
    const { id: ofCustomers } = await saved('Danes', owner, {
      list: 'customers',
      address: { filters: { country: 'DK' } },
    })
    await begin(ofCustomers)
    expect((await listed(owner)).filter(({ isDefault }) => isDefault)).toHaveLength(2)
    expect(dataOf<SavedView>(await begin(id, owner, false)).isDefault).toBe(false)
  })

  test('WF-02 WF-05 a deleted view comes back as it was for a day, unless its name is taken', async () => {
    const { id } = await saved('Unpaid')
    await begin(id)
    const remove = () => call('DELETE', `/saved-views/${id}`, { token: owner })
    const restore = () => call('POST', `/saved-views/${id}/restore`, { token: owner, body: {} })
    expect((await remove()).status).toBe(200)
    expect(await listed(owner)).toEqual([])
    expect((await remove()).status).toBe(404)
    expect((await change(id, { name: 'Gone' })).status).toBe(404)
    expect(dataOf<SavedView>(await restore())).toMatchObject({ name: 'Unpaid', address, isDefault: true })
    expect((await restore()).status).toBe(404)
    await remove()
    const other = await saved('Unpaid')
    expect(await restore()).toMatchObject({
      status: 409,
      body: { message: 'Another view of this list has its name by now.' },
    })
    await call('DELETE', `/saved-views/${other.id}`, { token: owner })
    await database.tenant(known.orgId, (tx) =>
      tx.update(savedViews).set({ deletedAt: new Date(Date.now() - 86_500_000) }),
    )
    expect((await restore()).status).toBe(404)
    // What nobody can restore any more is gone with the next one.
    await saved('New')
    expect(await database.tenant(known.orgId, (tx) => tx.$count(savedViews))).toBe(1)
  })

  test('WF-02 with whoever leaves go the views that they kept for themselves, and shared ones stay', async () => {
    await saved('Mine', agent)
    const shared = await saved('Ours', agent)
    await settle(true)
    await share(shared.id, true, agent)
    await settle(false)
    await begin(shared.id, agent)
    const [person] = await database.system((tx) =>
      tx.select({ id: users.id }).from(users).where(eq(users.email, seller)),
    )
    const userId = person?.id ?? ''
    const membership = and(eq(memberships.orgId, known.orgId), eq(memberships.userId, userId))
    const [before] = await database.system((tx) => tx.select().from(memberships).where(membership))
    await database.system((tx) => tx.delete(memberships).where(membership))
    try {
      expect(await namesOf(owner)).toEqual(['Ours'])
      expect(await database.tenant(known.orgId, (tx) => tx.$count(viewDefaults))).toBe(0)
      // It goes to whoever takes it, as nobody is there to have it back.
      expect(dataOf<SavedView>(await share(shared.id, false))).toMatchObject({ name: 'Ours', isShared: false })
      expect(await namesOf(owner)).toEqual(['Ours'])
    } finally {
      if (before) await database.system((tx) => tx.insert(memberships).values(before))
    }
  })

  test('WF-02 there are so many views and no more, and a repeated save makes none', async () => {
    const headers = { 'idempotency-key': 'once' }
    const body = { organizationId: known.orgId, list: 'orders', name: 'Once', address }
    const twice = await Promise.all([1, 2].map(() => call('POST', '/saved-views', { token: owner, headers, body })))
    expect(new Set(twice.map((answer) => dataOf<SavedView>(answer).id)).size).toBe(1)
    await database.tenant(known.orgId, async (tx) => {
      const [first] = await tx.select().from(savedViews)
      if (!first) throw new Error('nothing was saved')
      const { id: _, ...like } = first
      const names = Array.from({ length: mostOwnViews - 1 }, (_one, number) => `View ${number}`)
      await tx.insert(savedViews).values(names.map((name) => ({ ...like, name })))
    })
    expect(await save('One more')).toMatchObject(
      refusedAt('body.name', `${mostOwnViews} views are saved already. Delete one first.`),
    )
    expect((await save('Of another', {}, agent)).status).toBe(200)
  })

  test('WF-02 what an older release has saved is answered as it was saved, and shown by its list as far as it holds', async () => {
    const { id } = await saved('Old')
    const old = { filters: { carrier: 'DHL', status: 'open' }, zoom: 3 }
    await database.tenant(known.orgId, (tx) =>
      tx.execute(sql`update saved_views set address = ${JSON.stringify(old)}::jsonb where id = ${id}`),
    )
    expect(await listed(owner)).toMatchObject([{ id, address: old }])
    expect((await change(id, { name: 'Older' })).status).toBe(200)
  })
})
