import { and, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/database'
import { rateLimits } from '../db/schema/rateLimits'
import { tooManyRequests } from './errors'

export interface Limit {
  /** Tries per window. */
  tries: number
  windowSeconds: number
}

export const limits = {
  /** Wrong passwords from one network, whatever the account; a whole office may have one address. */
  loginFromNetwork: { tries: 300, windowSeconds: 900 },
  /** Mails to one account. */
  mailToAccount: { tries: 10, windowSeconds: 3_600 },
  mailFromNetwork: { tries: 60, windowSeconds: 3_600 },
  /** Tokens of mails and payment links that opened nothing. */
  wrongToken: { tries: 300, windowSeconds: 600 },
  /** Sign-ins by a passkey that were begun, each of which is kept for some minutes. */
  passkeyAsked: { tries: 300, windowSeconds: 600 },
  /** Codes of payment links that opened nothing, from one network, and digits of one code from one network (NO-06). */
  wrongCode: { tries: 20, windowSeconds: 600 },
  wrongCodeDigits: { tries: 5, windowSeconds: 3_600 },
  /** Attempts to pay through one link. */
  payAttempts: { tries: 60, windowSeconds: 600 },
  /** Organizations that one person makes. */
  organizationsOfPerson: { tries: 20, windowSeconds: 3_600 },
  /** Calls that an organization's telephone system tells of. */
  telephoneCalls: { tries: 600, windowSeconds: 60 },
} as const satisfies Record<string, Limit>

/** What is counted without an end: somebody else decides what the number means. */
const tallies = {
  /** Wrong passwords for an account, from wherever its person has not signed in lately. */
  wrongPassword: { windowSeconds: 900 },
  /** Wrong passwords for an account from a network where its person has, since the last right one. */
  wrongPasswordFromHere: { windowSeconds: 900 },
  /** Wrong codes at the second step of an account, since the last right one. */
  wrongSecondStep: { windowSeconds: 3_600 },
} as const satisfies Record<string, Omit<Limit, 'tries'>>

type Counter = keyof typeof limits | keyof typeof tallies
const windows: Record<Counter, Omit<Limit, 'tries'>> = { ...limits, ...tallies }

export interface RateLimiter {
  /** Counts a try, and throws a 429 with Retry-After when there were too many in this window. */
  count: (limit: keyof typeof limits, key: string) => Promise<void>
  /** Counts a try, and returns how many there were in this window, with it. */
  tally: (name: keyof typeof tallies, key: string) => Promise<number>
  /** Takes the try that was counted last back, as it was a good one. */
  forgive: (name: Counter, key: string) => Promise<void>
  /** Takes all tries of this window back, as after the right password. */
  clear: (name: Counter, key: string) => Promise<void>
}

/** Counters in the database, so that every node counts together. */
export function createRateLimiter(database: Database, now: () => Date): RateLimiter {
  const windowOf = (name: Counter) => {
    const length = windows[name].windowSeconds * 1000
    const start = Math.floor(now().getTime() / length) * length
    return { windowStart: new Date(start), secondsLeft: (start + length - now().getTime()) / 1000 }
  }
  async function recount(name: Counter, key: string, count: SQL): Promise<void> {
    const { windowStart } = windowOf(name)
    await database.system(async (tx) => {
      await tx
        .update(rateLimits)
        .set({ count })
        .where(and(eq(rateLimits.key, `${name}:${key}`), eq(rateLimits.windowStart, windowStart)))
    })
  }
  const countOne = (name: Counter, key: string) =>
    database.system(async (tx) => {
      const [row] = await tx
        .insert(rateLimits)
        .values({ key: `${name}:${key}`, windowStart: windowOf(name).windowStart, count: 1 })
        .onConflictDoUpdate({
          target: [rateLimits.key, rateLimits.windowStart],
          set: { count: sql`${rateLimits.count} + 1` },
        })
        .returning({ count: rateLimits.count })
      return row?.count ?? 0
    })
  return {
    async count(name, key) {
      const tries = await countOne(name, key)
      if (tries > limits[name].tries) throw tooManyRequests(windowOf(name).secondsLeft)
    },
    tally: countOne,
    forgive: (name, key) => recount(name, key, sql`greatest(${rateLimits.count} - 1, 0)`),
    clear: (name, key) => recount(name, key, sql`0`),
  }
}

/** Seconds of the longest window. */
const longestWindow = Math.max(...Object.values(windows).map(({ windowSeconds }) => windowSeconds))

/** Forgets the counters of windows that are over: whoever guesses makes many. */
export const forgetOldCounters = (database: Database, now: Date) =>
  database.system((tx) =>
    tx.delete(rateLimits).where(lt(rateLimits.windowStart, new Date(now.getTime() - longestWindow * 1_000))),
  )
