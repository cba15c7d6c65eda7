import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { uuidv7 } from 'uuidv7'
import type { MemberRecord, OrganizationMember } from '../../../contract/extensions/members'
import { openSession } from '../../../server/auth/sessions'
import { demoPassword } from '../../../server/db/demo'
import { calls } from '../../../server/db/schema/calls'
import { memberDevices, memberships, organizations } from '../../../server/db/schema/organizations'
import { sessions, users } from '../../../server/db/schema/users'
import { demo, type Started, startSomewhere } from './start'

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const agent = 'saoirse@offerdesk.example'
const colleague = 'miles.carter@offerdesk.example'
const kenji = 'kenji.mori@offerdesk.example'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database, login } = server

  const idOf = async (email: string) => {
    const [user] = await database.system((tx) => tx.select({ id: users.id }).from(users).where(eq(users.email, email)))
    return user?.id ?? expect.fail(`there is no ${email}`)
  }
  const organizationsOf = async (token: string) =>
    ((await call('GET', '/organizations', { token })).body as { data: { id: string; name: string }[] }).data
  const organization = async (name: string) => {
    const named = eq(organizations.name, name)
    const [found] = await database.system((tx) => tx.select({ id: organizations.id }).from(organizations).where(named))
    return found?.id ?? expect.fail(`there is no ${name}`)
  }
  const northwind = () => organization('Northwind Supply')
  const harbor = () => organization('Harbor Goods')
  const join = (orgId: string, userId: string, role: 'owner' | 'agent' = 'agent') =>
    database.system((tx) =>
      tx
        .insert(memberships)
        .values({ orgId, userId, role })
        .onConflictDoUpdate({
          target: [memberships.orgId, memberships.userId],
          set: { role, disabledAt: null, disabledByName: null },
        }),
    )
  const leave = (orgId: string, userId: string) =>
    database.system((tx) =>
      tx.delete(memberships).where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId))),
    )

  afterEach(async () => {
    const orgId = await northwind()
    for (const email of [agent, colleague]) await join(orgId, await idOf(email))
    await join(orgId, await idOf(demo), 'owner')
  })

  /** What an owner does with somebody. */
  const take = (token: string, orgId: string, userId: string, step: string, body: object = {}) =>
    call('POST', `/organizations/${orgId}/users/${userId}/${step}`, { token, body })
  const read = (token: string, orgId: string, userId: string) =>
    call('GET', `/organizations/${orgId}/users/${userId}`, { token })
  const recordOf = async (token: string, orgId: string, userId: string) =>
    ((await read(token, orgId, userId)).body as { data: MemberRecord }).data
  const list = async (token: string, orgId: string, query = '') => {
    const { body } = await call('GET', `/organizations/${orgId}/users?${query}`, { token })
    return body as { data: OrganizationMember[]; meta: { total: number } }
  }

  async function listen(token: string, orgId: string) {
    const stream = { isOver: false, text: '' }
    void server.app
      .inject({
        method: 'GET',
        url: `/api/v1/events?organizationId=${orgId}`,
        headers: { authorization: `Bearer ${token}` },
      })
      .then(({ payload }) => Object.assign(stream, { isOver: true, text: payload }))
    return stream
  }

  /** Everything that somebody may have begun: a draft, a call-back and a call that is talked. */
  async function begin(token: string, organizationId: string) {
    const draftId = uuidv7()
    const content = { note: 'Blue, if there is one' }
    await call('PUT', `/order-drafts/${draftId}`, { token, body: { organizationId, title: 'Half typed', content } })
    const start = async (phone: string) => {
      const { body } = await call('POST', '/calls', { token, body: { organizationId, phone } })
      return (body as { data: { id: string } }).data.id
    }
    const backId = await start('+1 312 555 0177')
    await call('POST', `/calls/${backId}/end`, { token, body: {} })
    const callBackAt = new Date(Date.now() + 3_600_000).toISOString()
    await call('POST', `/calls/${backId}/close`, { token, body: { disposition: 'call_back', callBackAt } })
    return { draftId, backId, talkedId: await start('+1 312 555 0178') }
  }

  test('AU-01 an owner lists who belongs to the organization, as they ask for it', async () => {
    const [token, orgId] = [await login(demo), await northwind()]
    await list(token, orgId)
    await expect.poll(async () => (await list(token, orgId)).data[0]?.lastSeenAt).toEqual(expect.any(String))
    const all = await list(token, orgId)
    expect(all.data.map(({ name }) => name)).toEqual(['Dana Reyes', 'Miles Carter', 'Saoirse Ní Bhriain'])
    expect(all.meta.total).toBe(3)
    expect(all.data[0]).toMatchObject({
      email: demo,
      state: 'active',
      isSelf: true,
      changesSettings: true,
      isLastOwner: true,
      lastSeenAt: expect.any(String) as string,
      ordersCount: expect.any(Number) as number,
    })
    expect(all.data[1]).toMatchObject({ isSelf: false, changesSettings: false, isLastOwner: false })
    expect(JSON.stringify(all)).not.toMatch(/role|password|hash/i)
    const namesOf = async (query: string) => (await list(token, orgId, query)).data.map(({ name }) => name)
    expect(await namesOf('sortBy=name&sortOrder=desc&limit=2')).toEqual(['Saoirse Ní Bhriain', 'Miles Carter'])
    expect(await namesOf('limit=2&page=2')).toEqual(['Saoirse Ní Bhriain'])
    expect(await namesOf('q=NI%20saoirse')).toEqual([])
    expect(await namesOf('q=N%C3%8D%20saoirse')).toEqual(['Saoirse Ní Bhriain'])
    expect(await namesOf('q=miles.carter%40')).toEqual(['Miles Carter'])
    expect(await namesOf('q=%25')).toEqual([])
    const counts = (await list(token, orgId, 'sortBy=ordersCount&sortOrder=desc')).data.map((row) => row.ordersCount)
    expect(counts).toEqual(counts.toSorted((a, b) => (b ?? 0) - (a ?? 0)))
    expect(counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBeGreaterThan(100)
    await take(token, orgId, await idOf(colleague), 'disable')
    expect(await namesOf('state=disabled')).toEqual(['Miles Carter'])
    expect(await namesOf('sortBy=state&sortOrder=desc')).toContain('Miles Carter')
    expect(await namesOf('state=active')).toEqual(['Dana Reyes', 'Saoirse Ní Bhriain'])
    expect(await call('GET', `/organizations/${orgId}/users?sortBy=password`, { token })).toMatchObject({ status: 422 })
  })

  test('AU-01 PM-02 agents see and change nobody but themselves, and are told why', async () => {
    const [token, orgId] = [await login(agent), await northwind()]
    const [self, other] = [await idOf(agent), await idOf(colleague)]
    const why = 'Only an owner can see the users of the organization.'
    for (const path of [`/organizations/${orgId}/users`, `/organizations/${orgId}/users/${other}`]) {
      expect(await call('GET', path, { token })).toMatchObject({ status: 403, body: { message: why } })
    }
    expect(await read(token, orgId, self)).toMatchObject({ status: 200, body: { data: { isSelf: true } } })
    for (const step of ['disable', 'enable', 'remove']) {
      expect(await take(token, orgId, other, step)).toMatchObject({
        status: 403,
        body: { message: 'Only an owner can disable, enable and remove users.' },
      })
    }
    const rival = await login('rival@offerdesk.example')
    for (const step of ['disable', 'enable', 'remove']) {
      expect(await take(rival, orgId, other, step)).toMatchObject({ status: 404 })
    }
    expect(await call('POST', `/organizations/${orgId}/leave`, { token: rival, body: {} })).toMatchObject({
      status: 404,
    })
    const theirs = await idOf('rival@offerdesk.example')
    expect(await take(await login(demo), orgId, theirs, 'disable')).toMatchObject({
      status: 404,
      body: { message: 'User not found' },
    })
  })

  test('AU-01 SE-03 who is disabled is out at once: every call, every stream, every session, and the next sign-in', async () => {
    const [token, orgId] = [await login(demo), await northwind()]
    const userId = await idOf(agent)
    const [one, two] = [await login(agent), await login(agent)]
    await join(orgId, userId, 'owner')
    const program = { organizationId: orgId, name: 'Shop', duties: null }
    const made = await call('POST', '/api-tokens', { token: one, body: program })
    const apiToken = (made.body as { data: { token: string } }).data.token
    const byToken = () => call('GET', `/organizations/${orgId}/members`, { token: apiToken })
    expect(await byToken()).toMatchObject({ status: 200 })
    const streams = [await listen(one, orgId), await listen(two, orgId), await listen(apiToken, orgId)]
    expect(await take(token, orgId, userId, 'disable')).toMatchObject({
      status: 200,
      body: { data: { state: 'disabled', disabledByName: 'Dana Reyes', disabledAt: expect.any(String) as string } },
    })
    const message =
      'Your access to Northwind Supply has been disabled. If that is a mistake, ask somebody there to enable it again.'
    const told = { message, error: { code: 'access_ended' } }
    for (const theirs of [one, two]) {
      expect(await call('GET', '/users/me', { token: theirs })).toMatchObject({ status: 401, body: told })
    }
    expect(await byToken()).toMatchObject({ status: 401 })
    await expect.poll(() => streams.every(({ isOver }) => isOver)).toBe(true)
    expect(streams[0]?.text).toContain('signed_out')
    expect(await database.system((tx) => tx.$count(sessions, eq(sessions.userId, userId)))).toBe(0)
    const again = { body: { email: agent, password: demoPassword } }
    expect(await call('POST', '/users/login', again)).toMatchObject({ status: 403, body: told })
    const wrong = { body: { email: agent, password: 'not the password' } }
    expect(await call('POST', '/users/login', wrong)).toMatchObject({
      status: 401,
      body: { message: 'Email or password is wrong' },
    })
    expect(await take(token, orgId, userId, 'disable')).toMatchObject({
      status: 409,
      body: { message: 'They are disabled already.' },
    })
    const telephone = await call('POST', '/telephone/tokens', { token, body: { organizationId: orgId, name: 'Board' } })
    const system = (telephone.body as { data: { token: string } }).data.token
    const ringing = { agent, callId: uuidv7(), number: '+1 312 555 0190', direction: 'inbound' }
    expect(await call('POST', '/telephone/calls', { token: system, body: ringing })).toMatchObject({ status: 422 })

    expect(await take(token, orgId, userId, 'enable')).toMatchObject({
      status: 200,
      body: { data: { state: 'active', disabledAt: null, disabledByName: null } },
    })
    expect(await take(token, orgId, userId, 'enable')).toMatchObject({
      status: 409,
      body: { message: 'They are not disabled.' },
    })
    expect(await byToken()).toMatchObject({ status: 200 })
    // The sessions of before do not come back.
    expect(await call('GET', '/users/me', { token: one })).toMatchObject({ status: 401 })
    expect(await call('POST', '/users/login', again)).toMatchObject({ status: 200 })
  })

  test('AU-01 who is disabled in one of two organizations goes on in the other, and hears no more of this one', async () => {
    const [token, orgId, otherId] = [await login(demo), await northwind(), await harbor()]
    const userId = await idOf(colleague)
    await join(otherId, userId)
    const theirs = await login(colleague)
    const [here, there] = [await listen(theirs, orgId), await listen(theirs, otherId)]
    expect(await take(token, orgId, userId, 'disable')).toMatchObject({ status: 200 })
    await expect.poll(() => here.isOver).toBe(true)
    expect((await organizationsOf(theirs)).map(({ id }) => id)).toEqual([otherId])
    for (const path of [`/organizations/${orgId}/members`, `/order-drafts?organizationId=${orgId}`]) {
      expect(await call('GET', path, { token: theirs })).toMatchObject({ status: 404 })
    }
    const search = { organizationId: orgId, resource: 'orders' }
    expect(await call('POST', '/search', { token: theirs, body: search })).toMatchObject({ status: 404 })
    expect(there.isOver).toBe(false)
    expect(await call('GET', `/organizations/${otherId}/members`, { token: theirs })).toMatchObject({ status: 200 })
    // Where they are disabled they are no colleague who takes over.
    await leave(otherId, userId)
    await expect.poll(() => there.isOver).toBe(true)
    expect(await call('GET', '/users/me', { token: theirs })).toMatchObject({
      status: 401,
      body: { message: 'You have been removed from Harbor Goods.' },
    })
  })

  test('AU-01 what somebody has begun goes to a colleague who works there, and a call that is talked ends', async () => {
    const [token, orgId] = [await login(demo), await northwind()]
    const [userId, to] = [await idOf(agent), await idOf(colleague)]
    const theirs = await login(agent)
    const { draftId, backId, talkedId } = await begin(theirs, orgId)
    const { work } = await recordOf(token, orgId, userId)
    expect(work).toEqual({ drafts: 1, callBacks: 1, calls: 1 })
    const refusals: [handOverTo: string | undefined, message: string][] = [
      [undefined, 'Choose who takes over 1 draft of an order, 1 call-back and 1 call to wrap up.'],
      [userId, 'Choose somebody else who works in this organization now.'],
      [await idOf(kenji), 'Choose somebody else who works in this organization now.'],
      ['nobody', 'Choose somebody else who works in this organization now.'],
    ]
    for (const [handOverTo, message] of refusals) {
      expect(await take(token, orgId, userId, 'disable', handOverTo === undefined ? {} : { handOverTo })).toMatchObject(
        {
          status: 422,
          body: { error: { details: [{ path: 'body.handOverTo', message }] } },
        },
      )
    }
    expect(await call('GET', '/users/me', { token: theirs })).toMatchObject({ status: 200 })
    expect(await take(token, orgId, userId, 'disable', { handOverTo: to.toUpperCase() })).toMatchObject({ status: 200 })
    const takes = await login(colleague)
    const kept = await call('GET', `/order-drafts/${draftId}`, { token: takes })
    expect(kept).toMatchObject({ status: 200, body: { data: { content: { note: 'Blue, if there is one' } } } })
    const rows = async (path: string) =>
      (
        (await call('GET', `${path}?organizationId=${orgId}`, { token: takes })).body as {
          data: { id: string; state: string }[]
        }
      ).data
    expect((await rows('/calls/call-backs/me')).map(({ id }) => id)).toContain(backId)
    expect(await rows('/calls/open/me')).toContainEqual(expect.objectContaining({ id: talkedId, state: 'wrapping_up' }))
    expect((await recordOf(token, orgId, userId)).work).toEqual({ drafts: 0, callBacks: 0, calls: 0 })
    await call('DELETE', `/order-drafts/${draftId}`, { token: takes, body: {} })
    await call('POST', `/calls/${talkedId}/close`, { token: takes, body: { disposition: 'no_answer' } })
    await call('POST', `/calls/${backId}/called-back`, { token: takes, body: {} })
  })

  test('AU-01 nobody is given more drafts than anybody may have', async () => {
    const [token, orgId] = [await login(demo), await northwind()]
    const [userId, to] = [await idOf(agent), await idOf(colleague)]
    await database.tenant(orgId, (tx) =>
      tx.execute(sql`insert into order_drafts (org_id, id, user_id, content, created_at, updated_at)
        select ${orgId}, gen_random_uuid(), case when n <= 150 then ${to}::uuid else ${userId}::uuid end, '{}', now(), now()
        from generate_series(1, 201) as n`),
    )
    expect(await take(token, orgId, userId, 'disable', { handOverTo: to })).toMatchObject({
      status: 422,
      body: { error: { details: [{ message: 'They would have more than 200 drafts. Choose somebody else.' }] } },
    })
    expect(await take(token, orgId, userId, 'disable', { handOverTo: await idOf(demo) })).toMatchObject({ status: 200 })
    await database.tenant(orgId, (tx) => tx.execute(sql`delete from order_drafts where org_id = ${orgId}`))
  })

  test('AU-01 who is removed leaves their records and their name, and is told so', async () => {
    const [token, orgId] = [await login(demo), await northwind()]
    const userId = await idOf(agent)
    const theirs = await login(agent)
    const search = { organizationId: orgId, resource: 'orders', filters: { agentId: userId }, limit: 1 }
    const before = await call('POST', '/search', { token, body: search })
    expect(before).toMatchObject({ body: { data: [{ agentName: 'Saoirse Ní Bhriain' }] } })
    expect(await take(token, orgId, userId, 'remove')).toMatchObject({ status: 200, body: { message: 'User removed' } })
    expect(await call('GET', '/users/me', { token: theirs })).toMatchObject({
      status: 401,
      body: { message: 'You have been removed from Northwind Supply.' },
    })
    expect(await call('POST', '/search', { token, body: search })).toMatchObject({ body: before.body })
    expect(await read(token, orgId, userId)).toMatchObject({ status: 404 })
    expect(await take(token, orgId, userId, 'remove')).toMatchObject({ status: 404 })
    const audit = await call('GET', `/audit?organizationId=${orgId}&recordId=${userId}&limit=1`, { token })
    expect(audit).toMatchObject({
      body: {
        data: [
          {
            action: 'members.remove',
            kind: 'deleted',
            actor: { name: 'Dana Reyes' },
            record: { name: 'Saoirse Ní Bhriain' },
          },
        ],
      },
    })
    expect(await call('POST', '/users/login', { body: { email: agent, password: demoPassword } })).toMatchObject({
      status: 403,
      body: { message: 'You belong to no organization any more. Ask for an invite.' },
    })
  })

  test('AU-01 everybody may leave but the last owner, and hands over what they have begun', async () => {
    const orgId = await northwind()
    const theirs = await login(agent)
    const out = (token: string, body: object = {}) => call('POST', `/organizations/${orgId}/leave`, { token, body })
    const { draftId } = await begin(theirs, orgId)
    expect(await out(theirs)).toMatchObject({ status: 422 })
    expect(await out(theirs, { handOverTo: await idOf(demo) })).toMatchObject({ status: 200 })
    expect(await call('GET', '/users/me', { token: theirs })).toMatchObject({
      status: 401,
      body: { message: 'You have left Northwind Supply.' },
    })
    const token = await login(demo)
    expect(await call('GET', `/order-drafts/${draftId}`, { token })).toMatchObject({ status: 200 })
    const last = 'Nobody else can change settings here. Let somebody else change them first.'
    expect(await out(token)).toMatchObject({ status: 409, body: { message: last } })
    const self = await idOf(demo)
    for (const step of ['disable', 'remove']) {
      expect(await take(token, orgId, self, step)).toMatchObject({
        status: 409,
        body: { message: 'This is you. You can leave the organization in Settings, Security.' },
      })
    }
    await join(orgId, await idOf(colleague), 'owner')
    const handOverTo = await idOf(colleague)
    await take(await login(colleague), orgId, handOverTo, 'disable')
    expect(await out(token, { handOverTo })).toMatchObject({ status: 200 })
    // They have another organization, and so go on.
    expect((await organizationsOf(token)).map(({ name }) => name)).toEqual(['Harbor Goods'])
    await database.tenant(orgId, async (tx) => {
      await tx.execute(sql`delete from order_drafts where org_id = ${orgId}`)
      await tx
        .update(calls)
        .set({ closedAt: new Date(), endedAt: new Date(), callBackAt: null })
        .where(eq(calls.orgId, orgId))
    })
  })

  test('AU-01 of two owners who disable each other at once, exactly one does', async () => {
    const orgId = await northwind()
    const [dana, miles] = [await idOf(demo), await idOf(colleague)]
    await join(orgId, miles, 'owner')
    for (const third of [false, true]) {
      // With a third owner neither is the last, and still nobody acts who has just been kept out.
      if (third) await join(orgId, await idOf(agent), 'owner')
      await join(orgId, dana, 'owner')
      await join(orgId, miles, 'owner')
      const [one, two] = [await login(demo), await login(colleague)]
      const answers = await Promise.all([take(one, orgId, miles, 'disable'), take(two, orgId, dana, 'disable')])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect([401, 404, 409]).toContain(answers.find(({ status }) => status !== 200)?.status)
      const active = await database.system((tx) =>
        tx.$count(
          memberships,
          and(eq(memberships.orgId, orgId), eq(memberships.role, 'owner'), sql`disabled_at is null`),
        ),
      )
      expect(active).toBe(third ? 2 : 1)
    }
  })

  test('AU-01 LV-01 AD-01 who is let change settings may at once, and not when an owner takes it back; the last owner stays', async () => {
    const [token, orgId] = [await login(demo), await northwind()]
    const [dana, miles] = [await idOf(demo), await idOf(colleague)]
    await join(orgId, dana, 'owner')
    await join(orgId, miles)
    const theirs = await login(colleague)
    const users = () => call('GET', `/organizations/${orgId}/users`, { token: theirs })
    const setRole = (userId: string, role: 'owner' | 'agent', by = token) =>
      call('PUT', `/organizations/${orgId}/users/${userId}/role`, { token: by, body: { role } })
    const told = 'Only an owner can let people change settings.'
    expect(await setRole(miles, 'owner', theirs)).toMatchObject({ status: 403, body: { message: told } })
    expect(await setRole(miles, 'agent')).toMatchObject({
      status: 409,
      body: { message: 'They can only sell already.' },
    })
    const stays = { status: 409, body: { message: expect.stringContaining('Nobody else can change settings here.') } }
    expect(await setRole(dana, 'agent')).toMatchObject(stays)
    const stream = database.tenant(orgId, (tx) =>
      tx.execute(sql`select max(xid::text::bigint) as last from changes where resource = 'organizations'`),
    )
    const before = Number((await stream).rows[0]?.['last'] ?? 0)
    expect(await setRole(miles, 'owner')).toMatchObject({ status: 200, body: { data: { changesSettings: true } } })
    expect(await users()).toMatchObject({ status: 200 })
    const after = await database.tenant(orgId, (tx) =>
      tx.execute(sql`select max(xid::text::bigint) as last from changes where resource = 'organizations'`),
    )
    expect(Number(after.rows[0]?.['last'])).toBeGreaterThan(before)
    const program = { organizationId: orgId, name: 'Theirs', duties: null }
    const made = (await call('POST', '/api-tokens', { token: theirs, body: program })).body as {
      data: { token: string }
    }
    const settle = () =>
      call('PUT', `/organizations/${orgId}/settings`, { token: made.data.token, body: { pricesIncludeTax: false } })
    expect(await settle()).toMatchObject({ status: 200 })
    const both = await Promise.all([setRole(miles, 'agent'), setRole(dana, 'agent', theirs)])
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    await join(orgId, dana, 'owner')
    await join(orgId, miles)
    expect(await settle()).toMatchObject({ status: 403 })
    expect(await users()).toMatchObject({ status: 403 })
    const { body } = await call('GET', `/audit?organizationId=${orgId}&action=members.setRole`, { token })
    expect((body as { data: object[] }).data.at(-1)).toMatchObject({
      actor: { id: dana },
      record: { id: miles },
      changes: [{ field: 'role', before: 'agent', after: 'owner' }],
    })
  })

  test('AU-01 of two owners who leave at once, one stays', async () => {
    const orgId = await northwind()
    await join(orgId, await idOf(colleague), 'owner')
    const out = (token: string) => call('POST', `/organizations/${orgId}/leave`, { token, body: {} })
    const answers = await Promise.all([out(await login(demo)), out(await login(colleague))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('AU-01 SE-03 of two organizations that disable somebody at once, none leaves them a session', async () => {
    const [orgId, otherId] = [await northwind(), await harbor()]
    const userId = await idOf(colleague)
    const token = await login(demo)
    for (let turn = 0; turn < 3; turn += 1) {
      await join(orgId, userId)
      await join(otherId, userId)
      const theirs = await login(colleague)
      const both = await Promise.all([take(token, orgId, userId, 'disable'), take(token, otherId, userId, 'disable')])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      expect(await call('GET', '/users/me', { token: theirs })).toMatchObject({ status: 401 })
      expect(await database.system((tx) => tx.$count(sessions, eq(sessions.userId, userId)))).toBe(0)
    }
    await leave(otherId, userId)
  })

  test('AU-01 SE-06 a session that is opened while its person is disabled does not outlive that', async () => {
    const orgId = await northwind()
    const userId = await idOf(agent)
    const token = await login(demo)
    const opened = database.system((tx) => openSession(tx, userId)).catch(() => undefined)
    const [theirs, disabled] = await Promise.all([opened, take(token, orgId, userId, 'disable')])
    expect(disabled).toMatchObject({ status: 200 })
    if (theirs !== undefined) expect(await call('GET', '/users/me', { token: theirs })).toMatchObject({ status: 401 })
    expect(await database.system((tx) => tx.$count(sessions, eq(sessions.userId, userId)))).toBe(0)
  })

  test('AU-01 ST-01 owners see the devices of a person here, and none of where else they work', async () => {
    const [token, orgId, otherId] = [await login(demo), await northwind(), await harbor()]
    const userId = await idOf(colleague)
    await join(otherId, userId)
    await database.system((tx) => tx.delete(memberDevices).where(eq(memberDevices.userId, userId)))
    const headers = { 'user-agent': firefox }
    const body = { email: colleague, password: demoPassword }
    const signedIn = await call('POST', '/users/login', { body, headers })
    const theirs = (signedIn.body as { data: { token: string } }).data.token
    expect((await recordOf(token, orgId, userId)).devices).toEqual([])
    await call('POST', '/search', { token: theirs, body: { organizationId: orgId, resource: 'orders' } })
    await call('POST', '/search', { token: theirs, body: { organizationId: orgId, resource: 'offers' } })
    await expect.poll(async () => (await recordOf(token, orgId, userId)).devices.length).toBe(1)
    const { devices, lastSeenAt } = await recordOf(token, orgId, userId)
    expect(devices).toEqual([
      expect.objectContaining({ device: 'Firefox on Windows', network: '127.0.0.x', lastSeenAt }),
    ])
    expect(JSON.stringify(devices)).not.toContain(theirs)
    expect((await recordOf(token, otherId, userId)).devices).toEqual([])
    await leave(otherId, userId)
  })
})
