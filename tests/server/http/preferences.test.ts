import { afterAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../../server/db/demo'
import { demo, rival, type Started, startSomewhere } from './start'

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const agent = 'saoirse@offerdesk.example'
interface User {
  email: string
  preferences: object | null
}

describe.each(servers)('on $kind', ({ call, login }: Started) => {
  const me = async (token: string) => ((await call('GET', '/users/me', { token })).body as { data: User }).data
  const choose = (token: string, body: object) => call('PUT', '/users/preferences', { token, body })

  test.each([
    ['an owner', demo],
    ['an agent', agent],
  ])('ST-01 what %s chooses is theirs on every device, and nobody else’s', async (_who, email) => {
    const [here, there, theirs] = [await login(email), await login(email), await login(rival)]
    expect((await me(here)).preferences).toBeNull()
    const chosen = await choose(here, { theme: 'dark', language: 'de-CH' })
    expect(chosen).toMatchObject({
      status: 200,
      body: { data: { email, preferences: { theme: 'dark', density: null, language: 'de-CH', clock: null } } },
    })
    expect(await me(there)).toEqual((chosen.body as { data: User }).data)
    const signedIn = await call('POST', '/users/login', { body: { email, password: demoPassword } })
    expect(signedIn.body).toMatchObject({ data: { user: { preferences: { theme: 'dark', language: 'de-CH' } } } })
    const renamed = await call('PUT', '/users/update', { token: here, body: { organizationName: 'Night shift' } })
    expect(renamed.body).toMatchObject({ data: { user: { preferences: { theme: 'dark', language: 'de-CH' } } } })
    expect((await me(theirs)).preferences).toBeNull()
  })

  test('ST-01 two tabs that choose at once, the first time as well, each keep what they chose', async () => {
    const token = await login('kenji.mori@offerdesk.example')
    const answers = await Promise.all([
      choose(token, { theme: 'light' }),
      choose(token, { density: 'compact' }),
      choose(token, { clock: '24' }),
      choose(token, { lists: { orders: { hidden: ['total'] } } }),
      choose(token, { lists: { customers: { order: ['phone', 'email'], widths: { email: 300 } } } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const lists = { orders: { hidden: ['total'] }, customers: { order: ['phone', 'email'], widths: { email: 300 } } }
    const words = { theme: 'light', density: 'compact', language: null, clock: '24' }
    expect((await me(token)).preferences).toEqual({ ...words, lists })
    // Nothing of a list is arranged any more.
    expect((await choose(token, { lists: { orders: {} } })).status).toBe(200)
    expect((await me(token)).preferences).toEqual({ ...words, lists: { ...lists, orders: {} } })
  })

  test('ST-01 what nobody can choose is refused, and changes nothing', async () => {
    const token = await login(demo)
    const before = await me(token)
    for (const body of [
      { lists: { secrets: {} } },
      { lists: { orders: { widths: { total: 1 } } } },
      { lists: { orders: { hidden: ['a\u0000'] } } },
      {},
      { theme: 'Dark' },
      { density: 1 },
      { language: 'xx' },
      { theme: 'light', clock: '25' },
    ]) {
      expect(await choose(token, body)).toMatchObject({ status: 422 })
    }
    expect(await me(token)).toEqual(before)
    expect(await call('PUT', '/users/preferences', { body: { theme: 'dark' } })).toMatchObject({ status: 401 })
  })
})
