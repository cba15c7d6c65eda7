import { assign, sendTo, setup } from 'xstate'
import { isRefusedForGood, serverCode } from '../../contract/client/errors'
import type { Payment } from '../../contract/extensions/payments'
import { promiseActor } from '../actors'
import { backOff } from '../backOff'
import { paymentPollingMachine } from './paymentPolling.machine'
import { isLinkGone, type PaymentRead } from './paymentRead'

export interface PaymentInput {
  token: string
}
/** What is wrong with a card, by the field. The card itself is nothing that a machine knows. */
export type WrongFields = Readonly<Record<string, string>>

export interface PaymentContext extends PaymentInput {
  payment: Payment | undefined
  isOffered: boolean
  /** The newest attempt that this page has begun. */
  attemptId: string | undefined
  wrong: WrongFields
  /** Why what the customer did last was not done. */
  refusal: unknown
  /** Why there is no payment. */
  error: unknown
  failures: number
}
export type PaymentEvent =
  | { type: 'payment.retry' }
  /** The customer has come back to the page. */
  | { type: 'payment.look' }
  | { type: 'payment.read'; read: PaymentRead }
  | { type: 'payment.gone'; error: unknown }
  /** `inFull` has the fields that are typed to their end, and judged at once. */
  | { type: 'card.change'; wrong: WrongFields; inFull?: readonly string[] }
  /** The page has made the id, and keeps the card under it until the attempt is answered. */
  | { type: 'payment.submit'; attemptId: string; wrong: WrongFields }
  | { type: 'bank.answer'; approved: boolean }
  | { type: 'link.ask' }
  | { type: 'receipt.print' }

const settled: ReadonlySet<string> = new Set(['paid', 'overpaid', 'partially_refunded', 'refunded'])

const attemptOf = ({ payment }: PaymentContext) => payment?.attempt ?? undefined
const codeOf = ({ context }: { context: PaymentContext }) => serverCode(context.error)

/** What the payment page knows, does and asks for; its states are in the machine. */
export const paymentSetup = setup({
  types: {
    input: {} as PaymentInput,
    context: {} as PaymentContext,
    events: {} as PaymentEvent,
    tags: {} as 'busy' | 'form',
    children: {} as { polling: 'paymentPolling' },
  },
  actors: {
    paymentPolling: paymentPollingMachine,
    fetchPayment: promiseActor<PaymentRead, { token: string }>('fetchPayment'),
    pay: promiseActor<Payment, { token: string; attemptId: string }>('pay'),
    answerBank: promiseActor<Payment, { token: string; attemptId: string; approved: boolean }>('answerBank'),
    askForLink: promiseActor<void, { token: string }>('askForLink'),
  },
  actions: {
    setRead: assign((_, { read }: { read: PaymentRead }) => ({ ...read, error: undefined })),
    setPayment: assign((_, { payment }: { payment: Payment }) => ({ payment, refusal: undefined })),
    setError: assign((_, { error }: { error: unknown }) => ({ error })),
    setRefusal: assign((_, { error }: { error: unknown }) => ({ refusal: error })),
    setWrong: assign((_, { wrong }: { wrong: WrongFields }) => ({ wrong })),
    /** A field that was right says nothing before it is typed in full, or the next try. */
    keepWrong: assign(({ context }, { wrong, inFull = [] }: { wrong: WrongFields; inFull?: readonly string[] }) => ({
      wrong: Object.fromEntries(
        Object.entries(wrong).filter(([field]) => field in context.wrong || inFull.includes(field)),
      ),
    })),
    begin: assign((_, { attemptId }: { attemptId: string }) => ({
      attemptId,
      wrong: {},
      refusal: undefined,
      failures: 0,
    })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    /** The customer goes on at the gateway once; whoever comes back is offered it as a link. */
    forgetAttempt: assign({ attemptId: undefined }),
    look: sendTo('polling', { type: 'payment.look' }),
    openGateway: (_, _params: { payment: Payment | undefined }) => {},
    forgetCard: (_, _params: { attemptId: string | undefined }) => {},
    print: () => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: {
    isPaid: ({ context: { payment } }) => settled.has(payment?.order.paymentStatus ?? ''),
    isAskedByBank: ({ context }) =>
      attemptOf(context)?.state === 'action_required' && attemptOf(context)?.action?.kind === 'bank',
    isSentOn: ({ context }) =>
      attemptOf(context)?.action?.kind === 'redirect' && attemptOf(context)?.id === context.attemptId,
    isAtGateway: ({ context }) =>
      attemptOf(context)?.state === 'action_required' && attemptOf(context)?.action?.kind === 'redirect',
    isOwn: ({ context }) => isUnderWay(context) && attemptOf(context)?.id === context.attemptId,
    isUnderWay: ({ context }) => isUnderWay(context),
    isUnknown: ({ context }) => attemptOf(context)?.state === 'unknown',
    isDeclined: ({ context }) =>
      context.payment?.canPay === true && /^(?:declined|expired)$/.test(attemptOf(context)?.state ?? ''),
    isOffered: ({ context }) => context.isOffered,
    isPayable: ({ context }) => context.payment?.canPay === true,
    isCardRight: (_, { wrong }: { wrong: WrongFields }) => Object.keys(wrong).length === 0,
    isLinkGone: (_, { error }: { error: unknown }) => isLinkGone(error),
    isRefused: (_, { error }: { error: unknown }) => isRefusedForGood(error),
    isExpired: (args) => codeOf(args) === 'payment_link_expired',
    isReplaced: (args) => codeOf(args) === 'payment_link_replaced',
    isCancelled: (args) => /^payment_link_(?:cancelled|ended)$/.test(codeOf(args) ?? ''),
  },
  delays: { retryDelay: ({ context }) => backOff(context.failures) },
})

const isUnderWay = (context: PaymentContext) =>
  /^(?:created|action_required|succeeded)$/.test(attemptOf(context)?.state ?? '')
