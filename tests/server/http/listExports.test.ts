import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'papaparse'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ExportedList, exportedLists, type OwnList } from '../../../contract/extensions/listExports'
import { uuidv7 } from 'uuidv7'
import { collaborationCampaigns, collaborations } from '../../../server/db/schema/collaborations'
import { home, openShop, type TestShop } from '../shop'
import { demo, knownOf, rival, type Started, startSomewhere } from './start'

const run = promisify(execFile)
const soffice = ['/usr/bin/soffice', '/usr/local/bin/soffice', process.env['SOFFICE'] ?? ''].find(
  (path) => path !== '' && existsSync(path),
)

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

interface Organization {
  organizationId?: string
}

const email = 'miles.carter@offerdesk.example'

describe.each(servers)('on $kind', (server: Started) => {
  const { call } = server
  let shop: TestShop
  let agent = ''
  let partner = ''
  let partnerOrgId = ''
  let jobId = ''
  let collaborationId = ''
  let webhookId = ''
  /** What a list belongs to, as a filter. */
  const within = (resource: ExportedList): { filters?: Record<string, string> } => {
    const of: Partial<Record<ExportedList, Record<string, string>>> = {
      bulkRows: { jobId },
      soldOrders: { collaborationId },
      webhooks: { webhookId },
    }
    const filters = of[resource]
    return filters ? { filters } : {}
  }

  const exported = async (resource: ExportedList, more: object = {}, token = shop.token) => {
    const body = { organizationId: shop.orgId, resource, ...more }
    const answer = await call('POST', '/exports/csv', { token, body })
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' } })
    const { text } = answer.body as { text: string }
    expect(text.startsWith('\uFEFF')).toBe(true)
    const [head = [], ...lines] = parse<string[]>(text.slice(1).trimEnd()).data
    return { head, lines }
  }
  /** A page of the same rows, as the list's own call tells it, or a search. */
  const page = async (resource: ExportedList, asked: Record<string, string>, more: object, token: string) => {
    const own: Record<OwnList, string> = {
      bulkJobs: '/bulk-jobs',
      bulkRows: `/bulk-jobs/${jobId}/rows`,
      collaborations: '/collaborations',
      mails: '/mails',
      members: `/organizations/${shop.orgId}/users`,
      receivedCampaigns: '/shared-campaigns',
      soldOrders: `/collaborations/${collaborationId}/orders`,
      webhooks: `/outgoing-webhooks/${webhookId}/deliveries`,
    }
    if (!Object.hasOwn(own, resource)) {
      const body = { organizationId: shop.orgId, resource, limit: 100, page: Number(asked['page']), ...more }
      return call('POST', '/search', { token, body })
    }
    const { filters = {}, ...others } = more as { filters?: Record<string, string> }
    // Of what belongs to a record the address says which it is.
    const { jobId: _job, collaborationId: _collaboration, webhookId: _webhook, ...narrowed } = filters
    const ofOrganization = !['members', 'bulkRows', 'webhooks'].includes(resource)
    const place = ofOrganization ? { organizationId: (more as Organization).organizationId ?? shop.orgId } : {}
    const query = new URLSearchParams({ ...place, limit: '100', ...asked, ...narrowed, ...others })
    return call('GET', `${own[resource as OwnList]}?${query.toString()}`, { token })
  }
  /** All of them. */
  const searched = async (resource: ExportedList, more: object = {}, token = shop.token) => {
    const rows: Record<string, unknown>[] = []
    for (let at = 1; ; at += 1) {
      const { status, body } = await page(resource, { page: `${at}` }, more, token)
      expect([resource, status, body]).toMatchObject([resource, 200, {}])
      const { data } = body as { data: typeof rows }
      rows.push(...data)
      if (data.length < 100) return rows
    }
  }
  const settle = (permissions: object) =>
    call('PUT', `/organizations/${shop.orgId}/permissions`, { token: shop.token, body: permissions })

  beforeAll(async () => {
    shop = await openShop(server, demo)
    agent = await server.login(email)
    const body = { organizationId: shop.orgId, firstName: '=HYPERLINK("http://evil.example")', email: 'f@b.example' }
    expect((await call('POST', '/customers', { token: shop.token, body })).status).toBe(200)
    const invite = { organizationId: shop.orgId, emails: ['invited@b.example'], role: 'agent' }
    expect((await call('POST', '/invites', { token: shop.token, body: invite })).status).toBe(200)
    const campaigns = [{ campaignId: shop.campaignId, right: 'see' }]
    const shared = { organizationId: shop.orgId, email: 'partner@b.example', share: 10, campaigns }
    expect((await call('POST', '/collaborations', { token: shop.token, body: shared })).status).toBe(200)
    await addRecordsWithLists()
  })

  /** A bulk change, a collaboration by which something was sold, and a webhook that was told something. */
  async function addRecordsWithLists(): Promise<void> {
    const { orgId, campaignId, token } = shop
    const done = async (path: string, body: object, as = token) => {
      const answer = await call('POST', path, { token: as, body })
      expect([path, answer]).toMatchObject([path, { status: 200 }])
      return (answer.body as { data: { id: string } }).data.id
    }
    const productId = await shop.addProduct(10)
    const offerId = await shop.addOffer(productId)
    const price = { kind: 'percent', value: 10 }
    jobId = await done('/bulk-jobs', { organizationId: orgId, action: 'offers.price', ids: [offerId], price })
    await done(`/bulk-jobs/${jobId}/start`, {})
    partner = await server.login(rival)
    partnerOrgId = (await knownOf(server, partner)).orgId
    collaborationId = uuidv7()
    await server.database.tenant(orgId, async (tx) => {
      await tx.insert(collaborations).values({
        orgId,
        id: collaborationId,
        partnerOrgId,
        orgName: 'Northwind Supply',
        partnerName: 'Rival Traders',
        inviterName: 'Dana Reyes',
        inviterEmail: demo,
        email: rival,
        sharePoints: 1_000,
        state: 'active',
        tokenHash: collaborationId.replaceAll('-', ''),
        expiresAt: new Date(),
        acceptedAt: new Date(),
      })
      await tx.insert(collaborationCampaigns).values({ orgId, collaborationId, campaignId, right: 'sell' })
    })
    const address = 'https://hooks.example/offerdesk'
    const events = ['order.placed', 'customer.created']
    webhookId = await done('/outgoing-webhooks', { organizationId: orgId, address, events })
    const customer = { firstName: 'Ines', lastName: 'Sol', email: 'ines@sol.example' }
    const lines = [{ offerId, quantity: 2, unitPrice: 20 }]
    const sale = { organizationId: partnerOrgId, draftId: uuidv7(), campaignId, customer, lines, address: home }
    await done(`/collaborations/${collaborationId}/orders`, sale, partner)
  }

  test('ST-02 an export has every row that its search finds, in its order, with the heads of the screen', async () => {
    const asked: [ExportedList, object, (row: Record<string, unknown>) => unknown][] = [
      ['orders', {}, ({ number }) => `#${String(number)}`],
      ['orders', { sortBy: 'total', sortOrder: 'asc' }, ({ number }) => `#${String(number)}`],
      [
        'orders',
        { filters: { paymentStatus: ['paid', 'unpaid'], totalMin: 50 } },
        ({ number }) => `#${String(number)}`,
      ],
      ['orders', { q: 'ada' }, ({ number }) => `#${String(number)}`],
      ['customers', { sortBy: 'name', sortOrder: 'desc' }, ({ email: of }) => of],
      ['customers', { q: 'a', filters: { country: 'US' } }, ({ email: of }) => of],
      ['transactions', { filters: { type: 'refund' } }, ({ orderNumber }) => `#${String(orderNumber)}`],
      ['calls', { filters: { outcome: ['paid', 'missed'] } }, ({ agentName }) => agentName],
    ]
    const place: Partial<Record<ExportedList, number>> = { orders: 0, customers: 1, transactions: 1, calls: 2 }
    for (const [resource, more, known] of asked) {
      const [{ lines }, rows] = await Promise.all([exported(resource, more), searched(resource, more)])
      const shown = lines.map((line) => line[place[resource] ?? 0] ?? '')
      expect([resource, more, shown]).toEqual([resource, more, rows.map((row) => known(row) ?? '')])
    }
    const { head, lines } = await exported('orders')
    expect(head).toEqual([
      'Order',
      'Date (America/Chicago)',
      'Customer',
      'Campaign',
      'Agent',
      'Total',
      'Payment',
      'Fulfilment',
      'Status',
      'Currency',
    ])
    // One that was cancelled is told from one that waits for its money.
    const cancelled = await exported('orders', { filters: { status: 'cancelled' } })
    expect(new Set(cancelled.lines.map((line) => line[8]))).toEqual(new Set(['Cancelled']))
    expect(lines[0]?.[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(lines[0]?.at(-1)).toBe('USD')
    const transactions = await exported('transactions', { filters: { type: 'refund', status: 'succeeded' } })
    expect(Number(transactions.lines[0]?.[4])).toBeLessThan(0)
    const calls = await exported('calls', { filters: { outcome: 'paid' } })
    expect(calls.head).toEqual([
      'Began (America/Chicago)',
      'Customer',
      'Agent',
      'Campaign',
      'Offer',
      'Outcome',
      'Closed as',
      'Order',
      'Until paid (s)',
    ])
    expect(calls.lines[0]?.[5]).toBe('Paid')
    expect(calls.lines[0]?.[7]).toMatch(/^#\d+$/)
    const customers = await exported('customers', { q: 'f@b.example' })
    expect(customers.lines[0]?.[0]).toBe(`'=HYPERLINK("http://evil.example")`)
    expect((await exported('orders', { q: 'nobody is called so' })).lines).toEqual([])
    const wrong = { organizationId: shop.orgId, resource: 'orders', sortBy: 'nothing' }
    expect(await call('POST', '/exports/csv', { token: shop.token, body: wrong })).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_failed' } },
    })
  })

  test('ST-02 WF-04 lists with calls of their own are files of what those calls tell', async () => {
    const asked: [OwnList, object, number, (row: Record<string, unknown>) => unknown][] = [
      ['members', { sortBy: 'email', sortOrder: 'desc' }, 1, ({ email: of }) => of],
      ['members', { q: 'miles' }, 0, ({ name }) => name],
      ['members', { filters: { state: 'active' }, sortBy: 'ordersCount' }, 5, ({ ordersCount }) => String(ordersCount)],
      ['mails', {}, 0, ({ subject }) => subject],
      ['mails', { q: 'invited' }, 2, ({ to }) => to],
      ['mails', { filters: { state: 'dead' } }, 2, ({ to }) => to],
      ['collaborations', { sortBy: 'partner', sortOrder: 'asc' }, 0, ({ partner }) => partner],
      ['collaborations', { filters: { side: 'given' } }, 2, ({ email: of }) => of],
    ]
    for (const [resource, more, place, known] of asked) {
      const [{ lines }, rows] = await Promise.all([exported(resource, more), searched(resource, more)])
      expect([resource, more, lines.map((line) => line[place])]).toEqual([
        resource,
        more,
        rows.map((row) => known(row) ?? ''),
      ])
    }
    const members = await exported('members', { q: 'miles' })
    expect(members.head).toEqual([
      'Name',
      'Email',
      'State',
      'Joined (America/Chicago)',
      'Last seen (America/Chicago)',
      'Orders',
      'Two steps',
    ])
    expect(members.lines[0]?.slice(0, 3)).toEqual(['Miles Carter', email, 'Active'])
    expect(members.lines[0]?.at(-1)).toBe('None')
    expect(members.lines[0]?.[3]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const mails = await exported('mails', { q: 'invited@b.example' })
    expect(mails.head).toEqual([
      'Subject',
      'Kind',
      'To',
      'State',
      'Order',
      'Tries',
      'Error',
      'Email provider',
      'Written (America/Chicago)',
    ])
    expect(mails.lines[0]?.slice(1, 3)).toEqual(['Invite', 'invited@b.example'])
    const shared = await exported('collaborations', { filters: { state: 'invited' } })
    expect(shared.head.slice(3)).toEqual(['Shared campaigns', 'State', 'Since (America/Chicago)'])
    expect(shared.lines[0]?.slice(2)).toEqual(['partner@b.example', '1', 'Invited', ''])
    for (const wrong of [
      { resource: 'mails', sortBy: 'subject' },
      { resource: 'members', filters: { role: 'owner' } },
      { resource: 'collaborations', filters: { state: 'nothing' } },
    ]) {
      const body = { organizationId: shop.orgId, ...wrong }
      expect([wrong, (await call('POST', '/exports/csv', { token: shop.token, body })).status]).toEqual([wrong, 422])
    }
  })

  test('ST-02 WF-04 what belongs to a record is a file as well, for whoever may read it', async () => {
    const jobs = await exported('bulkJobs')
    expect(jobs.head).toEqual(['What', 'State', 'Rows', 'Result', 'By', 'Begun (America/Chicago)'])
    expect(jobs.lines[0]?.slice(0, 5)).toEqual([
      'Change prices of offers by +10 %',
      'Running',
      '1',
      '0 changed.',
      'Dana Reyes',
    ])
    const rows = await exported('bulkRows', within('bulkRows'))
    expect(rows.head).toEqual(['Name', 'Result', 'From, to', 'Why'])
    expect(rows.lines).toEqual([['Hose', 'Waits', '', '']])
    const sold = await exported('soldOrders', within('soldOrders'))
    const [order] = await searched('soldOrders', within('soldOrders'))
    expect(sold.head).toEqual([
      'Order',
      'Customer',
      'Total',
      'Sold',
      'Payment',
      'Placed (America/Chicago)',
      'Campaign',
      'Sold by',
      'Status',
      'Currency',
    ])
    const shown = [`#${String(order?.['number'])}`, 'Ines Sol', '40', '2 × Hose', 'Unpaid', order?.['campaignName']]
    expect(sold.lines[0]?.toSpliced(5, 1)).toEqual([...shown, 'Robin Vale', 'Open', 'USD'])
    // The partner has the same, in their own organization.
    const asPartner = { ...within('soldOrders'), organizationId: partnerOrgId }
    const theirs = await exported('soldOrders', asPartner, partner)
    expect(theirs.lines.map(([number]) => number)).toEqual(sold.lines.map(([number]) => number))
    const received = await exported('receivedCampaigns', { organizationId: partnerOrgId }, partner)
    const [campaign] = await searched('receivedCampaigns', { organizationId: partnerOrgId }, partner)
    expect(received.head).toEqual([
      'Name',
      'Shared by',
      'Category',
      'Type',
      'Start',
      'End',
      'For you to sell',
      'You may',
    ])
    expect(received.lines).toEqual([
      [campaign?.['name'], 'Northwind Supply', '', '', '', '', 'Yes', 'See and sell'].map((cell) => cell ?? ''),
    ])
    const messages = await exported('webhooks', within('webhooks'))
    expect(messages.head.slice(0, 4)).toEqual(['Event', 'State', 'Tries', 'Last try'])
    expect(messages.lines.map((line) => line.slice(0, 4))).toEqual(
      expect.arrayContaining([['Order placed', 'Waiting', '0', 'Not tried yet']]),
    )
    const placed = messages.lines.find(([event]) => event === 'Order placed')
    expect(placed?.[4]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const none = uuidv7()
    const refusals: [object, string, number][] = [
      [{ resource: 'bulkRows' }, shop.token, 422],
      [{ resource: 'bulkRows', filters: { jobId: none } }, shop.token, 404],
      [{ resource: 'bulkRows', filters: { jobId } }, partner, 404],
      [{ resource: 'soldOrders', filters: { collaborationId: none } }, shop.token, 404],
      [{ resource: 'webhooks', filters: { webhookId: none } }, shop.token, 404],
      [{ resource: 'webhooks', filters: { webhookId: 'no id' } }, shop.token, 404],
      [{ resource: 'webhooks', filters: { webhookId } }, partner, 404],
    ]
    for (const [asked, token, status] of refusals) {
      const organizationId = token === partner ? partnerOrgId : shop.orgId
      const answer = await call('POST', '/exports/csv', { token, body: { organizationId, ...asked } })
      expect([asked, answer.status]).toEqual([asked, status])
    }
    // Who may export takes along what they may read, and nothing of what others settle.
    await settle({ exports: true })
    expect((await exported('soldOrders', within('soldOrders'), agent)).lines).toEqual(sold.lines)
    const ofWebhook = { organizationId: shop.orgId, resource: 'webhooks', ...within('webhooks') }
    expect(await call('POST', '/exports/csv', { token: agent, body: ofWebhook })).toMatchObject({ status: 403 })
    await settle({ exports: false })
  })

  test('ST-02 every list is a file with a line for each of its rows', async () => {
    for (const resource of exportedLists) {
      const of = within(resource)
      const [{ head, lines }, rows] = await Promise.all([exported(resource, of), searched(resource, of)])
      expect([resource, lines.length]).toEqual([resource, rows.length])
      expect(lines.every((line) => line.length === head.length)).toBe(true)
    }
  })

  test.skipIf(soffice === undefined)(
    'ST-02 LibreOffice opens a list as a workbook, with numbers, dates and texts as they are',
    async () => {
      const text = ['007', '=1+1', '+44 20 7946 0018', '-5', '@home', '1e5', 'a\u0001b', ' <b>&"x" ']
      const names = text.map((name, place) => ({ name: place === 0 ? 'Lamp' : name, sku: `${name.trim()}-${place}` }))
      names.push({ name: 'Seven', sku: '007' })
      for (const product of names) {
        const body = { organizationId: shop.orgId, price: 1234.5, category: 'Workbook', ...product }
        const made = await call('POST', '/products', { token: shop.token, body })
        if (!product.name.includes('\u0001')) expect(made).toMatchObject({ status: 200 })
      }
      const folder = await mkdtemp(join(tmpdir(), 'offerdesk-xlsx-'))
      const read = async (resource: ExportedList, more: object) => {
        const answer = await server.app.inject({
          method: 'POST',
          url: '/api/v1/exports/xlsx',
          headers: { authorization: `Bearer ${shop.token}` },
          payload: { organizationId: shop.orgId, resource, ...more },
        })
        expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        await writeFile(join(folder, `${resource}.xlsx`), answer.rawPayload)
      }
      const narrowed = { products: { filters: { category: ['Workbook'] } }, orders: { q: '' } }
      for (const [resource, more] of Object.entries(narrowed)) await read(resource as ExportedList, more)
      const profile = `-env:UserInstallation=file://${folder}/profile`
      // Formulas as they are, not what they come to: a text that was run would differ.
      const csv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false'
      const files = Object.keys(narrowed).map((name) => join(folder, `${name}.xlsx`))
      await run(soffice ?? '', [profile, '--headless', '--convert-to', csv, '--outdir', folder, ...files])
      const cells = async (name: string) =>
        parse<string[]>((await readFile(join(folder, `${name}.csv`), 'utf8')).trimEnd()).data
      const [head, ...lines] = await cells('products')
      expect(head?.slice(0, 4)).toEqual(['Name', 'SKU', 'Category', 'Price'])
      const shown = lines.map(([name, sku, , price]) => ({ name, sku, price }))
      for (const { name, sku } of names.filter((one) => !one.name.includes('\u0001'))) {
        expect(shown).toContainEqual({ name: name.trim(), sku, price: '1234.5' })
      }
      const orders = await cells('orders')
      const asText = await exported('orders')
      expect(orders).toEqual([asText.head, ...asText.lines])
      await rm(folder, { recursive: true })
    },
  )

  test('ST-02 agents export where owners have settled it, and no orders but those that they see', async () => {
    const body = (resource: string) => ({ organizationId: shop.orgId, resource })
    for (const resource of exportedLists) {
      expect(await call('POST', '/exports/csv', { token: agent, body: body(resource) })).toMatchObject({
        status: 403,
        body: { message: 'Only an owner can export lists.' },
      })
    }
    expect(await settle({ exports: true })).toMatchObject({ status: 200, body: { data: { exports: true } } })
    const all = await exported('orders', {}, agent)
    expect(all.lines).toEqual((await exported('orders')).lines)
    // What an agent may not list, and of mails those to others that are about no order, stays so.
    expect(await call('POST', '/exports/csv', { token: agent, body: body('members') })).toMatchObject({
      status: 403,
      body: { message: 'Only an owner can see the users of the organization.' },
    })
    const known = await exported('mails', {}, agent)
    expect(known.lines).toHaveLength((await searched('mails', {}, agent)).length)
    expect(known.lines.length).toBeLessThan((await exported('mails')).lines.length)
    await settle({ seesAllOrders: false })
    for (const resource of ['orders', 'transactions'] as const) {
      const own = await exported(resource, {}, agent)
      expect(own.lines).toHaveLength((await searched(resource, {}, agent)).length)
      expect(own.lines.length).toBeLessThan((await exported(resource)).lines.length)
    }
    const own = await exported('orders', {}, agent)
    expect(new Set(own.lines.map((line) => line[4]))).toEqual(new Set(['Miles Carter']))
    await settle({ exports: false, seesAllOrders: true })
    expect((await call('POST', '/exports/csv', { token: agent, body: body('orders') })).status).toBe(403)
  })
})
