import { desc, eq, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../../contract/extensions/audit'
import type { CreationOptions, RequestOptions, UsedPasskey } from '../../../contract/extensions/passkeys'
import type { TwoSteps } from '../../../contract/extensions/twoSteps'
import {
  begunOtherwise,
  copiedPasskey,
  knownPasskey,
  noApp,
  noPasskeyAnswer,
  othersPasskey,
  passkeyElsewhere,
  passkeyTooLate,
  signInTooLongAgo,
  unknownPasskey,
  unverifiedPasskey,
  wrongPasskey,
} from '../../../contract/rules/twoSteps'
import { readConfig } from '../../../server/config'
import { demoPassword } from '../../../server/db/demo'
import { memberships } from '../../../server/db/schema/organizations'
import { outbox } from '../../../server/db/schema/outbox'
import { passkeys, secondSteps } from '../../../server/db/schema/secondSteps'
import { users } from '../../../server/db/schema/users'
import { Authenticator, type Wrong } from './authenticator'
import { demo, rival, type Started, startSomewhere } from './start'

// It goes only when a test lets it.
let clock = Math.floor(Date.now() / 3_600_000) * 3_600_000
const goOn = (seconds: number) => (clock += seconds * 1_000)
const publicUrl = 'https://desk.example:8443'
const config = readConfig({ NODE_ENV: 'test', TRUST_PROXY: '127.0.0.1', PUBLIC_URL: publicUrl })
const servers = await startSomewhere({ config, pause: () => Promise.resolve(), now: () => new Date(clock) })

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))
beforeEach(() => void goOn(3_600))

const agent = 'saoirse@offerdesk.example'

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server
  const headers = { 'x-forwarded-for': '203.0.113.8' }
  const post = (path: string, body: object, token?: string) => call('POST', path, { body, token, headers })
  const dataOf = <Data>({ body }: { body: { data?: Data } | object }) => (body as { data: Data }).data
  const signIn = (email: string) => post('/users/login', { email, password: demoPassword })
  const openedBy = (answer: { body: object }) => dataOf<{ token: string }>(answer).token
  async function firstStep(email: string) {
    const { status, body } = await signIn(email)
    const { error } = body as { error: { details: { secondStep: { token: string; ways: string[] } } } }
    expect(status).toBe(403)
    return error.details.secondStep
  }
  const stepsOf = async (token: string) => dataOf<TwoSteps>(await call('GET', '/users/two-steps', { token }))
  const begin = async (token: string) =>
    dataOf<{ options: CreationOptions }>(
      await post('/users/two-steps/passkeys/begin', { password: demoPassword }, token),
    ).options
  const add = (token: string, credential: object, name = 'Laptop') =>
    post('/users/two-steps/passkeys', { name, credential }, token)
  const ask = async (token?: string) =>
    dataOf<{ options: RequestOptions }>(await post('/users/login/passkey/begin', { token })).options
  const take = (credential: UsedPasskey, token?: string) => post('/users/login/passkey', { token, credential })
  const remove = (token: string, id: string, password = demoPassword) =>
    post(`/users/two-steps/passkeys/${id}/remove`, { password }, token)
  const refusal = (message: string, field = 'credential') => ({
    status: 422,
    body: { error: { details: [{ path: `body.${field}`, message }] } },
  })
  const subjectsTo = (email: string) =>
    database.system(async (tx) => {
      const mails = await tx.select().from(outbox).orderBy(desc(outbox.createdAt))
      return mails.filter(({ payload }) => payload['to'] === email).map(({ payload }) => payload['subject'])
    })
  const idOf = (email: string) =>
    database.system(async (tx) => {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
      return user!.id
    })

  /** A person with one passkey, and the session in which it was added. */
  async function withPasskey(email: string) {
    const userId = await idOf(email)
    await database.system(async (tx) => {
      await tx.delete(passkeys).where(eq(passkeys.userId, userId))
      await tx.delete(secondSteps).where(eq(secondSteps.userId, userId))
    })
    const here = openedBy(await signIn(email))
    const device = new Authenticator(publicUrl)
    const added = await add(here, device.create(await begin(here)))
    expect(added.status).toBe(200)
    const [passkey] = (await stepsOf(here)).passkeys
    return { here, device, id: passkey!.id, ...dataOf<{ recoveryCodes: string[] }>(added) }
  }

  test('ST-01 a passkey is added by whoever knows the password, and told with what it was used for', async () => {
    const { here, device, recoveryCodes } = await withPasskey(rival)
    expect(recoveryCodes).toHaveLength(10)
    expect((await subjectsTo(rival))[0]).toBe('A passkey has been added')
    expect(await stepsOf(here)).toMatchObject({
      appSince: null,
      recoveryCodesLeft: 10,
      passkeys: [{ name: 'Laptop', createdAt: new Date(clock).toISOString(), lastUsedAt: null }],
    })
    expect(await post('/users/two-steps/passkeys/begin', { password: 'not the password' }, here)).toMatchObject(
      refusal('This is not your password', 'password'),
    )
    const options = await begin(here)
    expect(options).toMatchObject({
      rp: { id: 'desk.example' },
      user: { name: rival },
      excludeCredentials: [{ id: device.id, transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    // What was asked is kept as a hash alone.
    const kept = await database.system((tx) => tx.execute(sql`select * from step_challenges`))
    expect(JSON.stringify(kept.rows)).not.toContain(options.challenge)
    // The second one has no codes of its own.
    const phone = new Authenticator(publicUrl)
    expect(await add(here, phone.create(options), 'Phone')).toMatchObject({ body: { data: { recoveryCodes: null } } })
    expect(await add(here, phone.create(options))).toMatchObject({ status: 409 })
    expect(await add(here, device.create(await begin(here)))).toMatchObject({
      status: 409,
      body: { message: knownPasskey },
    })
    expect((await stepsOf(here)).passkeys.map(({ name }) => name)).toEqual(['Laptop', 'Phone'])
  })

  test.each<[what: string, wrong: Wrong, message: string]>([
    ['at another address', { origin: 'https://evil.example' }, passkeyElsewhere(publicUrl)],
    ['at another port', { origin: 'https://desk.example' }, passkeyElsewhere(publicUrl)],
    ['for another site', { site: 'evil.example' }, wrongPasskey],
    ['without a check of its user', { isUnverified: true }, unverifiedPasskey],
  ])('SE-06 a passkey that answers %s is neither added nor let in', async (_what, wrong, message) => {
    const { here, device } = await withPasskey(rival)
    const made = new Authenticator(publicUrl)
    const [options, asked] = [await begin(here), await ask()]
    expect(await add(here, made.create(options, wrong))).toMatchObject(refusal(message))
    expect(await take(device.get(asked, wrong))).toMatchObject(refusal(message))
    // It had one answer, and there is none after a wrong one.
    expect(await add(here, made.create(options))).toMatchObject({ status: 409 })
    expect(await take(device.get(asked))).toMatchObject({ status: 401, body: { message: passkeyTooLate } })
    expect((await stepsOf(here)).passkeys).toHaveLength(1)
    expect(await take(device.get(await ask()))).toMatchObject({ status: 200 })
  })

  test('SE-06 a passkey alone signs in, once for each time that it is asked', async () => {
    const { here, device } = await withPasskey(demo)
    const options = await ask()
    expect(options).toMatchObject({ rpId: 'desk.example', userVerification: 'required' })
    expect(options.allowCredentials).toEqual([])
    const answered = device.get(options)
    const opened = await take(answered)
    expect(opened).toMatchObject({ status: 200, body: { success: true, data: { user: { email: demo } } } })
    expect(await call('GET', '/users/me', { token: openedBy(opened) })).toMatchObject({ status: 200 })
    expect((await stepsOf(here)).passkeys).toMatchObject([{ lastUsedAt: new Date(clock).toISOString() }])
    const again = { status: 401, body: { message: passkeyTooLate } }
    expect(await take(answered)).toMatchObject(again)
    expect(await take(device.get(options))).toMatchObject(again)
    expect(await take(device.get(await ask(), { challenge: 'A'.repeat(43) }))).toMatchObject(again)
    // Half a minute is nothing, five are too late.
    const [slow, late] = [await ask(), await ask()]
    goOn(30)
    expect(await take(device.get(slow))).toMatchObject({ status: 200 })
    goOn(271)
    expect(await take(device.get(late))).toMatchObject(again)
    // Of two answers at once, one is taken.
    const both = await ask()
    const answers = await Promise.all([device.get(both), device.get(both)].map((credential) => take(credential)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('SE-06 a passkey is the second step after the password, for the account that it belongs to', async () => {
    const { device } = await withPasskey(demo)
    const { device: theirs } = await withPasskey(rival)
    const { token, ways } = await firstStep(demo)
    expect(ways).toEqual(['passkey'])
    const options = await ask(token)
    expect(options.allowCredentials).toMatchObject([{ id: device.id }])
    expect(await take(theirs.get(options), token)).toMatchObject(refusal(othersPasskey))
    expect(await take(device.get(await ask(token), { isForged: true }), token)).toMatchObject(refusal(wrongPasskey))
    // What was asked for one purpose answers no other.
    const late = { status: 401, body: { message: passkeyTooLate } }
    expect(await take(device.get(await ask()), token)).toMatchObject(late)
    expect(await take(device.get(await ask(token)))).toMatchObject(late)
    const { token: other } = await firstStep(rival)
    expect(await take(device.get(await ask(other)), token)).toMatchObject(late)
    expect(await take(device.get(await ask(token)), token)).toMatchObject({ status: 200 })
    // The first step is used up with it.
    expect(await post('/users/login/passkey/begin', { token })).toMatchObject({
      status: 401,
      body: { message: signInTooLongAgo },
    })
  })

  test('SE-06 no answer of a passkey, one of nobody, and one of another person open nothing', async () => {
    const { here, device } = await withPasskey(demo)
    const answered = device.get(await ask())
    const { response } = answered
    const nonsense = { ...answered, response: { ...response, clientDataJSON: 'bm9uc2Vuc2U' } }
    expect(await take(nonsense)).toMatchObject(refusal(noPasskeyAnswer))
    const stranger = new Authenticator(publicUrl)
    stranger.create(await begin(here))
    expect(await take(stranger.get(await ask()))).toMatchObject({ status: 401, body: { message: unknownPasskey } })
    const userHandle = Buffer.alloc(16, 1).toString('base64url')
    expect(await take(device.get(await ask(), { userHandle }))).toMatchObject(refusal(othersPasskey))
    // What one person was asked for is not made by another.
    const { here: theirs } = await withPasskey(rival)
    expect(await add(theirs, stranger.create(await begin(here)))).toMatchObject({
      status: 409,
      body: { message: begunOtherwise },
    })
    expect(await add(here, stranger.create(await begin(here), { challenge: (await ask()).challenge }))).toMatchObject({
      status: 409,
    })
  })

  test('SE-06 a passkey that counts backwards is refused, and its person is told', async () => {
    const { device } = await withPasskey(agent)
    expect(await take(device.get(await ask(), { uses: 7 }))).toMatchObject({ status: 200 })
    for (const uses of [7, 3, 0]) {
      expect(await take(device.get(await ask(), { uses }))).toMatchObject(refusal(copiedPasskey))
      expect((await subjectsTo(agent))[0]).toBe('A passkey of yours may have been copied')
    }
    expect(await take(device.get(await ask(), { uses: 8 }))).toMatchObject({ status: 200 })
  })

  test('SE-06 a passkey that is on several devices counts nothing, and is taken', async () => {
    const { device } = await withPasskey(agent)
    for (let times = 0; times < 2; times += 1) {
      expect(await take(device.get(await ask(), { uses: 0 }))).toMatchObject({ status: 200 })
    }
  })

  test('SE-06 ST-01 recovery codes let in whoever has passkeys alone, and a code of no app is told so', async () => {
    const { here, recoveryCodes } = await withPasskey(agent)
    const { token } = await firstStep(agent)
    const step = (oneTimeCode: string) => post('/users/login/second-step', { token, oneTimeCode })
    expect(await step('123456')).toMatchObject(refusal(noApp, 'oneTimeCode'))
    expect(await step(recoveryCodes[0]!)).toMatchObject({ status: 200 })
    const renewed = await post(
      '/users/two-steps/recovery-codes',
      { password: demoPassword, oneTimeCode: recoveryCodes[1]! },
      here,
    )
    expect(dataOf<{ recoveryCodes: string[] }>(renewed).recoveryCodes).toHaveLength(10)
  })

  test('ST-01 a passkey is renamed, and removed with the password; with the last second step the codes go', async () => {
    const { here, device, id } = await withPasskey(agent)
    const rename = (token: string, name: string) =>
      call('PUT', `/users/two-steps/passkeys/${id}`, { token, body: { name } })
    expect(await rename(here, ' Work laptop ')).toMatchObject({ status: 200 })
    expect((await stepsOf(here)).passkeys).toMatchObject([{ id, name: 'Work laptop' }])
    expect(await rename(here, '')).toMatchObject({ status: 422 })
    const { here: theirs } = await withPasskey(rival)
    expect(await rename(theirs, 'Mine')).toMatchObject({ status: 404 })
    expect(await remove(theirs, id)).toMatchObject({ status: 404 })
    expect(await remove(here, 'no-such-id')).toMatchObject({ status: 404 })
    expect(await remove(here, id, 'not the password')).toMatchObject(refusal('This is not your password', 'password'))
    // An app beside it keeps the codes.
    const begun = await post('/users/two-steps/app/begin', { password: demoPassword }, here)
    const { token, appKey } = dataOf<{ token: string; appKey: string }>(begun)
    const oneTimeCode = new TOTP({ secret: Secret.fromBase32(appKey) }).generate({ timestamp: clock })
    expect(await post('/users/two-steps/app', { token, oneTimeCode }, here)).toMatchObject({ status: 200 })
    expect((await firstStep(agent)).ways).toEqual(['app', 'passkey'])
    expect(await remove(here, id)).toMatchObject({ status: 200 })
    expect((await subjectsTo(agent))[0]).toBe('A passkey has been removed')
    expect(await stepsOf(here)).toMatchObject({ passkeys: [], recoveryCodesLeft: 10 })
    expect(await take(device.get(await ask()))).toMatchObject({ status: 401, body: { message: unknownPasskey } })
    const alone = await withPasskey(agent)
    await remove(alone.here, alone.id)
    expect(await stepsOf(alone.here)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
    expect(await signIn(agent)).toMatchObject({ status: 200 })
  })

  test('PM-01 AU-01 the passkey of whoever is kept out opens nothing', async () => {
    const { device } = await withPasskey(agent)
    const userId = await idOf(agent)
    const setAccount = (disabledAt: Date | null) =>
      database.system((tx) => tx.update(users).set({ disabledAt }).where(eq(users.id, userId)))
    await setAccount(new Date(clock))
    expect(await take(device.get(await ask()))).toMatchObject({ status: 401, body: { message: unknownPasskey } })
    await setAccount(null)
    const setMember = (disabledAt: Date | null) =>
      database.system((tx) => tx.update(memberships).set({ disabledAt }).where(eq(memberships.userId, userId)))
    await setMember(new Date(clock))
    expect(await take(device.get(await ask()))).toMatchObject({
      status: 403,
      body: { error: { code: 'access_ended' } },
    })
    await setMember(null)
    expect(await take(device.get(await ask()))).toMatchObject({ status: 200 })
  })

  test('AD-01 ST-01 each organization of the person is told of a passkey, and of its keys that they are there', async () => {
    const { here, device, id } = await withPasskey(demo)
    await take(device.get(await ask()))
    await remove(here, id)
    const [organization] = dataOf<{ id: string }[]>(await call('GET', '/organizations', { token: here }))
    const audit = await call('GET', `/audit?organizationId=${organization?.id}&resource=members`, { token: here })
    const entries = dataOf<AuditEntry[]>(audit)
    expect(entries.slice(0, 3).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['users.removePasskey', 'users.addPasskey']),
    )
    expect(JSON.stringify(entries)).not.toContain(device.id)
    // What is removed is a part of the person, who stays.
    const told = entries.slice(0, 3).map(({ part, kind }) => `${part} ${kind}`)
    expect(told).toEqual(expect.arrayContaining(['passkeys deleted', 'secondSteps updated']))
  })
})
