import { and, eq } from 'drizzle-orm'
import { passwordChanged, wrongCurrentPassword } from '../../contract/forms/password'
import { signedOutElsewhere, signedOutThere } from '../../contract/rules/devices'
import type { User } from '../../contract/users'
import { inviteAccepted } from '../../contract/rules/invites'
import { signUpClosed, whyNoSignUp } from '../../contract/rules/signUp'
import { askForEmailChange, changeEmail } from '../auth/emailChange'
import { endBegun } from '../auth/endBegun'
import { authAddressesFrom } from '../auth/addresses'
import { choosePreferences, preferencesOf } from '../auth/preferences'
import { refuseGuessable } from '../auth/passwordRules'
import { hashPassword, isPassword } from '../auth/passwords'
import {
  type Caller,
  endAllSessions,
  endOtherSessions,
  endSession,
  endSessionOf,
  sessionsOf,
  userOf,
} from '../auth/sessions'
import { createSignIn } from '../auth/signIn'
import { makeOrganization } from '../auth/organizations'
import { completeSignup } from '../auth/signUp'
import { isUserToken, newUserToken, useUserToken, wrongToken } from '../auth/userTokens'
import { actAs } from '../db/actAs'
import { isId } from '../db/keys'
import type { Transaction } from '../db/transactions'
import { users } from '../db/schema/users'
import type { Handlers } from '../http/contract'
import { invalid, notFound, Refusal } from '../http/errors'
import {
  accountExistsMail,
  passwordChangedMail,
  passwordResetMail,
  postMail,
  postNothing,
  signupMail,
} from '../mail/mail'
import { acceptInvite } from '../invites/answer'
import { knownInvite } from './invites'
import { passkeyHandlers } from './passkeys'
import type { Services } from './services'
import { twoStepHandlers } from './twoSteps'

export function userHandlers(services: Services): Handlers['users'] {
  const { database, config, limiter, now, nudgeOutbox } = services
  const addresses = authAddressesFrom(config.publicUrl)
  const { checkPassword, signIn } = createSignIn(services)

  async function countMail(email: string, network: string) {
    await limiter.count('mailFromNetwork', network)
    await limiter.count('mailToAccount', email)
  }

  const refuseSignUp = (isInvited: boolean) => {
    const why = whyNoSignUp(config.signUp, isInvited)
    if (why !== undefined) throw new Refusal(403, signUpClosed, why)
  }

  const withPreferences = async (user: User, userId: string): Promise<User> => ({
    ...user,
    preferences: await database.system((tx) => preferencesOf(tx, userId)),
  })

  return {
    ...twoStepHandlers(services, checkPassword),
    ...passkeyHandlers(services, checkPassword),

    login: async ({ body, network, userAgent }) => {
      return { success: true, message: 'Login successful', data: await signIn({ ...body, network, userAgent }) }
    },

    me: async ({ caller }) => ({ data: await withPreferences(caller.user, caller.userId) }),

    startPasswordReset: async ({ body: { email }, network }) => {
      await countMail(email, network)
      await database.system(async (tx) => {
        // The same is done whether there is an account or not, so that time tells nothing.
        const user = await userByEmail(tx, email)
        const token = await newUserToken(tx, 'password_reset', email, now())
        const mail = passwordResetMail(email, addresses.to('reset', { email, token }))
        await (user ? postMail(tx, mail) : postNothing(tx, mail))
      })
      nudgeOutbox()
      return { success: true, message: 'If there is an account with this email, we have sent it a link.' }
    },

    resetPassword: async ({ body: { email, password, token }, network }) => {
      await limiter.count('wrongToken', network)
      refuseGuessable(password, email)
      // Nobody without a token makes us work.
      const isValid = await database.system((tx) => isUserToken(tx, 'password_reset', token, now()))
      if (!isValid) throw wrongToken('body.token')
      const passwordHash = await hashPassword(password, { lane: 'proven', asker: email })
      await database.system(async (tx) => {
        if ((await useUserToken(tx, 'password_reset', token, now()))?.email !== email) throw wrongToken('body.token')
        const user = await userByEmail(tx, email)
        if (!user) throw wrongToken('body.token')
        await actAs(tx, { kind: 'person', id: user.id, name: user.name || email })
        await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id))
        await endAllSessions(tx, user.id)
        await endBegun(tx, { id: user.id, email }, now())
      })
      await limiter.forgive('wrongToken', network)
      return { success: true, message: 'Your password has been changed. Sign in with the new one.' }
    },

    signup: async ({ body: { email }, network }) => {
      refuseSignUp(false)
      await countMail(email, network)
      await database.system(async (tx) => {
        const user = await userByEmail(tx, email)
        const token = await newUserToken(tx, 'signup', email, now())
        const mail = user
          ? accountExistsMail(email, addresses.forgot)
          : signupMail(email, addresses.to('signup', { email, token }))
        await postMail(tx, mail)
      })
      nudgeOutbox()
      return { success: true, message: 'We have sent you a link that completes your account.' }
    },

    completeSignup: async ({ body, network, userAgent }) => {
      refuseSignUp(body.inviteToken !== undefined)
      await limiter.count('wrongToken', network)
      const data = await completeSignup(database, body, { network, userAgent }, now)
      await limiter.forgive('wrongToken', network)
      return { message: 'Your account is ready. Welcome!', data }
    },

    update: async ({ body: { email, password, ...fields }, caller, network }) => {
      const wanted = email === caller.user.email ? undefined : email
      if (wanted !== undefined) {
        if (password === undefined) throw wrongPassword('Type your password to change your email')
        await countMail(wanted, network)
        const isRight = await checkPassword({ email: caller.user.email, password, network })
        if (!isRight) throw wrongPassword(wrongCurrentPassword)
      }
      const changed = await database.system(async (tx) => {
        if (wanted !== undefined) {
          await askForEmailChange(tx, { userId: caller.userId, from: caller.user.email, to: wanted }, addresses, now())
        }
        return changedUser(tx, caller, fields)
      })
      const user = await withPreferences(changed, caller.userId)
      if (wanted === undefined) return { success: true, message: 'Your profile has been updated.', data: { user } }
      nudgeOutbox()
      const message = `We have sent a link to ${wanted}. Your email changes when you open it.`
      return { success: true, message, data: { user } }
    },

    confirmEmail: async ({ body: { token }, network }) => {
      await limiter.count('wrongToken', network)
      const email = await database.system((tx) => changeEmail(tx, token, now()))
      if (email === undefined) throw wrongToken('body.token')
      nudgeOutbox()
      await limiter.forgive('wrongToken', network)
      return { success: true, message: `Your email is ${email} from now on.` }
    },

    logout: async ({ caller }) => {
      await database.system((tx) => endSession(tx, caller.tokenHash))
      return { success: true, message: 'You are signed out.' }
    },

    sessions: async ({ caller }) => ({ data: await database.system((tx) => sessionsOf(tx, caller)) }),

    endSession: async ({ params: { sessionId }, caller }) => {
      const isEnded = isId(sessionId) && (await database.system((tx) => endSessionOf(tx, caller.userId, sessionId)))
      if (!isEnded) throw notFound('Device')
      return { success: true, message: signedOutThere }
    },

    endOtherSessions: async ({ caller }) => {
      await database.system((tx) => endOtherSessions(tx, caller))
      return { success: true, message: signedOutElsewhere }
    },

    setPreferences: async ({ body, caller }) => ({
      data: {
        ...caller.user,
        preferences: await database.system((tx) => choosePreferences(tx, caller.userId, body)),
      },
    }),

    changePassword: async ({ body: { currentPassword, password }, caller, network }) => {
      const { userId, user } = caller
      refuseGuessable(password, user.email)
      const account = await checkPassword({ email: user.email, password: currentPassword, network })
      const isChanged = account !== undefined && (await replacePassword(account, password, caller))
      if (isChanged) nudgeOutbox()
      // Asked for again, as its answer was lost, or twice at once, a change is there already.
      else if (await isPasswordNow(userId, password)) await database.system((tx) => endOtherSessions(tx, caller))
      else throw wrongPassword(wrongCurrentPassword, 'currentPassword')
      return { success: true, message: passwordChanged }
    },

    acceptInvite: async ({ body: { token }, caller, network }) => {
      const invite = await knownInvite(services, token, network)
      const data = await acceptInvite(database, invite, caller, now())
      return { success: true, message: inviteAccepted(data.organizationName), data }
    },

    createOrganization: async ({ body: { name }, headers, caller }) => {
      await limiter.count('organizationsOfPerson', caller.userId)
      const made = await makeOrganization(database, name, caller, headers)
      return { data: made }
    },
  }

  /** Whether it was made; where another change came first, this one was asked for with an old password. */
  async function replacePassword(checked: { passwordHash: string }, password: string, caller: Caller) {
    const { userId, user } = caller
    const passwordHash = await hashPassword(password, { lane: 'known', asker: userId })
    return database.system(async (tx) => {
      const isSame = and(eq(users.id, userId), eq(users.passwordHash, checked.passwordHash))
      const changed = await tx.update(users).set({ passwordHash }).where(isSame).returning({ id: users.id })
      if (changed.length === 0) return false
      await endOtherSessions(tx, caller)
      await endBegun(tx, { id: userId, email: user.email }, now())
      await postMail(tx, passwordChangedMail(user.email, addresses.forgot))
      return true
    })
  }

  async function isPasswordNow(userId: string, password: string) {
    const [account] = await database.system((tx) =>
      tx.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)),
    )
    return isPassword(account?.passwordHash, password, { lane: 'known', asker: userId })
  }
}

const wrongPassword = (message: string, field = 'password') => invalid([{ path: `body.${field}`, message }])

const userByEmail = async (tx: Transaction, email: string) =>
  (await tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.email, email)).limit(1))[0]

async function changedUser(
  tx: Transaction,
  { userId, user }: Caller,
  fields: { name?: string | undefined; organizationName?: string | undefined },
) {
  if (Object.values(fields).every((value) => value === undefined)) return user
  const [changed] = await tx.update(users).set(fields).where(eq(users.id, userId)).returning()
  if (!changed) throw new Error('the changed user was not returned')
  return userOf(changed)
}
