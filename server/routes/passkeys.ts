import { and, eq } from 'drizzle-orm'
import type { PasskeyCall } from '../../contract/extensions/passkeys'
import {
  knownPasskey,
  mostPasskeys,
  othersPasskey,
  passkeyAdded,
  passkeyRemoved,
  passkeyRenamed,
  passkeyTooLate,
  tooManyPasskeys,
  unknownPasskey,
} from '../../contract/rules/twoSteps'
import { authAddressesFrom } from '../auth/addresses'
import {
  challengeIn,
  copied,
  creationOf,
  isHandleOf,
  madeBy,
  noteUse,
  passkeyBy,
  passkeysOf,
  refusedPasskey,
  requestOf,
  usesBy,
} from '../auth/passkeys'
import { dropPasskey, firstCodes, lockEnabled } from '../auth/secondStep'
import { type CheckPassword, enter, passwordProof } from '../auth/signIn'
import { challengeOf, newChallenge, useChallenge } from '../auth/stepChallenges'
import { noteAccount } from '../db/acting'
import { isId } from '../db/keys'
import { passkeys } from '../db/schema/secondSteps'
import type { Handlers } from '../http/contract'
import { notFound, Refusal } from '../http/errors'
import { copiedPasskeyMail, passkeyAddedMail, passkeyRemovedMail } from '../mail/accountMails'
import { postMail } from '../mail/mail'
import type { Services } from './services'
import { begunTooLongAgo, tooLongAgo } from './twoSteps'

/** Passkeys, as a second step at sign-in and without a password (ST-01, SE-06). */
export function passkeyHandlers(
  { database, config: { publicUrl }, limiter, now, nudgeOutbox }: Services,
  checkPassword: CheckPassword,
): Pick<Handlers['users'], PasskeyCall> {
  const { forgot } = authAddressesFrom(publicUrl)
  const provePassword = passwordProof(checkPassword)

  /** Whose sign-in a token is the first step of; undefined where a passkey alone signs in. */
  async function firstStepOf(token: string | undefined): Promise<string | undefined> {
    if (token === undefined) return undefined
    const asked = await database.system((tx) => challengeOf(tx, 'sign_in', token, now()))
    if (typeof asked?.userId !== 'string') throw tooLongAgo()
    noteAccount(asked.userId)
    return asked.userId
  }

  return {
    beginPasskey: async ({ body: { password }, caller, network }) => {
      const { userId, user } = caller
      await provePassword(caller, password, network)
      const { challenge, own } = await database.system(async (tx) => {
        const before = await passkeysOf(tx, userId)
        if (before.length >= mostPasskeys) throw new Refusal(409, 'too_many_passkeys', tooManyPasskeys)
        return { own: before, challenge: await newChallenge(tx, { purpose: 'add_passkey', userId }, now()) }
      })
      return { data: { options: await creationOf(challenge, { ...user, id: userId }, own, publicUrl) } }
    },

    addPasskey: async ({ body: { name, credential }, caller: { userId, user } }) => {
      const challenge = challengeIn(credential)
      // Used up first: of what is not right, nothing is tried again.
      const used = await database.system((tx) => useChallenge(tx, 'add_passkey', challenge, now()))
      if (used?.userId !== userId) throw begunTooLongAgo()
      const made = await madeBy(credential, challenge, publicUrl)
      const recoveryCodes = await database.system(async (tx) => {
        await lockEnabled(tx, userId)
        if ((await passkeysOf(tx, userId)).length >= mostPasskeys) {
          throw new Refusal(409, 'too_many_passkeys', tooManyPasskeys)
        }
        const added = await tx
          .insert(passkeys)
          .values({ userId, name, ...made, createdAt: now() })
          .onConflictDoNothing()
          .returning({ id: passkeys.id })
        if (added.length === 0) throw new Refusal(409, 'known_passkey', knownPasskey)
        await postMail(tx, passkeyAddedMail(user.email, name, forgot))
        return firstCodes(tx, userId)
      })
      nudgeOutbox()
      return { success: true, message: passkeyAdded, data: { recoveryCodes } }
    },

    renamePasskey: async ({ params: { passkeyId }, body: { name }, caller: { userId } }) => {
      if (!isId(passkeyId)) throw notFound('Passkey')
      const own = and(eq(passkeys.userId, userId), eq(passkeys.id, passkeyId))
      const renamed = await database.system((tx) =>
        tx.update(passkeys).set({ name }).where(own).returning({ id: passkeys.id }),
      )
      if (renamed.length === 0) throw notFound('Passkey')
      return { success: true, message: passkeyRenamed }
    },

    removePasskey: async ({ params: { passkeyId }, body: { password }, caller, network }) => {
      const { userId, user } = caller
      await provePassword(caller, password, network)
      if (!isId(passkeyId)) throw notFound('Passkey')
      await database.system(async (tx) => {
        const name = await dropPasskey(tx, userId, passkeyId)
        await postMail(tx, passkeyRemovedMail(user.email, name, forgot))
      })
      nudgeOutbox()
      return { success: true, message: passkeyRemoved }
    },

    askPasskey: async ({ body: { token }, network }) => {
      await limiter.count('passkeyAsked', network)
      const userId = await firstStepOf(token)
      const { challenge, among } = await database.system(async (tx) => {
        if (userId === undefined) {
          return { challenge: await newChallenge(tx, { purpose: 'passkey_sign_in' }, now()), among: [] }
        }
        const theirs = await passkeysOf(tx, userId)
        return { challenge: await newChallenge(tx, { purpose: 'passkey_step', userId }, now()), among: theirs }
      })
      return { data: { options: await requestOf(challenge, among, publicUrl) } }
    },

    takePasskey: async ({ body: { token, credential }, network, userAgent }) => {
      await limiter.count('wrongToken', network)
      const userId = await firstStepOf(token)
      const challenge = challengeIn(credential)
      const purpose = userId === undefined ? 'passkey_sign_in' : 'passkey_step'
      const { used, kept } = await database.system(async (tx) => ({
        used: await useChallenge(tx, purpose, challenge, now()),
        kept: await passkeyBy(tx, credential.id),
      }))
      if (!used || used.userId !== (userId ?? null)) throw new Refusal(401, 'passkey_too_late', passkeyTooLate)
      if (!kept) throw noSuchPasskey()
      if (userId !== undefined && kept.userId !== userId) throw refusedPasskey(othersPasskey)
      if (!isHandleOf(credential, kept.userId)) throw refusedPasskey(othersPasskey)
      const uses = await usesBy(credential, kept, challenge, publicUrl)
      noteAccount(kept.userId)
      await limiter.forgive('wrongToken', network)
      const opened = await database.system(async (tx) => {
        const email = await lockEnabled(tx, kept.userId).catch((error: unknown) => {
          throw error instanceof Refusal ? noSuchPasskey() : error
        })
        const isNext = await noteUse(tx, kept.id, uses, now())
        if (isNext === undefined) throw noSuchPasskey()
        if (!isNext) {
          await postMail(tx, copiedPasskeyMail(email, kept.name, forgot))
          return undefined
        }
        if (token !== undefined && !(await useChallenge(tx, 'sign_in', token, now()))) throw tooLongAgo()
        return enter(tx, kept.userId, { network, userAgent }, now())
      })
      nudgeOutbox()
      if (!opened) throw copied()
      return { success: true, message: 'Login successful', data: opened }
    },
  }
}

const noSuchPasskey = () => new Refusal(401, 'unknown_passkey', unknownPasskey)
