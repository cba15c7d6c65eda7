import { setup } from 'xstate'
import type { Amount } from '../../contract/rules/amounts'
import { lifeActions, refuse } from './life'

type RefundEvent =
  /** `refundable` is what was charged, less all refunds that have not failed. */
  | { type: 'request'; amount: Amount; refundable: Amount }
  /** The gateway has taken it on. */
  | { type: 'send'; reference?: string | null }
  | { type: 'succeed'; reference?: string | null }
  | { type: 'fail'; reason?: string | null }

/** The life of a refund (LI-04). All that have not failed never exceed what was charged. */
export const refundLife = setup({
  types: { events: {} as RefundEvent },
  guards: {
    isNothingPaid: ({ event }) => event.type === 'request' && event.refundable <= 0,
    isTooMuch: ({ event }) => event.type === 'request' && event.amount > event.refundable,
    isNothing: ({ event }) => event.type === 'request' && event.amount <= 0,
  },
  actions: lifeActions,
}).createMachine({
  id: 'refundLife',
  initial: 'typed',
  states: {
    typed: {
      on: {
        request: [
          { guard: 'isNothingPaid', ...refuse('There is nothing left to refund.') },
          { guard: 'isNothing', ...refuse('Refund something.') },
          { guard: 'isTooMuch', ...refuse('This is more than what was paid and not given back.') },
          { target: 'requested' },
        ],
        '*': refuse('This refund has not been asked for yet.'),
      },
    },
    requested: {
      on: {
        send: 'pending',
        succeed: 'succeeded',
        fail: 'failed',
        '*': refuse('This refund has been asked for already.'),
      },
    },
    pending: {
      on: { succeed: 'succeeded', fail: 'failed', '*': refuse('This refund is on its way already.') },
    },
    // A bank may send back what it was given, days later.
    succeeded: { on: { fail: 'failed', '*': refuse('This refund has been paid out.') } },
    failed: { on: { '*': refuse('This refund has failed.') } },
  },
})
