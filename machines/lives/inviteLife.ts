import { setup } from 'xstate'
import { whyNotAnswered } from '../../contract/rules/invites'
import { lifeActions, refuse } from './life'

type InviteEvent =
  | { type: 'accept' }
  | { type: 'decline' }
  | { type: 'revoke' }
  | { type: 'expire' }
  /** Mails it again, which renews it. */
  | { type: 'sendAgain' }
  /** The invited person asks for a new one. */
  | { type: 'ask' }
  /** Tells its link to whoever may invite. */
  | { type: 'copyLink' }

const isGoodStill = refuse('This invite is still good.')
const isDeclined = refuse('They have declined. Invite them anew if they have changed their mind.')

/** The life of an invite (LI-05): it is answered once, or revoked; what has expired is renewed by sending it again. */
export const inviteLife = setup({ types: { events: {} as InviteEvent }, actions: lifeActions }).createMachine({
  id: 'inviteLife',
  initial: 'pending',
  states: {
    pending: {
      on: {
        accept: 'accepted',
        decline: 'declined',
        revoke: 'revoked',
        expire: 'expired',
        sendAgain: 'pending',
        copyLink: 'pending',
        ask: isGoodStill,
      },
    },
    expired: {
      on: {
        sendAgain: 'pending',
        revoke: 'revoked',
        ask: 'expired',
        copyLink: refuse('It has expired. Send it again first.'),
        '*': refuse(whyNotAnswered.expired),
      },
    },
    // Revoking takes it off the list of those who invite.
    declined: {
      on: {
        revoke: 'revoked',
        sendAgain: isDeclined,
        copyLink: isDeclined,
        '*': refuse(whyNotAnswered.declined),
      },
    },
    accepted: { on: { '*': refuse(whyNotAnswered.accepted) } },
    revoked: { on: { '*': refuse(whyNotAnswered.revoked) } },
  },
})
