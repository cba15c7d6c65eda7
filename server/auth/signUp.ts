import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { SignupCompletion } from '../../contract/users'
import { actAs } from '../db/actAs'
import type { Database } from '../db/database'
import { memberships } from '../db/schema/organizations'
import { users } from '../db/schema/users'
import type { Transaction } from '../db/transactions'
import { invalid, Refusal } from '../http/errors'
import { joinByInvite, refuseUnusable } from '../invites/answer'
import { type FoundInvite, inviteOf } from '../invites/record'
import { newOrganization } from './organizations'
import { refuseGuessable } from './passwordRules'
import { hashPassword } from './passwords'
import { openSession, type Origin, userOf } from './sessions'
import { isUserToken, useUserToken, wrongToken } from './userTokens'

/** Makes the account that a mailed token or an invite is for, and opens its first session. Throws a 409 and 422s. */
export async function completeSignup(database: Database, body: SignupCompletion, origin: Origin, now: () => Date) {
  // Nobody without a token makes us work.
  await database.system(async (tx) => {
    if (body.inviteToken !== undefined) {
      const invite = await foundBy(tx, body.inviteToken)
      await saidAtToken(() => refuseUnusable(invite, now()))
    } else if (!(await isUserToken(tx, 'signup', body.token ?? '', now()))) throw wrongToken('body.token')
  })
  const passwordHash = await hashPassword(body.password, {
    lane: 'proven',
    asker: body.inviteToken ?? body.token ?? '',
  })
  return database.system(async (tx) => {
    const id = uuidv7()
    await actAs(tx, { kind: 'person', id, name: body.name })
    const { email, orgId, role, organizationName } = await joinedWith(tx, body, now())
    refuseGuessable(body.password, email)
    const [other] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).limit(1)
    if (other) {
      throw new Refusal(409, 'account_exists', 'There is an account with this email already. Sign in instead.')
    }
    const [created] = await tx
      .insert(users)
      .values({ id, email, name: body.name, passwordHash, organizationName })
      .returning()
    if (!created) throw new Error('the new user was not returned')
    await tx.insert(memberships).values({ orgId, userId: created.id, role })
    return { token: await openSession(tx, created.id, origin), user: userOf(created) }
  })
}

/** The organization that a sign-up ends in: the inviting one, or a new one of the person's own. */
async function joinedWith(tx: Transaction, body: SignupCompletion, now: Date) {
  if (body.inviteToken !== undefined) {
    const invite = await foundBy(tx, body.inviteToken)
    return saidAtToken(() => joinByInvite(tx, invite, now))
  }
  const used = await useUserToken(tx, 'signup', body.token ?? '', now)
  if (!used) throw wrongToken('body.token')
  const organizationName = body.organizationName ?? `${body.name}’s organization`
  const orgId = await newOrganization(tx, organizationName)
  return { email: used.email, orgId, role: 'owner' as const, organizationName }
}

async function foundBy(tx: Transaction, inviteToken: string): Promise<FoundInvite> {
  const found = await inviteOf(tx, inviteToken)
  if (!found) throw wrongToken('body.inviteToken')
  return found
}

/** What `work` answers; why an invite can't be used is told as a mistake of its token. */
async function saidAtToken<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw invalid([{ path: 'body.inviteToken', message: error.message }])
    throw error
  }
}
