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
  /** Wrong passwords for one account from one address, since the last right one. */
  loginOfAccount: { tries: 10, windowSeconds: 900 },
  /** Wrong passwords from one address, whatever the account; a whole office may have one address. */
  loginFromAddress: { tries: 300, windowSeconds: 900 },
  /** Mails to one account. */
  mailToAccount: { tries: 10, windowSeconds: 3_600 },
  mailFromAddress: { tries: 60, windowSeconds: 3_600 },
  /** Tokens of mails and payment links that opened nothing. */
  wrongToken: { tries: 300, windowSeconds: 600 },
} as const satisfies Record<string, Limit>

export interface RateLimiter {
  /** Counts a try, and throws a 429 with Retry-After when there were too many in this window. */
  count: (limit: keyof typeof limits, key: string) => Promise<void>
  /** Takes the try that was counted last back, as it was a good one. */
  forgive: (limit: keyof typeof limits, key: string) => Promise<void>
  /** Takes all tries of this window back, as after the right password. */
  clear: (limit: keyof typeof limits, key: string) => Promise<void>
}

/** Counters in the database, so that every node counts together. */
export function createRateLimiter(database: Database, now: () => Date): RateLimiter {
  const windowOf = ({ windowSeconds }: Limit) => {
    const length = windowSeconds * 1000
    const start = Math.floor(now().getTime() / length) * length
    return { windowStart: new Date(start), secondsLeft: (start + length - now().getTime()) / 1000 }
  }
  async function recount(name: keyof typeof limits, key: string, count: SQL): Promise<void> {
    const { windowStart } = windowOf(limits[name])
    await database.system(async (tx) => {
      await tx
        .update(rateLimits)
        .set({ count })
        .where(and(eq(rateLimits.key, `${name}:${key}`), eq(rateLimits.windowStart, windowStart)))
    })
  }
  return {
    async count(name, key) {
      const limit = limits[name]
      const { windowStart, secondsLeft } = windowOf(limit)
      const count = await database.system(async (tx) => {
        const [row] = await tx
          .insert(rateLimits)
          .values({ key: `${name}:${key}`, windowStart, count: 1 })
          .onConflictDoUpdate({
            target: [rateLimits.key, rateLimits.windowStart],
            set: { count: sql`${rateLimits.count} + 1` },
          })
          .returning({ count: rateLimits.count })
        return row?.count ?? 0
      })
      if (count > limit.tries) throw tooManyRequests(secondsLeft)
    },
    forgive: (name, key) => recount(name, key, sql`greatest(${rateLimits.count} - 1, 0)`),
    clear: (name, key) => recount(name, key, sql`0`),
  }
}

/** Forgets the counters of windows that are long over. */
export const forgetOldCounters = (database: Database, now: Date) =>
  database.system((tx) => tx.delete(rateLimits).where(lt(rateLimits.windowStart, new Date(now.getTime() - 86_400_000))))
