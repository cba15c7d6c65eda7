import { eq } from 'drizzle-orm'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../../server/config'
import { demoPassword } from '../../../server/db/demo'
import { signIns } from '../../../server/db/schema/signIns'
import { memberships, organizations } from '../../../server/db/schema/organizations'
import { users } from '../../../server/db/schema/users'
import { demo, type Started, startSomewhere } from './start'

/** Seconds of the flood, and from how many addresses it comes; `npm run figures -- flood` takes a longer one. */
const seconds = Number(process.env['FLOOD_SECONDS'] ?? '2')
const addresses = Number(process.env['FLOOD_ADDRESSES'] ?? '300')
/** Requests of the flood that are under way at any time. */
const atOnce = Number(process.env['FLOOD_AT_ONCE'] ?? '80')
const honest = 9

const config = readConfig({ NODE_ENV: 'production', TRUST_PROXY: '127.0.0.1' })
const servers = await startSomewhere({ config })

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const addressOf = (number: number) => `198.${18 + Math.floor(number / 65_536)}.${(number >> 8) % 256}.${number % 256}`
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const shown = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

describe.each(servers)('on $kind', ({ call, database, kind }: Started) => {
  /** People who have signed in lately, half of them from where they sign in now. */
  async function people(): Promise<{ email: string; address: string }[]> {
    return database.system(async (tx) => {
      const [known] = await tx.select().from(users).where(eq(users.email, demo))
      if (!known) throw new Error('there is no demo account')
      const [org] = await tx.select({ id: organizations.id }).from(organizations).limit(1)
      const made = []
      for (let number = 0; number < honest; number += 1) {
        const email = `honest.${number}@flood.example`
        const address = `203.0.113.${number + 1}`
        const [user] = await tx
          .insert(users)
          .values({ email, name: 'Honest', passwordHash: known.passwordHash })
          .returning()
        await tx.insert(memberships).values({ orgId: org?.id ?? '', userId: user?.id ?? '' })
        const network = number % 2 === 0 ? address : `192.0.2.${number + 1}`
        await tx.insert(signIns).values({ userId: user?.id ?? '', network, lastAt: new Date() })
        made.push({ email, address })
      }
      return made
    })
  }

  test(
    'SE-06 a flood of sign-ins from many addresses keeps nobody out who signs in from where they did before, or whose account it does not try',
    { timeout: (seconds + 120) * 1000 },
    async () => {
      const crowd = await people()
      // Every other try is for an account that there is: of those who sign in from where they did before.
      const attacked = crowd.filter((_, index) => index % 2 === 0).map(({ email }) => email)
      const answers = new Map<number, number>()
      const over = new AbortController()
      const attacker = async (first: number) => {
        for (let number = first; !over.signal.aborted; number += atOnce) {
          const email = number % 2 === 0 ? attacked[(number / 2) % attacked.length] : `nobody.${number}@flood.example`
          const { status } = await call('POST', '/users/login', {
            body: { email, password: 'wrong' },
            headers: { 'x-forwarded-for': addressOf(number % addresses) },
          })
          answers.set(status, (answers.get(status) ?? 0) + 1)
          if (status !== 401) await delay(50)
        }
      }
      const flood = Array.from({ length: atOnce }, (_, number) => attacker(number))
      await delay(1_000)
      const ends = Date.now() + seconds * 1000
      const signedIn = await Promise.all(
        crowd.map(async ({ email, address }, index) => {
          await delay((index / honest) * seconds * 700)
          const began = Date.now()
          const { status } = await call('POST', '/users/login', {
            body: { email, password: demoPassword },
            headers: { 'x-forwarded-for': address },
          })
          return { status, took: Date.now() - began }
        }),
      )
      await delay(Math.max(0, ends - Date.now()))
      over.abort()
      const gotIn = signedIn.filter(({ status }) => status === 200).length
      const waitsOf = (isHere: boolean) => {
        const waits = signedIn.filter((_, index) => (index % 2 === 0) === isHere).map(({ took }) => took)
        return `${shown(median(waits))} at the median and ${shown(Math.max(...waits))} at most`
      }
      const flooded = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ')
      console.log(
        `${kind}: ${atOnce} requests at once from ${addresses} addresses for ${seconds} s, answered ${flooded}; ` +
          `of ${honest} people ${gotIn} got in: from where they had signed in before in ${waitsOf(true)}, ` +
          `from elsewhere, with accounts that were not tried, in ${waitsOf(false)}`,
      )
      expect(signedIn.map(({ status }) => status)).toEqual(Array.from({ length: honest }, () => 200))
      expect([...answers.keys()].filter((status) => status === 500)).toEqual([])
      await Promise.all(flood)
    },
  )
})
