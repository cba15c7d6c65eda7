import { eq } from 'drizzle-orm'
import { hashPassword, isPassword } from '../auth/passwords'
import { type Caller, endAllSessions, endSession, openSession, userOf } from '../auth/sessions'
import { newUserToken, useInvite, useUserToken } from '../auth/userTokens'
import type { Transaction } from '../db/transactions'
import { memberships, organizations } from '../db/schema/organizations'
import { users } from '../db/schema/users'
import type { Handlers } from '../http/contract'
import { invalid, Refusal } from '../http/errors'
import { accountExistsMail, passwordResetMail, postMail, signupMail } from '../mail/mail'
import type { Services } from './services'

export function userHandlers({ database, config, limiter, now, nudgeOutbox }: Services): Handlers['users'] {
  const link = (mode: string, email: string, token: string) =>
    `${config.publicUrl}/auth?${new URLSearchParams({ mode, email, token }).toString()}`

  const userByEmail = async (tx: Transaction, email: string) =>
    (await tx.select().from(users).where(eq(users.email, email)).limit(1))[0]

  const wrongToken = (path: string) =>
    invalid([{ path, message: 'This link is not valid any more. Ask for a new one.' }])

  async function countMail(email: string, ip: string) {
    await limiter.count('mailFromAddress', ip)
    await limiter.count('mailToAccount', email)
  }

  return {
    login: async ({ body: { email, password }, ip }) => {
      const account = `${email}|${ip}`
      await limiter.count('loginFromAddress', ip)
      await limiter.count('loginOfAccount', account)
      const user = await database.system((tx) => userByEmail(tx, email))
      const isRight = await isPassword(user?.passwordHash, password)
      // The same words whether the account exists or not.
      if (!user || !isRight || user.disabledAt)
        throw new Refusal(401, 'wrong_credentials', 'Email or password is wrong')
      await Promise.all([limiter.forgive('loginFromAddress', ip), limiter.clear('loginOfAccount', account)])
      const token = await database.system((tx) => openSession(tx, user.id, now()))
      return { success: true, message: 'Login successful', data: { token, user: userOf(user) } }
    },

    me: ({ caller }) => Promise.resolve({ data: caller.user }),

    startPasswordReset: async ({ body: { email }, ip }) => {
      await countMail(email, ip)
      await database.system(async (tx) => {
        if (!(await userByEmail(tx, email))) return
        const token = await newUserToken(tx, 'password_reset', email, now())
        await postMail(tx, passwordResetMail(email, link('reset', email, token)))
      })
      nudgeOutbox()
      return { success: true, message: 'If there is an account with this email, we have sent it a link.' }
    },

    resetPassword: async ({ body: { email, password, token }, ip }) => {
      await limiter.count('wrongToken', ip)
      const passwordHash = await hashPassword(password)
      await database.system(async (tx) => {
        if ((await useUserToken(tx, 'password_reset', token, now())) !== email) throw wrongToken('body.token')
        const [user] = await tx
          .update(users)
          .set({ passwordHash })
          .where(eq(users.email, email))
          .returning({ id: users.id })
        if (!user) throw wrongToken('body.token')
        await endAllSessions(tx, user.id)
      })
      await limiter.forgive('wrongToken', ip)
      return { success: true, message: 'Your password has been changed. Sign in with the new one.' }
    },

    signup: async ({ body: { email }, ip }) => {
      await countMail(email, ip)
      await database.system(async (tx) => {
        if (await userByEmail(tx, email)) {
          await postMail(tx, accountExistsMail(email, `${config.publicUrl}/auth?mode=forgot`))
          return
        }
        const token = await newUserToken(tx, 'signup', email, now())
        await postMail(tx, signupMail(email, link('signup', email, token)))
      })
      nudgeOutbox()
      return { success: true, message: 'We have sent you a link that completes your account.' }
    },

    completeSignup: async ({ body, ip }) => {
      await limiter.count('wrongToken', ip)
      const passwordHash = await hashPassword(body.password)
      const { token, user } = await database.system(async (tx) => {
        const joined = await joinedWith(tx, body)
        if (await userByEmail(tx, joined.email)) {
          throw new Refusal(409, 'account_exists', 'There is an account with this email already. Sign in instead.')
        }
        const [created] = await tx
          .insert(users)
          .values({ email: joined.email, name: body.name, passwordHash, organizationName: joined.organizationName })
          .returning()
        if (!created) throw new Error('the new user was not returned')
        await tx.insert(memberships).values({ orgId: joined.orgId, userId: created.id, role: joined.role })
        return { token: await openSession(tx, created.id, now()), user: userOf(created) }
      })
      await limiter.forgive('wrongToken', ip)
      return { message: 'Your account is ready. Welcome!', data: { token, user } }
    },

    update: async ({ body, caller }) => {
      const user = await database.system((tx) => changedUser(tx, caller, body))
      return { success: true, message: 'Your profile has been updated.', data: { user } }
    },

    logout: async ({ caller }) => {
      await database.system((tx) => endSession(tx, caller.tokenHash))
      return { success: true, message: 'You are signed out.' }
    },
  }

  /** The organization that a sign-up ends in: the inviting one, or a new one of the person's own. */
  async function joinedWith(
    tx: Transaction,
    body: {
      name: string
      organizationName?: string | undefined
      token?: string | undefined
      inviteToken?: string | undefined
    },
  ) {
    if (body.inviteToken !== undefined) {
      const invite = await useInvite(tx, body.inviteToken, now())
      if (!invite) throw wrongToken('body.inviteToken')
      const [org] = await tx
        .select({ name: organizations.name })
        .from(organizations)
        .where(eq(organizations.id, invite.orgId))
      return { ...invite, organizationName: org?.name ?? null }
    }
    const email = await useUserToken(tx, 'signup', body.token ?? '', now())
    if (email === undefined) throw wrongToken('body.token')
    const organizationName = body.organizationName ?? `${body.name}’s organization`
    const [org] = await tx.insert(organizations).values({ name: organizationName }).returning({ id: organizations.id })
    if (!org) throw new Error('the new organization was not returned')
    return { email, orgId: org.id, role: 'owner' as const, organizationName }
  }
}

async function changedUser(
  tx: Transaction,
  { userId }: Caller,
  fields: { name?: string | undefined; email?: string | undefined; organizationName?: string | undefined },
) {
  if (fields.email !== undefined) {
    const [other] = await tx.select({ id: users.id }).from(users).where(eq(users.email, fields.email)).limit(1)
    if (other && other.id !== userId) throw new Refusal(409, 'email_taken', 'This email is used by another account')
  }
  const [changed] = await tx.update(users).set(fields).where(eq(users.id, userId)).returning()
  if (!changed) throw new Error('the changed user was not returned')
  return userOf(changed)
}
