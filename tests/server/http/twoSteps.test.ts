import { desc, eq, sql } from 'drizzle-orm'
import { Secret, TOTP, URI } from 'otpauth'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TwoSteps } from '../../../contract/extensions/twoSteps'
import {
  appAddress,
  begunOtherwise,
  signInTooLongAgo,
  tooManyCodes,
  usedCode,
  wrongCode,
  wrongRecoveryCode,
} from '../../../contract/rules/twoSteps'
import { readConfig } from '../../../server/config'
import { demoPassword } from '../../../server/db/demo'
import { outbox } from '../../../server/db/schema/outbox'
import { secondSteps, stepChallenges } from '../../../server/db/schema/secondSteps'
import { users } from '../../../server/db/schema/users'
import { demo, rival, type Started, startSomewhere } from './start'

let waited: number[] = []
const pause = (milliseconds: number) => {
  waited.push(milliseconds)
  return Promise.resolve()
}
// It goes only when a test lets it.
let clock = Math.floor(Date.now() / 3_600_000) * 3_600_000
const goOn = (seconds: number) => (clock += seconds * 1_000)
const config = readConfig({ NODE_ENV: 'test', TRUST_PROXY: '127.0.0.1' })
const servers = await startSomewhere({ config, pause, now: () => new Date(clock) })

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))
beforeEach(() => {
  // Codes of the test before are used up, and its tries are over.
  goOn(3_600)
  waited = []
})

const agent = 'saoirse@offerdesk.example'
const other = 'miles.carter@offerdesk.example'

/** What a phone shows, whose clock may be off by some seconds. */
const codeOf = (key: string, off = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: clock + off * 1_000 })
const wrong = (key: string) =>
  ['000000', '111111'].find((code) => ![-30, 0, 30].some((off) => codeOf(key, off) === code))!

describe.each(servers)('on $kind', (server: Started) => {
  const { call, database } = server
  const post = (path: string, body: object, token?: string) =>
    call('POST', path, { body, token, headers: { 'x-forwarded-for': '203.0.113.7' } })
  const dataOf = <Data>({ body }: { body: { data?: Data } | object }) => (body as { data: Data }).data

  const signIn = (email: string, password = demoPassword) => post('/users/login', { email, password })
  async function firstStep(email: string, password = demoPassword): Promise<string> {
    const { status, body } = await signIn(email, password)
    const { error } = body as { error: { code: string; details: { secondStep: { token: string } } } }
    expect([status, error.code]).toEqual([403, 'second_step_needed'])
    return error.details.secondStep.token
  }
  const secondStep = (token: string, oneTimeCode: string) => post('/users/login/second-step', { token, oneTimeCode })
  const stepsOf = async (token: string) => dataOf<TwoSteps>(await call('GET', '/users/two-steps', { token }))
  const begin = async (token: string) =>
    dataOf<{ token: string; appKey: string }>(
      await post('/users/two-steps/app/begin', { password: demoPassword }, token),
    )
  const confirm = (token: string, oneTimeCode: string, as: string) =>
    post('/users/two-steps/app', { token, oneTimeCode }, as)
  const remove = (token: string, oneTimeCode: string, password = demoPassword) =>
    post('/users/two-steps/app/remove', { password, oneTimeCode }, token)
  const renew = (token: string, oneTimeCode: string, password = demoPassword) =>
    post('/users/two-steps/recovery-codes', { password, oneTimeCode }, token)
  const refusal = (message: string, field = 'oneTimeCode') => ({
    status: 422,
    body: { error: { details: [{ path: `body.${field}`, message }] } },
  })
  const subjectsTo = (email: string) =>
    database.system(async (tx) => {
      const mails = await tx.select().from(outbox).orderBy(desc(outbox.createdAt))
      return mails.filter(({ payload }) => payload['to'] === email).map(({ payload }) => payload['subject'])
    })

  /** A person with an app, begun anew, and the session in which it was added. */
  async function withApp(email: string) {
    await database.system(async (tx) => {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
      await tx.delete(secondSteps).where(eq(secondSteps.userId, user!.id))
      await tx.delete(stepChallenges).where(eq(stepChallenges.userId, user!.id))
    })
    const { token: here } = dataOf<{ token: string }>(await signIn(email))
    const { token, appKey } = await begin(here)
    const added = await confirm(token, codeOf(appKey), here)
    const { recoveryCodes } = dataOf<{ recoveryCodes: string[] }>(added)
    goOn(30)
    return { here, appKey, recoveryCodes }
  }

  test('ST-01 an app counts once a code of it was typed, and its recovery codes are told once', async () => {
    const { token: here } = dataOf<{ token: string }>(await signIn(rival))
    expect(await stepsOf(here)).toMatchObject({ appSince: null, recoveryCodesLeft: 0 })
    expect(await post('/users/two-steps/app/begin', { password: 'not the password' }, here)).toMatchObject(
      refusal('This is not your password', 'password'),
    )
    const { token, appKey } = await begin(here)
    expect(appKey).toMatch(/^[A-Z2-7]{32}$/)
    const read = URI.parse(appAddress(appKey, 'a+b@x.example'))
    expect(read).toMatchObject({
      issuer: 'Offerdesk',
      label: 'a+b@x.example',
      digits: 6,
      period: 30,
      algorithm: 'SHA1',
    })
    expect(await confirm(token, wrong(appKey), here)).toMatchObject(refusal(wrongCode))
    // Nothing is asked of whoever began and never came to the end.
    expect(await signIn(rival)).toMatchObject({ status: 200 })
    const typed = `${codeOf(appKey).slice(0, 3)} ${codeOf(appKey).slice(3)}`
    const added = await confirm(token, typed, here)
    expect(added.status).toBe(200)
    const { recoveryCodes } = dataOf<{ recoveryCodes: string[] }>(added)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[\dA-HJKMNP-TV-Z]{6}-){3}[\dA-HJKMNP-TV-Z]{6}$/)
    expect(await stepsOf(here)).toMatchObject({ appSince: new Date(clock).toISOString(), recoveryCodesLeft: 10 })
    expect((await subjectsTo(rival))[0]).toBe('Signing in takes two steps now')
    // Neither the key nor a code stands in the database as it is.
    const kept = await database.system((tx) => tx.execute(sql`select * from second_steps`))
    const text = JSON.stringify(kept.rows)
    for (const secret of [appKey, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
      expect(text).not.toContain(secret)
    }
    // The code that confirmed it lets nobody in, and its token confirms nothing more.
    expect(await secondStep(await firstStep(rival), codeOf(appKey))).toMatchObject(refusal(usedCode))
    expect(await confirm(token, codeOf(appKey, 30), here)).toMatchObject({ status: 409 })
    expect(await post('/users/two-steps/app/begin', { password: demoPassword }, here)).toMatchObject({ status: 409 })
  })

  test('ST-01 of two apps that are confirmed at once, one is added', async () => {
    await withApp(rival)
    const { here, appKey } = await withApp(rival)
    await remove(here, codeOf(appKey))
    const [one, two] = [await begin(here), await begin(here)]
    const answers = await Promise.all([one, two].map(({ token, appKey: key }) => confirm(token, codeOf(key), here)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test("PM-01 ST-01 nobody confirms an app that another person has begun, and it isn't confirmed too late", async () => {
    const { token: here } = dataOf<{ token: string }>(await signIn(other))
    const { token, appKey } = await begin(here)
    const { token: theirs } = dataOf<{ token: string }>(await signIn(agent))
    const otherwise = { status: 409, body: { message: begunOtherwise } }
    expect(await confirm(token, codeOf(appKey), theirs)).toMatchObject(otherwise)
    goOn(601)
    expect(await confirm(token, codeOf(appKey), here)).toMatchObject(otherwise)
    expect(await stepsOf(here)).toMatchObject({ appSince: null })
  })

  test('SE-06 a right password alone opens nothing; with a code it does, once for each token and each code', async () => {
    const { appKey } = await withApp(demo)
    const token = await firstStep(demo)
    expect(await call('GET', '/users/me', { token })).toMatchObject({ status: 401 })
    expect(await secondStep(token, wrong(appKey))).toMatchObject(refusal(wrongCode))
    const code = codeOf(appKey)
    const opened = await secondStep(token, code)
    expect(opened).toMatchObject({ status: 200, body: { success: true, data: { user: { email: demo } } } })
    expect(await call('GET', '/users/me', { token: dataOf<{ token: string }>(opened).token })).toMatchObject({
      status: 200,
    })
    expect(await secondStep(token, codeOf(appKey, 30))).toMatchObject({
      status: 401,
      body: { message: signInTooLongAgo },
    })
    expect(await secondStep(await firstStep(demo), code)).toMatchObject(refusal(usedCode))
    expect(await signIn(demo, 'not the password')).toMatchObject({ status: 401 })
  })

  test('SE-06 a code that is typed in two places at once lets one of them in', async () => {
    const { appKey, recoveryCodes } = await withApp(demo)
    for (const code of [codeOf(appKey), recoveryCodes[0]!]) {
      const tokens = [await firstStep(demo), await firstStep(demo), await firstStep(demo)]
      const answers = await Promise.all(tokens.map((token) => secondStep(token, code)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422])
    }
    const token = await firstStep(demo)
    const both = await Promise.all([recoveryCodes[1]!, recoveryCodes[2]!].map((code) => secondStep(token, code)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test.each([
    [-59, 422],
    [-30, 200],
    [-15, 200],
    [15, 200],
    [30, 200],
    [61, 422],
  ])('SE-06 a phone whose clock is off by %i seconds is answered %i', async (off, status) => {
    const { appKey } = await withApp(demo)
    goOn(300)
    expect(await secondStep(await firstStep(demo), codeOf(appKey, off))).toMatchObject({ status })
  })

  test('SE-06 after a code of a fast clock, no older one is taken', async () => {
    const { appKey } = await withApp(demo)
    goOn(300)
    expect(await secondStep(await firstStep(demo), codeOf(appKey, 30))).toMatchObject({ status: 200 })
    for (const off of [30, 0, -30]) {
      expect(await secondStep(await firstStep(demo), codeOf(appKey, off))).toMatchObject(refusal(usedCode))
    }
    expect(usedCode).toContain('or a newer one')
  })

  test('SE-06 each recovery code works once, however it is typed, and the person is told', async () => {
    const { here, recoveryCodes } = await withApp(agent)
    const [code = '', another = ''] = recoveryCodes
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`
    expect(await secondStep(await firstStep(agent), typed)).toMatchObject({ status: 200 })
    expect(await stepsOf(here)).toMatchObject({ recoveryCodesLeft: 9 })
    expect((await subjectsTo(agent))[0]).toBe('A recovery code has been used')
    expect(await secondStep(await firstStep(agent), code)).toMatchObject(refusal(wrongRecoveryCode))
    // Those of another person open nothing.
    const { recoveryCodes: theirs } = await withApp(rival)
    expect(await secondStep(await firstStep(agent), theirs[0]!)).toMatchObject(refusal(wrongRecoveryCode))
    expect(await secondStep(await firstStep(agent), another)).toMatchObject({ status: 200 })
  })

  test('SE-06 wrong codes make the next try wait, and end those of the app for an hour, but no recovery code', async () => {
    const { appKey, recoveryCodes } = await withApp(agent)
    const token = await firstStep(agent)
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await secondStep(token, wrong(appKey))).toMatchObject(refusal(wrongCode))
    }
    expect(waited).toEqual([500, 1_000, 2_000, 4_000, 8_000])
    // A new first step begins no new count.
    for (const again of [token, await firstStep(agent)]) {
      expect(await secondStep(again, codeOf(appKey))).toMatchObject({
        status: 429,
        headers: { 'retry-after': '3600' },
        body: { message: tooManyCodes },
      })
    }
    expect((await subjectsTo(agent)).filter((subject) => subject === 'Somebody knows your password')).toHaveLength(1)
    expect(await secondStep(token, 'AAAAAA-AAAAAA-AAAAAA-AAAAAA')).toMatchObject(refusal(wrongRecoveryCode))
    expect(await secondStep(token, recoveryCodes[0]!)).toMatchObject({ status: 200 })
    // The right one ends the count.
    expect(await secondStep(await firstStep(agent), codeOf(appKey))).toMatchObject({ status: 200 })
  })

  test('SE-06 SE-08 the first step is good for ten minutes, and no longer than its password; the second outlives it', async () => {
    const { here, appKey } = await withApp(other)
    const late = await firstStep(other)
    goOn(601)
    expect(await secondStep(late, codeOf(appKey))).toMatchObject({ status: 401 })
    const before = await firstStep(other)
    const password = 'a very long new one'
    const body = { currentPassword: demoPassword, password }
    expect(await call('PUT', '/users/password', { token: here, body })).toMatchObject({ status: 200 })
    expect(await secondStep(before, codeOf(appKey))).toMatchObject({ status: 401 })
    const again = await firstStep(other, password)
    await post('/users/forgot-password/start', { email: other })
    const mails = await database.system((tx) => tx.select().from(outbox).orderBy(desc(outbox.createdAt)))
    const mail = mails.find(({ payload }) => payload['to'] === other)
    const token = new URL(/https?:\S+/.exec(String(mail?.payload['text']))?.[0] ?? '').searchParams.get('token')
    const reset = { email: other, password: demoPassword, token }
    expect(await post('/users/forgot-password', reset)).toMatchObject({ status: 200 })
    expect(await secondStep(again, codeOf(appKey))).toMatchObject({ status: 401 })
    expect(await secondStep(await firstStep(other), codeOf(appKey))).toMatchObject({ status: 200 })
  })

  test('ST-01 an app is removed by whoever has password and code, and its recovery codes go with it', async () => {
    const { here, appKey, recoveryCodes } = await withApp(demo)
    expect(await remove(here, codeOf(appKey), 'not the password')).toMatchObject(
      refusal('This is not your password', 'password'),
    )
    expect(await remove(here, wrong(appKey))).toMatchObject(refusal(wrongCode))
    expect(await stepsOf(here)).toMatchObject({ recoveryCodesLeft: 10 })
    expect(await remove(here, recoveryCodes[0]!)).toMatchObject({ status: 200 })
    expect(await stepsOf(here)).toMatchObject({ appSince: null, recoveryCodesLeft: 0 })
    expect((await subjectsTo(demo))[0]).toBe('Your authenticator app has been removed')
    expect(await signIn(demo)).toMatchObject({ status: 200 })
    expect(await remove(here, codeOf(appKey))).toMatchObject({ status: 409 })
  })

  test('ST-01 new recovery codes take the place of the old ones, for whoever has password and code', async () => {
    const { here, appKey, recoveryCodes } = await withApp(demo)
    expect(await renew(here, codeOf(appKey), 'not the password')).toMatchObject(
      refusal('This is not your password', 'password'),
    )
    const renewed = await renew(here, codeOf(appKey))
    const { recoveryCodes: now } = dataOf<{ recoveryCodes: string[] }>(renewed)
    expect(now).toHaveLength(10)
    expect((await subjectsTo(demo))[0]).toBe('Your recovery codes have been renewed')
    expect(await secondStep(await firstStep(demo), recoveryCodes[3]!)).toMatchObject(refusal(wrongRecoveryCode))
    expect(await secondStep(await firstStep(demo), now[3]!)).toMatchObject({ status: 200 })
    const { token: none } = dataOf<{ token: string }>(await signIn('kenji.mori@offerdesk.example'))
    expect(await renew(none, '123456')).toMatchObject({ status: 409 })
  })

  test('AD-01 ST-01 each organization of the person is told what changed, and of secrets that they did', async () => {
    const { here, appKey, recoveryCodes } = await withApp(demo)
    await secondStep(await firstStep(demo), recoveryCodes[0]!)
    await secondStep(await firstStep(demo), codeOf(appKey))
    await remove(here, recoveryCodes[1]!)
    const [organization] = dataOf<{ id: string }[]>(await call('GET', '/organizations', { token: here }))
    const audit = await call('GET', `/audit?organizationId=${organization?.id}&resource=members`, { token: here })
    const entries = dataOf<{ action: string; actor: object; record: object }[]>(audit)
    expect(entries.slice(0, 3).map(({ action }) => action)).toEqual([
      'users.removeApp',
      'users.removeApp',
      'users.takeSecondStep',
    ])
    expect(entries[2]).toMatchObject({ actor: { kind: 'person', name: 'Dana Reyes' }, record: { resource: 'members' } })
    const text = JSON.stringify(entries)
    expect(text).toContain('recoveryCodesLeft')
    for (const secret of [appKey, ...recoveryCodes]) expect(text).not.toContain(secret)
  })
})
