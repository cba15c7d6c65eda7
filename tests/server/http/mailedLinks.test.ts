import { desc, eq } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { demoPassword } from '../../../server/db/demo'
import { outbox } from '../../../server/db/schema/outbox'
import { demo, type Started, startSomewhere } from './start'

const servers = await startSomewhere({ pause: () => Promise.resolve() })

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

/** The statements that are sent to the database while something is done, without their values. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query')
  await work()
  const sent = query.mock.calls.map(([statement]: unknown[]) =>
    typeof statement === 'object' && statement !== null && 'text' in statement ? statement.text : statement,
  )
  query.mockRestore()
  // By this the channel of notices asks from time to time whether it is still connected.
  return sent.map(String).filter((statement) => statement !== 'select 1')
}

describe.each(servers)('on $kind', (server: Started) => {
  const { call } = server
  const mailsTo = async (to: string) => {
    const rows = await server.database.system((tx) =>
      tx.select().from(outbox).where(eq(outbox.topic, 'mail')).orderBy(desc(outbox.createdAt), desc(outbox.id)),
    )
    return rows.filter(({ payload, state }) => payload['to'] === to && state === 'ready').map(({ payload }) => payload)
  }
  const tokenIn = (mail: Record<string, unknown> | undefined) =>
    new URL(/https?:\S+/.exec(String(mail?.['text']))?.[0] ?? 'http://none').searchParams.get('token') ?? ''
  const askReset = async (email: string) => {
    await call('POST', '/users/forgot-password/start', { body: { email } })
    return tokenIn((await mailsTo(email))[0])
  }
  /** A new account, signed in. */
  async function newAccount(email: string) {
    await call('POST', '/users/signup', { body: { email } })
    const token = tokenIn((await mailsTo(email))[0])
    const body = { token, name: 'Nia', password: demoPassword }
    const { data } = (await call('POST', '/users/signup/complete', { body })).body as { data: { token: string } }
    return data.token
  }
  const confirm = (token: string) => call('POST', '/users/update/email', { body: { token } })

  test('SE-08 a reset ends every other reset link of the address', async () => {
    const email = 'kenji.mori@offerdesk.example'
    const [older, newer] = [await askReset(email), await askReset(email)]
    const body = { email, password: 'chosen first' }
    expect(await call('POST', '/users/forgot-password', { body: { ...body, token: older } })).toMatchObject({
      status: 200,
    })
    expect(
      await call('POST', '/users/forgot-password', { body: { email, password: 'chosen second', token: newer } }),
    ).toMatchObject({ status: 422, body: { error: { details: [{ path: 'body.token' }] } } })
    expect(await call('POST', '/users/login', { body })).toMatchObject({ status: 200 })
  })

  test.each(['forgot-password/start', 'signup'])(
    'SE-08 SE-09 %s does the same work whether there is an account or not',
    async (path) => {
      const worked = (email: string) => statementsOf(() => call('POST', `/users/${path}`, { body: { email } }))
      const known = await worked('saoirse@offerdesk.example')
      expect(known.length).toBeGreaterThan(3)
      expect(await worked('nobody.at.all@x.example')).toEqual(known)
      if (path !== 'signup') expect(await mailsTo('nobody.at.all@x.example')).toEqual([])
    },
  )

  test.each([
    ['password1', 'weak.one@new.example', 'common'],
    ['ILoveYou', 'weak.two@new.example', 'common'],
    ['weak.three@new.example', 'weak.three@new.example', 'own email'],
    ['WEAK.FOUR', 'weak.four@new.example', 'own email'],
  ])('SE-08 SE-09 the new password %s of %s is refused, as %s', async (password, email, why) => {
    const refused = {
      status: 422,
      body: { error: { details: [{ path: 'body.password', message: expect.stringContaining(why) as string }] } },
    }
    await call('POST', '/users/signup', { body: { email } })
    const body = { token: tokenIn((await mailsTo(email))[0]), name: 'Weak', password }
    expect(await call('POST', '/users/signup/complete', { body })).toMatchObject(refused)
    expect(
      await call('POST', '/users/forgot-password', { body: { email, password, token: 'does-not-matter' } }),
    ).toMatchObject(refused)
    // The link is as good as before.
    expect(
      await call('POST', '/users/signup/complete', { body: { ...body, password: `${password} and more` } }),
    ).toMatchObject({ status: 200 })
  })

  test('SE-09 an email changes by the link mailed to the new address, for whoever knows the password', async () => {
    const [before, after] = ['nia.before@new.example', 'nia.after@new.example']
    const token = await newAccount(before)
    const wants = (password?: string) => call('PUT', '/users/update', { token, body: { email: after, password } })
    for (const refused of [await wants(), await wants('not the password')]) {
      expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ path: 'body.password' }] } } })
    }
    expect(await mailsTo(after)).toEqual([])
    expect(await wants(demoPassword)).toMatchObject({
      status: 200,
      body: { success: true, message: expect.stringContaining(after) as string, data: { user: { email: before } } },
    })
    expect(await call('GET', '/users/me', { token })).toMatchObject({ body: { data: { email: before } } })
    expect((await mailsTo(before))[0]).toMatchObject({ text: expect.stringContaining(after) as string })
    const [older] = [tokenIn((await mailsTo(after))[0]), await wants(demoPassword)]
    const newer = tokenIn((await mailsTo(after))[0])
    const reset = await askReset(before)

    expect(await confirm(newer)).toMatchObject({ status: 200, body: { success: true } })
    expect(await call('GET', '/users/me', { token })).toMatchObject({ body: { data: { email: after } } })
    expect((await mailsTo(before))[0]).toMatchObject({ subject: 'Your email address has been changed' })
    for (const link of [newer, older, 'never-mailed']) expect(await confirm(link)).toMatchObject({ status: 422 })
    const stolen = { email: before, password: 'with the old mailbox', token: reset }
    expect(await call('POST', '/users/forgot-password', { body: stolen })).toMatchObject({ status: 422 })
    const login = (email: string) => call('POST', '/users/login', { body: { email, password: demoPassword } })
    expect([(await login(before)).status, (await login(after)).status]).toEqual([401, 200])
  })

  test('SE-08 SE-09 whoever resets the password ends the change of email that somebody else asked for', async () => {
    const [own, foreign] = ['held.up@new.example', 'intruder@new.example']
    const stolen = await newAccount(own)
    await call('PUT', '/users/update', { token: stolen, body: { email: foreign, password: demoPassword } })
    const link = tokenIn((await mailsTo(foreign))[0])
    const body = { email: own, password: 'known to the owner alone', token: await askReset(own) }
    expect(await call('POST', '/users/forgot-password', { body })).toMatchObject({ status: 200 })
    expect(await confirm(link)).toMatchObject({ status: 422 })
    expect(await call('POST', '/users/login', { body })).toMatchObject({
      status: 200,
      body: { data: { user: { email: own } } },
    })
  })

  test('SE-09 PM-01 whether a wanted address has an account is told to its owner alone', async () => {
    const token = await newAccount('curious@new.example')
    const wants = (email: string) =>
      call('PUT', '/users/update', { token, body: { email, password: demoPassword, name: 'Curious' } })
    // What is another one for every answer, and when it was given, tells nothing of an account.
    const answered = async (email: string) => {
      const { headers, ...answer } = await wants(email)
      const text = JSON.stringify({ ...answer, headers: { ...headers, date: '' } })
      return text.replaceAll(email, '?').replaceAll(/"[\da-f-]{36}"|"\d+"/g, '')
    }
    const free = await answered('free@new.example')
    expect(await answered(demo)).toBe(free)
    const [mail] = await mailsTo(demo)
    expect(mail).toMatchObject({ subject: 'You already have an Offerdesk account' })
    expect(tokenIn(mail)).toBe('')
  })

  test('SE-09 an address that was taken meanwhile is refused to the link, which stays of no use', async () => {
    const token = await newAccount('late@new.example')
    const wanted = 'wanted@new.example'
    await call('PUT', '/users/update', { token, body: { email: wanted, password: demoPassword } })
    const link = tokenIn((await mailsTo(wanted))[0])
    await newAccount(wanted)
    expect(await confirm(link)).toMatchObject({ status: 409, body: { error: { code: 'email_taken' } } })
    expect(await call('GET', '/users/me', { token })).toMatchObject({ body: { data: { email: 'late@new.example' } } })
  })
})
