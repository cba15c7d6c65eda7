import { expect } from 'vitest'
import { RequestError } from '../../../contract/client/errors'
import type { Attempt, Payment } from '../../../contract/extensions/payments'
import { payCodeMachine } from '../../../machines/payments/payCode.machine'
import { paymentMachine } from '../../../machines/payments/payment.machine'
import { paymentPollingMachine } from '../../../machines/payments/paymentPolling.machine'
import type { PaymentContext } from '../../../machines/payments/paymentSetup'
import type { Model } from '../explore'

const payable: Payment = { order: { id: 'ord_1', paymentStatus: 'unpaid' }, due: 42.5, canPay: true }
const attempted = (state: Attempt['state'], more: object = {}): Payment => ({
  ...payable,
  attempt: { id: 'att_1', state, ...more },
})
const payments = {
  payable,
  notPayable: { ...payable, canPay: false },
  paid: { ...attempted('succeeded'), order: { id: 'ord_1', paymentStatus: 'paid' }, canPay: false },
  asked: attempted('action_required', { action: { kind: 'bank' } }),
  sentOn: attempted('action_required', { action: { kind: 'redirect', url: 'https://pay.example/1' } }),
  created: attempted('created'),
  others: { ...attempted('created'), attempt: { id: 'att_2', state: 'created' as const } },
  unknown: attempted('unknown'),
  declined: attempted('declined', { reason: 'The bank declined the card.' }),
} satisfies Record<string, Payment>

const refusal = (status: number, code: string) =>
  new RequestError('Refused', { endpoint: 'GET', status, body: { error: { code, message: 'Refused' } } })
const gone = ['payment_link_expired', 'payment_link_replaced', 'payment_link_cancelled', 'not_found'].map((code) =>
  refusal(404, code),
)
const reads = [
  ...Object.values(payments).map((one) => ({ payment: one, isOffered: true })),
  { payment: payments.notPayable, isOffered: false },
]
const failures = [...gone, refusal(409, 'not_possible'), new Error('No answer')]

export const payment: Model = {
  machine: paymentMachine,
  inputs: [{ token: 'token' }],
  events: {
    'payment.read': reads.map((read) => ({ read })),
    'payment.gone': gone.map((error) => ({ error })),
    'card.change': [
      { wrong: { cardNumber: 'Wrong' }, inFull: ['cardNumber'] },
      { wrong: {} },
      { wrong: { expiry: 'Wrong' } },
    ],
    'payment.submit': [
      { attemptId: 'att_1', wrong: {} },
      { attemptId: 'att_3', wrong: { cardNumber: 'Wrong', expiry: 'Wrong' } },
    ],
    'bank.answer': [{ approved: true }, { approved: false }],
  },
  outputs: { fetchPayment: reads, pay: Object.values(payments), answerBank: Object.values(payments) },
  errors: { fetchPayment: failures, pay: failures, answerBank: failures, askForLink: failures },
  identity: ({ payment: known, isOffered, attemptId, wrong, refusal: refused, error }: PaymentContext) => [
    known?.attempt?.state,
    isOffered,
    known?.order.paymentStatus,
    attemptId,
    Object.keys(wrong),
    refused !== undefined,
    error instanceof RequestError && error.body,
  ],
  invariant: (snapshot) => {
    // The machine's own context, which a snapshot of any machine does not know.
    const { payment: known } = snapshot.context as PaymentContext
    if (snapshot.matches({ open: 'paid' })) expect(known?.order.paymentStatus).toBe('paid')
    // Nobody pays twice: what is under way, or not known, offers no form.
    const canSubmit = snapshot.can({ type: 'payment.submit', attemptId: 'att_9', wrong: {} })
    expect(canSubmit).toBe(snapshot.hasTag('form'))
    if (canSubmit) {
      expect(known?.canPay).toBe(true)
      expect(['created', 'action_required', 'unknown', 'succeeded']).not.toContain(known?.attempt?.state)
    }
  },
}

export const paymentPolling: Model = {
  machine: paymentPollingMachine,
  inputs: [
    { token: 'token', isAwaited: true },
    { token: 'token', isAwaited: false },
  ],
  outputs: { fetchPayment: reads.slice(0, 1) },
  errors: { fetchPayment: failures },
}

export const payCode: Model = {
  machine: payCodeMachine,
  events: {
    'code.change': [{ wrong: {} }, { wrong: { payCode: 'Wrong' } }],
    'code.submit': [{ wrong: {} }, { wrong: { payCode: 'Wrong' } }],
  },
  outputs: { openCode: [{ token: 'token' }] },
  errors: { openCode: [refusal(404, 'not_found'), refusal(429, 'rate_limited'), new Error('No answer')] },
  identity: ({ wrong, refusal: refused }: { wrong: object; refusal: unknown }) => [
    Object.keys(wrong),
    refused !== undefined,
  ],
}
