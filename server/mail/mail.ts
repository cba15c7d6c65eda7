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

/** Puts a mail into the outbox, within the transaction that is the reason for it. */
export async function postMail(tx: Transaction, mail: Mail, orgId = systemOrgId): Promise<void> {
  await tx.insert(outbox).values({ orgId, topic: 'mail', payload: { ...mail }, dedupeKey: uuidv7() })
}

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
