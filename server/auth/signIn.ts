import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { noteAccount } from '../db/acting'
import type { Database } from '../db/database'
import { signIns } from '../db/schema/signIns'
import { users } from '../db/schema/users'
import type { Transaction } from '../db/transactions'
import { invalid, Refusal } from '../http/errors'
import type { RateLimiter } from '../http/rateLimit'
import { startOf } from './lifetimes'
import { isPassword, type Turn } from './passwords'
import { preferencesOf } from './preferences'
import { secondStepNeeded, type StepWay } from '../../contract/rules/twoSteps'
import { waysOf } from './secondStep'
import { type Caller, openSession, type Origin, userOf } from './sessions'
import { delayAfter, SignInDelay } from './signInDelay'
import { newChallenge } from './stepChallenges'

export interface SignInOptions {
  database: Database
  limiter: RateLimiter
  now: () => Date
  /** Lets so many milliseconds go by. */
  pause: (milliseconds: number) => Promise<void>
}

export interface Credentials {
  email: string
  password: string
  /** Where they come from, as `networkOf` tells it. */
  network: string
}

/** Signing in: wrong passwords make the next try wait, and never lock anybody out (SE-06). */
export function createSignIn({ database, limiter, now, pause }: SignInOptions) {
  const delay = new SignInDelay(pause)

  /** The account that the password is right for; undefined when it is wrong, or there is none. */
  async function checkPassword({ email, password, network }: Credentials) {
    await limiter.count('loginFromNetwork', network)
    const account = await database.system((tx) => accountOf(tx, email, network, now()))
    if (account) noteAccount(account.id)
    // Where somebody has signed in before, only the wrong passwords from there count: nobody else can make them wait.
    const [counter, key] = account?.isKnownHere
      ? (['wrongPasswordFromHere', `${email}|${network}`] as const)
      : (['wrongPassword', email] as const)
    const tries = await limiter.tally(counter, key)
    const forgive = () => Promise.all([limiter.forgive('loginFromNetwork', network), limiter.forgive(counter, key)])
    const isRight = await delay
      .wait(`${email}|${network}`, delayAfter(tries - 1))
      .then(() => isPassword(account?.passwordHash, password, turnOf(account, email, network)))
      .catch(async (error: unknown) => {
        // A password that nobody looked at is no wrong one.
        await forgive()
        throw error
      })
    if (!account || !isRight || account.disabledAt) return undefined
    await forgive()
    if (account.isKnownHere) await limiter.clear(counter, key)
    return account
  }

  return {
    checkPassword,
    /**
     * Opens a session. Throws a 401 in the same words whether the account exists or not, and a 403 with a token when it has a
     * second step.
     */
    signIn: async ({ userAgent, ...credentials }: Credentials & Pick<Origin, 'userAgent'>) => {
      const account = await checkPassword(credentials)
      if (!account) throw wrongCredentials()
      const { network } = credentials
      const opened = await database.system(async (tx) => {
        if (!(await isUnchanged(tx, account))) throw wrongCredentials()
        const ways = await waysOf(tx, account.id)
        if (ways.length === 0) return enter(tx, account.id, { userAgent, network }, now())
        return needsSecondStep(await newChallenge(tx, { purpose: 'sign_in', userId: account.id }, now()), ways)
      })
      if (opened instanceof Refusal) throw opened
      return opened
    },
  }
}

export type CheckPassword = ReturnType<typeof createSignIn>['checkPassword']

/** Asks of a caller the password that they have signed in by. Throws a 422 for another one. */
export const passwordProof =
  (checkPassword: CheckPassword) =>
  async ({ user: { email } }: Caller, password: string, network: string): Promise<void> => {
    if (await checkPassword({ email, password, network })) return
    throw invalid([{ path: 'body.password', message: 'This is not your password' }])
  }

const wrongCredentials = () => new Refusal(401, 'wrong_credentials', 'Email or password is wrong')

const needsSecondStep = (token: string, ways: StepWay[]) =>
  new Refusal(403, 'second_step_needed', secondStepNeeded, { details: { secondStep: { token, ways } } })

/** Opens a session of an account that may sign in, and remembers from where. */
export async function enter(tx: Transaction, userId: string, origin: Origin & { network: string }, now: Date) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (!user) throw wrongCredentials()
  await rememberSignIn(tx, userId, origin.network, now)
  const preferences = await preferencesOf(tx, userId)
  return { token: await openSession(tx, userId, origin), user: { ...userOf(user), preferences } }
}

/**
 * Whether the account still has the password that was checked, and may sign in. It stays so until the end of the
 * transaction: a change of the password, which ends all sessions, waits for that and ends the one that is opened, too.
 */
async function isUnchanged(tx: Transaction, { id, passwordHash }: { id: string; passwordHash: string }) {
  const same = and(eq(users.id, id), eq(users.passwordHash, passwordHash), isNull(users.disabledAt))
  return (await tx.select({ id: users.id }).from(users).where(same).for('share')).length > 0
}

interface Account {
  isKnownHere: boolean
  isProven: boolean
}

function turnOf(account: Account | undefined, email: string, network: string): Turn {
  if (account?.isKnownHere) return { lane: 'known', asker: `${email}|${network}` }
  return account?.isProven ? { lane: 'proven', asker: email } : { lane: 'stranger', asker: network }
}

/** The account of an address, and whether it was signed in to lately from this network, or from anywhere. */
async function accountOf(tx: Transaction, email: string, network: string, now: Date) {
  const lately = and(eq(signIns.userId, users.id), gt(signIns.lastAt, startOf('knownNetwork', now)))
  const [account] = await tx
    .select({
      id: users.id,
      passwordHash: users.passwordHash,
      disabledAt: users.disabledAt,
      isKnownHere: sql<boolean>`coalesce(bool_or(${signIns.network} = ${network}), false)`,
      isProven: sql<boolean>`count(${signIns.userId}) > 0`,
    })
    .from(users)
    .leftJoin(signIns, lately)
    .where(eq(users.email, email))
    .groupBy(users.id)
  return account
}

const rememberSignIn = (tx: Transaction, userId: string, network: string, lastAt: Date) =>
  tx
    .insert(signIns)
    .values({ userId, network, lastAt })
    .onConflictDoUpdate({ target: [signIns.userId, signIns.network], set: { lastAt } })

/** Forgets where people have signed in long ago. */
export const forgetOldSignIns = (database: Database, now: Date) =>
  database.system((tx) => tx.delete(signIns).where(lte(signIns.lastAt, startOf('knownNetwork', now))))
