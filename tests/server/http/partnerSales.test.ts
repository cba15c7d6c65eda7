import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry, RecordEvent } from '../../../contract/extensions/audit'
import type { SoldOrder, Statement } from '../../../contract/extensions/collaborations'
import type { ReceivedCampaign } from '../../../contract/lists/receivedCampaigns'
import { salePaymentTold, saleTold } from '../../../contract/rules/collaborations'
import { collaborationCampaigns, collaborations } from '../../../server/db/schema/collaborations'
import { campaigns } from '../../../server/db/schema/campaigns'
import { customers } from '../../../server/db/schema/customers'
import { offers } from '../../../server/db/schema/offers'
import { organizations } from '../../../server/db/schema/organizations'
import { orders } from '../../../server/db/schema/orders'
import { sqlFailure } from '../../../server/db/errors'
import { codeOf } from '../db/fixtures'
import { cards, Till } from '../payments/world'
import { home } from '../shop'
import { demo, knownOf, rival, type Started, startSomewhere } from './start'

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

describe.each(servers)('on $kind', (base: Started) => {
  const { database } = base
  let till: Till
  let partner: string
  let ours: string
  let theirs: string
  let collaborationId: string
  let productId: string
  let offerId: string
  let seenId: string

  const ask = async (method: string, path: string, token: string, body?: object, headers?: Record<string, string>) => {
    const { status, body: answered } = await till.server.call(method, path, {
      token,
      body,
      ...(headers && { headers }),
    })
    return { status, ...(answered as { data?: unknown; message?: string; error?: { details?: object[] } }) }
  }
  const done = async <Data>(method: string, path: string, token: string, body?: object): Promise<Data> => {
    const answered = await ask(method, path, token, body)
    expect({ path, answered }).toMatchObject({ answered: { status: 200 } })
    return answered.data as Data
  }
  const saleOf = (more: object = {}) => ({
    organizationId: theirs,
    draftId: uuidv7(),
    campaignId: till.shop.campaignId,
    customer: { firstName: 'Ines', lastName: 'Sol', email: 'ines@sol.example' },
    lines: [{ offerId, quantity: 2, unitPrice: 20 }],
    address: home,
    ...more,
  })
  const sell = (more: object = {}, token = partner, headers?: Record<string, string>) =>
    ask('POST', `/collaborations/${collaborationId}/orders`, token, saleOf(more), headers)
  const sold = async (more: object = {}) => {
    const answered = await sell(more)
    expect(answered).toMatchObject({ status: 200 })
    return answered.data as SoldOrder
  }
  const at = (organizationId: string, more = '') => `?organizationId=${organizationId}${more}`
  const step = (name: string) => ask('POST', `/collaborations/${collaborationId}/${name}`, till.shop.token, {})
  const share = (right: 'see' | 'sell') =>
    ask('PUT', `/collaborations/${collaborationId}`, till.shop.token, {
      campaigns: [
        { campaignId: till.shop.campaignId, right },
        { campaignId: seenId, right: 'see' },
      ],
    })
  /** Two organizations that have agreed: what is told of how they came to it is elsewhere. */
  const established = async (state: 'active' | 'ended' = 'active', sharePoints = 1_250) => {
    const id = uuidv7()
    await database.tenant(ours, async (tx) => {
      await tx.insert(collaborations).values({
        orgId: ours,
        id,
        partnerOrgId: theirs,
        orgName: 'Northwind Supply',
        partnerName: 'Rival Traders',
        inviterName: 'Dana Reyes',
        inviterEmail: demo,
        email: rival,
        sharePoints,
        state,
        tokenHash: id.replaceAll('-', ''),
        expiresAt: new Date(),
        acceptedAt: new Date(),
      })
      const row = { orgId: ours, collaborationId: id }
      await tx.insert(collaborationCampaigns).values([
        { ...row, campaignId: till.shop.campaignId, right: 'sell' },
        { ...row, campaignId: seenId, right: 'see' },
      ])
    })
    return id
  }

  beforeAll(async () => {
    till = await Till.open(base)
    ours = till.shop.orgId
    partner = await till.server.login(rival)
    theirs = (await knownOf(till.server, partner)).orgId
    productId = await till.shop.addProduct(1_000)
    offerId = await till.shop.addOffer(productId, { minPriceCents: 1_500, maxPriceCents: 2_500, maxQuantity: 5 })
    seenId = uuidv7()
    await database.tenant(ours, (tx) => tx.insert(campaigns).values({ orgId: ours, id: seenId, name: 'Only seen' }))
    collaborationId = await established()
  })

  test('CO-02 NO-04 what a partner sells is an order of whoever shares, once, from their stock and by their rules', async () => {
    const before = [await till.shop.leftOf(offerId), (await till.shop.stockOf(productId)).stock]
    const body = { draftId: uuidv7() }
    const first = await sold(body)
    expect(first).toMatchObject({
      campaignName: expect.stringMatching(/^Test/),
      customerName: 'Ines Sol',
      customerEmail: 'ines@sol.example',
      agentName: 'Robin Vale',
      status: 'open',
      paymentStatus: 'unpaid',
      currency: 'USD',
      total: 40,
      items: [{ name: 'Hose', quantity: 2, unitPrice: 20, total: 40 }],
    })
    const again = await Promise.all([sold(body), sold({ draftId: body.draftId.toUpperCase() })])
    expect(again.map(({ id }) => id)).toEqual([first.id, first.id])
    const { stock, moved } = await till.shop.stockOf(productId)
    expect([await till.shop.leftOf(offerId), stock]).toEqual(before.map((count) => count - 2))
    expect(moved).toBe(stock)
    // It is an order as every other: to be read, paid, packed and given back by whoever shares.
    expect(await till.read(first.id)).toMatchObject({
      number: first.number,
      agentName: 'Robin Vale',
      customer: { firstName: 'Ines', email: 'ines@sol.example' },
      timeline: [{ kind: 'place' }],
    })
    expect(await ask('GET', `/orders/${first.id}`, partner)).toMatchObject({ status: 404 })
    const own = await done<SoldOrder[]>('POST', '/search', partner, { organizationId: theirs, resource: 'orders' })
    expect(own.map(({ id }) => id)).not.toContain(first.id)
  })

  test('CO-02 NO-02 each sale that is not possible is refused with a sentence of its own, and takes nothing', async () => {
    const left = await till.shop.leftOf(offerId)
    const line = { offerId, quantity: 1, unitPrice: 20 }
    const elsewhere = uuidv7()
    const foreign = uuidv7()
    await database.tenant(ours, async (tx) => {
      await tx.insert(campaigns).values({ orgId: ours, id: elsewhere, name: 'Not shared' })
      const offer = { displayName: 'Other', basePriceCents: 2_000, quantity: 10 }
      await tx.insert(offers).values({ orgId: ours, id: foreign, campaignId: elsewhere, productId, ...offer })
    })
    const refusals: [object, number, string][] = [
      [{ lines: [{ ...line, unitPrice: 14.99 }] }, 422, 'The price must be between $15.00 and $25.00.'],
      [{ lines: [{ ...line, quantity: 6 }] }, 422, 'At most 5 of this offer in one order.'],
      [{ lines: [{ ...line, quantity: 0 }] }, 422, 'Quantity must be at least 1'],
      [{ lines: [] }, 422, 'Add at least one offer'],
      [{ lines: [{ ...line, offerId: foreign }] }, 422, 'There is no such offer in this organization.'],
      [{ lines: [{ ...line, offerId: uuidv7() }] }, 422, 'There is no such offer in this organization.'],
      [{ campaignId: seenId }, 409, saleTold.seeOnly],
      [{ campaignId: elsewhere }, 409, saleTold.unshared],
      [{ campaignId: 'campaign' }, 409, saleTold.unshared],
      [{ organizationId: ours }, 404, 'Organization not found'],
      [{ organizationId: uuidv7() }, 404, 'Organization not found'],
    ]
    for (const [more, status, message] of refusals) expect(await sell(more)).toMatchObject({ status, message })
    expect(await sell({ organizationId: ours }, till.shop.token)).toMatchObject({ status: 409, message: saleTold.own })
    const kenji = await till.server.login('kenji.mori@offerdesk.example')
    expect(await sell({ organizationId: (await knownOf(till.server, kenji)).orgId }, kenji)).not.toMatchObject({
      status: 200,
    })
    const change = (fields: object) => ask('PUT', `/campaigns/${till.shop.campaignId}`, till.shop.token, fields)
    expect(await change({ status: 'completed' })).toMatchObject({ status: 200 })
    expect(await sell()).toMatchObject({ status: 422, message: 'This campaign is completed.' })
    expect(await change({ status: 'active', endDate: '2020-01-01', startDate: '2019-01-01' })).toMatchObject({
      status: 200,
    })
    expect(await sell()).toMatchObject({ status: 422, message: 'This campaign ended on 2020-01-01.' })
    await database.tenant(ours, (tx) =>
      tx.execute(sql`update campaigns set start_date = null, end_date = null where id = ${till.shop.campaignId}`),
    )
    await share('see')
    expect(await sell()).toMatchObject({ status: 409, message: saleTold.seeOnly })
    await share('sell')
    await step('pause')
    expect(await sell()).toMatchObject({ status: 409, message: saleTold.paused })
    await step('resume')
    expect(await till.shop.leftOf(offerId)).toBe(left)
  })

  test('CO-02 a partner comes upon what is shared beside their own campaigns, and nobody else does', async () => {
    const path = '/shared-campaigns'
    const received = (more = '', token = partner) =>
      done<ReceivedCampaign[]>('GET', `${path}${at(theirs, more)}`, token)
    const seen = { id: seenId, collaborationId, partner: 'Northwind Supply', name: 'Only seen', right: 'see' }
    const listed = await received('&sortBy=name')
    expect(listed).toMatchObject([
      { ...seen, whyNotSold: saleTold.seeOnly },
      { id: till.shop.campaignId, right: 'sell', state: 'active', whyNotSold: null },
    ])
    expect((await received('&sortBy=name&sortOrder=desc&limit=1')).map(({ id }) => id)).toEqual([till.shop.campaignId])
    expect((await received('&q=ONLY%20northwind')).map(({ id }) => id)).toEqual([seenId])
    expect(await received('&q=%25')).toEqual([])
    expect(await received('&status=completed')).toEqual([])
    expect(await received('&archived=true')).toEqual([])
    // Not whoever shares, nor anybody else, and a statement of the partner's own sees no more than its organization shares.
    expect(await done('GET', `${path}${at(ours)}`, till.shop.token)).toEqual([])
    expect(await ask('GET', `${path}${at(theirs)}`, till.shop.token)).toMatchObject({ status: 404 })
    const all = (partnerId: string) =>
      database.partner({ partnerId }, (tx) =>
        tx.execute<{ of: string; ids: string[] }>(sql`
          select 'campaigns' as of, array_agg(id order by id) as ids from campaigns
          union all select 'collaborations', array_agg(id) from collaborations where state = 'active'
          union all select 'offers', array_agg(id) from offers union all select 'orders', array_agg(id) from orders
          order by 1`),
      )
    expect((await all(theirs)).rows).toEqual([
      { of: 'campaigns', ids: [seenId, till.shop.campaignId].toSorted() },
      { of: 'collaborations', ids: [collaborationId] },
      { of: 'offers', ids: null },
      { of: 'orders', ids: null },
    ])
    expect((await all(ours)).rows.map(({ ids }) => ids)).toEqual([null, null, null, null])
    await database.tenant(ours, (tx) =>
      tx.execute(sql`update campaigns set end_date = '2020-01-01' where id = ${till.shop.campaignId}`),
    )
    expect((await received('&sortBy=name'))[1]?.whyNotSold).toBe('This campaign ended on 2020-01-01.')
    await database.tenant(ours, (tx) =>
      tx.execute(sql`update campaigns set end_date = null where id = ${till.shop.campaignId}`),
    )
    // Of a pause no campaign is told.
    await step('pause')
    const [paused, ...others] = await received()
    expect(others).toEqual([])
    expect(paused).toMatchObject({ id: collaborationId, campaignId: null, name: null, whyNotSold: saleTold.paused })
    await step('resume')
    expect(await received()).toHaveLength(2)
  })

  test('CO-02 NO-04 a key is answered again, also once the collaboration is paused, and of the last unit one is sold', async () => {
    const headers = { 'idempotency-key': uuidv7() }
    const body = saleOf()
    const path = `/collaborations/${collaborationId}/orders`
    const first = await ask('POST', path, partner, body, headers)
    await step('pause')
    expect(await ask('POST', path, partner, body, headers)).toEqual(first)
    expect(await sell({ draftId: body.draftId })).toEqual(first)
    await step('resume')
    const last = await till.shop.addOffer(productId, { quantity: 1 })
    const lines = [{ offerId: last, quantity: 1, unitPrice: 20 }]
    const own = () => till.staff('POST', '/orders', till.shop.placement([{ offerId: last }]))
    const answers = await Promise.all([sell({ lines }), own(), sell({ lines }), own()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
    // An order that costs nothing is paid, packed and mailed about as it is placed.
    const free = await till.shop.addOffer(productId, { basePriceCents: 0 })
    const given = await sold({ lines: [{ offerId: free, quantity: 1, unitPrice: 0 }] })
    expect(given.paymentStatus).toBe('paid')
    expect((await till.read(given.id)).fulfilments).toHaveLength(1)
  })

  test('CO-01 both organizations are answered the same orders and the same statement, which is that of the ledger', async () => {
    const before = collaborationId
    await database.tenant(ours, (tx) => tx.execute(sql`update collaborations set state = 'ended' where id = ${before}`))
    collaborationId = await established('active', 3_333)
    const [paid, partly, never] = [
      await sold({ lines: [{ offerId, quantity: 1, unitPrice: 19.99 }] }),
      await sold({ lines: [{ offerId, quantity: 3, unitPrice: 15.01 }], customer: { firstName: 'Zoe' } }),
      await sold(),
    ]
    // Paid and given back as a month begins in Greenwich, which is another one west of it.
    const later = till.time
    till.time = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth()))
    for (const { id } of [paid, partly]) expect(await till.pay(await till.link(id))).toMatchObject({ status: 200 })
    const refunded = await till.refund(partly.id, { amount: 10.02 }, { 'idempotency-key': uuidv7() })
    expect(refunded).toMatchObject({ status: 200 })
    await till.rounds()
    const paidAt = till.time
    till.time = later
    const path = `/collaborations/${collaborationId}`
    const both = async <Data>(part: string, more = '') => {
      const given = await done<Data>('GET', `${path}/${part}${at(ours, more)}`, till.shop.token)
      expect(await done<Data>('GET', `${path}/${part}${at(theirs, more)}`, partner)).toEqual(given)
      expect(await done<Data>('GET', `${path}/${part}${at(ours, `${more}&as=partner`)}`, till.shop.token)).toEqual(
        given,
      )
      return given
    }
    const listed = await both<SoldOrder[]>('orders')
    expect(listed.map(({ id }) => id)).toEqual([never.id, partly.id, paid.id])
    expect(listed[1]).toMatchObject({ paymentStatus: 'partially_refunded', paidTotal: 45.03, refundedTotal: 10.02 })
    expect((await both<SoldOrder[]>('orders', '&q=zoe')).map(({ id }) => id)).toEqual([partly.id])
    expect((await both<SoldOrder[]>('orders', '&sortBy=total&limit=1&page=2')).map(({ id }) => id)).toEqual([never.id])
    expect(await both<SoldOrder[]>('orders', `&q=${encodeURIComponent('%_\\')}`)).toEqual([])
    const sums = { currency: 'USD', paid: 65.02, refunded: 10.02, share: 18.33 }
    const statement = await both<Statement>('statement')
    expect(statement).toMatchObject({ share: 33.33, totals: [sums] })
    // By the clocks of whoever shares.
    const ownZone = sql`id = ${ours}`
    const [own] = await database.tenant(ours, (tx) => tx.select().from(organizations).where(ownZone))
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Midway', own!.timeZone]) {
      await database.tenant(ours, (tx) => tx.update(organizations).set({ timeZone }).where(ownZone))
      const month = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit' }).format(paidAt)
      expect(await both<Statement>('statement')).toMatchObject({ months: [{ month, ...sums }], totals: [sums] })
    }
    // What is owed stays told in a pause and after the end.
    await step('pause')
    expect(await both('orders')).toEqual(listed)
    await step('end')
    expect(await both('orders')).toEqual(listed)
    expect(await both('statement')).toEqual(statement)
    expect(await sell()).toMatchObject({ status: 409, message: saleTold.ended })
    for (const part of ['orders', 'statement']) {
      const kenji = await till.server.login('kenji.mori@offerdesk.example')
      const elsewhere = await knownOf(till.server, kenji)
      if (elsewhere.orgId === ours || elsewhere.orgId === theirs) continue
      expect(await ask('GET', `${path}/${part}`, kenji)).toMatchObject({ status: 404 })
    }
    collaborationId = await established()
  })

  test('CO-02 whatever statement a sale could send, it reads and makes what may be sold alone', async () => {
    const { id } = await sold()
    /** The rows that a statement of a sale comes to, or the code of its failure; nothing of it is kept. */
    const selling = (statement: string, of = collaborationId) => {
      const undone = { rows: [] as Record<string, unknown>[] }
      return database
        .selling({ orgId: ours, partnerId: theirs, collaborationId: of }, async (tx) => {
          undone.rows = (await tx.execute(sql.raw(statement))).rows
          throw undone
        })
        .catch((error: unknown) => (error === undone ? undone.rows : sqlFailure(error)?.code))
    }
    const everything = await database.tenant(ours, (tx) =>
      tx.execute<{ name: string; decided: boolean }>(sql`
        select relname as name, exists (select from pg_policies where tablename = relname and 'app_selling' = any (roles)) as decided
        from pg_class where relkind = 'r' and relrowsecurity and relnamespace = current_schema()::regnamespace`),
    )
    // A table that is new says in its migration what a sale of a partner has to do with it.
    expect(everything.rows.filter(({ decided }) => !decided).map(({ name }) => name)).toEqual([])
    for (const closed of ['memberships', 'gateway_instances', 'transactions', 'calls', 'refunds', 'webhooks']) {
      expect([closed, await selling(`select * from ${closed} limit 1`)]).toEqual([closed, []])
    }
    const column = (table: string, name: string) => selling(`select distinct ${name} as it from ${table}`)
    expect(await column('campaigns', 'id')).toEqual([{ it: till.shop.campaignId }])
    expect(await column('products', 'id')).toEqual([{ it: productId }])
    expect(await column('orders', 'collaboration_id')).toEqual([{ it: collaborationId }])
    expect(await column('customers', 'collaboration_id')).toEqual([{ it: collaborationId }])
    const written = (table: string, set: string) => selling(`update ${table} set ${set} returning 1`)
    expect(await written('collaborations', 'share_points = 10000')).toBe('42501')
    expect(await written('collaboration_campaigns', `"right" = 'sell'`)).toBe('42501')
    expect(await written('orders', 'collaboration_id = null')).toBe('42501')
    expect(await selling('delete from orders returning 1')).toEqual([])
    // Of links and attempts it sees those of what it sold, ends them, and changes nothing else of them.
    const notSold = await till.order()
    for (const orderId of [id, notSold.id]) await till.pay(await till.link(orderId), cards.declined)
    for (const table of ['payment_links', 'payment_attempts']) {
      expect([
        table,
        await selling(`select distinct order_id as it from ${table} where order_id in ('${id}', '${notSold.id}')`),
      ]).toEqual([table, [{ it: id }]])
      expect([table, await selling(`delete from ${table} returning 1`)]).toEqual([table, []])
    }
    expect(await written('payment_links', 'used_at = now()')).toBe('42501')
    expect(await written('payment_links', `order_id = '${notSold.id}'`)).toBe('42501')
    expect(await written('payment_attempts', `state = 'succeeded'`)).toBe('42501')
    expect(
      await selling(`insert into payment_attempts select * from payment_attempts where order_id = '${id}' returning 1`),
    ).toBe('42501')
    expect(await selling(`select id from gateway_of_sale('${notSold.id}', 1, now())`)).toEqual([])
    expect(await selling(`select id from gateway_of_sale('${id}', 1, now())`)).toHaveLength(1)
    expect(await selling('delete from collaboration_campaigns returning 1')).toEqual([])
    // By the collaboration of others, or of nobody, there is nothing at all.
    const ofIt = ['campaigns', 'offers', 'products', 'orders', 'customers', 'collaborations', 'payment_links']
    for (const table of ofIt) {
      expect([table, await selling(`select 1 from ${table} limit 1`, uuidv7())]).toEqual([table, []])
    }
    await step('pause')
    for (const table of ['campaigns', 'offers', 'products']) {
      expect([table, await selling(`select 1 from ${table} limit 1`)]).toEqual([table, []])
    }
    expect(await written('payment_links', `ended_at = now(), ended_reason = 'cancelled', sealed_code = null`)).toBe(
      '42501',
    )
    const values = `'${ours}', '${uuidv7()}', 1000001, '${till.shop.campaignId}', '${till.shop.customerId}', 'A', 'a@b.example', 'USD', 1, 1, now(), now()`
    expect(
      await selling(`insert into orders (org_id, id, number, campaign_id, customer_id, customer_first_name, customer_email, currency,
        subtotal_cents, total_cents, created_at, updated_at) values (${values})`),
    ).toBe('42501')
    await step('resume')
    // Whoever shares can't say later that somebody else sold it, and the partner reads no more of it than is theirs.
    const own = (statement: string) => codeOf(database.tenant(ours, (tx) => tx.execute(sql.raw(statement))))
    expect(await own(`update orders set collaboration_id = null where id = '${id}'`)).toBe('42501')
    const asPartner = (statement: string) =>
      codeOf(database.partner({ orgId: ours, partnerId: theirs }, (tx) => tx.execute(sql.raw(statement))))
    for (const statement of [
      'select customer_id from orders',
      'select address1 from orders',
      'select reference from transactions',
      'select gateway_instance_id from ledger_entries',
      'select product_id from order_items',
      "update orders set status = 'cancelled'",
      'delete from orders',
    ]) {
      expect([statement, await asPartner(statement)]).toEqual([statement, '42501'])
    }
    const others = await database.partner({ orgId: ours, partnerId: uuidv7() }, (tx) =>
      tx.execute(
        sql`select id from orders union all select id from order_items union all select id from ledger_entries`,
      ),
    )
    expect(others.rows).toEqual([])
  })

  const paymentOf = (orderId: string, token = partner, organizationId = theirs) =>
    ask('GET', `/collaborations/${collaborationId}/orders/${orderId}/payment${at(organizationId)}`, token)
  const makeLink = (orderId: string, more: object = {}, token = partner, headers?: Record<string, string>) =>
    ask(
      'POST',
      `/collaborations/${collaborationId}/orders/${orderId}/payment-links`,
      token,
      { organizationId: theirs, mail: false, ...more },
      headers,
    )
  const endLink = (orderId: string, token = partner, organizationId = theirs) =>
    ask('POST', `/collaborations/${collaborationId}/orders/${orderId}/payment-links/end`, token, { organizationId })
  /** Whether the partner's people see their own orders alone, as agents. */
  const asAgent = async (alone: boolean) => {
    const set = sql`update memberships set role = ${alone ? 'agent' : 'owner'} where org_id = ${theirs}`
    if (!alone) await database.system((tx) => tx.execute(set))
    await done('PUT', `/organizations/${theirs}/permissions`, partner, { seesAllOrders: !alone })
    if (alone) await database.system((tx) => tx.execute(set))
  }
  const byAnother = (id: string) =>
    database.tenant(ours, (tx) => tx.execute(sql`update orders set agent_id = null where id = ${id}`))
  const withPhone = { firstName: 'Ines', lastName: 'Sol', email: 'ines@sol.example', phone: '+15125550117' }
  type Made = { id: string; linkUrl: string; payCode: string }

  test('CO-02 NO-06 a partner makes, sends and ends the link by which what they have sold is paid', async () => {
    const { id, number } = await sold({ customer: withPhone })
    expect(await paymentOf(id)).toMatchObject({
      status: 200,
      data: { link: null, due: 40, currency: 'USD', whyNot: null },
    })
    const headers = { 'idempotency-key': uuidv7() }
    const first = await makeLink(id, { mail: true }, partner, headers)
    expect(first).toMatchObject({ status: 200, data: { state: 'mailed', mailedTo: 'ines@sol.example' } })
    expect(await makeLink(id, { mail: true }, partner, headers)).toEqual(first)
    const made = first.data as Made
    const read = await paymentOf(id)
    expect(read.data).toMatchObject({ link: { id: made.id, state: 'mailed', payCode: made.payCode } })
    expect(JSON.stringify(read)).not.toContain(made.linkUrl.slice(made.linkUrl.lastIndexOf('/') + 1))
    // It is the order's own link, in the timeline and the audit of whoever shares.
    expect((await till.read(id)).timeline.map(({ kind }) => kind)).toEqual(['place', 'payment_link'])
    expect(await till.staff('GET', `/orders/${id}/payments`)).toMatchObject({
      body: { data: { link: { id: made.id } } },
    })
    expect(await till.staff('GET', `/mails${at(ours, `&orderId=${id}`)}`)).toMatchObject({
      body: { data: [{ event: 'order.payment_link.created', to: 'ines@sol.example' }] },
    })
    // A newer one ends it, and the newest is ended.
    const second = (await makeLink(id)).data as Made
    expect(second.id).not.toBe(made.id)
    expect(await endLink(id)).toMatchObject({
      status: 200,
      data: { link: { id: second.id, state: 'cancelled', payCode: null } },
    })
    expect(await endLink(id)).toMatchObject({ status: 409, message: 'No payment link is out.' })
    const third = (await makeLink(id)).data as Made
    expect(await till.pay(third.linkUrl.slice(third.linkUrl.lastIndexOf('/') + 1))).toMatchObject({ status: 200 })
    expect(await paymentOf(id)).toMatchObject({
      data: { due: 0, link: { state: 'paid' }, whyNot: 'This order has been paid.' },
    })
    expect(await makeLink(id)).toMatchObject({ status: 409, message: 'This order has been paid.' })
    // Both organizations can tell who did it, each in its own audit.
    const audit = async (organizationId: string, token: string, more: string) =>
      done<AuditEntry[]>('GET', `/audit${at(organizationId, `${more}&limit=100`)}`, token)
    const action = '&action=collaborations.createPaymentLink'
    const inOurs = await audit(ours, till.shop.token, `${action}&recordId=${id}`)
    expect(inOurs.filter(({ part, kind }) => part === 'paymentLinks' && kind === 'created')).toHaveLength(3)
    expect(new Set(inOurs.map(({ actor }) => actor.name))).toEqual(new Set(['Robin Vale']))
    const inTheirs = (await audit(theirs, partner, `&recordId=${collaborationId}`)).filter(({ changes }) =>
      changes.some(({ field, after }) => field === 'orderNumber' && after === number),
    )
    expect(inTheirs.map(({ part, kind }) => `${part} ${kind}`).toSorted()).toEqual(
      [...Array.from({ length: 3 }, () => 'soldOrderLinks created'), 'soldOrders created'].toSorted(),
    )
    expect(JSON.stringify(inTheirs)).not.toContain(made.payCode)
    // The collaboration's own timeline is of what the two have agreed upon: what was sold has a list, narrowed to who sees it.
    await step('pause')
    await step('resume')
    await share('see')
    await share('sell')
    const path = `/timelines/collaborations/${collaborationId}`
    const told = await done<RecordEvent[]>('GET', `${path}${at(theirs, '&limit=100')}`, partner)
    expect(told.map(({ action }) => action).filter((name) => /sell|PaymentLink/.test(name ?? ''))).toEqual([])
    expect(JSON.stringify(told)).not.toContain('orderNumber')
    const given = await done<RecordEvent[]>('GET', `${path}${at(ours, '&limit=100')}`, till.shop.token)
    const happened = ['share', 'share', 'resume', 'pause'].map((name) => `collaborations.${name}`)
    expect(given.slice(0, 4).map(({ action }) => action)).toEqual(happened)
    // A campaign that is shared is a part of it.
    expect(given[0]?.parts.map(({ part }) => part)).toContain('collaborationCampaigns')
  })

  test('CO-02 NO-04 a key tells what has become of its link, and nothing once the right to make it has ended', async () => {
    const { id } = await sold({ customer: withPhone })
    const headers = { 'idempotency-key': uuidv7() }
    const again = () => makeLink(id, {}, partner, headers)
    const first = await again()
    const { id: linkId, payCode } = first.data as Made
    expect(await again()).toEqual(first)
    await step('pause')
    expect(await again()).toMatchObject({ status: 409, message: saleTold.paused })
    await step('resume')
    await share('see')
    expect(await again()).toMatchObject({ status: 409, message: saleTold.seeOnly })
    await share('sell')
    await byAnother(id)
    await asAgent(true)
    expect(await again()).toMatchObject({ status: 404, message: 'Order not found' })
    await asAgent(false)
    expect(await again()).toEqual(first)
    await endLink(id)
    expect(await again()).toMatchObject({ status: 200, data: { id: linkId, state: 'cancelled', payCode: null } })
    const newer = (await makeLink(id)).data as Made
    const old = await again()
    expect(old).toMatchObject({ status: 200, data: { id: linkId, state: 'cancelled' } })
    for (const secret of [payCode, newer.payCode]) expect(JSON.stringify(old)).not.toContain(secret)
    await step('end')
    expect(await again()).toMatchObject({ status: 409, message: saleTold.ended })
    collaborationId = await established()
  })

  test('CO-02 each link that is not possible is refused with a sentence of its own, and nobody else makes one', async () => {
    const { id } = await sold({ customer: { firstName: 'Zoe' } })
    const own = await till.order()
    expect(await makeLink(id, { mail: true })).toMatchObject({
      status: 422,
      message: 'This customer has no email address.',
    })
    for (const stranger of [own.id, uuidv7(), 'order']) {
      expect(await makeLink(stranger)).toMatchObject({ status: 404, message: 'Order not found' })
      expect(await endLink(stranger)).toMatchObject({ status: 404, message: 'Order not found' })
      expect(await paymentOf(stranger)).toMatchObject({ status: 404, message: 'Order not found' })
    }
    expect(await makeLink(id, { organizationId: ours }, till.shop.token)).toMatchObject({
      status: 404,
      message: 'Order not found',
    })
    expect(await paymentOf(id, till.shop.token, ours)).toMatchObject({ status: 404 })
    expect(await makeLink(id, {}, till.shop.token)).toMatchObject({ status: 404 })
    const gateways = (set: string) =>
      database.tenant(ours, (tx) => tx.execute(sql.raw(`update gateway_instances set ${set}`)))
    const enabled = await database.tenant(ours, (tx) =>
      tx.execute<{ id: string }>(sql`select id from gateway_instances where enabled`),
    )
    await gateways('monthly_cap_cents = 1')
    expect(await makeLink(id)).toMatchObject({ status: 409, message: salePaymentTold.overCap })
    await gateways('monthly_cap_cents = null, enabled = false')
    expect(await makeLink(id)).toMatchObject({ status: 409, message: salePaymentTold.noGateway })
    await gateways(`enabled = id in (${enabled.rows.map((one) => `'${one.id}'`).join(', ')})`)
    await share('see')
    expect(await makeLink(id)).toMatchObject({ status: 409, message: saleTold.seeOnly })
    expect(await paymentOf(id)).toMatchObject({ status: 200, data: { whyNot: saleTold.seeOnly } })
    await share('sell')
    expect(await makeLink(id)).toMatchObject({ status: 200 })
    await step('pause')
    for (const refused of [await makeLink(id), await endLink(id)]) {
      expect(refused).toMatchObject({ status: 409, message: saleTold.paused })
    }
    expect(await paymentOf(id)).toMatchObject({ data: { whyNot: saleTold.paused, link: { payCode: null } } })
    await step('resume')
    expect(await endLink(id)).toMatchObject({ status: 200 })
    // Whoever sees their own orders alone takes the payment of those alone.
    const robin = (await till.read(id)).agentName
    expect(robin).toBe('Robin Vale')
    await byAnother(id)
    await asAgent(true)
    expect(await makeLink(id)).toMatchObject({ status: 404, message: 'Order not found' })
    expect(await paymentOf(id)).toMatchObject({ status: 404 })
    await asAgent(false)
    expect(await makeLink(id)).toMatchObject({ status: 200 })
    // Nothing is sold in a campaign that is archived, and what was sold in it before is still paid.
    const ofCampaign = (name: string) => till.staff('POST', `/campaigns/${till.shop.campaignId}/${name}`, {})
    expect(await ofCampaign('archive')).toMatchObject({ status: 200 })
    expect([await sell(), await makeLink(id)]).toMatchObject([{ status: 422 }, { status: 200 }])
    expect(await ofCampaign('restore')).toMatchObject({ status: 200 })
    expect(await till.staff('POST', `/orders/${id}/cancel`, {})).toMatchObject({ status: 200 })
    expect(await makeLink(id)).toMatchObject({ status: 409, message: 'This order has been cancelled.' })
  })

  test('CO-02 a pause waits for a sale that is under way, and of both at once the books stay right', async () => {
    const left = await till.shop.leftOf(offerId)
    const answers = await Promise.all([sell(), step('pause'), sell(), sell()])
    const placed = answers.filter((_, index) => index !== 1)
    expect(answers[1]).toMatchObject({ status: 200 })
    for (const one of placed) {
      if (one.status !== 200) expect(one).toMatchObject({ status: 409, message: saleTold.paused })
    }
    const count = placed.filter(({ status }) => status === 200).length
    expect(await till.shop.leftOf(offerId)).toBe(left - 2 * count)
    const { stock, moved } = await till.shop.stockOf(productId)
    expect(moved).toBe(stock)
    await step('resume')
    // The figures of customers count what was sold for whoever shares as what they sold themselves.
    const { rows } = await database.tenant(ours, (tx) =>
      tx.execute(sql`
        select id from ${customers} where collaboration_id is not null and orders_count <> (
          select count(*) from ${orders} where orders.customer_id = customers.id and status <> 'cancelled')`),
    )
    expect(rows).toEqual([])
  })
})
