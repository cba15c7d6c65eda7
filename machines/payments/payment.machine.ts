import { withError } from '../actors'
import { type PaymentContext, type PaymentEvent, paymentSetup } from './paymentSetup'

type Of<Type extends PaymentEvent['type']> = { event: Extract<PaymentEvent, { type: Type }> }

/** How far it is, is asked while a state of these lasts: often where the customer waits for it. */
const polled = (isAwaited: boolean) =>
  ({
    invoke: {
      src: 'paymentPolling',
      id: 'polling',
      input: ({ context: { token } }: { context: PaymentContext }) => ({ token, isAwaited }),
    },
    on: {
      'payment.look': { actions: 'look' },
      'payment.read': {
        target: 'deciding',
        actions: { type: 'setRead', params: ({ event }: Of<'payment.read'>) => event },
      },
      'payment.gone': {
        target: '#payment.ended',
        actions: { type: 'setError', params: ({ event }: Of<'payment.gone'>) => event },
      },
    },
  }) as const

/** The form by which an order is paid, or tried to be paid again. */
const form = () => {
  const { invoke, on } = polled(false)
  return {
    tags: 'form',
    invoke,
    on: {
      ...on,
      'card.change': { actions: { type: 'keepWrong', params: ({ event }: Of<'card.change'>) => event } },
      'payment.submit': [
        {
          guard: { type: 'isCardRight', params: ({ event }: Of<'payment.submit'>) => event },
          target: 'paying',
          actions: { type: 'begin', params: ({ event }: Of<'payment.submit'>) => event },
        },
        { actions: { type: 'setWrong', params: ({ event }: Of<'payment.submit'>) => event } },
      ],
    },
  } as const
}

const setRead = {
  type: 'setRead',
  params: ({
    event,
  }: {
    event: { output: { payment: NonNullable<PaymentContext['payment']>; isOffered: boolean } }
  }) => ({
    read: event.output,
  }),
} as const
const setPayment = {
  type: 'setPayment',
  params: ({ event }: { event: { output: NonNullable<PaymentContext['payment']> } }) => ({ payment: event.output }),
} as const
const forgetCard = {
  type: 'forgetCard',
  params: ({ context }: { context: PaymentContext }) => ({ attemptId: context.attemptId }),
} as const

/** The public payment page, from its token to the receipt (RT-03, ER-02, PY-01, PY-02). */
export const paymentMachine = paymentSetup.createMachine({
  id: 'payment',
  context: ({ input }) => ({
    token: input.token,
    payment: undefined,
    isOffered: false,
    attemptId: undefined,
    wrong: {},
    refusal: undefined,
    error: undefined,
    failures: 0,
  }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'fetchPayment',
        input: ({ context }) => ({ token: context.token }),
        onDone: { target: 'open', actions: setRead },
        onError: [
          {
            guard: withError('isRefused'),
            target: 'ended',
            actions: [withError('setError'), withError('reportError')],
          },
          { target: 'unreachable', actions: [withError('setError'), withError('reportError')] },
        ],
      },
    },
    unreachable: { on: { 'payment.retry': 'loading' } },
    open: {
      initial: 'deciding',
      states: {
        deciding: {
          always: [
            { guard: 'isPaid', target: 'paid' },
            { guard: 'isAskedByBank', target: 'askedByBank' },
            {
              guard: 'isSentOn',
              target: 'atGateway',
              actions: [
                { type: 'openGateway', params: ({ context }) => ({ payment: context.payment }) },
                'forgetAttempt',
              ],
            },
            { guard: 'isAtGateway', target: 'atGateway' },
            { guard: 'isOwn', target: 'processing' },
            { guard: 'isUnderWay', target: 'elsewhere' },
            { guard: 'isUnknown', target: 'unknown' },
            { guard: 'isDeclined', target: 'declined' },
            { guard: 'isPayable', target: 'payable' },
            { guard: 'isOffered', target: 'notPayable' },
            { target: 'notOffered' },
          ],
        },
        payable: form(),
        declined: form(),
        // Such as while it is paid by another link.
        notPayable: polled(false),
        // A backend of the twenty calls shows the order alone (GE-11).
        notOffered: {},
        paying: {
          tags: 'busy',
          invoke: {
            src: 'pay',
            input: ({ context: { token, attemptId = '' } }) => ({ token, attemptId }),
            onDone: { target: 'deciding', actions: [setPayment, forgetCard] },
            onError: [
              {
                guard: withError('isLinkGone'),
                target: '#payment.ended',
                actions: [withError('setError'), forgetCard],
              },
              {
                guard: withError('isRefused'),
                target: 'rereading',
                actions: [withError('setRefusal'), forgetCard],
              },
              { target: 'unanswered', actions: 'countFailure' },
            ],
          },
        },
        // Whether it was charged is not known: the same attempt is sent again, which charges once (PY-04).
        unanswered: { tags: 'busy', after: { retryDelay: 'paying' } },
        // Whoever refused knows better how far it is, such as that another tab is paying.
        rereading: {
          tags: 'busy',
          invoke: {
            src: 'fetchPayment',
            input: ({ context }) => ({ token: context.token }),
            onDone: { target: 'deciding', actions: setRead },
            onError: [
              { guard: withError('isLinkGone'), target: '#payment.ended', actions: withError('setError') },
              { target: 'deciding' },
            ],
          },
        },
        askedByBank: {
          ...polled(true),
          on: { ...polled(true).on, 'bank.answer': 'answeringBank' },
        },
        answeringBank: {
          tags: 'busy',
          invoke: {
            src: 'answerBank',
            input: ({ context: { token, payment }, event }) => ({
              token,
              attemptId: payment?.attempt?.id ?? '',
              approved: event.type === 'bank.answer' && event.approved,
            }),
            onDone: { target: 'deciding', actions: setPayment },
            onError: [
              { guard: withError('isLinkGone'), target: '#payment.ended', actions: withError('setError') },
              { target: 'rereading', actions: withError('setRefusal') },
            ],
          },
        },
        atGateway: polled(true),
        processing: polled(true),
        elsewhere: polled(true),
        unknown: polled(true),
        paid: { on: { 'receipt.print': { actions: 'print' } } },
      },
    },
    ended: {
      initial: 'deciding',
      states: {
        deciding: {
          always: [
            { guard: 'isExpired', target: 'expired' },
            { guard: 'isReplaced', target: 'replaced' },
            { guard: 'isCancelled', target: 'cancelled' },
            { target: 'notFound' },
          ],
        },
        expired: { on: { 'link.ask': 'asking' } },
        asking: {
          tags: 'busy',
          invoke: {
            src: 'askForLink',
            input: ({ context }) => ({ token: context.token }),
            onDone: 'asked',
            onError: { target: 'expired', actions: withError('reportError') },
          },
        },
        asked: {},
        replaced: {},
        cancelled: {},
        notFound: {},
      },
    },
  },
})
