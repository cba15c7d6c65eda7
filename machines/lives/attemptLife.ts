import { setup } from 'xstate'
import { lifeActions, refuse } from './life'

/** What happens to an attempt to pay. References and reasons are the gateway's own. */
type AttemptEvent =
  | { type: 'ask' }
  | { type: 'succeed'; reference?: string | null }
  | { type: 'decline'; reasonCode?: string | null; reason?: string | null }
  | { type: 'expire' }
  /** The gateway did not say what became of it. */
  | { type: 'lose' }
  /** The gateway was asked, and never heard of it or has ended it. */
  | { type: 'find'; outcome: 'succeeded' | 'declined' | 'expired' | 'action_required' }

const foundPaid = (sentence: string) => [{ guard: 'isPaid' as const, target: 'succeeded' as const }, refuse(sentence)]

/** The life of an attempt to pay (LI-03). What is unknown leaves by reconciliation with the gateway alone. */
export const attemptLife = setup({
  types: { events: {} as AttemptEvent },
  guards: {
    isPaid: ({ event }) => event.type === 'find' && event.outcome === 'succeeded',
    isDeclined: ({ event }) => event.type === 'find' && event.outcome === 'declined',
    isEnded: ({ event }) => event.type === 'find' && event.outcome === 'expired',
  },
  actions: lifeActions,
}).createMachine({
  id: 'attemptLife',
  initial: 'created',
  states: {
    created: {
      on: {
        ask: 'action_required',
        succeed: 'succeeded',
        decline: 'declined',
        expire: 'expired',
        lose: 'unknown',
        '*': refuse('This attempt has only begun.'),
      },
    },
    action_required: {
      on: {
        succeed: 'succeeded',
        decline: 'declined',
        expire: 'expired',
        lose: 'unknown',
        '*': refuse('The bank has asked the customer.'),
      },
    },
    unknown: {
      on: {
        find: [
          { guard: 'isPaid', target: 'succeeded' },
          { guard: 'isDeclined', target: 'declined' },
          { guard: 'isEnded', target: 'expired' },
          { target: 'action_required' },
        ],
        '*': refuse('What became of this attempt is not known before the gateway has been asked.'),
      },
    },
    succeeded: { on: { '*': refuse('This attempt has been paid.') } },
    // A gateway that took money all the same is believed: it is booked, and given back when the order is paid already.
    declined: { on: { find: foundPaid('This attempt was declined.'), '*': refuse('This attempt was declined.') } },
    expired: { on: { find: foundPaid('This attempt has expired.'), '*': refuse('This attempt has expired.') } },
  },
})
