import { gunzipSync, gzipSync } from 'node:zlib'
import { inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measuresOf } from '../../../contract/forms/reports'
import { dutyLabel } from '../../../contract/rules/dutyLabel'
import { forgetParts } from '../../../server/archive/job'
import { staying } from '../../../server/archive/travels'
import { memberships } from '../../../server/db/schema/organizations'
import { users } from '../../../server/db/schema/users'
import { sweep } from '../../../server/jobs/sweep'
import { archiveOf, archivesOf, linesIn } from './archives'
import { demo, rival, type Started, startEverywhere } from './start'
import { everyWay } from '../../everyWay'

const servers = await startEverywhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const colleague = 'miles.carter@offerdesk.example'
/** Is no member where archives are taken over. */
const absent = 'saoirse@offerdesk.example'

/** Of whoever is no member there, and of nobody else. */
const leftView = 'Only Saoirse’s'

/** Views of lists that filter by what the organization has: one's own, a colleague's, a shared one, and one that is left. */
async function saveViews(server: Started): Promise<void> {
  const { token, orgId: organizationId } = await northwind(server)
  const post = async (as: string, name: string, address: object) => {
    const token = await server.login(as)
    const body = { organizationId, list: 'orders', name, address }
    const answer = await server.call('POST', '/saved-views', { token, body })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return (answer.body as { data: { id: string } }).data.id
  }
  const search = { organizationId, resource: 'campaigns', limit: 2 }
  const { data } = (await server.call('POST', '/search', { token, body: search })).body as { data: { id: string }[] }
  const campaignId = data.map(({ id }) => id).join(',')
  const shared = await post(demo, 'Of two campaigns', { filters: { campaignId, agentId: 'none' }, columns: ['number'] })
  await server.call('PUT', `/saved-views/${shared}/sharing`, { token, body: { isShared: true } })
  await server.call('PUT', `/saved-views/${shared}/default`, { token, body: { isDefault: true } })
  await post(demo, 'Paid', { filters: { paymentStatus: 'paid' }, sort: { by: 'total', order: 'desc' } })
  await post(colleague, 'Mine', { filters: { campaignId } })
  await post(absent, leftView, {})
}
beforeAll(async () => {
  for (const server of servers) await saveViews(server)
})

/** An organization as a person reads it, on one server. */
interface Shop {
  server: Started
  token: string
  orgId: string
  /** Who has an account on both servers: their ids there, and their addresses. */
  people: { id: string; email: string }[]
  /** The account of whoever is a member of the first one alone. */
  absentId: string
}

async function shopOf(server: Started, orgId: string): Promise<Shop> {
  const token = await server.login(demo)
  const people = await server.database.system((tx) =>
    tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(inArray(users.email, [demo, colleague, absent])),
  )
  const absentId = people.find(({ email }) => email === absent)?.id ?? ''
  return { server, token, orgId, people: people.filter(({ id }) => id !== absentId), absentId }
}

async function northwind(server: Started): Promise<Shop> {
  const token = await server.login(demo)
  const { data } = (await server.call('GET', '/organizations', { token })).body as {
    data: { id: string; name: string }[]
  }
  return shopOf(server, data.find(({ name }) => name === 'Northwind Supply')?.id ?? '')
}

/**
 * What is said, where ids of the two are told by what stays of them, and what each database numbers is left out. Whoever has no
 * account in the other organization is none of a campaign's members there.
 */
const alike = ({ orgId, people }: Shop, body: unknown): unknown => {
  let text = JSON.stringify(body).replaceAll(orgId, 'organization')
  for (const { id, email } of people) text = text.replaceAll(id, email)
  return JSON.parse(
    text
      .replaceAll(/([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4})[\da-f]{8}/g, '$1')
      .replaceAll(/"asOf":"[^"]*"/g, '"asOf":"now"')
      .replaceAll(/"id":"(?:audit-)?\d+"/g, '"id":"numbered"'),
    (name, value: unknown) =>
      name === 'members' && Array.isArray(value)
        ? value.filter((one: { email?: string }) => one.email !== absent)
        : value,
  )
}

const resources = [
  'campaigns',
  'offers',
  'orders',
  'orderLines',
  'customers',
  'transactions',
  'products',
  'fulfillments',
  'calls',
]

type Call = [method: string, path: string, body?: object]

/** Everything that a person can read of an organization. */
async function* everything(shop: Shop): AsyncGenerator<[asked: string, answer: unknown]> {
  const { orgId: organizationId, token } = shop
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await shop.server.call(method, path, { token, ...(body && { body }) })
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return [
      `${method} ${path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id')} ${JSON.stringify({ ...body, organizationId: '' })}`,
      answer.body,
    ] as const
  }
  const found = new Map<string, { id: string }[]>()
  for (const resource of resources) {
    const rows: { id: string }[] = []
    for (let page = 1; ; page += 1) {
      const [, body] = await ask('POST', '/search', { organizationId, resource, limit: 100, page })
      const { data, meta } = body as { data: { id: string }[]; meta: { total: number } }
      rows.push(...data)
      if (rows.length >= meta.total || data.length === 0) break
    }
    found.set(resource, rows)
    yield [`every ${resource}`, alike(shop, rows)]
  }
  const days = { from: '2020-01-01', to: '2030-01-01' }
  const asked: Call[] = [
    ...['transactions', 'orders', 'order-lines', 'calls'].map((list): Call => [
      'POST',
      `/${list}/sums`,
      { organizationId },
    ]),
    ...(['sale', 'money'] as const).flatMap((basis) =>
      measuresOf(basis).map((measure): Call => ['POST', '/reports', { organizationId, ...days, measures: [measure] }]),
    ),
    ...['campaign', 'agent', 'gateway', 'month'].map((dimension): Call => [
      'POST',
      '/reports',
      { organizationId, ...days, measures: ['sales', 'orders'], dimensions: [dimension] },
    ]),
    ...'gateways/instances plugins/installed mails order-mails reconciliations order-drafts saved-reports product-categories sellers dashboard leaderboard collaborations saved-views'
      .split(' ')
      .map((list): Call => ['GET', `/${list}?organizationId=${organizationId}`]),
    ['GET', `/organizations/${organizationId}/permissions`],
  ]
  const some = (resource: string) => {
    const rows = found.get(resource) ?? []
    return rows.filter((_, index) => index % Math.ceil(rows.length / 25) === 0).map(({ id }) => id)
  }
  for (const id of some('orders')) asked.push(['GET', `/orders/${id}`], ['GET', `/orders/${id}/payments`])
  for (const id of some('customers')) asked.push(['GET', `/customers/${id}`])
  for (const id of some('fulfillments')) asked.push(['GET', `/fulfilments/${id}`])
  for (const id of some('products')) {
    asked.push(
      ['GET', `/products/${id}`],
      ['GET', `/products/${id}/movements`],
      ['GET', `/timelines/products/${id}?organizationId=${organizationId}`],
    )
  }
  for (const id of some('campaigns')) {
    asked.push(
      ['GET', `/campaigns/${id}`],
      ['GET', `/campaigns/${id}/script`],
      ['GET', `/campaigns/${id}/autoresponders/email`],
    )
    asked.push(['GET', `/timelines/campaigns/${id}?organizationId=${organizationId}`])
  }
  for (const [method, path, body] of asked) {
    const [named, answer] = await ask(method, path, body)
    yield [named, alike(shop, answer)]
  }
}

async function compare(one: Shop, other: Shop): Promise<void> {
  const others = everything(other)
  let compared = 0
  for await (const [asked, answer] of everything(one)) {
    const { value } = await others.next()
    const [, same] = value as [string, unknown]
    expect({ asked, answer: same }).toEqual({ asked, answer })
    compared += 1
  }
  expect(compared).toBeGreaterThan(150)
}

test('WF-04 every table of an organization is in its archive, or is named with why it is not', async () => {
  const [{ database } = servers[0]!] = servers
  const { rows } = await database.system((tx) =>
    tx.execute<{
      name: string
    }>(sql`select relname::text as name from pg_class join pg_attribute on attrelid = pg_class.oid
      where attname = 'org_id' and relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`),
  )
  const tables = rows.map(({ name }) => name)
  expect([...staying.keys()].filter((name) => !tables.includes(name))).toEqual([])
  const { server, token, orgId } = await northwind(servers[0]!)
  const head = JSON.parse(linesIn(await archivesOf(server, token).saved(orgId))[0] ?? '') as { counts: object }
  expect(Object.keys(head.counts).toSorted()).toEqual(tables.filter((name) => !staying.has(name)))
})

test('WF-04 no trigger tells of what an archive brings, but for those named here', async () => {
  for (const { database } of servers) {
    const { rows } = await database.system((tx) =>
      tx.execute<{
        name: string
      }>(sql`select distinct tgname::text as name from pg_trigger join pg_attribute on attrelid = tgrelid
        where attname = 'org_id' and not tgisinternal and tgtype & 4 <> 0 and pg_get_triggerdef(pg_trigger.oid) not like '%app_archive%' order by 1`),
    )
    // Counts of lists are kept as ever, and a column of the row itself is filled in: others call spare_archives in their migration.
    expect(rows.map(({ name }) => name)).toEqual(['keep_list_counts_of_new', 'take_product_sku'])
  }
})

describe.each(everyWay ? servers : servers.slice(-1))('from any database to $kind', (target) => {
  // What goes from one engine to the other goes from each to itself.
  test.each(everyWay ? servers : servers.filter(({ kind }) => servers.length === 1 || kind !== target.kind))(
    'WF-04 a shop that leaves $kind comes again with every list, sum and timeline',
    async (source) => {
      const from = await northwind(source)
      const archive = await archivesOf(source, from.token).saved(from.orgId)
      const here = await northwind(target)
      const to = archivesOf(target, here.token)
      const copy = await shopOf(target, await to.newOrganization('Northwind Supply'))
      const guest = copy.people.find(({ email }) => email === colleague)
      await target.database.system((tx) =>
        tx.insert(memberships).values({ orgId: copy.orgId, userId: guest?.id ?? '', role: 'agent' }),
      )
      expect(await to.taken(copy.orgId, archive)).toMatchObject({
        state: 'taken',
        failure: null,
        told: { from: 'Northwind Supply', anew: [], people: ['Saoirse Ní Bhriain'] },
      })
      await compare(from, copy)
      // Row by row, and nothing of it has an id that the first one has.
      const again = await to.saved(copy.orgId)
      const isAudit = (line: string) => line.startsWith('{"audit_entries"')
      // Whoever has no account there is known by the name beside what they did.
      const told = ({ absentId }: Shop, line: string) =>
        isAudit(line) ? line : line.replaceAll(`"user_id":"${absentId}"`, '"user_id":null')
      const rows = (shop: Shop, saved: Buffer, kinds: (line: string) => boolean) =>
        linesIn(saved)
          .slice(1)
          .filter(kinds)
          .map((line) => JSON.stringify(alike(shop, JSON.parse(told(shop, line)))))
          .toSorted()
      const isOther = (line: string) =>
        !/^\{"(?:audit_entries|people|campaign_members)"/.test(line) && !line.includes(leftView)
      expect(rows(copy, again, isOther)).toEqual(rows(from, archive, isOther))
      const views = (saved: Buffer) => linesIn(saved).filter((line) => line.startsWith('{"saved_views"')).length
      expect([views(archive), views(again)]).toEqual([4, 3])
      const audited = new Set(rows(copy, again, isAudit))
      expect(rows(from, archive, isAudit).filter((entry) => !audited.has(entry))).toEqual([])
      const idsIn = (saved: Buffer) =>
        new Set(
          linesIn(saved)
            .join('\n')
            .match(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g),
        )
      const known = idsIn(archive)
      expect([...idsIn(again)].filter((id) => known.has(id) && !copy.people.some((one) => one.id === id))).toEqual([])
    },
  )
})

describe.each(everyWay ? servers : servers.slice(-1))('into $kind', (target) => {
  test('WF-04 nothing goes out because of an archive, and links, keys and secrets stay where they were', async () => {
    const { database, call } = target
    const { token, orgId } = await northwind(target)
    const secret = 'v1.0123.secret-of-a-gateway'
    await database.tenant(orgId, async (tx) => {
      await tx.execute(sql`update gateway_instances set secrets = ${secret} where display_name like 'Stripe%'`)
      await tx.execute(sql`insert into mails (org_id, id, dedupe_key, event, state, sender, recipient, subject, html, plain_text, created_at, updated_at)
        values (current_org(), gen_random_uuid(), 'one', 'test', 'queued', 'a@b.example', 'c@d.example', 'S', 'Pay at https://x.example/pay/abcdefghijklmnopqrstuvwxyz', '', now(), now())`)
    })
    const told = { organizationId: orgId, address: 'https://one.example', events: ['order.placed'] }
    await call('POST', '/outgoing-webhooks', { token, body: told })
    await call('POST', '/telephone/tokens', { token, body: { organizationId: orgId, name: 'Desk phones' } })
    const { saved, taken, newOrganization } = archivesOf(target, token)
    const archive = await saved(orgId)
    const text = gunzipSync(archive).toString()
    expect(text).not.toContain('secret-of-a-gateway')
    expect(text).not.toMatch(/"(?:token_hash|code_hash|sealed_code|return_token|secrets)":/)
    expect(text).toContain('https://x.example/pay/-')
    const copy = await newOrganization('Quiet')
    expect((await taken(copy, archive))?.told?.anew).toEqual([
      { kind: 'gateways', name: 'Stripe – Main Account' },
      { kind: 'webhooks', name: 'https://one.example' },
      { kind: 'telephone', name: 'Desk phones' },
    ])
    const [waiting] = await database.tenant(copy, async (tx) => [
      (
        await tx.execute(sql`select (select count(*)::int from outbox) as jobs, (select count(*)::int from webhook_deliveries) as told,
        (select count(*)::int from mails where state in ('queued', 'held')) as mails, (select count(*)::int from payment_attempts where ask_at is not null) as asked,
        (select count(*)::int from gateway_instances where enabled and display_name like 'Stripe%') as gateways`)
      ).rows[0],
    ])
    expect(waiting).toEqual({ jobs: 0, told: 0, mails: 0, asked: 0, gateways: 0 })
    // The link that everybody knows opens the order of the first organization, and no other.
    const opened = await call('GET', '/payments/demo-pay-open-northwind-supply-00000001')
    expect(opened.status).toBe(200)
    const { rows } = await database.tenant(copy, (tx) =>
      tx.execute(sql`select resource, action, actor_name from audit_entries
      where created_at > now() - interval '5 minutes' and action = 'archives.take' order by id`),
    )
    expect(rows).toEqual([
      { resource: 'archives', action: 'archives.take', actor_name: 'Dana Reyes' },
      { resource: 'organizations', action: 'archives.take', actor_name: 'Dana Reyes' },
      { resource: 'archives', action: 'archives.take', actor_name: 'Dana Reyes' },
    ])
  })
})

const [server = servers[0]!] = servers.toReversed()

describe('an archive that can not be taken over', () => {
  let token = ''
  let archives: ReturnType<typeof archivesOf>
  let good: Buffer
  let lines: string[]

  beforeAll(async () => {
    const { token: mine } = await northwind(server)
    token = mine
    archives = archivesOf(server, token)
    const { data } = (await server.call('GET', '/organizations', { token })).body as {
      data: { id: string; name: string }[]
    }
    good = await archives.saved(data.find(({ name }) => name === 'Harbor Goods')?.id ?? '')
    lines = linesIn(good)
  })

  const changedLine = (kind: string, change: (row: Record<string, unknown>) => void) => {
    const at = lines.findIndex((line) => line.startsWith(`{"${kind}":`))
    const line = JSON.parse(lines[at] ?? '') as Record<string, Record<string, unknown>>
    change(line[kind] ?? {})
    return archiveOf(lines.with(at, JSON.stringify(line)))
  }
  const headWith = (fields: object) =>
    archiveOf(lines.with(0, JSON.stringify({ ...(JSON.parse(lines[0] ?? '') as object), ...fields })))
  const otherVersion =
    'The archive was made by Offerdesk 9.9.9, which keeps records in another way than this release: take it over with that one, and bring it up to date then.'

  test.each<[why: string, make: () => Buffer | Promise<Buffer>, said: string | RegExp]>([
    ['no archive', () => Buffer.from('{"orders":[]}'), 'This file is no archive of an organization.'],
    [
      'something else that is zipped',
      () => gzipSync('number,name\n1,Ada\n'),
      'This file is no archive of an organization.',
    ],
    [
      'a backup',
      () => gzipSync('{"offerdesk":"backup","format":1}\n'),
      'This is a backup of a whole database, which offerdesk restore puts into an empty one.',
    ],
    ['another way of writing', () => headWith({ format: 2, version: '9.9.9' }), otherVersion],
    ['another way of keeping', () => headWith({ schema: 1, version: '9.9.9' }), otherVersion],
    [
      'cut in its bytes',
      () => good.subarray(0, Math.floor(good.length / 2)),
      'The archive is cut off before its end: download or copy it once more.',
    ],
    [
      'cut in its lines',
      () => gzipSync(`${lines.slice(0, 90).join('\n')}\n`),
      'The archive is cut off before its end: download or copy it once more.',
    ],
    [
      'broken bytes',
      () => Buffer.from(good).fill(255, 50_000, 50_040),
      'The archive is damaged: what it holds is not what was written.',
    ],
    [
      'a changed row',
      () => gzipSync(gunzipSync(good).toString().replace('"status":"active"', '"status":"paused"')),
      'The archive is damaged: what it holds is not what was written.',
    ],
    [
      'a row that is missing',
      () => archiveOf(lines.slice(0, -1)),
      'The archive is damaged: what it holds is not what was written.',
    ],
    [
      'a foreign id',
      () => changedLine('order_items', (row) => (row['order_id'] = '018f2f6a-0000-7000-8000-000000000001')),
      'The archive refers to something that is not in it, in order_items. Nothing of it was taken over.',
    ],
    [
      'a column that is none',
      () => changedLine('gateway_instances', (row) => (row['secrets'] = 'v1.x.y')),
      'The archive is damaged: what it holds is not what was written.',
    ],
    [
      'a broken rule',
      () => changedLine('payment_attempts', (row) => (row['amount_cents'] = -5)),
      /^A row of payment_attempts breaks a rule of the database \(payment_attempts_amount\)/,
    ],
    [
      'no number',
      () => changedLine('products', (row) => (row['price_cents'] = 'much')),
      /^A row of products breaks a rule of the database/,
    ],
    [
      'a row twice',
      () =>
        changedLine(
          'customers',
          (row) =>
            (row['id'] = (
              JSON.parse(lines.findLast((line) => line.startsWith('{"customers":')) ?? '') as {
                customers: { id: string }
              }
            ).customers.id),
        ),
      /^A row of customers breaks a rule of the database/,
    ],
    [
      'books that do not add up',
      () => changedLine('ledger_entries', (row) => (row['amount_cents'] = 1)),
      'A booking of the archive does not add up. Nothing of it was taken over.',
    ],
  ])('WF-04 %s: its own sentence, and nothing is there', async (_, make, said) => {
    const orgId = await archives.newOrganization('Empty')
    const ended = await archives.taken(orgId, await make())
    expect(ended).toMatchObject({
      state: 'failed',
      failure: typeof said === 'string' ? said : (expect.stringMatching(said) as string),
    })
    expect((await archives.listed(orgId)).meta.whyNot).toBeNull()
    // And the next one is taken over all the same.
    if (_ === 'a broken rule') expect(await archives.taken(orgId, good)).toMatchObject({ state: 'taken' })
  })

  test('WF-04 one that is too large, not whole, twice, out of its order, or for an organization that has something is refused', async () => {
    const orgId = await archives.newOrganization('Careful')
    const { mostBytes } = (await archives.listed(orgId)).meta
    expect(await archives.begin(orgId, mostBytes + 1)).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringMatching(/^The archive is larger than/) as string } },
    })
    const first = (await archives.begin(orgId, good.length)).body as { data: { id: string } }
    const second = (await archives.begin(orgId, good.length)).body as { data: { id: string } }
    expect(await archives.addPart(first.data.id, 0, good.subarray(0, 9))).toMatchObject({ status: 409 })
    expect(await archives.addPart(second.data.id, 5, good.subarray(5, 9))).toMatchObject({ status: 422 })
    expect(await archives.addPart(second.data.id, 0, Buffer.concat([good, good]))).toMatchObject({
      status: 422,
      body: {
        error: { details: [{ path: 'body.content', message: expect.stringMatching(/^At most \d+ bytes, as/) }] },
      },
    })
    expect(await archives.addPart(second.data.id, 0, good.subarray(0, 9))).toMatchObject({
      status: 200,
      body: { data: { received: 9 } },
    })
    expect(await archives.addPart(second.data.id, 0, good.subarray(0, 9))).toMatchObject({
      status: 200,
      body: { data: { received: 9 } },
    })
    expect(await archives.post(second.data.id, 'take')).toMatchObject({
      status: 409,
      body: { error: { message: 'The archive has not come whole yet.' } },
    })
    expect(await archives.addPart(second.data.id, 9, good.subarray(9))).toMatchObject({ status: 200 })
    expect(await archives.post(second.data.id, 'take')).toMatchObject({
      status: 200,
      body: { data: { state: 'taking' } },
    })
    expect(await archives.begin(orgId, 10)).toMatchObject({
      status: 409,
      body: { error: { message: 'An archive is being taken over already. Wait until it has ended.' } },
    })
    expect(await archives.post(second.data.id, 'give-up')).toMatchObject({
      status: 200,
      body: { data: { state: 'given_up' } },
    })
    expect(await archives.takeNext()).toBe(false)
    await server.call('POST', '/products', {
      token,
      body: { organizationId: orgId, name: 'Tent', sku: 'T-1', price: 1, stock: 1 },
    })
    const why =
      /^This organization has products and .* already\. An archive goes into an empty one: make a new organization for it\.$/
    expect((await archives.listed(orgId)).meta.whyNot).toMatch(why)
    const third = (await archives.begin(orgId, 9)).body as { data: { id: string } }
    await archives.addPart(third.data.id, 0, good.subarray(0, 9))
    const refused = expect.stringMatching(why) as string
    expect(await archives.post(third.data.id, 'take')).toMatchObject({
      status: 409,
      body: { error: { message: refused } },
    })
  })

  test('WF-04 what has come of one that is over is let go of some parts at once, as 2 GB are more than one statement deletes in time', async () => {
    const partsOf = async (orgId: string) => {
      const { rows } = await server.database.tenant(orgId, (tx) => tx.execute(sql`select from archive_parts`))
      return rows.length
    }
    // Of those that were over before.
    while (await forgetParts(server.database));
    const [over, open] = [await archives.newOrganization('Over'), await archives.newOrganization('Open')]
    const begun = await Promise.all(
      [over, open].map(async (orgId) => {
        const { data } = (await archives.begin(orgId, 1_000)).body as { data: { id: string } }
        await server.database.tenant(orgId, (tx) =>
          tx.execute(sql`insert into archive_parts (org_id, import_id, place, content)
            select current_org(), ${data.id}::uuid, place, 'x' from generate_series(0, 499) as place`),
        )
        return data.id
      }),
    )
    expect(await archives.post(begun[0] ?? '', 'give-up')).toMatchObject({ status: 200 })
    expect(await partsOf(over)).toBe(500)
    const old = sql`update archive_imports set created_at = now() - interval '25 hours'`
    await server.database.tenant(over, (tx) => tx.execute(old))
    await sweep(server.database, new Date())
    expect((await archives.listed(over)).data).toHaveLength(1)
    const left: number[] = []
    for (let isMore = true; isMore; left.push(await partsOf(over))) isMore = await forgetParts(server.database)
    expect(left).toEqual([300, 100, 0])
    await sweep(server.database, new Date())
    expect((await archives.listed(over)).data).toHaveLength(0)
    expect(await partsOf(open)).toBe(500)
    // One of which parts still come is none that nobody goes on sending, however long it has taken.
    const came = (hours: number) =>
      server.database.tenant(open, (tx) =>
        tx.execute(sql`update archive_imports set beat_at = now() - make_interval(hours => ${hours}),
          created_at = now() - interval '60 hours'`),
      )
    await came(1)
    while (await forgetParts(server.database));
    expect(await partsOf(open)).toBe(500)
    await came(25)
    while (await forgetParts(server.database));
    expect(await partsOf(open)).toBe(0)
  })

  test('WF-04 two workers take it over once, and one that was killed is followed by another', async () => {
    const orgId = await archives.newOrganization('Once')
    await archives.send(orgId, good)
    expect((await Promise.all([archives.takeNext(), archives.takeNext()])).toSorted()).toEqual([false, true])
    expect((await archives.listed(orgId)).data).toMatchObject([{ state: 'taken' }])
    const another = await archives.newOrganization('Killed')
    await archives.send(another, good)
    await server.database.tenant(another, (tx) =>
      tx.execute(sql`update archive_imports set beat_at = now() - interval '59 seconds'`),
    )
    expect(await archives.takeNext()).toBe(false)
    await server.database.tenant(another, (tx) =>
      tx.execute(sql`update archive_imports set beat_at = now() - interval '61 seconds'`),
    )
    expect(await archives.takeNext()).toBe(true)
    expect((await archives.listed(another)).data).toMatchObject([{ state: 'taken' }])
  })

  test('WF-04 strangers find nothing, and agents are told whose it is', async () => {
    const { orgId } = await northwind(server)
    const empty = await archives.newOrganization('Mine')
    const begun = (await archives.begin(empty, 10)).body as { data: { id: string } }
    const why = expect.stringContaining(`can ${dutyLabel('archives').toLowerCase()}`) as string
    for (const [email, organizationId, status] of [
      [colleague, orgId, 403],
      [rival, orgId, 404],
      [rival, empty, 404],
    ] as const) {
      const as = await server.login(email)
      for (const [method, path, body] of [
        ['GET', `/organizations/${organizationId}/archive`],
        ['GET', `/archives?organizationId=${organizationId}`],
        ['POST', '/archives', { organizationId, name: 'x', bytes: 5 }],
      ] as const) {
        const answer = await server.call(method, path, { token: as, body })
        expect([email, path, answer.status]).toEqual([email, path, status])
        if (status === 403) expect(answer.body).toMatchObject({ error: { message: why } })
      }
      for (const path of ['take', 'give-up']) {
        expect(await server.call('POST', `/archives/${begun.data.id}/${path}`, { token: as, body: {} })).toMatchObject({
          status: 404,
        })
      }
    }
  })
})
