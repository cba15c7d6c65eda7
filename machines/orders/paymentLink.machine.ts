import { assign, setup } from 'xstate'
import { promiseActor, withError } from '../actors'
import { unansweredParts, unansweredTo, type WithUnanswered } from '../factories/unanswered'

export interface PaymentLinkInput {
  orderId: string
}
/** A link that is wanted. */
export interface LinkAsked {
  orderId: string
  mail: boolean
  gatewayInstanceId: string | undefined
}
interface Context extends PaymentLinkInput, WithUnanswered {
  /** The link that was made last; its address and its code are nothing that a machine knows. */
  linkId: string | undefined
  /** Where somebody has chosen one. */
  gatewayInstanceId: string | undefined
}
export type PaymentLinkEvent =
  /** By the gateway that was chosen, if one was. */
  | { type: 'link.mail'; gatewayInstanceId?: string | undefined }
  /** The link that is out, where this page knows its address; else a new one is made, which ends it. */
  | { type: 'link.copy'; linkId: string | undefined; gatewayInstanceId?: string | undefined }
  | { type: 'link.end' }

const base = setup({
  types: {
    input: {} as PaymentLinkInput,
    context: {} as Context,
    events: {} as PaymentLinkEvent,
    tags: {} as 'busy',
  },
  actors: {
    createLink: promiseActor<{ linkId: string }, LinkAsked>('createLink'),
    copyLink: promiseActor<void, { linkId: string }>('copyLink'),
    endLink: promiseActor<void, { orderId: string }>('endLink'),
  },
  actions: {
    setLink: assign((_, { linkId }: { linkId: string | undefined }) => ({ linkId })),
    setGateway: assign({
      gatewayInstanceId: (_, { gatewayInstanceId }: { gatewayInstanceId?: string | undefined }) => gatewayInstanceId,
    }),
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: { isKnown: (_, { linkId }: { linkId: string | undefined }) => linkId !== undefined },
})

const flow = base.extend(unansweredParts)

const canBeSent = flow.createStateConfig({
  on: {
    'link.mail': { target: 'mailing', actions: { type: 'setGateway', params: ({ event }) => event } },
    'link.copy': [
      {
        guard: { type: 'isKnown', params: ({ event }) => event },
        target: 'copying',
        actions: { type: 'setLink', params: ({ event }) => event },
      },
      { target: 'making', actions: { type: 'setGateway', params: ({ event }) => event } },
    ],
    'link.end': 'ending',
  },
})

/** Sending a customer the link to pay by: by mail, copied, or read out (NO-06, OR-02, LV-02). */
export const paymentLinkMachine = flow.createMachine({
  id: 'paymentLink',
  context: ({ input }) => ({ ...input, linkId: undefined, gatewayInstanceId: undefined }),
  initial: 'idle',
  states: {
    idle: canBeSent,
    mailing: {
      tags: 'busy',
      invoke: {
        src: 'createLink',
        input: ({ context: { orderId, gatewayInstanceId } }) => ({ orderId, mail: true, gatewayInstanceId }),
        onDone: {
          target: 'idle',
          actions: [
            { type: 'setLink', params: ({ event }) => event.output },
            'forgetUnanswered',
            { type: 'showMessage', params: { message: 'Payment link sent' } },
          ],
        },
        onError: [
          unansweredTo('mailUnanswered', 'the payment link has been sent'),
          { target: 'idle', actions: ['forgetUnanswered', withError('reportError')] },
        ],
      },
    },
    // The same is asked for again, which makes and mails one link.
    mailUnanswered: { tags: 'busy', after: { retryDelay: 'mailing' } },
    making: {
      tags: 'busy',
      invoke: {
        src: 'createLink',
        input: ({ context: { orderId, gatewayInstanceId } }) => ({ orderId, mail: false, gatewayInstanceId }),
        onDone: {
          target: 'copying',
          actions: [{ type: 'setLink', params: ({ event }) => event.output }, 'forgetUnanswered'],
        },
        onError: [
          unansweredTo('makeUnanswered', 'the payment link has been made'),
          { target: 'idle', actions: ['forgetUnanswered', withError('reportError')] },
        ],
      },
    },
    makeUnanswered: { tags: 'busy', after: { retryDelay: 'making' } },
    copying: {
      tags: 'busy',
      invoke: {
        src: 'copyLink',
        input: ({ context: { linkId = '' } }) => ({ linkId }),
        onDone: {
          target: 'idle',
          actions: { type: 'showMessage', params: { message: 'Payment link copied' } },
        },
        // A browser may forbid it: then the address is shown to be copied by hand.
        onError: 'shown',
      },
    },
    shown: canBeSent,
    ending: {
      tags: 'busy',
      invoke: {
        src: 'endLink',
        input: ({ context: { orderId } }) => ({ orderId }),
        onDone: { target: 'idle', actions: { type: 'showMessage', params: { message: 'Payment link ended' } } },
        onError: { target: 'idle', actions: withError('reportError') },
      },
    },
  },
})
