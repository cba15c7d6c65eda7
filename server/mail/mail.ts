import { uuidv7 } from 'uuidv7'
import { lifetimeText } from '../auth/lifetimes'
import type { Transaction } from '../db/transactions'
import { outbox, systemOrgId } from '../db/schema/outbox'

/** A mail on its way. A link in it may carry a secret, so its text is never logged outside of development. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** The topic of jobs that have their mail within them. */
export const postedMailTopic = 'mail'

/** Puts a mail of no organization into the outbox, within the transaction that is the reason for it. */
export async function postMail(tx: Transaction, mail: Mail): Promise<void> {
  await tx.insert(outbox).values({ ...jobOf(mail), state: 'ready', doneAt: null })
}

/**
 * Does what {@link postMail} does, with the same columns, and sends nothing. It is for where time must not tell
 * whether there was a reason for a mail. Neither its text nor the secret in it is kept.
 */
export async function postNothing(tx: Transaction, mail: Mail): Promise<void> {
  const text = ' '.repeat(mail.text.length)
  await tx.insert(outbox).values({ ...jobOf({ ...mail, text }), state: 'done', doneAt: new Date() })
}

const jobOf = (mail: Mail) => ({
  orgId: systemOrgId,
  topic: postedMailTopic,
  payload: { ...mail },
  dedupeKey: uuidv7(),
})

const footer = 'If you did not ask for this, you can ignore this mail.'

export const signupMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Complete your Offerdesk account',
  text: `Welcome to Offerdesk.\n\nComplete your account within ${lifetimeText('signupToken')}:\n${link}\n\n${footer}\n`,
})

export const accountExistsMail = (to: string, link: string): Mail => ({
  to,
  subject: 'You already have an Offerdesk account',
  text: `Somebody asked for an Offerdesk account with this address, which has one already.\n\nSign in, or choose a new password:\n${link}\n\n${footer}\n`,
})

export const passwordResetMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Choose a new Offerdesk password',
  text: `Choose a new password within ${lifetimeText('passwordResetToken')}:\n${link}\n\n${footer}\n`,
})

export const passwordChangedMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Your password has been changed',
  text: `The password of your Offerdesk account has been changed. You are signed out everywhere but where you changed it.\n\nIf that was not you, choose a new password at once:\n${link}\n`,
})

export const emailChangeMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm your new email address',
  text: `Your Offerdesk account gets this address when you open the link within ${lifetimeText('emailChangeToken')}:\n${link}\n\n${footer}\n`,
})

export const emailChangeAskedMail = (to: string, wanted: string, link: string): Mail => ({
  to,
  subject: 'Somebody asked to change your email address',
  text: `The email address of your Offerdesk account is to become ${wanted}. It changes when the link is opened that we have sent there.\n\nIf that was not you, choose a new password:\n${link}\n`,
})

export const emailChangedMail = (to: string, now: string): Mail => ({
  to,
  subject: 'Your email address has been changed',
  text: `Your Offerdesk account now has the email address ${now}.\n\nIf that was not you, tell the owner of your organization at once.\n`,
})

export const addressTakenMail = (to: string, link: string): Mail => ({
  to,
  subject: 'You already have an Offerdesk account',
  text: `Somebody wanted to give their Offerdesk account this address, which has an account already. Nothing has changed.\n\nSign in, or choose a new password:\n${link}\n\n${footer}\n`,
})

export const webhookOffMail = (
  to: string,
  { address, switchedOffBy, page }: { address: string; switchedOffBy: 'gone' | 'failing'; page: string },
): Mail => ({
  to,
  subject: 'A webhook has been switched off',
  text: `${
    switchedOffBy === 'gone'
      ? 'The receiver of a webhook of your organization has answered that it takes no more messages'
      : 'The receiver of a webhook of your organization has taken no message for three days'
  }, so the webhook was switched off:\n${new URL(address).origin}\n\nNothing that happens meanwhile is told there. See what was answered, and switch it on again:\n${page}\n`,
})

const knownSenders = 'If you do not know who invites you, you can ignore this mail.'

export const inviteMail = (
  to: string,
  { organizationName, invitedByName }: { organizationName: string; invitedByName: string },
  link: string,
): Mail => ({
  to,
  subject: `You are invited to ${organizationName} on Offerdesk`,
  text: `${invitedByName} invites you to work in ${organizationName} on Offerdesk.\n\nAccept or decline within ${lifetimeText('invite')}:\n${link}\n\nThe invite is for ${to} alone. ${knownSenders}\n`,
})

export const inviteAskedMail = (to: string, invited: string, link: string): Mail => ({
  to,
  subject: `${invited} asks for a new invite`,
  text: `The invite of ${invited} has expired, and they ask for a new one.\n\nSend it again, or revoke it:\n${link}\n`,
})

/** To somebody of another organization, who may share it with nobody else: the link is theirs alone. */
export const collaborationMail = (
  to: string,
  { organizationName, inviterName }: { organizationName: string; inviterName: string },
  link: string,
): Mail => ({
  to,
  subject: `${organizationName} wants to share campaigns with you`,
  text: `${inviterName} of ${organizationName} wants to share campaigns with your organization.\n\nSign in with this address, see what is shared, and accept or decline within ${lifetimeText('collaborationInvite')}:\n${link}\n\nIf you do not know them, you can ignore this mail.\n`,
})
