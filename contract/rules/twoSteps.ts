// What is said and shown of the second step at sign-in (ST-01, SE-06).

export const secondStepNeeded = 'Type a code of your authenticator app to go on.'
export const signInTooLongAgo = 'You typed your password too long ago. Sign in again.'
export const wrongCode = 'This code is not right. Look whether the clock of your phone is.'
export const usedCode = 'This code has been used. Wait for the next one.'
export const wrongRecoveryCode = 'This is none of your recovery codes, or it has been used.'
export const tooManyCodes = 'Too many wrong codes. Use a recovery code, or try again in an hour.'
export const appAdded = 'Signing in asks for a code from now on.'
export const appRemoved = 'Your authenticator app is removed. Signing in asks for your password alone.'
export const recoveryCodesRenewed = 'These are your recovery codes now. The old ones open nothing any more.'

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
  if (left === 0) return 'No recovery code is left. Make new ones, or you are locked out without your app.'
  return left === 1 ? '1 recovery code is left. Make new ones soon.' : `${left} recovery codes are left.`
}
