import { eq } from 'drizzle-orm'
import type { TwoStepCall } from '../../contract/extensions/twoSteps'
import {
  appAdded,
  appRemoved,
  begunOtherwise,
  plainCode,
  recoveryCodesRenewed,
  signInTooLongAgo,
  wrongCode,
} from '../../contract/rules/twoSteps'
import { authAddressesFrom } from '../auth/addresses'
import { newAppKey, stepOfCode } from '../auth/authenticatorApp'
import { addApp, createSecondStep, dropApp, firstCodes, refusedCode, renewCodes, twoStepsOf } from '../auth/secondStep'
import { type CheckPassword, enter, passwordProof } from '../auth/signIn'
import { challengeOf, newChallenge, useChallenge } from '../auth/stepChallenges'
import { noteAccount } from '../db/acting'
import { users } from '../db/schema/users'
import type { Handlers } from '../http/contract'
import { Refusal } from '../http/errors'
import {
  appAddedMail,
  appRemovedMail,
  recoveryCodesRenewedMail,
  recoveryCodeUsedMail,
  tooManyCodesMail,
} from '../mail/accountMails'
import { postMail } from '../mail/mail'
import type { Services } from './services'

/** The second step at sign-in (ST-01, SE-06). */
export function twoStepHandlers(
  services: Services,
  checkPassword: CheckPassword,
): Pick<Handlers['users'], TwoStepCall> {
  const { database, config, limiter, secrets, now, nudgeOutbox } = services
  const { forgot } = authAddressesFrom(config.publicUrl)
  const { withCode } = createSecondStep({
    ...services,
    onTooMany: async (userId) => {
      await database.system(async (tx) => {
        const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
        if (person) await postMail(tx, tooManyCodesMail(person.email, forgot))
      })
      nudgeOutbox()
    },
  })

  const provePassword = passwordProof(checkPassword)

  return {
    twoSteps: async ({ caller }) => ({ data: await database.system((tx) => twoStepsOf(tx, caller.userId)) }),

    takeSecondStep: async ({ body: { token, oneTimeCode }, network, userAgent }) => {
      await limiter.count('wrongToken', network)
      const asked = await database.system((tx) => challengeOf(tx, 'sign_in', token, now()))
      const userId = asked?.userId
      if (typeof userId !== 'string') throw tooLongAgo()
      await limiter.forgive('wrongToken', network)
      noteAccount(userId)
      const data = await withCode(userId, oneTimeCode, async (tx, { by, email, recoveryCodesLeft }) => {
        if (!(await useChallenge(tx, 'sign_in', token, now()))) throw tooLongAgo()
        if (by === 'recovery') await postMail(tx, recoveryCodeUsedMail(email, recoveryCodesLeft, forgot))
        return enter(tx, userId, { network, userAgent }, now())
      })
      nudgeOutbox()
      return { success: true, message: 'Login successful', data }
    },

    beginApp: async ({ body: { password }, caller, network }) => {
      const { userId } = caller
      await provePassword(caller, password, network)
      const appKey = newAppKey()
      const token = await database.system(async (tx) => {
        if ((await twoStepsOf(tx, userId)).appSince !== null) throw hasApp()
        return newChallenge(tx, { purpose: 'add_app', userId, appKey: secrets.seal(appKey) }, now())
      })
      return { data: { token, appKey } }
    },

    confirmApp: async ({ body: { token, oneTimeCode }, caller }) => {
      const { userId, user } = caller
      const recoveryCodes = await database.system(async (tx) => {
        const asked = await challengeOf(tx, 'add_app', token, now())
        if (asked?.userId !== userId || asked.appKey === null) throw begunTooLongAgo()
        const step = stepOfCode(secrets.unseal(asked.appKey), plainCode(oneTimeCode), now())
        if (step === undefined) throw refusedCode(wrongCode)
        if (!(await useChallenge(tx, 'add_app', token, now()))) throw begunTooLongAgo()
        if (!(await addApp(tx, userId, { appKey: asked.appKey, appStep: step, appSince: now() }))) throw hasApp()
        await postMail(tx, appAddedMail(user.email, forgot))
        return firstCodes(tx, userId)
      })
      nudgeOutbox()
      return { success: true, message: appAdded, data: { recoveryCodes } }
    },

    removeApp: async ({ body: { password, oneTimeCode }, caller, network }) => {
      const { userId, user } = caller
      await provePassword(caller, password, network)
      await withCode(userId, oneTimeCode, async (tx) => {
        await dropApp(tx, userId)
        await postMail(tx, appRemovedMail(user.email, forgot))
      })
      nudgeOutbox()
      return { success: true, message: appRemoved }
    },

    renewRecoveryCodes: async ({ body: { password, oneTimeCode }, caller, network }) => {
      const { userId, user } = caller
      await provePassword(caller, password, network)
      const recoveryCodes = await withCode(userId, oneTimeCode, async (tx) => {
        await postMail(tx, recoveryCodesRenewedMail(user.email, forgot))
        return renewCodes(tx, userId)
      })
      nudgeOutbox()
      return { success: true, message: recoveryCodesRenewed, data: { recoveryCodes } }
    },
  }
}

export const tooLongAgo = () => new Refusal(401, 'sign_in_too_long_ago', signInTooLongAgo)
export const begunTooLongAgo = () => new Refusal(409, 'begun_too_long_ago', begunOtherwise)
const hasApp = () => new Refusal(409, 'has_app', 'There is an authenticator app already. Remove it first.')
