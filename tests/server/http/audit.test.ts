import { and, eq, gt, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry, RecordEvent } from '../../../contract/extensions/audit'
import type { CustomerRecord } from '../../../contract/extensions/customers'
import { startOutboxWorker } from '../../../server/jobs/outbox'
import { auditEntries } from '../../../server/db/schema/auditEntries'
import { memberships } from '../../../server/db/schema/organizations'
import { sandboxSignature } from '../../../server/payments/drivers/sandbox'
import { sealedSecrets } from '../../../server/payments/gateways'
import { passingSecrets } from '../../../server/secrets'
import { cards, dataOf, Till } from '../payments/world'
import { demo, knownOf, rival, startSomewhere } from './start'

const bases = await startSomewhere()
afterAll(() => Promise.all(bases.map(({ stop }) => stop())))

const webhookSecret = 'whsec_of_a_test'

describe.each(bases)('the audit on $kind', (base) => {
  let till: Till
  /** The newest entry of before. */
  let began = 0

  beforeAll(async () => {
    till = await Till.open(base, { sealed: (secrets) => sealedSecrets(secrets, { webhookSecret }) })
  })

  const newEntries = () =>
    base.database.tenant(till.shop.orgId, (tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.orgId, till.shop.orgId), gt(auditEntries.id, began)))
        .orderBy(auditEntries.id),
    )
  const remember = async () => {
    began = (await newEntries()).at(-1)?.id ?? began
  }
  const actorsOf = async () => {
    const entries = await newEntries()
    return new Set(
      entries.map(({ actorKind, action, tableName, kind }) => `${actorKind} ${action} ${tableName} ${kind}`),
    )
  }
  const list = async (question: Record<string, string> = {}, token: string | undefined = till.shop.token) => {
    const query = new URLSearchParams({ organizationId: till.shop.orgId, ...question })
    return base.call('GET', `/audit?${query}`, { token })
  }
  const entriesOf = async (question: Record<string, string> = {}) => {
    const answer = await list(question)
    expect(answer).toMatchObject({ status: 200 })
    return answer.body as { data: AuditEntry[]; meta: { total: number } }
  }

  test('AD-01 a sale is put down to who placed it, who paid, what the gateway told and what the server did by itself', async () => {
    const { id } = await till.order()
    await remember()
    const token = await till.link(id, { mail: true })
    const attemptId = uuidv7()
    await till.pay(token, cards.lost, attemptId)
    const told = JSON.stringify({
      id: `evt_${attemptId}`,
      type: 'payment.succeeded',
      account: till.gatewayId,
      payment: { key: attemptId },
    })
    const headers = { 'sandbox-signature': sandboxSignature(webhookSecret, told, till.time) }
    expect(
      await till.server.call('POST', `/webhooks/sandbox/${till.gatewayId}`, { body: told, headers }),
    ).toMatchObject({
      status: 200,
    })
    const worker = startOutboxWorker({
      database: base.database,
      secrets: passingSecrets(),
      allowsPrivateSmtp: false,
      forgetDelivered: true,
      interval: 5,
      log: () => undefined,
      sendMail: () => Promise.resolve('delivered'),
    })
    await expect.poll(actorsOf).toContain('job jobs.sendMails mails updated')
    await worker.stop()
    const actors = await actorsOf()
    expect(actors).toContain('person orders.createPaymentLink payment_links created')
    expect(actors).toContain('customer payments.pay payment_attempts created')
    expect(actors).toContain('gateway webhooks.take transactions updated')
    expect(actors).toContain('gateway webhooks.take orders updated')
    expect([...actors].filter((line) => line.startsWith('database'))).toEqual([])
    const { data } = await entriesOf({ resource: 'orders', recordId: id })
    expect(new Set(data.map(({ record }) => record.name))).toEqual(new Set([expect.stringMatching(/^#\d+$/)]))
  })

  test('AD-01 an order that nobody pays expires by a job, which gives back what it held', async () => {
    const { id, productId } = await till.order()
    await till.link(id)
    await remember()
    till.later(8 * 86_400)
    await till.rounds()
    const entries = await newEntries()
    expect(new Set(entries.map(({ actorKind, action }) => `${actorKind} ${action}`))).toEqual(
      new Set(['job jobs.settlePayments']),
    )
    expect(
      entries.filter(({ tableName, recordId }) => tableName === 'stock_movements' && recordId === productId),
    ).toMatchObject([{ kind: 'created', after: { kind: 'cancel' } }])
  })

  test('AD-01 a telephone system is named by its token', async () => {
    const { orgId, token } = till.shop
    const made = await base.call('POST', '/telephone/tokens', {
      token,
      body: { organizationId: orgId, name: 'Switchboard' },
    })
    const { token: system, id } = dataOf<{ token: string; id: string }>(made)
    await base.database.tenant(orgId, (tx) => tx.execute(sql`update calls set ended_at = now(), closed_at = now()`))
    await remember()
    const body = { callId: uuidv7(), number: '+15550148899', agent: demo, direction: 'inbound' }
    expect(await base.call('POST', '/telephone/calls', { token: system, body })).toMatchObject({ status: 200 })
    expect(await newEntries()).toMatchObject([
      {
        actorKind: 'telephone',
        actorId: id,
        actorName: 'Switchboard',
        action: 'telephone.startCall',
        tableName: 'calls',
      },
    ])
  })

  test('AD-01 nothing that opens a door is in the audit', async () => {
    const { id } = await till.order()
    const made = await till.staff('POST', `/orders/${id}/payment-links`, {
      mail: true,
      gatewayInstanceId: till.gatewayId,
    })
    const { linkUrl, payCode } = dataOf<{ linkUrl: string; payCode: string }>(made)
    const token = linkUrl.slice(linkUrl.lastIndexOf('/') + 1)
    await till.addGateway('stripe', { secretKey: 'sk_live_of_a_test', webhookSecret: 'whsec_of_another' })
    const { rows } = await base.database.tenant(till.shop.orgId, (tx) =>
      tx.execute<{ secret: string }>(sql`
        select token_hash as secret from payment_links union select code_hash from payment_links
        union select sealed_code from payment_links union select secrets from gateway_instances
        union select secrets from plugin_instances union select token_hash from telephone_tokens
        union select token_hash from api_tokens
        union select token_hash from payment_link_tokens
        union select return_token from payment_attempts`),
    )
    const secrets = [token, payCode, 'sk_live_of_a_test', 'whsec_of_another', webhookSecret]
    const sealed = rows.flatMap(({ secret }) => (secret ? [secret] : []))
    expect(sealed.length).toBeGreaterThan(5)
    const { rows: all } = await base.database.tenant(till.shop.orgId, (tx) =>
      tx.execute<{ text: string }>(sql`select string_agg(entry::text, ' ') as text from audit_entries as entry`),
    )
    expect([...secrets, ...sealed].filter((secret) => all[0]?.text.includes(secret))).toEqual([])
  })

  test('AD-01 owners read what was changed, narrowed by person, action, record and day, page by page', async () => {
    const { id: offerId } = { id: await till.shop.addOffer(till.shop.productId) }
    const price = { basePrice: 0.01 }
    expect(await till.staff('PUT', `/offers/${offerId}`, price)).toMatchObject({ status: 200 })
    const { data, meta } = await entriesOf({ resource: 'offers', recordId: offerId, action: 'offers.update' })
    expect(meta.total).toBe(1)
    expect(data).toMatchObject([
      {
        actor: { kind: 'person', name: 'Dana Reyes' },
        action: 'offers.update',
        record: { resource: 'offers', id: offerId, name: 'Hose' },
        part: null,
        kind: 'updated',
        changes: [{ field: 'basePrice', before: 20, after: 0.01, isMoney: true, isSecret: false }],
      },
    ])
    const actorId = data[0]?.actor.id ?? ''
    const own = await entriesOf({ actorId })
    expect(own.data.every(({ actor }) => actor.id === actorId)).toBe(true)
    // Where the organization is, today may not have begun yet.
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const pages = await Promise.all(
      ['1', '2'].map((page) => entriesOf({ createdFrom: '2020-01-01', limit: '3', page })),
    )
    const ids = pages.flatMap((page) => page.data.map((entry) => Number(entry.id)))
    expect(ids).toHaveLength(6)
    expect(new Set(ids).size).toBe(6)
    expect((await entriesOf({ createdTo: '2020-01-01' })).data).toEqual([])
    expect((await entriesOf({ createdFrom: yesterday, createdTo: '2999-01-01' })).meta.total).toBeGreaterThan(5)
    expect((await entriesOf({ recordId: 'nothing' })).data).toEqual([])
  })

  test('AD-01 the same is read as CSV, whole, and a formula is none', async () => {
    const customer = { organizationId: till.shop.orgId, firstName: '=HYPERLINK("x")', email: 'formula@moss.example' }
    const { id: recordId } = dataOf<{ id: string }>(await till.staff('POST', '/customers', customer))
    const query = new URLSearchParams({ organizationId: till.shop.orgId, recordId })
    const headers = { authorization: `Bearer ${till.shop.token}` }
    const answer = await base.app.inject({ url: `/api/v1/audit/csv?${query}`, headers })
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = answer.payload.split('\r\n')
    expect(lines[0]).toBe('\uFEFFWhen (America/Chicago),Who,Action,Record,Record id,What,Field,Before,After,Entry id')
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^[\d-]+ [\d:]+,Dana Reyes,Customer added,.*,Added,First name,,"'=HYPERLINK\(""x""\)",\d+$/,
      ),
    )
    const all = await base.app.inject({ url: `/api/v1/audit/csv?organizationId=${till.shop.orgId}`, headers })
    expect(all.payload.split('\r\n').length).toBeGreaterThan(1_000)
    // A moment is told in the same zone wherever it stands.
    expect(all.payload).not.toMatch(/\d{4}-\d\d-\d\dT\d\d:/)
  })

  test('AD-01 CU-03 the timeline of a customer begins as the audit tells it where no event does', async () => {
    const token = await base.login(demo)
    const { orgId, customerId } = await knownOf(base, token)
    const read = await base.call('GET', `/customers/${customerId}?organizationId=${orgId}`, { token })
    expect(dataOf<CustomerRecord>(read).timeline?.map(({ kind }) => kind)).toEqual(['create'])
  })

  const timeline = async (record: string, question = '', token: string = till.shop.token) => {
    const answer = await base.call('GET', `/timelines/${record}?organizationId=${till.shop.orgId}${question}`, {
      token,
    })
    return answer as { status: number; body: { data: RecordEvent[]; meta: { total: number }; message?: string } }
  }

  test('AD-01 the timeline of a product tells what somebody changed, and leaves its sales to its stock', async () => {
    const body = { organizationId: till.shop.orgId, name: 'Trail lamp', sku: uuidv7(), price: 20, stock: 5 }
    const { id } = dataOf<{ id: string }>(await till.staff('POST', '/products', body))
    await till.staff('PUT', `/products/${id}`, { price: 25.5, name: 'Trail light' })
    await till.staff('POST', `/products/${id}/stock`, { by: 2, reason: 'Found' })
    const offerId = await till.shop.addOffer(id)
    await till.staff('POST', '/orders', till.shop.placement([{ offerId }]))
    const { status, body: told } = await timeline(`products/${id}`)
    expect(status).toBe(200)
    expect(told.data).toMatchObject([
      {
        action: 'products.adjustStock',
        parts: [
          { part: 'stockMovements', changes: expect.arrayContaining([expect.objectContaining({ after: 'Found' })]) },
        ],
      },
      {
        action: 'products.update',
        actor: { kind: 'person', name: 'Dana Reyes' },
        partsCount: 1,
        parts: [
          {
            part: null,
            record: { resource: 'products', name: 'Trail light' },
            changes: [
              { field: 'name', before: 'Trail lamp', after: 'Trail light' },
              { field: 'price', before: 20, after: 25.5, isMoney: true },
            ],
          },
        ],
      },
      { action: 'products.create', partsCount: 2, parts: [{ kind: 'created' }, { part: 'stockMovements' }] },
    ])
    expect(told.meta.total).toBe(3)
    const second = await timeline(`products/${id}`, '&limit=1&page=2')
    expect(second.body.data).toEqual([told.data[1]])
    expect((await timeline(`products/${id}`, '&page=9')).body).toEqual({ data: [], meta: { total: 3 } })
  })

  test('AD-01 the timeline of a campaign has its offers and members by their names, and not what is sold', async () => {
    const { campaignId, orgId, productId } = till.shop
    const offerId = await till.shop.addOffer(productId)
    await till.staff('PUT', `/offers/${offerId}`, { basePrice: 21 })
    await till.staff('POST', '/orders', till.shop.placement([{ offerId }]))
    const people = dataOf<{ id: string; name: string }[]>(await till.staff('GET', `/organizations/${orgId}/members`))
    await till.staff('PUT', `/campaigns/${campaignId}/members`, { memberIds: [people[0]?.id] })
    const { body } = await timeline(`campaigns/${campaignId}`, '&limit=2')
    expect(body.data).toMatchObject([
      {
        action: 'campaigns.setMembers',
        parts: [{ part: 'campaignMembers', kind: 'created', changes: [{ field: 'userId', after: people[0]?.name }] }],
      },
      {
        action: 'offers.update',
        parts: [
          { record: { resource: 'offers', name: 'Hose' }, changes: [{ field: 'basePrice', before: 20, after: 21 }] },
        ],
      },
    ])
  })

  test('AD-01 GW-01 of a gateway it is told that a secret changed, and nothing of the secret', async () => {
    const id = dataOf<{ id: string }>(
      await till.staff('POST', '/gateways', { organizationId: till.shop.orgId, displayName: 'Told', kind: 'sandbox' }),
    ).id
    await till.staff('PUT', `/gateways/${id}`, { displayName: 'Told again', webhookSecret: 'whsec_never_to_be_told' })
    const { body } = await timeline(`gateways/${id}`)
    expect(body.data[0]?.parts[0]?.changes).toEqual([
      { field: 'displayName', before: 'Told', after: 'Told again', isMoney: false, isSecret: false },
      { field: 'secrets', before: null, after: null, isMoney: false, isSecret: true },
    ])
    expect(JSON.stringify(body)).not.toContain('never_to_be_told')
  })

  test('AD-01 PM-01 a timeline is read by whoever may read its record', async () => {
    const { orgId, campaignId, productId, token } = till.shop
    const me = dataOf<{ id: string }>(await till.staff('GET', '/users/me')).id
    const records = [`campaigns/${campaignId}`, `products/${productId}`, `gateways/${till.gatewayId}`]
    expect(await timeline(`members/${me}`)).toMatchObject({ status: 200 })
    await base.database.system((tx) =>
      tx.update(memberships).set({ role: 'agent' }).where(eq(memberships.orgId, orgId)),
    )
    for (const record of records) expect([record, (await timeline(record)).status]).toEqual([record, 200])
    const colleague = dataOf<{ id: string }[]>(await till.staff('GET', `/organizations/${orgId}/members`)).find(
      ({ id }) => id !== me,
    )
    expect(await timeline(`members/${me}`)).toMatchObject({ status: 200 })
    expect(await timeline(`members/${colleague?.id}`)).toMatchObject({
      status: 403,
      body: { message: 'Only an owner can see the users of the organization.' },
    })
    await base.database.system((tx) =>
      tx.update(memberships).set({ role: 'owner' }).where(eq(memberships.orgId, orgId)),
    )
    const unknown = [`products/${campaignId}`, `campaigns/${uuidv7()}`, 'gateways/none', `collaborations/${uuidv7()}`]
    for (const record of unknown) expect(await timeline(record)).toMatchObject({ status: 404 })
    expect(await timeline(`orders/${uuidv7()}`)).toMatchObject({ status: 404 })
    const stranger = await base.login(rival)
    for (const record of records) expect(await timeline(record, '', stranger)).toMatchObject({ status: 404 })
    const elsewhere = (await knownOf(base, stranger)).orgId
    const path = `/timelines/campaigns/${campaignId}?organizationId=${elsewhere}`
    expect(await base.call('GET', path, { token: stranger })).toMatchObject({ status: 404 })
    expect(await base.call('GET', path, { token })).toMatchObject({ status: 404 })
  })

  test('AD-01 PM-01 agents are told that they may not, and of strangers nothing is known', async () => {
    const { orgId } = till.shop
    const asAgent = (role: 'agent' | 'owner') =>
      base.database.system((tx) => tx.update(memberships).set({ role }).where(eq(memberships.orgId, orgId)))
    await asAgent('agent')
    const refusal = { status: 403, body: { message: 'Only an owner can read the audit log.' } }
    expect(await list()).toMatchObject(refusal)
    expect(await base.call('GET', `/audit/csv?organizationId=${orgId}`, { token: till.shop.token })).toMatchObject(
      refusal,
    )
    await asAgent('owner')
    const stranger = await base.login(rival)
    expect(await list({}, stranger)).toMatchObject({ status: 404 })
    expect(await base.call('GET', `/audit/csv?organizationId=${orgId}`, { token: stranger })).toMatchObject({
      status: 404,
    })
  })
})
