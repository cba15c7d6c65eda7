import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { forgetOldSignIns } from '../../../server/auth/signIn'
import { readConfig } from '../../../server/config'
import { demoPassword } from '../../../server/db/demo'
import { signIns } from '../../../server/db/schema/signIns'
import { users } from '../../../server/db/schema/users'
import { demo, rival, type Started, startSomewhere, startOn } from './start'

let waited: number[] = []
const pause = (milliseconds: number) => {
  waited.push(milliseconds)
  return Promise.resolve()
}
// It stands still, as tries are counted anew with every quarter of an hour.
const begun = new Date()
const behindProxy = { config: readConfig({ NODE_ENV: 'test', TRUST_PROXY: '127.0.0.1' }), pause, now: () => begun }
const servers = await startSomewhere(behindProxy)

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))
beforeEach(() => (waited = []))

describe.each(servers)('on $kind', (server: Started) => {
  const attempt = (email: string, password: string, address: string, { call }: Pick<Started, 'call'> = server) =>
    call('POST', '/users/login', { body: { email, password }, headers: { 'x-forwarded-for': address } })
  /** Wrong passwords, each from another address. */
  async function attack(email: string, tries: number, network = '198.51.100') {
    const statuses = []
    for (let host = 1; host <= tries; host += 1) {
      statuses.push((await attempt(email, 'wrong', `${network}.${host}`)).status)
    }
    return new Set(statuses)
  }
  const networksOf = (email: string) =>
    server.database.system(async (tx) => {
      const rows = await tx
        .select({ network: signIns.network })
        .from(signIns)
        .innerJoin(users, eq(users.id, signIns.userId))
        .where(eq(users.email, email))
      return rows.map(({ network }) => network)
    })

  test.each(['miles.carter@offerdesk.example', 'nobody@x.example'])(
    'SE-06 wrong passwords for %s from many addresses make every next try wait longer',
    async (email) => {
      expect(await attack(email, 12)).toEqual(new Set([401]))
      expect(waited).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
    },
  )

  test('SE-06 the right password gets in all the same, after the wait', async () => {
    await attack('saoirse@offerdesk.example', 11)
    waited = []
    expect(await attempt('saoirse@offerdesk.example', demoPassword, '203.0.113.1')).toMatchObject({ status: 200 })
    expect(waited).toEqual([15_000])
  })

  test('SE-06 where a person has signed in before, nobody else makes them wait, and the right password ends the count', async () => {
    await attempt(demo, demoPassword, '203.0.113.2')
    await attack(demo, 11)
    waited = []
    expect(await attempt(demo, demoPassword, '203.0.113.2')).toMatchObject({ status: 200 })
    expect(waited).toEqual([])
    for (let tries = 0; tries < 6; tries += 1) await attempt(demo, 'wrong', '203.0.113.2')
    expect(waited).toEqual([500])
    await attempt(demo, demoPassword, '203.0.113.2')
    waited = []
    await attempt(demo, 'wrong', '203.0.113.2')
    expect(waited).toEqual([])
  })

  test('SE-06 the other addresses of an IPv6 line are no others', async () => {
    for (let host = 1; host <= 6; host += 1) await attempt(rival, 'wrong', `2001:db8:7:7::${host}`)
    await attempt(rival, demoPassword, '2001:db8:7:7::77')
    expect(await networksOf(rival)).toEqual(['2001:db8:7:7::/64'])
    waited = []
    await attempt(rival, 'wrong', '2001:db8:7:7::78')
    expect(waited).toEqual([])
  })

  test('SE-06 while a try of one account from one address waits, another is refused; from elsewhere it is not', async () => {
    const going: (() => void)[] = []
    const node = await startOn(server.database, {
      ...behindProxy,
      pause: () => new Promise<void>((resolve) => going.push(resolve)),
    })
    const email = 'kenji.mori@offerdesk.example'
    await attack(email, 8, '198.51.101')
    const first = attempt(email, 'wrong', '203.0.113.9', node)
    await expect.poll(() => going.length).toBe(1)
    expect(await attempt(email, 'wrong', '203.0.113.9', node)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '8' },
    })
    const elsewhere = attempt(email, demoPassword, '203.0.113.10', node)
    await expect.poll(() => going.length).toBe(2)
    for (const go of going) go()
    expect([(await first).status, (await elsewhere).status]).toEqual([401, 200])
    await node.stop()
  })

  test('SE-06 nobody but a proxy that is trusted says where a request comes from', async () => {
    const node = await startOn(server.database, { pause })
    await attempt('miles.carter@offerdesk.example', demoPassword, '203.0.113.44', node)
    expect(await networksOf('miles.carter@offerdesk.example')).toEqual(['127.0.0.1'])
    await node.stop()
  })

  test('SE-06 where somebody signed in long ago is forgotten', async () => {
    await attempt(demo, demoPassword, '203.0.113.2')
    await forgetOldSignIns(server.database, new Date(Date.now() + 31 * 86_400_000))
    expect(await networksOf(demo)).toEqual([])
  })
})
