import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { TwoSteps } from '../../contract/extensions/twoSteps'
import {
  isAppCode,
  plainCode,
  tooManyCodes,
  usedCode,
  wrongCode,
  wrongRecoveryCode,
} from '../../contract/rules/twoSteps'
import { actAs } from '../db/actAs'
import type { Database } from '../db/database'
import { secondSteps } from '../db/schema/secondSteps'
import { users } from '../db/schema/users'
import type { Transaction } from '../db/transactions'
import { invalid, Refusal } from '../http/errors'
import type { RateLimiter } from '../http/rateLimit'
import type { Secrets } from '../secrets'
import { stepOfCode } from './authenticatorApp'
import { newRecoveryCodes, recoveryHash } from './recoveryCodes'
import { delayAfter, SignInDelay } from './signInDelay'

export interface SecondStepOptions {
  database: Database
  secrets: Secrets
  limiter: RateLimiter
  now: () => Date
  pause: (milliseconds: number) => Promise<void>
  /** Done once when no code of the app is taken for a while: whoever tries knows the password. */
  onTooMany: (userId: string) => Promise<void>
}

/** Six digits are guessed in a million tries: so many in an hour find them in twelve years, with one chance in two. */
const mostTries = 10

/** Whose second step was taken, and by what. */
interface Taken {
  email: string
  by: 'app' | 'recovery'
  recoveryCodesLeft: number
}

/** Taking the second step: wrong codes make the next try wait, and end those of the app for a while (SE-06). */
export function createSecondStep({ database, secrets, limiter, now, pause, onTooMany }: SecondStepOptions) {
  const delay = new SignInDelay(pause)

  /**
   * Uses a code up and does `work` in the same transaction, so that a code is good once, for one thing that is done. Throws a
   * 422 for a wrong code, and a 429 after too many.
   */
  async function withCode<T>(
    userId: string,
    typed: string,
    work: (tx: Transaction, taken: Taken) => Promise<T>,
  ): Promise<T> {
    const code = plainCode(typed)
    const tries = await limiter.tally('wrongSecondStep', userId)
    if (tries > mostTries && isAppCode(code)) {
      throw new Refusal(429, 'too_many_codes', tooManyCodes, { headers: { 'retry-after': '3600' } })
    }
    await delay.wait(userId, delayAfter(tries - 1)).catch(async (error: unknown) => {
      // A code that nobody looked at is no wrong one.
      await limiter.forgive('wrongSecondStep', userId)
      throw error
    })
    const done = await database
      .system(async (tx) => {
        const email = await lockEnabled(tx, userId)
        return work(tx, { email, ...(await useCode(tx, userId, code)) })
      })
      .catch(async (error: unknown) => {
        if (tries === mostTries) await onTooMany(userId)
        throw error
      })
    await limiter.clear('wrongSecondStep', userId)
    return done
  }

  async function useCode(tx: Transaction, userId: string, code: string): Promise<Omit<Taken, 'email'>> {
    const [steps] = await tx.select().from(secondSteps).where(eq(secondSteps.userId, userId)).for('update')
    if (!steps?.appKey) throw noSecondStep()
    const change = (fields: Partial<typeof secondSteps.$inferInsert>) =>
      tx.update(secondSteps).set(fields).where(eq(secondSteps.userId, userId))
    if (isAppCode(code)) {
      const step = stepOfCode(secrets.unseal(steps.appKey), code, now())
      if (step === undefined) throw refusedCode(wrongCode)
      if (step <= (steps.appStep ?? 0)) throw refusedCode(usedCode)
      await change({ appStep: step })
      return { by: 'app', recoveryCodesLeft: steps.recoveryCodesLeft }
    }
    const hash = recoveryHash(code)
    const left = steps.recoveryHashes.filter((one) => one !== hash)
    if (left.length === steps.recoveryHashes.length) throw refusedCode(wrongRecoveryCode)
    await change({ recoveryHashes: left, recoveryCodesLeft: left.length })
    return { by: 'recovery', recoveryCodesLeft: left.length }
  }

  return { withCode }
}

export type WithCode = ReturnType<typeof createSecondStep>['withCode']

export const noSecondStep = () => new Refusal(409, 'no_second_step', 'There is no second step at your sign-in.')

export const refusedCode = (message: string) => invalid([{ path: 'body.oneTimeCode', message }])

/**
 * Keeps the account as it is until the end of the transaction: a change of the password, which ends all sessions, waits for
 * that and ends the one that is opened, too. Who has no session yet is the one that acts from here on.
 */
async function lockEnabled(tx: Transaction, userId: string): Promise<string> {
  const enabled = and(eq(users.id, userId), isNull(users.disabledAt))
  const [person] = await tx.select({ name: users.name, email: users.email }).from(users).where(enabled).for('share')
  if (!person) throw noSecondStep()
  await actAs(tx, { kind: 'person', id: userId, name: person.name || person.email })
  return person.email
}

/** Whether a sign-in of the person takes a second step. */
export async function hasSecondStep(tx: Transaction, userId: string): Promise<boolean> {
  const own = and(eq(secondSteps.userId, userId), isNotNull(secondSteps.appKey))
  return (await tx.select({ userId: secondSteps.userId }).from(secondSteps).where(own)).length > 0
}

export async function twoStepsOf(tx: Transaction, userId: string): Promise<TwoSteps> {
  const [steps] = await tx.select().from(secondSteps).where(eq(secondSteps.userId, userId))
  return {
    id: userId,
    appSince: steps?.appSince?.toISOString() ?? null,
    recoveryCodesLeft: steps?.recoveryCodesLeft ?? 0,
  }
}

/** Makes an app the person's, from the period on whose code has confirmed it; false when they have one. */
export async function addApp(
  tx: Transaction,
  userId: string,
  app: { appKey: string; appStep: number; appSince: Date },
): Promise<boolean> {
  const added = await tx
    .insert(secondSteps)
    .values({ userId, ...app })
    .onConflictDoUpdate({ target: secondSteps.userId, set: app, setWhere: isNull(secondSteps.appKey) })
    .returning({ userId: secondSteps.userId })
  return added.length > 0
}

/** Takes the app away, and with it the recovery codes, which are of no use without a second step. */
export async function dropApp(tx: Transaction, userId: string): Promise<void> {
  const nothing = { appKey: null, appSince: null, appStep: null, recoveryHashes: [], recoveryCodesLeft: 0 }
  const own = and(eq(secondSteps.userId, userId), isNotNull(secondSteps.appKey))
  const dropped = await tx.update(secondSteps).set(nothing).where(own).returning({ userId: secondSteps.userId })
  if (dropped.length === 0) throw noSecondStep()
}

/** Makes new recovery codes in place of all before, and returns them. They are kept only as hashes. */
export async function renewCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const kept = { recoveryHashes: codes.map(recoveryHash), recoveryCodesLeft: codes.length }
  await tx.update(secondSteps).set(kept).where(eq(secondSteps.userId, userId))
  return codes
}
