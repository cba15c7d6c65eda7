import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CollaborationRecord, Invitation, SharedOffer } from '../../../contract/extensions/collaborations'
import { alreadyInvited, invitationTold, notOwnCampaign, wrongShare } from '../../../contract/rules/collaborations'
import { collaborationCampaigns, collaborations } from '../../../server/db/schema/collaborations'
import { campaigns } from '../../../server/db/schema/campaigns'
import { offers } from '../../../server/db/schema/offers'
import { outbox } from '../../../server/db/schema/outbox'
import { codeOf } from '../db/fixtures'
import { demo, rival, type Started, startSomewhere } from './start'

let ahead = 0
const servers = await startSomewhere({ now: () => new Date(Date.now() + ahead) })
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const kenji = 'kenji.mori@offerdesk.example'
const agent = 'miles.carter@offerdesk.example'
const day = 86_400_000

describe.each(servers)('on $kind', (server: Started) => {
  const { database } = server
  let owner: string
  let partner: string
  let ours: string
  let theirs: string
  let shared: { campaignId: string; right: 'see' | 'sell' }[]

  const call = async (method: string, path: string, token: string, body?: object) => {
    const { status, body: answered } = await server.call(method, path, { token, body })
    return { status, ...(answered as { data?: never; message?: string; error?: { details?: object[] } }) }
  }
  const done = async <Data>(method: string, path: string, token: string, body?: object): Promise<Data> => {
    const answered = await call(method, path, token, body)
    expect({ method, path, answered }).toMatchObject({ answered: { status: 200 } })
    return answered.data as Data
  }
  const orgOf = async (token: string, name: string) => {
    const all = await done<{ id: string; name: string }[]>('GET', '/organizations', token)
    return all.find((one) => one.name === name)?.id ?? expect.fail(`no ${name}`)
  }
  const campaignsOf = async (token: string, organizationId: string) =>
    (await done<{ id: string }[]>('POST', '/search', token, { organizationId, resource: 'campaigns' })).map(
      ({ id }) => id,
    )
  /** The newest link that was mailed to the address. */
  const linkTo = async (email: string) => {
    const rows = await database.system((tx) =>
      tx
        .select()
        .from(outbox)
        .where(sql`payload ->> 'to' = ${email}`)
        .orderBy(outbox.createdAt, outbox.id),
    )
    const text = rows
      .map(({ payload }) => String((payload as { text?: string }).text))
      .findLast((one) => one.includes('/admin/collaborations/'))
    return new URL(/http\S+/.exec(text ?? '')?.[0] ?? expect.fail(`no mail to ${email}`)).searchParams
  }
  const tokenTo = async (email: string) => (await linkTo(email)).get('token') ?? ''
  const invite = (more: object = {}, token = owner) =>
    call('POST', '/collaborations', token, {
      organizationId: ours,
      email: rival,
      share: 12.5,
      campaigns: shared,
      ...more,
    })
  const read = (token: string, id: string, organizationId: string) =>
    done<CollaborationRecord>('GET', `/collaborations/${id}?organizationId=${organizationId}`, token)
  const accept = async (more: object = {}, token = partner) =>
    call('POST', '/collaborations/accept', token, {
      organizationId: theirs,
      token: await tokenTo(rival),
      campaigns: shared,
      ...more,
    })
  const invited = async (more: object = {}) => {
    const { data, ...rest } = await invite(more)
    expect(rest).toMatchObject({ status: 200 })
    return (data as unknown as CollaborationRecord).id
  }
  const step = (id: string, name: string, token = owner) => call('POST', `/collaborations/${id}/${name}`, token, {})
  const established = async () => {
    const id = await invited()
    expect(await accept()).toMatchObject({ status: 200 })
    return id
  }
  /** What the partner sees, whatever the code would ask for. */
  const seen = (partnerId = theirs, invitation = '') =>
    database.partner({ orgId: ours, partnerId, invitation }, async (tx) => ({
      campaigns: (await tx.execute<{ id: string }>(sql`select id from campaigns`)).rows.map(({ id }) => id).toSorted(),
      offers: (await tx.execute<{ campaign_id: string }>(sql`select distinct campaign_id from offers`)).rows.length,
      organizations: (await tx.execute(sql`select name from organizations`)).rows,
    }))
  const closed = { campaigns: [], offers: 0 }
  const nothing = { ...closed, organizations: [] }
  const endAll = () =>
    database.tenant(ours, (tx) =>
      tx.update(collaborations).set({ state: 'ended' }).where(eq(collaborations.orgId, ours)),
    )

  beforeAll(async () => {
    ahead = 0
    owner = await server.login(demo)
    partner = await server.login(rival)
    ours = await orgOf(owner, 'Northwind Supply')
    theirs = await orgOf(partner, 'Rival Traders')
    const [first = '', second = ''] = await campaignsOf(owner, ours)
    shared = [
      { campaignId: first, right: 'sell' },
      { campaignId: second, right: 'see' },
    ]
  })

  test('CO-01 LI-05 an invitation is read, narrowed and accepted by whom it was sent to, and each side sees it', async () => {
    const id = await invited()
    const link = await linkTo(rival)
    expect(Object.fromEntries(link)).toMatchObject({
      collaboratorId: id,
      collaboratorOrgName: 'Northwind Supply',
      collaboratorName: 'Dana Reyes',
      collaboratorEmail: demo,
    })
    expect(await read(owner, id, ours)).toMatchObject({ side: 'given', state: 'invited', email: rival, partner: null })
    expect(await call('GET', `/collaborations/${id}?organizationId=${theirs}`, partner)).toMatchObject({ status: 404 })
    const token = link.get('token') ?? ''
    const offered = await done<Invitation>('POST', '/collaborations/invitation', partner, { token })
    expect(offered).toMatchObject({ organizationName: 'Northwind Supply', share: 12.5, state: 'invited' })
    expect(offered.campaigns).toHaveLength(2)
    // What is offered may change until it is accepted; whoever has read it before is told so.
    const change = { campaigns: [shared[0], { ...shared[1], right: 'sell' }] }
    expect(await call('PUT', `/collaborations/${id}`, owner, change)).toMatchObject({ status: 200 })
    const stale = { 'if-match': `"${offered.version}"` }
    const body = { organizationId: theirs, token, campaigns: shared }
    const late = await server.call('POST', '/collaborations/accept', { token: partner, body, headers: stale })
    expect(late).toMatchObject({
      status: 409,
      body: {
        message: invitationTold.changed,
        error: { code: 'outdated', details: { current: { campaigns: [{ right: 'sell' }, { right: 'sell' }] } } },
      },
    })
    expect(await call('PUT', `/collaborations/${id}`, owner, { campaigns: shared })).toMatchObject({ status: 200 })
    const [first] = shared
    const narrowed = [{ campaignId: first?.campaignId, right: 'see' }]
    expect(
      await accept({ campaigns: [...narrowed, { campaignId: shared[1]?.campaignId, right: 'sell' }] }),
    ).toMatchObject({ status: 422, message: 'That is more than is offered' })
    expect(await accept({ campaigns: narrowed })).toMatchObject({ status: 200 })
    const given = await read(owner, id, ours)
    expect(given).toMatchObject({
      side: 'given',
      state: 'active',
      partner: 'Rival Traders',
      collaborator: 'Robin Vale',
    })
    expect(given.campaigns).toMatchObject(narrowed)
    const received = await read(partner, id, theirs)
    expect(received).toMatchObject({
      side: 'received',
      partner: 'Northwind Supply',
      collaborator: 'Dana Reyes',
      email: demo,
    })
    expect(received.campaigns).toEqual(given.campaigns)
    const lists = await Promise.all(
      (
        [
          [owner, ours],
          [partner, theirs],
        ] as const
      ).map(([who, organizationId]) =>
        done<CollaborationRecord[]>('GET', `/collaborations?organizationId=${organizationId}&q=R&sortBy=partner`, who),
      ),
    )
    expect(lists.map((rows) => rows.find((row) => row.id === id)?.campaignsCount)).toEqual([1, 1])
    expect(await accept()).toMatchObject({ status: 409, message: invitationTold.accepted })
    await endAll()
  })

  test('CO-01 a link serves nobody else: another address, another link since, after its time, after withdrawal', async () => {
    const id = await invited({ email: rival.toUpperCase() })
    const old = await tokenTo(rival)
    const open = (token: string, who = partner) => call('POST', '/collaborations/invitation', who, { token })
    expect(await open(old, await server.login(kenji))).toMatchObject({ status: 403, message: invitationTold.forOther })
    expect(await accept({ organizationId: ours }, owner)).toMatchObject({
      status: 403,
      message: invitationTold.forOther,
    })
    expect(await step(id, 'renew')).toMatchObject({ status: 200 })
    expect(await open(old)).toMatchObject({ status: 404, message: invitationTold.unknown })
    expect(await accept({ token: old })).toMatchObject({ status: 404 })
    ahead = 7 * day + 1_000
    expect(await accept()).toMatchObject({ status: 409, message: invitationTold.expired })
    ahead = 0
    expect(await step(id, 'end')).toMatchObject({ status: 200 })
    expect(await accept()).toMatchObject({ status: 409, message: invitationTold.withdrawn })
    expect(await open(await tokenTo(rival))).toMatchObject({ status: 200, data: { state: 'ended', campaigns: [] } })
    const declined = await invited()
    const body = { organizationId: theirs, token: await tokenTo(rival) }
    expect(await call('POST', '/collaborations/decline', partner, body)).toMatchObject({ status: 200 })
    expect(await accept()).toMatchObject({ status: 409, message: invitationTold.declined })
    expect(await step(declined, 'renew')).toMatchObject({ status: 409, message: invitationTold.declined })
  })

  test('CO-01 nobody collaborates with themselves, twice with one partner, or for more than 100 percent', async () => {
    const harbor = await orgOf(owner, 'Harbor Goods')
    expect(await invite({ share: 100.01 })).toMatchObject({ status: 422, message: wrongShare })
    expect(await invite({ share: -1 })).toMatchObject({ status: 422 })
    expect(await invite({ share: 33.333 })).toMatchObject({ status: 422 })
    expect(await invite({ campaigns: [] })).toMatchObject({ status: 422 })
    expect(await invite({ campaigns: [shared[0], shared[0]] })).toMatchObject({ status: 422 })
    expect(await invite({ organizationId: theirs, email: rival }, partner)).toMatchObject({
      status: 422,
      message: invitationTold.self,
    })
    await invited({ email: demo })
    expect(await invite({ email: demo.toUpperCase() })).toMatchObject({ status: 422, message: alreadyInvited })
    const token = await tokenTo(demo)
    expect(await accept({ organizationId: ours, token }, owner)).toMatchObject({
      status: 422,
      message: invitationTold.self,
    })
    expect(await accept({ organizationId: harbor, token }, owner)).toMatchObject({ status: 200 })
    await established()
    await invited()
    expect(await accept()).toMatchObject({ status: 409, message: invitationTold.already })
    await endAll()
  })

  test('CO-02 what is shared is not shared on, and not by an agent', async () => {
    await established()
    const on = { organizationId: theirs, email: kenji, campaigns: [shared[0]] }
    expect(await invite(on, partner)).toMatchObject({ status: 422, message: notOwnCampaign })
    expect(await invite({}, await server.login(agent))).toMatchObject({
      status: 403,
      message: 'Only an owner can share campaigns with partners.',
    })
    await endAll()
  })

  test('CO-02 what a partner sees is decided by the database, at once and in each state', async () => {
    expect(await seen(await orgOf(owner, 'Harbor Goods'))).toMatchObject(closed)
    const id = await invited()
    expect(await seen()).toMatchObject(closed)
    const byLink = await database.tenant(ours, async (tx) => {
      const [row] = await tx.select().from(collaborations).where(eq(collaborations.id, id))
      return row?.tokenHash ?? ''
    })
    // Who has the link reads names, and neither offers nor prices.
    expect(await seen(theirs, byLink)).toMatchObject({
      campaigns: shared.map((one) => one.campaignId).toSorted(),
      offers: 0,
    })
    expect(await accept()).toMatchObject({ status: 200 })
    const everything = {
      campaigns: shared.map((one) => one.campaignId).toSorted(),
      offers: 2,
      organizations: [{ name: 'Northwind Supply' }],
    }
    expect(await seen()).toEqual(everything)
    expect(await seen(await orgOf(partner, 'Rival Traders'), 'ff')).toEqual(everything)
    expect(await seen(crypto.randomUUID())).toEqual(nothing)
    expect(await step(id, 'pause', partner)).toMatchObject({ status: 404 })
    expect(await step(id, 'pause')).toMatchObject({ status: 200, data: { state: 'paused' } })
    expect(await seen()).toMatchObject(closed)
    expect((await read(partner, id, theirs)).campaigns).toEqual([])
    expect(await step(id, 'pause')).toMatchObject({ status: 409 })
    expect(await step(id, 'resume')).toMatchObject({ status: 200, data: { state: 'active' } })
    expect(await seen()).toEqual(everything)
    const one = { campaigns: [{ campaignId: shared[1]?.campaignId, right: 'see' }] }
    expect(await call('PUT', `/collaborations/${id}`, owner, one)).toMatchObject({
      status: 200,
      data: { campaignsCount: 1 },
    })
    expect(await seen()).toMatchObject({ campaigns: [shared[1]?.campaignId] })
    const before = { 'if-match': '"1"' }
    const { status } = await server.call('PUT', `/collaborations/${id}`, { token: owner, body: one, headers: before })
    expect(status).toBe(409)
    expect(await step(id, 'end', partner)).toMatchObject({ status: 200, data: { state: 'ended' } })
    expect(await seen()).toMatchObject(closed)
    expect(await step(id, 'resume')).toMatchObject({ status: 409, message: 'This collaboration has ended.' })
  })

  test('CO-02 a partner is told how many can be sold: of the offer, and of what its product has in stock', async () => {
    const id = await established()
    const told = async (offerId: string) => {
      const shown = await done<SharedOffer[]>('GET', `/collaborations/${id}/offers?organizationId=${theirs}`, partner)
      return shown.find((one) => one.id === offerId)?.quantity
    }
    const [offer] = await database.tenant(ours, (tx) =>
      tx
        .select()
        .from(offers)
        .where(and(eq(offers.campaignId, String(shared[0]?.campaignId)), isNull(offers.deletedAt)))
        .orderBy(desc(offers.quantity))
        .limit(1),
    )
    if (!offer) throw new Error('no offer')
    const onProduct = (part: string, body: object = {}) =>
      done('POST', `/products/${offer.productId}/${part}`, owner, body)
    const stocked = (to: number) => onProduct('stock', { to, reason: 'correction' })
    // It may be archived in the demo data.
    await call('POST', `/products/${offer.productId}/restore`, owner, {})
    await stocked(3 * offer.quantityPerOrder - 1)
    expect(await told(offer.id)).toBe(2)
    await stocked((offer.quantity + 5) * offer.quantityPerOrder)
    expect(await told(offer.id)).toBe(offer.quantity)
    await onProduct('archive')
    expect(await told(offer.id)).toBe(0)
    await onProduct('restore')
    await endAll()
  })

  test('CO-02 View as partner answers what the partner is answered, in each state', async () => {
    const id = await established()
    const pathsOf = (organizationId: string, as = '') =>
      ['', '/offers'].map((part) => `/collaborations/${id}${part}?organizationId=${organizationId}${as}`)
    const both = async () => {
      const eyes = await Promise.all(pathsOf(ours, '&as=partner').map((path) => done<object>('GET', path, owner)))
      const own = await Promise.all(pathsOf(theirs).map((path) => done<object>('GET', path, partner)))
      expect(eyes).toEqual([{ ...own[0], organizationId: ours }, own[1]])
      return own as [CollaborationRecord, SharedOffer[]]
    }
    const [record, sold] = await both()
    expect(record).toMatchObject({ side: 'received', partner: 'Northwind Supply', campaignsCount: 2 })
    expect(new Set(sold.map(({ campaignId }) => campaignId))).toEqual(new Set(shared.map((one) => one.campaignId)))
    expect(sold[0]).toMatchObject({ currency: 'USD', basePrice: expect.any(Number) as number })
    const [given] = await Promise.all(pathsOf(ours).map((path) => done<object>('GET', path, owner)))
    expect(given).toMatchObject({ side: 'given', partner: 'Rival Traders' })
    await step(id, 'pause')
    expect(await both()).toMatchObject([{ state: 'paused', campaigns: [] }, []])
    await step(id, 'end')
    expect(await both()).toMatchObject([{ state: 'ended', campaigns: [] }, []])
    // Nobody is a partner yet, and nobody else is asked as one.
    const invitation = await invited()
    const path = `/collaborations/${invitation}/offers?organizationId=${ours}&as=partner`
    expect(await call('GET', path, owner)).toMatchObject({ status: 404 })
    expect(await call('GET', `/collaborations/${id}/offers`, await server.login(kenji))).toMatchObject({ status: 404 })
    // As another organization of theirs a person is told whose it is, and nothing of what is sold by it.
    const harbor = await orgOf(owner, 'Harbor Goods')
    expect(await done('GET', `/collaborations/${id}?organizationId=${harbor}`, owner)).toMatchObject({
      organizationId: ours,
    })
    for (const part of ['offers', 'orders', 'statement']) {
      const asked = await call('GET', `/collaborations/${id}/${part}?organizationId=${harbor}`, owner)
      expect([part, asked]).toMatchObject([part, { status: 404, message: 'Collaboration not found' }])
      expect(await call('GET', `/collaborations/${id}/${part}`, owner)).toMatchObject({ status: 200 })
    }
    await endAll()
  })

  test('CO-02 a partner reads no column that is not shared, and changes nothing, whatever statement they could send', async () => {
    await established()
    const asPartner = (statement: string) =>
      codeOf(database.partner({ orgId: ours, partnerId: theirs }, (tx) => tx.execute(sql.raw(statement))))
    for (const statement of [
      'select internal_note from campaigns',
      'select * from campaigns',
      'select * from customers',
      'select * from orders',
      'select * from gateway_instances',
      'select * from memberships',
      'select email from users',
      'select * from audit_entries',
      "update campaigns set name = 'Mine'",
      'delete from offers',
      'update collaborations set share_points = 10000',
      'delete from collaboration_campaigns',
    ]) {
      expect([statement, await asPartner(statement)]).toEqual([statement, '42501'])
    }
    await endAll()
  })

  test('CO-02 in their own transactions a partner raises no share and takes no campaign, with the code’s checks off', async () => {
    const id = await established()
    const own = (work: Parameters<typeof database.tenant>[1]) => codeOf(database.tenant(theirs, work))
    const ofIt = eq(collaborations.id, id)
    expect(await own((tx) => tx.update(collaborations).set({ sharePoints: 9_999 }).where(ofIt))).toBe('42501')
    expect(await own((tx) => tx.update(collaborations).set({ state: 'paused' }).where(ofIt))).toBe('42501')
    const [first, , third = ''] = await campaignsOf(owner, ours)
    const row = { orgId: ours, collaborationId: id, campaignId: third, right: 'sell' as const }
    expect(await own((tx) => tx.insert(collaborationCampaigns).values(row))).toBe('42501')
    const changed = await database.tenant(theirs, async (tx) => [
      ...(await tx.update(collaborationCampaigns).set({ right: 'sell' }).returning()),
      ...(await tx.delete(collaborationCampaigns).returning()),
      ...(await tx
        .select()
        .from(campaigns)
        .where(eq(campaigns.id, first ?? ''))),
    ])
    expect(changed).toEqual([])
    const harbor = await orgOf(owner, 'Harbor Goods')
    expect(await database.tenant(harbor, (tx) => tx.select().from(collaborations).where(ofIt))).toEqual([])
    await endAll()
  })

  test('CO-01 of two who accept at once one does, and of two who end it both are answered', async () => {
    const id = await invited()
    const both = await Promise.all([accept(), accept()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const ends = await Promise.all([step(id, 'end'), step(id, 'end', partner)])
    expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('CO-02 a partner is known by their name of today, and a campaign that ends stays shared and is not on sale', async () => {
    const id = await established()
    await database.tenant(theirs, (tx) => tx.execute(sql`update organizations set name = 'Rival & Sons'`))
    expect((await read(owner, id, ours)).partner).toBe('Rival & Sons')
    await database.tenant(theirs, (tx) => tx.execute(sql`update organizations set name = 'Rival Traders'`))
    const { campaignId } = shared[0] ?? expect.fail()
    expect(await call('PUT', `/campaigns/${campaignId}`, owner, { status: 'completed' })).toMatchObject({ status: 200 })
    const { campaigns: listed } = await read(partner, id, theirs)
    expect(listed?.find((one) => one.campaignId === campaignId)).toMatchObject({ isOnSale: false, right: 'sell' })
    expect(await call('PUT', `/campaigns/${campaignId}`, owner, { status: 'active' })).toMatchObject({ status: 200 })
    await endAll()
  })
})
