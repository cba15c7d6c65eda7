import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { TwoSteps } from '../../contract/extensions/twoSteps'
import {
  isAppCode,
  lastStepStays,
  secondStepDemanded,
  noApp,
  plainCode,
  type StepWay,
  tooManyCodes,
  usedCode,
  wrongCode,
  wrongRecoveryCode,
} from '../../contract/rules/twoSteps'
import { actAs } from '../db/actAs'
import type { Database } from '../db/database'
import { memberships, organizations } from '../db/schema/organizations'
import { passkeys, secondSteps } from '../db/schema/secondSteps'
import { users } from '../db/schema/users'
import type { Transaction } from '../db/transactions'
import { invalid, notFound, Refusal } from '../http/errors'
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
    if (!steps) throw noSecondStep()
    const change = (fields: Partial<typeof secondSteps.$inferInsert>) =>
      tx.update(secondSteps).set(fields).where(eq(secondSteps.userId, userId))
    if (steps.appKey === null && (await waysOf(tx, userId)).length === 0) throw noSecondStep()
    if (isAppCode(code)) {
      if (steps.appKey === null) throw refusedCode(noApp)
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
export async function lockEnabled(tx: Transaction, userId: string): Promise<string> {
  const enabled = and(eq(users.id, userId), isNull(users.disabledAt))
  const [person] = await tx.select({ name: users.name, email: users.email }).from(users).where(enabled).for('share')
  if (!person) throw noSecondStep()
  await actAs(tx, { kind: 'person', id: userId, name: person.name || person.email })
  return person.email
}

/** By what the second step of the person's sign-in is taken, beside recovery codes; by nothing when they have none. */
export async function waysOf(tx: Transaction, userId: string): Promise<StepWay[]> {
  const { rows } = await tx.execute<{ way: StepWay }>(sql`
    select 'app' as way from ${secondSteps} where user_id = ${userId} and app_key is not null
    union all
    (select 'passkey' from ${passkeys} where user_id = ${userId} limit 1)`)
  return rows.map(({ way }) => way)
}

export async function twoStepsOf(tx: Transaction, userId: string): Promise<TwoSteps> {
  const [steps] = await tx.select().from(secondSteps).where(eq(secondSteps.userId, userId))
  const own = await tx
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
  return {
    id: userId,
    appSince: steps?.appSince?.toISOString() ?? null,
    recoveryCodesLeft: steps?.recoveryCodesLeft ?? 0,
    demandedBy: await demanding(tx, userId),
    passkeys: own.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
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

/** Recovery codes are of no use without a second step. */
const noCodes = { recoveryHashes: [], recoveryCodesLeft: 0 }

/** Takes the app away, and the recovery codes with the last second step. */
export async function dropApp(tx: Transaction, userId: string): Promise<void> {
  const own = and(eq(secondSteps.userId, userId), isNotNull(secondSteps.appKey))
  const hasPasskeys = (await tx.$count(passkeys, eq(passkeys.userId, userId))) > 0
  const nothing = { appKey: null, appSince: null, appStep: null, ...(hasPasskeys ? {} : noCodes) }
  const dropped = await tx.update(secondSteps).set(nothing).where(own).returning({ userId: secondSteps.userId })
  if (dropped.length === 0) throw noSecondStep()
  if (!hasPasskeys) await refuseLast(tx, userId)
}

/** Takes a passkey of the person's away, and the recovery codes with the last second step; returns its name. */
export async function dropPasskey(tx: Transaction, userId: string, id: string): Promise<string> {
  const own = eq(secondSteps.userId, userId)
  // One removal after the other, so that each sees what is left.
  const [steps] = await tx.select({ appKey: secondSteps.appKey }).from(secondSteps).where(own).for('update')
  const [removed] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ name: passkeys.name })
  if (!removed) throw notFound('Passkey')
  const left = await tx.$count(passkeys, eq(passkeys.userId, userId))
  if (left === 0 && !steps?.appKey) {
    await tx.update(secondSteps).set(noCodes).where(own)
    await refuseLast(tx, userId)
  }
  return removed.name
}

/** Keeps the last second step where an organization of the person's demands one. */
async function refuseLast(tx: Transaction, userId: string): Promise<void> {
  const demandedBy = await demanding(tx, userId)
  if (demandedBy.length > 0) throw new Refusal(409, secondStepDemanded, lastStepStays(demandedBy))
}

/** The organizations of the person's that demand a second step, by name. */
async function demanding(tx: Transaction, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: organizations.name })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .where(and(eq(memberships.userId, userId), isNull(memberships.disabledAt), eq(organizations.demandsTwoSteps, true)))
    .orderBy(asc(memberships.createdAt), asc(organizations.id))
  return rows.map(({ name }) => name)
}

/** Makes recovery codes for whoever has added a second step and has none; null when there are some. */
export async function firstCodes(tx: Transaction, userId: string): Promise<string[] | null> {
  const [steps] = await tx
    .select({ left: secondSteps.recoveryCodesLeft })
    .from(secondSteps)
    .where(eq(secondSteps.userId, userId))
  return (steps?.left ?? 0) > 0 ? null : renewCodes(tx, userId)
}

/** Makes new recovery codes in place of all before, and returns them. They are kept only as hashes. */
export async function renewCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  const kept = { recoveryHashes: codes.map(recoveryHash), recoveryCodesLeft: codes.length }
  await tx
    .insert(secondSteps)
    .values({ userId, ...kept })
    .onConflictDoUpdate({ target: secondSteps.userId, set: kept })
  return codes
}
