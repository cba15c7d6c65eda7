import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Invitation, Invite, InvitedAddress } from '../../../contract/extensions/invites'
import { readConfig } from '../../../server/config'
import { demoPassword } from '../../../server/db/demo'
import { auditEntries } from '../../../server/db/schema/auditEntries'
import { invites, memberships, organizations } from '../../../server/db/schema/organizations'
import { outbox } from '../../../server/db/schema/outbox'
import { users } from '../../../server/db/schema/users'
import { sweep } from '../../../server/jobs/sweep'
import { createSecrets, type Secrets } from '../../../server/secrets'
import { demo, rival, type Started, startSomewhere, startOn } from './start'

let later = 0
const day = 86_400_000
/** The clock of the server, which a test puts forward. */
const now = () => new Date(Date.now() + later)
const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'https://sell.example' })
const sealing = (): Secrets => createSecrets([Buffer.alloc(32, 7)])
const servers = await startSomewhere({ now, config, secrets: sealing(), pause: () => Promise.resolve() })

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const agent = 'saoirse@offerdesk.example'
const outsider = rival
/** An answer, whose data whoever asks says what they are. */
interface Answered<Data> {
  body: object
  data?: Data
}
let addresses = 0
const newAddress = () => `invited-${(addresses += 1)}@teammate.example`

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server
  const dataOf = <Data>({ body }: Answered<Data>): Data => (body as { data: Data }).data

  async function own(email = demo) {
    const token = await server.login(email)
    const [organization] = dataOf<{ id: string; name: string }[]>(await call('GET', '/organizations', { token }))
    return { token, organizationId: organization?.id ?? '', name: organization?.name ?? '' }
  }
  const invite = async (emails: string[], { role = 'agent', as = demo, key = '' } = {}) => {
    const { token, organizationId } = await own(as)
    const headers = key === '' ? {} : { 'idempotency-key': key }
    return call('POST', '/invites', { token, body: { organizationId, emails, role }, headers })
  }
  const listed = async (as = demo) => {
    const { token, organizationId } = await own(as)
    return dataOf<Invite[]>(await call('GET', `/invites?organizationId=${organizationId}`, { token }))
  }
  const openOf = async (email: string) =>
    (await listed()).find((one) => one.email === email) ?? expect.fail(`${email} has no open invite`)
  const mailsTo = async (to: string) => {
    const rows = await database.system((tx) =>
      tx.select().from(outbox).where(eq(outbox.topic, 'mail')).orderBy(desc(outbox.createdAt), desc(outbox.id)),
    )
    return rows.filter(({ payload }) => payload['to'] === to).map(({ payload }) => payload)
  }
  const linkIn = (mail: Record<string, unknown> | undefined) =>
    new URL(/https?:\S+/.exec(String(mail?.['text']))?.[0] ?? 'http://none')
  const tokenOf = async (email: string) => linkIn((await mailsTo(email))[0]).searchParams.get('token') ?? ''
  /** Invites somebody, and returns what their mail's link has. */
  async function invited(email: string, role = 'agent') {
    expect(await invite([email], { role })).toMatchObject({ body: { data: [{ verdict: 'invited' }] } })
    return tokenOf(email)
  }
  const read = (token: string) => call('POST', '/invites/by-token', { body: { token } })
  const accept = (inviteToken: string, token: string) =>
    call('POST', '/users/invites/accept', { token, body: { token: inviteToken } })
  const decline = (token: string) => call('POST', '/invites/decline', { body: { token } })
  const ask = (token: string) => call('POST', '/invites/ask', { body: { token } })
  const complete = (inviteToken: string, name = 'Nia') =>
    call('POST', '/users/signup/complete', { body: { inviteToken, name, password: demoPassword } })
  const does = async (path: 'send-again' | 'revoke' | 'link', { id }: Invite, as = demo) =>
    call('POST', `/invites/${id}/${path}`, { token: await server.login(as), body: {} })
  const organizationsOf = async (token: string) =>
    dataOf<{ id: string; name: string; role: string }[]>(await call('GET', '/organizations', { token }))
  const membersOf = async (organizationId: string) =>
    database.system((tx) => tx.select().from(memberships).where(eq(memberships.orgId, organizationId)))
  /** A person with an account and an organization of their own. */
  async function person(email = newAddress()) {
    await call('POST', '/users/signup', { body: { email } })
    const body = { token: await tokenOf(email), name: 'Pat', password: demoPassword }
    const made = dataOf<{ token: string; user: { id: string } }>(await call('POST', '/users/signup/complete', { body }))
    return { email, token: made.token, id: made.user.id }
  }

  test('IN-01 several people are invited at once, each is told apart, and each mail leads to its own invite', async () => {
    const [one, two] = [newAddress(), newAddress()]
    const { name } = await own()
    const answer = await invite([one, two.toUpperCase(), ` ${two} `, agent, one])
    expect(dataOf<InvitedAddress[]>(answer)).toEqual([
      { email: one, verdict: 'invited' },
      { email: two, verdict: 'invited' },
      { email: agent, verdict: 'member' },
    ])
    expect(await mailsTo(agent)).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('invited') as string }),
    )
    const mails = await mailsTo(two)
    expect(mails.map(({ subject }) => subject)).toEqual([`You are invited to ${name} on Offerdesk`])
    const link = linkIn(mails[0])
    expect(link.origin + link.pathname).toBe('https://sell.example/invite')
    expect(dataOf<Invitation>(await read(link.searchParams.get('token') ?? ''))).toMatchObject({
      state: 'pending',
      email: two,
      organizationName: name,
      role: 'agent',
      hasAccount: false,
      isMember: false,
    })
    expect(await openOf(two)).toMatchObject({
      state: 'pending',
      role: 'agent',
      invitedByName: expect.any(String) as string,
    })
    // Again, they have an open one, and no second mail.
    expect(dataOf(await invite([two]))).toEqual([{ email: two, verdict: 'pending' }])
    expect(await mailsTo(two)).toHaveLength(1)
  })

  test('IN-01 what is no address, nobody, or too many are refused, and nobody is invited', async () => {
    const good = newAddress()
    for (const emails of [
      [good, 'bob@'],
      [],
      Array.from({ length: 51 }, newAddress),
      [good, `a@b.example\nBcc: x@y.example`],
    ]) {
      expect(await invite(emails)).toMatchObject({ status: 422 })
    }
    expect(await invite([good], { role: 'admin' })).toMatchObject({ status: 422 })
    expect(await mailsTo(good)).toEqual([])
  })

  test('IN-01 GE-05 agents are told that only an owner invites, and see who is invited', async () => {
    const email = newAddress()
    await invited(email)
    const open = await openOf(email)
    const why = 'Only an owner can invite people and revoke invites.'
    expect(await invite([newAddress()], { as: agent })).toMatchObject({ status: 403, body: { message: why } })
    for (const step of ['send-again', 'revoke', 'link'] as const) {
      expect(await does(step, open, agent)).toMatchObject({ status: 403, body: { message: why } })
      expect(await does(step, open, outsider)).toMatchObject({ status: 404 })
    }
    expect((await listed(agent)).map((one) => one.email)).toContain(email)
    expect(await openOf(email)).toMatchObject({ state: 'pending' })
  })

  test('IN-01 no API token lets people in, whom revoking it would leave inside', async () => {
    const { token, organizationId } = await own()
    const email = newAddress()
    await invited(email)
    const open = await openOf(email)
    const made = await call('POST', '/api-tokens', { token, body: { organizationId, name: 'Program', duties: null } })
    const program = dataOf<{ token: string }>(made).token
    for (const [path, body] of [
      ['/invites', { organizationId, emails: [newAddress()], role: 'owner' }],
      [`/invites/${open.id}/link`, {}],
      [`/invites/${open.id}/send-again`, {}],
      [`/invites/${open.id}/revoke`, {}],
      ['/organizations', { name: 'Its own' }],
    ] as const) {
      expect(await call('POST', path, { token: program, body })).toMatchObject({ status: 403 })
    }
  })

  test('IN-01 the same request twice, and two at once, make one invite and one mail', async () => {
    const [twice, atOnce] = [newAddress(), newAddress()]
    const key = crypto.randomUUID()
    const first = await invite([twice], { key })
    expect((await invite([twice], { key })).body).toEqual(first.body)
    expect(await mailsTo(twice)).toHaveLength(1)
    const both = await Promise.all([invite([atOnce]), invite([atOnce])])
    expect(both.map((answer) => dataOf<InvitedAddress[]>(answer)[0]?.verdict).toSorted()).toEqual([
      'invited',
      'pending',
    ])
    expect(await mailsTo(atOnce)).toHaveLength(1)
  })

  test('IN-02 the invited person accepts, in capitals as well, and is in the organization with what they may do', async () => {
    for (const role of ['agent', 'owner']) {
      const guest = await person()
      await invite([guest.email.toUpperCase()], { role })
      const inviteToken = await tokenOf(guest.email)
      expect(dataOf<Invitation>(await read(inviteToken))).toMatchObject({ hasAccount: true, isMember: false })
      const { organizationId, name } = await own()
      expect(await accept(inviteToken, guest.token)).toMatchObject({
        status: 200,
        body: { message: `Welcome to ${name}.`, data: { organizationId, organizationName: name } },
      })
      expect((await organizationsOf(guest.token)).map((one) => [one.id, one.role])).toContainEqual([
        organizationId,
        role,
      ])
      expect((await listed()).map(({ email }) => email)).not.toContain(guest.email)
      expect(dataOf<Invitation>(await read(inviteToken))).toMatchObject({ state: 'accepted', isMember: true })
    }
  })

  test('IN-02 accepted twice at once and once more, one membership is made and every answer is the same', async () => {
    const guest = await person()
    const token = await invited(guest.email)
    const { organizationId } = await own()
    const answers = await Promise.all([
      accept(token, guest.token),
      accept(token, guest.token),
      accept(token, guest.token),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await accept(token, guest.token)).toMatchObject({ status: 200 })
    expect((await membersOf(organizationId)).filter(({ userId }) => userId === guest.id)).toHaveLength(1)
  })

  test('IN-02 nobody else accepts, and who accepted and was let go again does not come back by the same link', async () => {
    const guest = await person()
    const other = await person()
    const token = await invited(guest.email)
    expect(await accept(token, other.token)).toMatchObject({
      status: 403,
      body: {
        error: {
          code: 'invite_of_another',
          message: `This invite is for ${guest.email}. Sign in with that account to accept it.`,
        },
      },
    })
    expect(await call('POST', '/users/invites/accept', { body: { token } })).toMatchObject({ status: 401 })
    expect(await accept(token, guest.token)).toMatchObject({ status: 200 })
    const { organizationId } = await own()
    await database.system((tx) =>
      tx.delete(memberships).where(and(eq(memberships.orgId, organizationId), eq(memberships.userId, guest.id))),
    )
    expect(await accept(token, guest.token)).toMatchObject({ status: 409, body: { error: { code: 'invite_used' } } })
    expect((await organizationsOf(guest.token)).map(({ id }) => id)).not.toContain(organizationId)
  })

  test('IN-02 revoked, declined, expired and gone, each has its own answer and changes nothing', async () => {
    const guest = await person()
    const before = await organizationsOf(guest.token)
    const refused = async (token: string, state: string, code: string, message: string) => {
      expect(dataOf<Invitation>(await read(token))).toMatchObject({ state, email: guest.email })
      expect(await accept(token, guest.token)).toMatchObject({ status: 409, body: { error: { code, message } } })
      expect(await complete(token)).toMatchObject({
        status: 422,
        body: { error: { details: [{ path: 'body.inviteToken', message }] } },
      })
      expect(await organizationsOf(guest.token)).toEqual(before)
    }
    const revoked = await invited(guest.email)
    const open = await openOf(guest.email)
    expect(await does('revoke', open)).toMatchObject({ status: 200, body: { message: 'The invite is revoked.' } })
    expect(await does('revoke', open)).toMatchObject({ status: 200 })
    expect(await does('link', open)).toMatchObject({ status: 409, body: { message: 'This invite was revoked.' } })
    expect(await does('send-again', open)).toMatchObject({ status: 409 })
    await refused(revoked, 'revoked', 'invite_revoked', 'This invite was revoked.')

    const declined = await invited(guest.email)
    expect(await decline(declined)).toMatchObject({ status: 200, body: { message: 'You have declined the invite.' } })
    expect(await decline(declined)).toMatchObject({ status: 200 })
    await refused(declined, 'declined', 'invite_declined', 'This invite was declined.')
    const no = await openOf(guest.email)
    expect(no).toMatchObject({ state: 'declined' })
    expect(await does('send-again', no)).toMatchObject({ status: 409 })

    // Whoever declined can be invited anew.
    const expired = await invited(guest.email)
    later = 7 * day + 1
    await refused(expired, 'expired', 'invite_expired', 'This invite has expired. Ask for a new one.')
    expect(await decline(expired)).toMatchObject({ status: 409 })
    later = 0

    const [organization] = await database.system((tx) =>
      tx.insert(organizations).values({ name: 'Soon gone' }).returning(),
    )
    const { token: owner } = await own()
    const { id } = dataOf<{ id: string }>({ body: { data: organization! } })
    const [{ userId }] = (await database.system((tx) =>
      tx.select({ userId: users.id }).from(users).where(eq(users.email, demo)),
    )) as [{ userId: string }]
    await database.system((tx) => tx.insert(memberships).values({ orgId: id, userId, role: 'owner' }))
    const asked = { organizationId: id, emails: [guest.email], role: 'agent' }
    expect(await call('POST', '/invites', { token: owner, body: asked })).toMatchObject({ status: 200 })
    const gone = await tokenOf(guest.email)
    // Nobody that the server works as may end one yet.
    await database.system(async (tx) => {
      await tx.execute(sql`select set_config('role', 'none', true)`)
      await tx.delete(organizations).where(eq(organizations.id, id))
    })
    await refused(gone, 'gone', 'organization_gone', 'The organization that invited you is no longer there.')
    for (const answer of [await decline(gone), await ask(gone)]) expect(answer).toMatchObject({ status: 409 })
    later = 40 * day
    await sweep(database, now())
    later = 0
    expect(await read(gone)).toMatchObject({ status: 404 })
    expect(await read(expired)).toMatchObject({ status: 200 })
  })

  test('IN-02 who has an expired invite asks for a new one, once, and goes on with the same link when it is sent', async () => {
    const guest = await person()
    const token = await invited(guest.email)
    expect(await ask(token)).toMatchObject({ status: 409, body: { message: 'This invite is still good.' } })
    later = 8 * day
    const asking = `${guest.email} asks for a new invite`
    const asked = async () => (await mailsTo(demo)).filter(({ subject }) => subject === asking)
    expect(await ask(token)).toMatchObject({ status: 200, body: { message: 'We have told those who invited you.' } })
    expect(await ask(token)).toMatchObject({ status: 200 })
    expect(await asked()).toHaveLength(1)
    expect(dataOf<Invitation>(await read(token))).toMatchObject({ state: 'expired', isAsked: true })
    const open = await openOf(guest.email)
    expect(open).toMatchObject({ state: 'expired', askedAt: expect.any(String) as string })
    expect(await does('link', open)).toMatchObject({ status: 409 })
    expect(await does('send-again', open)).toMatchObject({ body: { data: { state: 'pending', askedAt: null } } })
    expect(await tokenOf(guest.email)).toBe(token)
    expect(await accept(token, guest.token)).toMatchObject({ status: 200 })
    later = 0
  })

  test('IN-01 an expired invite is renewed by inviting again, as what they may do by now', async () => {
    const email = newAddress()
    const token = await invited(email)
    later = 8 * day
    expect(dataOf(await invite([email], { role: 'owner' }))).toEqual([{ email, verdict: 'renewed' }])
    expect(dataOf<Invitation>(await read(token))).toMatchObject({ state: 'pending', role: 'owner' })
    expect(await mailsTo(email)).toHaveLength(2)
    later = 0
  })

  test('IN-01 a link is copied, opens the same invite, and can be read where its key is, and nowhere else', async () => {
    const email = newAddress()
    const token = await invited(email)
    const open = await openOf(email)
    const { linkUrl } = dataOf<{ linkUrl: string }>(await does('link', open))
    expect(new URL(linkUrl).searchParams.get('token')).toBe(token)
    const rows = await database.system((tx) => tx.select().from(invites).where(eq(invites.id, open.id)))
    expect(JSON.stringify(rows)).not.toContain(token)
    const { organizationId, token: owner } = await own()
    const audited = await database.tenant(organizationId, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.recordId, open.id)),
    )
    expect(audited.map(({ action, sealed }) => [action, sealed])).toEqual([
      ['invites.create', ['token_hash', 'sealed_token']],
    ])
    expect(JSON.stringify([audited, await listed()])).not.toContain(token)
    // Sent by a server that has lost the key, it gets a new link.
    const elsewhere = await startOn(database, { now, config, secrets: createSecrets([Buffer.alloc(32, 8)]) })
    const there = { token: owner, body: {} }
    expect(await elsewhere.call('POST', `/invites/${open.id}/link`, there)).toMatchObject({ status: 409 })
    expect(await elsewhere.call('POST', `/invites/${open.id}/send-again`, there)).toMatchObject({ status: 200 })
    await elsewhere.stop()
    const renewed = await tokenOf(email)
    expect(renewed).not.toBe(token)
    expect([(await read(token)).status, (await read(renewed)).status]).toEqual([404, 200])
  })

  test('IN-01 nobody is mailed without an end', async () => {
    const email = newAddress()
    await invited(email)
    const open = await openOf(email)
    for (let sends = 1; sends < 10; sends += 1) expect(await does('send-again', open)).toMatchObject({ status: 200 })
    expect(await does('send-again', open)).toMatchObject({
      status: 409,
      body: { message: 'It has been sent 10 times. Copy its link instead, or revoke it.' },
    })
    for (let made = 1; made < 5; made += 1) {
      await does('revoke', await openOf(email))
      await invited(email)
    }
    await does('revoke', await openOf(email))
    expect(dataOf(await invite([email]))).toEqual([{ email, verdict: 'tooOften' }])
  })

  test('RT-02 SE-09 whoever has no account makes one by the invite, and is in that organization alone', async () => {
    const email = newAddress()
    const inviteToken = await invited(email, 'agent')
    const { organizationId, name } = await own()
    const [one, two] = await Promise.all([complete(inviteToken), complete(inviteToken)])
    expect([one.status, two.status].toSorted()).toEqual([200, 422])
    const { token, user } = dataOf<{ token: string; user: object }>(one.status === 200 ? one : two)
    expect(user).toMatchObject({ email, organizationName: name })
    expect(await organizationsOf(token)).toEqual([expect.objectContaining({ id: organizationId, role: 'agent' })])
    expect(await complete(inviteToken)).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'body.inviteToken', message: 'This invite has been used already.' }] } },
    })
    expect(await accept(inviteToken, token)).toMatchObject({ status: 200 })
    const guest = await person()
    const ofAccount = await invited(guest.email)
    expect(await complete(ofAccount)).toMatchObject({ status: 409, body: { error: { code: 'account_exists' } } })
    expect(dataOf<Invitation>(await read(ofAccount))).toMatchObject({ state: 'pending' })
    expect(await accept(ofAccount, guest.token)).toMatchObject({ status: 200 })
  })

  test('IN-02 AU-01 who was removed from their only organization signs in again once they are invited, and accepts', async () => {
    const email = newAddress()
    const made = await complete(await invited(email, 'agent'))
    const { user } = dataOf<{ user: { id: string } }>(made)
    const { token, organizationId } = await own()
    const gone = await call('POST', `/organizations/${organizationId}/users/${user.id}/remove`, { token, body: {} })
    expect(gone.status).toBe(200)
    const signIn = () => call('POST', '/users/login', { body: { email, password: demoPassword } })
    expect((await signIn()).status).toBe(403)
    const again = await invited(email)
    const back = await signIn()
    expect(back.status).toBe(200)
    const session = dataOf<{ token: string }>(back).token
    expect(await organizationsOf(session)).toEqual([])
    expect((await accept(again, session)).status).toBe(200)
    expect((await organizationsOf(session)).map(({ id }) => id)).toEqual([organizationId])
  })

  test('IN-02 an invite for who has become a member meanwhile says so', async () => {
    const guest = await person()
    const token = await invited(guest.email)
    const { organizationId, name } = await own()
    await database.system((tx) => tx.insert(memberships).values({ orgId: organizationId, userId: guest.id }))
    expect(dataOf<Invitation>(await read(token))).toMatchObject({ state: 'pending', isMember: true })
    expect(await accept(token, guest.token)).toMatchObject({
      status: 409,
      body: { error: { code: 'already_member', message: `You are in ${name} already.` } },
    })
  })

  test('IN-02 a token that was never given leads nowhere, and guessing ends', async () => {
    const unknown = 'x'.repeat(43)
    const { token } = await own()
    for (const answer of [
      await read(unknown),
      await decline(unknown),
      await ask(unknown),
      await accept(unknown, token),
    ]) {
      expect(answer).toMatchObject({
        status: 404,
        body: { message: 'This link leads to no invite. Look whether all of it is in the address.' },
      })
    }
    await database.system((tx) => tx.execute(sql`update rate_limits set count = 300 where key like 'wrongToken:%'`))
    expect(await read(unknown)).toMatchObject({ status: 429 })
    await database.system((tx) => tx.execute(sql`delete from rate_limits`))
  })

  test('AD-01 who accepts and who declines are told apart in the audit', async () => {
    const guest = await person()
    const email = newAddress()
    await accept(await invited(guest.email), guest.token)
    await decline(await invited(email))
    const { organizationId } = await own()
    const audited = await database.tenant(organizationId, (tx) =>
      tx.select().from(auditEntries).where(ne(auditEntries.resource, 'mails')).orderBy(desc(auditEntries.id)).limit(5),
    )
    expect(audited.map(({ actorName, action, resource }) => [actorName, action, resource])).toEqual([
      [email, 'invites.decline', 'invites'],
      [expect.any(String), 'invites.create', 'invites'],
      ['Pat', 'users.acceptInvite', 'invites'],
      ['Pat', 'users.acceptInvite', 'members'],
      [expect.any(String), 'invites.create', 'invites'],
    ])
  })

  test('ST-01 whoever makes an organization owns it, once for each key, and others see nothing of it', async () => {
    const { token } = await person()
    const key = crypto.randomUUID()
    const create = (name: string, as = token, withKey = key) =>
      call('POST', '/organizations', { token: as, body: { name }, headers: { 'idempotency-key': withKey } })
    const made = await Promise.all([create('Second Shop'), create('Second Shop')])
    expect(made.map(({ status }) => status)).toEqual([200, 200])
    expect(made[0]?.body).toEqual(made[1]?.body)
    const { id } = dataOf<{ id: string }>(made[0])
    const all = await organizationsOf(token)
    expect(all.map(({ name }) => name)).toEqual(['Pat’s organization', 'Second Shop'])
    expect(all[1]).toMatchObject(dataOf<object>(made[0]))
    expect(all[1]).toMatchObject({ role: 'owner' })
    expect(await create('Another name')).toMatchObject({ status: 422 })
    expect(await create(' ')).toMatchObject({ status: 422 })
    const stranger = await own(outsider)
    expect((await organizationsOf(stranger.token)).map((one) => one.id)).not.toContain(id)
    // The same key of somebody else makes one of their own.
    const theirs = await create('Second Shop', stranger.token)
    expect(dataOf<{ id: string }>(theirs).id).not.toBe(id)
    expect(await call('POST', '/organizations', { body: { name: 'Nobody’s' } })).toMatchObject({ status: 401 })
  })
})
