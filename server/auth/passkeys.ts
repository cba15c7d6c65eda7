import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { CreationOptions, MadePasskey, RequestOptions, UsedPasskey } from '../../contract/extensions/passkeys'
import {
  copiedPasskey,
  noPasskeyAnswer,
  passkeyElsewhere,
  unverifiedPasskey,
  wrongPasskey,
} from '../../contract/rules/twoSteps'
import { passkeys } from '../db/schema/secondSteps'
import type { Transaction } from '../db/transactions'
import { invalid } from '../http/errors'

/** Loaded when somebody uses a passkey: it is a part of what a start takes. */
const library = () => import('@simplewebauthn/server')

/** A passkey as it is kept. */
export type KeptPasskey = typeof passkeys.$inferSelect

const clientData = z.object({ challenge: z.string(), origin: z.string() })

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** A person's id, as their passkeys know it. */
const handleOf = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))

/** Of a passkey's answer that is not right, by what is wrong with it. */
export const refusedPasskey = (message: string) => invalid([{ path: 'body.credential', message }])

/** Whether passkeys of this person have this handle; those that tell none are anybody's. */
export const isHandleOf = ({ response: { userHandle } }: UsedPasskey, userId: string): boolean =>
  typeof userHandle !== 'string' || userHandle === textOf(handleOf(userId))

function clientDataOf({ response: { clientDataJSON } }: MadePasskey | UsedPasskey) {
  const { data } = z.safeParse(clientData, jsonOf(clientDataJSON))
  if (!data) throw refusedPasskey(noPasskeyAnswer)
  return data
}

/** What was asked of a passkey, by its answer, whatever else is wrong with that. Throws a 422 when it is none. */
export const challengeIn = (credential: MadePasskey | UsedPasskey): string => clientDataOf(credential).challenge

/** Throws a 422 when the answer was given to another site. */
function refuseElsewhere(credential: MadePasskey | UsedPasskey, publicUrl: string): void {
  if (clientDataOf(credential).origin !== new URL(publicUrl).origin) throw refusedPasskey(passkeyElsewhere(publicUrl))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** Passkeys belong to the host that people open the app at, and to nothing below or beside it. */
const siteOf = (publicUrl: string) => {
  const { hostname, origin } = new URL(publicUrl)
  return { expectedRPID: hostname, expectedOrigin: origin }
}

const asKnown = (kept: readonly KeptPasskey[]) =>
  // Transports are what the browser said; it is told the same again.
  kept.map(({ credentialId, transports }) => ({ id: credentialId, transports: transports as never[] }))

const milliseconds = 5 * 60_000

/** What a browser makes a passkey of: one that is found without an email, and checks its user. */
export async function creationOf(
  challenge: string,
  person: { id: string; email: string; name?: string | null | undefined },
  kept: readonly KeptPasskey[],
  publicUrl: string,
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: 'Offerdesk',
    rpID: siteOf(publicUrl).expectedRPID,
    userID: handleOf(person.id),
    userName: person.email,
    userDisplayName: person.name || person.email,
    challenge: bytesOf(challenge),
    timeout: milliseconds,
    excludeCredentials: asKnown(kept),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  // Of the shape that the contract tells.
  return options as CreationOptions
}

// EdDSA, ES256 and RS256, which browsers have.
const algorithms = [-8, -7, -257]

/** What a browser asks a passkey: one of these, or any that it has of this site when there are none. */
export async function requestOf(
  challenge: string,
  kept: readonly KeptPasskey[],
  publicUrl: string,
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: siteOf(publicUrl).expectedRPID,
    challenge: bytesOf(challenge),
    timeout: milliseconds,
    userVerification: 'required',
    allowCredentials: asKnown(kept),
  })
  return options as RequestOptions
}

/** What is kept of a passkey that was just made. Throws a 422 when its answer is not right. */
export async function madeBy(credential: MadePasskey, challenge: string, publicUrl: string) {
  refuseElsewhere(credential, publicUrl)
  const { response } = credential
  const transports = response.transports ?? []
  const { verifyRegistrationResponse } = await library()
  const made = await verifyRegistrationResponse({
    response: {
      ...withoutNothing(credential),
      response: { ...response, transports },
    },
    expectedChallenge: challenge,
    ...siteOf(publicUrl),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(refuse)
  if (!made.verified) throw refusedPasskey(wrongPasskey)
  const { id, publicKey, counter } = made.registrationInfo.credential
  return { credentialId: id, publicKey: textOf(publicKey), uses: counter, transports }
}

/** How often a passkey says to have been used, once it has proven that it is this one. Throws a 422 when it has not. */
export async function usesBy(
  credential: UsedPasskey,
  { credentialId, publicKey }: KeptPasskey,
  challenge: string,
  publicUrl: string,
): Promise<number> {
  refuseElsewhere(credential, publicUrl)
  const { userHandle, ...response } = credential.response
  const { verifyAuthenticationResponse } = await library()
  const used = await verifyAuthenticationResponse({
    response: {
      ...withoutNothing(credential),
      response: { ...response, ...(typeof userHandle === 'string' ? { userHandle } : {}) },
    },
    expectedChallenge: challenge,
    ...siteOf(publicUrl),
    // How often it was used is compared later, once nobody else can use it meanwhile.
    credential: { id: credentialId, publicKey: bytesOf(publicKey), counter: 0 },
    requireUserVerification: true,
  }).catch(refuse)
  if (!used.verified) throw refusedPasskey(wrongPasskey)
  return used.authenticationInfo.newCounter
}

/** The fields that both kinds of answers have, as the library takes them. */
const withoutNothing = ({ id, rawId, type }: MadePasskey | UsedPasskey) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
})

/** The library says in English for programmers what is wrong. */
const refuse = (error: unknown): never => {
  const isUnverified = error instanceof Error && /user verification|user could not be verified/i.test(error.message)
  throw refusedPasskey(isUnverified ? unverifiedPasskey : wrongPasskey)
}

export const passkeysOf = (tx: Transaction, userId: string) =>
  tx.select().from(passkeys).where(eq(passkeys.userId, userId))

export async function passkeyBy(tx: Transaction, credentialId: string): Promise<KeptPasskey | undefined> {
  const [kept] = await tx.select().from(passkeys).where(eq(passkeys.credentialId, credentialId))
  return kept
}

/** Notes that a passkey was used. False when it counts backwards, as a copy would (WebAuthn 6.1.1), and undefined when it is gone. */
export async function noteUse(tx: Transaction, id: string, uses: number, now: Date): Promise<boolean | undefined> {
  const [kept] = await tx.select({ uses: passkeys.uses }).from(passkeys).where(eq(passkeys.id, id)).for('update')
  if (!kept) return undefined
  if ((uses > 0 || kept.uses > 0) && uses <= kept.uses) return false
  await tx.update(passkeys).set({ uses, lastUsedAt: now }).where(eq(passkeys.id, id))
  return true
}

export const copied = () => refusedPasskey(copiedPasskey)
