import { desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Session } from '../../../contract/extensions/users'
import { commonPassword, ownAddressPassword } from '../../../contract/forms/auth'
import { openSession } from '../../../server/auth/sessions'
import { readConfig } from '../../../server/config'
import { demoPassword } from '../../../server/db/demo'
import { outbox } from '../../../server/db/schema/outbox'
import { sessions, users } from '../../../server/db/schema/users'
import { tokenHash } from '../../../server/db/tokens'
import { demo, rival, type Started, startSomewhere } from './start'

let waited: number[] = []
/** What tries at sign-in wait for. */
let turn = Promise.resolve()
const pause = (milliseconds: number) => {
  waited.push(milliseconds)
  return turn
}
// It stands still, as tries are counted anew with every quarter of an hour.
const begun = new Date()
const behindProxy = { config: readConfig({ NODE_ENV: 'test', TRUST_PROXY: '127.0.0.1' }), pause, now: () => begun }
const servers = await startSomewhere(behindProxy)

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))
beforeEach(() => (waited = []))

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'
const agent = 'saoirse@offerdesk.example'

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server

  const signIn = async (email: string, { password = demoPassword, address = '203.0.113.7' } = {}) => {
    const headers = { 'user-agent': firefox, 'x-forwarded-for': address }
    const answer = await call('POST', '/users/login', { body: { email, password }, headers })
    return { ...answer, token: (answer.body as { data?: { token: string } }).data?.token ?? '' }
  }
  const tokenOf = async (email: string) => (await signIn(email)).token
  const devicesOf = async (token: string) =>
    ((await call('GET', '/users/sessions', { token })).body as { data: Session[] }).data
  const isSignedIn = async (token: string) => (await call('GET', '/users/me', { token })).status === 200
  const end = (token: string, id: string) => call('DELETE', `/users/sessions/${id}`, { token })
  const change = (token: string, body: object, address = '203.0.113.7') =>
    call('PUT', '/users/password', { token, body, headers: { 'x-forwarded-for': address } })

  /** A stream of events, to hear when it is over. */
  async function listen(token: string) {
    const { body } = await call('GET', '/organizations', { token })
    const [organization] = (body as { data: { id: string }[] }).data
    const stream = { isOver: false, text: '' }
    void server.app
      .inject({
        method: 'GET',
        url: `/api/v1/events?organizationId=${organization?.id}`,
        headers: { authorization: `Bearer ${token}` },
      })
      .then(({ payload }) => Object.assign(stream, { isOver: true, text: payload }))
    return stream
  }

  test.each([
    ['an owner', demo],
    ['an agent', agent],
  ])('ST-01 %s sees where they are signed in, and nothing that lets anybody in', async (_who, email) => {
    const other = await tokenOf(email)
    const { token } = await signIn(email, { address: '2001:db8:7:7::1' })
    const listed = await devicesOf(token)
    expect(listed[0]).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      device: 'Firefox on Windows',
      network: '2001:db8:7::/48',
      createdAt: expect.any(String) as string,
      lastSeenAt: expect.any(String) as string,
      isCurrent: true,
    })
    expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(listed[1]).toMatchObject({ network: '203.0.113.x', isCurrent: false })
    const text = JSON.stringify(listed)
    for (const secret of [token, other]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(tokenHash(secret))
    }
    expect(await isSignedIn(listed[1]?.id ?? '')).toBe(false)
  })

  test('ST-01 a device that was never told what it is, and one whose session is over', async () => {
    const [old, over] = await database.system(async (tx) => {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, rival))
      const opened = [await openSession(tx, user!.id), await openSession(tx, user!.id)]
      await tx
        .update(sessions)
        .set({ device: null })
        .where(eq(sessions.tokenHash, tokenHash(opened[0]!)))
      await tx
        .update(sessions)
        .set({ idleExpiresAt: sql`now() - interval '1 second'` })
        .where(eq(sessions.tokenHash, tokenHash(opened[1]!)))
      return opened
    })
    expect(await isSignedIn(over!)).toBe(false)
    const listed = await devicesOf(old!)
    expect(listed).toEqual([expect.objectContaining({ device: null, network: null, isCurrent: true })])
  })

  test('ST-01 where a device was seen last is noted with when, once a minute', async () => {
    const token = await tokenOf(rival)
    const from = (address: string) => call('GET', '/users/me', { token, headers: { 'x-forwarded-for': address } })
    await from('198.51.100.9')
    expect((await devicesOf(token))[0]?.network).toBe('203.0.113.x')
    await database.system((tx) =>
      tx
        .update(sessions)
        .set({ lastSeenAt: sql`now() - interval '2 minutes'` })
        .where(eq(sessions.tokenHash, tokenHash(token))),
    )
    await from('198.51.100.9')
    expect((await devicesOf(token))[0]?.network).toBe('198.51.100.x')
  })

  test('ST-01 SE-03 a device that is signed out is out at once, with its channel, and no other is', async () => {
    const [here, there, elsewhere] = [await tokenOf(agent), await tokenOf(agent), await tokenOf(agent)]
    const [stream, other] = [await listen(there), await listen(elsewhere)]
    const mine = (await devicesOf(there))[0]?.id ?? ''
    expect(await end(here, mine)).toMatchObject({ status: 200, body: { success: true } })
    expect(await isSignedIn(there)).toBe(false)
    await expect.poll(() => stream.isOver).toBe(true)
    expect(stream.text).toContain('signed_out')
    expect([await isSignedIn(here), await isSignedIn(elsewhere), other.isOver]).toEqual([true, true, false])
    expect((await devicesOf(here)).map(({ id }) => id)).not.toContain(mine)
    expect(await end(here, mine)).toMatchObject({ status: 404 })
    await call('POST', '/users/sessions/end-others', { token: here, body: {} })
    await expect.poll(() => other.isOver).toBe(true)
  })

  test("PM-01 nobody lists or ends another person's session, and an unknown one is answered alike", async () => {
    const theirs = await tokenOf(rival)
    const mine = await tokenOf(demo)
    const [{ id } = { id: '' }] = await devicesOf(theirs)
    expect((await devicesOf(mine)).map((one) => one.id)).not.toContain(id)
    const foreign = await end(mine, id)
    expect(foreign).toMatchObject({ status: 404 })
    for (const unknown of ['01a098c6-0000-4000-8000-0000000000ac', 'nothing', tokenHash(theirs)]) {
      expect((await end(mine, unknown)).body).toEqual(foreign.body)
    }
    await call('POST', '/users/sessions/end-others', { token: mine, body: {} })
    expect(await isSignedIn(theirs)).toBe(true)
    expect(await call('GET', '/users/sessions')).toMatchObject({ status: 401 })
  })

  test.each([
    ['an owner', demo],
    ['an agent', agent],
  ])('ST-01 %s signs out everywhere else, and stays here', async (_who, email) => {
    const [here, one, two] = [await tokenOf(email), await tokenOf(email), await tokenOf(email)]
    expect(await call('POST', '/users/sessions/end-others', { token: here, body: {} })).toMatchObject({ status: 200 })
    expect([await isSignedIn(here), await isSignedIn(one), await isSignedIn(two)]).toEqual([true, false, false])
    expect(await devicesOf(here)).toEqual([expect.objectContaining({ isCurrent: true })])
  })

  test('ST-01 SE-08 a changed password ends the other sessions, and not this one, and the person is told', async () => {
    const email = 'miles.carter@offerdesk.example'
    const password = 'a very long new one'
    const [here, there] = [await tokenOf(email), await tokenOf(email)]
    await call('POST', '/users/forgot-password/start', { body: { email } })
    const stream = await listen(there)
    expect(await change(here, { currentPassword: demoPassword, password })).toMatchObject({
      status: 200,
      body: { success: true, message: 'Your password has been changed. You are signed out everywhere else.' },
    })
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    await expect.poll(() => stream.isOver).toBe(true)
    expect(await signIn(email)).toMatchObject({ status: 401 })
    expect(await signIn(email, { password })).toMatchObject({ status: 200 })
    const mails = await database.system((tx) => tx.select().from(outbox).orderBy(desc(outbox.createdAt)))
    const [told, reset] = mails.filter(({ payload }) => payload['to'] === email)
    expect(told?.payload['subject']).toBe('Your password has been changed')
    // Whoever knew the old password may have asked for the link of a reset.
    const link = new URL(/https?:\S+/.exec(String(reset?.payload['text']))?.[0] ?? '')
    const again = { email, password: 'yet another one', token: link.searchParams.get('token') }
    expect(await call('POST', '/users/forgot-password', { body: again })).toMatchObject({ status: 422 })
    expect(await change(here, { currentPassword: password, password: demoPassword })).toMatchObject({ status: 200 })
  })

  test('ST-01 SE-06 a sign-in that is under way while the password is changed opens no session', async () => {
    const email = 'miles.carter@offerdesk.example'
    const here = await tokenOf(email)
    const elsewhere = { address: '198.51.100.50' }
    for (let tries = 0; tries < 5; tries += 1) await signIn(email, { ...elsewhere, password: 'not the password' })
    let goOn = () => {}
    turn = new Promise((resolve) => (goOn = resolve))
    const late = signIn(email, elsewhere)
    await expect.poll(() => waited).toEqual([500])
    const password = 'a very long new one'
    expect(await change(here, { currentPassword: demoPassword, password })).toMatchObject({ status: 200 })
    goOn()
    expect(await late).toMatchObject({ status: 401, body: { error: { code: 'wrong_credentials' } } })
    expect(await devicesOf(here)).toEqual([expect.objectContaining({ isCurrent: true })])
    expect(await change(here, { currentPassword: password, password: demoPassword })).toMatchObject({ status: 200 })
  })

  test('ST-01 SE-06 a wrong current password is told at its field, changes nothing, and makes the next try wait', async () => {
    const email = 'kenji.mori@offerdesk.example'
    const [here, there] = [await tokenOf(email), await tokenOf(email)]
    const wrong = { currentPassword: 'not the password', password: 'a very long new one' }
    for (let tries = 0; tries < 6; tries += 1) {
      expect(await change(here, wrong)).toMatchObject({
        status: 422,
        body: { error: { details: [{ path: 'body.currentPassword', message: 'This is not your password' }] } },
      })
    }
    expect(waited).toEqual([500])
    // Sign-in counts on from there.
    await signIn(email, { password: 'not the password' })
    expect(waited).toEqual([500, 1_000])
    expect([await isSignedIn(there), (await signIn(email)).status]).toEqual([true, 200])
  })

  test('ST-01 a new password has the rules of sign-up and of a reset', async () => {
    const token = await tokenOf(rival)
    const currentPassword = demoPassword
    for (const [password, message] of [
      ['short', 'Password must have at least 8 characters'],
      ['x'.repeat(129), 'Password must have at most 128 characters'],
      ['password123', commonPassword],
      [rival, ownAddressPassword],
    ] as const) {
      expect(await change(token, { currentPassword, password })).toMatchObject({
        status: 422,
        body: { error: { details: [{ path: 'body.password', message }] } },
      })
    }
    expect(await signIn(rival)).toMatchObject({ status: 200 })
  })

  test('ST-01 GE-16 a change whose answer was lost is done when it is asked for again, also twice at once', async () => {
    const email = 'kenji.mori@offerdesk.example'
    const token = await tokenOf(email)
    const wanted = { currentPassword: demoPassword, password: 'a very long new one' }
    const once = {
      status: 200,
      body: { message: 'Your password has been changed. You are signed out everywhere else.' },
    }
    expect(await Promise.all([change(token, wanted), change(token, wanted)])).toMatchObject([once, once])
    expect(await change(token, wanted)).toMatchObject(once)
    const mails = await database.system((tx) => tx.select().from(outbox))
    expect(mails.filter(({ payload }) => payload['to'] === email)).toHaveLength(1)
    const back = { currentPassword: wanted.password, password: demoPassword }
    expect(await change(token, back)).toMatchObject(once)
  })

  test('ST-01 of two changes at once from one password, one is made', async () => {
    const email = 'kenji.mori@offerdesk.example'
    const token = await tokenOf(email)
    const [one, two] = ['the first of two new ones', 'the second of two new ones']
    const answers = await Promise.all(
      [one, two].map((password) => change(token, { currentPassword: demoPassword, password })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const made = answers[0]?.status === 200 ? one : two
    expect(await change(token, { currentPassword: made, password: demoPassword })).toMatchObject({ status: 200 })
  })
})
