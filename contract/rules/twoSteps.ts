// What is said and shown of the second step at sign-in (ST-01, SE-06).

export const secondStepNeeded = 'Type a code of your authenticator app to go on.'
export const signInTooLongAgo = 'You typed your password too long ago. Sign in again.'
export const wrongCode = 'This code is not right. Look whether the clock of your phone is.'
export const noApp = 'You have no authenticator app. Type one of your recovery codes.'
export const usedCode = 'This code, or a newer one, has been used. Wait for the next one.'
/** Of what was begun in another account no more is told than of what was begun too long ago. */
export const begunOtherwise = 'You began too long ago, or in another account. Begin again.'
export const wrongRecoveryCode = 'This is none of your recovery codes, or it has been used.'
export const tooManyCodes = 'Too many wrong codes. Use a recovery code, or try again in an hour.'
export const appAdded = 'Signing in asks for a code from now on.'
export const appRemoved = 'Your authenticator app is removed. Signing in does not ask for its codes any more.'
export const recoveryCodesRenewed = 'These are your recovery codes now. The old ones open nothing any more.'

/** What the refusal is called of whoever has no second step where one is demanded. */
export const secondStepDemanded = 'second_step_demanded'
export const demandedStep =
  'This organization demands two steps at sign-in. Add an authenticator app or a passkey to your account first.'
export const ownStepFirst = 'Add a second step to your own sign-in first, or you would be closed out, too.'
/** Why the last second step stays. */
export const lastStepStays = (demandedBy: readonly string[]): string =>
  `${demandedBy.join(', ')} ${demandedBy.length === 1 ? 'demands' : 'demand'} two steps at sign-in. Add another second step first.`
/** How many would have to add one, in one sentence. */
export function withoutStepText(count: number): string {
  if (count === 0) return 'Everybody who works here has a second step.'
  return count === 1 ? '1 person who works here has none yet.' : `${count} people who work here have none yet.`
}

/** By what the second step of an account is taken, beside recovery codes. */
export const stepWays = ['app', 'passkey'] as const
export type StepWay = (typeof stepWays)[number]

export const passkeyAdded = 'Your passkey is added. You can sign in with it from now on.'
export const passkeyRenamed = 'Your passkey is renamed.'
export const passkeyRemoved = 'Your passkey is removed. It opens nothing here any more.'
export const noPasskeyAnswer = 'This is no answer of a passkey.'
export const passkeyTooLate = 'Your passkey answered too late, or twice. Try again.'
export const unknownPasskey = 'This passkey opens nothing here. It may have been removed.'
export const othersPasskey = 'This passkey belongs to another account.'
export const wrongPasskey = 'The answer of this passkey is not right. Try again.'
export const unverifiedPasskey = 'Your passkey has to check that it is you, by a PIN or a fingerprint.'
export const knownPasskey = 'This passkey has been added already.'
export const copiedPasskey =
  'This passkey may have been copied, as it counts backwards. Sign in another way, and remove it.'
export const passkeyElsewhere = (address: string): string =>
  `This passkey was asked for at another address. Open Offerdesk at ${address}.`
/** Of a browser that did not do it. */
export const noPasskeyGiven = 'No passkey was chosen. Try again, or go on another way.'
export const hasPasskey = 'This device has a passkey of yours already.'
export const noPasskeysHere = 'Passkeys do not work in this browser, or at this address.'
export const longestPasskeyName = 60
export const mostPasskeys = 20
export const tooManyPasskeys = `You have ${mostPasskeys} passkeys, which is the most. Remove one first.`

/** Spaces, dashes and case mean nothing in a code. */
export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase()

/** Whether it looks like a code of an authenticator app. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code)

/** A key in groups of four, as people type it into their app. */
export const shownKey = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? ''

/** What an app reads from a picture: the key, and what the account is called in its list. */
export function appAddress(key: string, email: string): string {
  const issuer = 'Offerdesk'
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${key}&issuer=${issuer}`
}

/** How many recovery codes are left, in one sentence. */
export function codesLeftText(left: number): string {
  if (left === 0)
    return 'No recovery code is left. Make new ones, or you are locked out when you lose your second step.'
  return left === 1 ? '1 recovery code is left. Make new ones soon.' : `${left} recovery codes are left.`
}
