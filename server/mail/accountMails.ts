import type { Mail } from './mail'

// What a person is told by mail of the second step at their sign-in. Whoever reads one unasked should act at once.

const notYou = (link: string) => `If that was not you, choose a new password at once:\n${link}\n`

export const appAddedMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Signing in takes two steps now',
  text: `An authenticator app was added to your Offerdesk account. Signing in asks for a code of it from now on.\n\n${notYou(link)}`,
})

export const appRemovedMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Your authenticator app has been removed',
  text: `The authenticator app was removed from your Offerdesk account. Signing in does not ask for its codes any more.\n\n${notYou(link)}`,
})

export const recoveryCodesRenewedMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Your recovery codes have been renewed',
  text: `New recovery codes were made for your Offerdesk account. The old ones open nothing any more.\n\n${notYou(link)}`,
})

export const recoveryCodeUsedMail = (to: string, left: number, link: string): Mail => ({
  to,
  subject: 'A recovery code has been used',
  text: `Somebody signed in to your Offerdesk account with a recovery code. Unused ones: ${left}.\n\n${notYou(link)}`,
})

export const tooManyCodesMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Somebody knows your password',
  text: `Somebody typed the right password of your Offerdesk account, and then too many wrong codes. They did not get in, and codes of your authenticator app are not taken for an hour; recovery codes are.\n\n${notYou(link)}`,
})

export const passkeyAddedMail = (to: string, name: string, link: string): Mail => ({
  to,
  subject: 'A passkey has been added',
  text: `The passkey "${name}" was added to your Offerdesk account. It signs in without a password, and signing in with the password takes two steps.\n\n${notYou(link)}`,
})

export const passkeyRemovedMail = (to: string, name: string, link: string): Mail => ({
  to,
  subject: 'A passkey has been removed',
  text: `The passkey "${name}" was removed from your Offerdesk account. It opens nothing there any more.\n\n${notYou(link)}`,
})

export const copiedPasskeyMail = (to: string, name: string, link: string): Mail => ({
  to,
  subject: 'A passkey of yours may have been copied',
  text: `The passkey "${name}" of your Offerdesk account counts backwards, as a copy of it would. Nobody was let in by it. Remove it, and add another one.\n\n${notYou(link)}`,
})
