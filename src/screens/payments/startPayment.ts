import { type ActorRefFrom, createActor } from 'xstate'
import { isRecord } from '../../../contract/client/errors'
import type { Payment } from '../../../contract/extensions/payments'
import { payCodeMachine } from '../../../machines/payments/payCode.machine'
import { paymentMachine } from '../../../machines/payments/payment.machine'
import { linkMessage } from '../../../machines/payments/paymentRead'
import { paymentPollingMachine } from '../../../machines/payments/paymentPolling.machine'
import {
  brandOf,
  cardMistakes,
  codeMistakes,
  fieldsInFull,
  groupedNumber,
  tidyCard,
  type TypedCard,
} from '../../../machines/payments/cardMistakes'
import { isMadeHere, newId } from '../../browser/newId'
import { forgetCard, keepCard, keepCode, paymentActors, type PayingOptions } from '../../data/resources/payments'
import { tap } from '../../app/tap'
import { toastAction, type ToastsRef } from '../../app/toasts'

export type PaymentRef = ActorRefFrom<typeof paymentMachine>
export type PayCodeRef = ActorRefFrom<typeof payCodeMachine>

/** What the server that delivers the page says about its backend. Without an answer, the page's own origin is meant. */
export async function loadPayingOptions(): Promise<PayingOptions> {
  const config: unknown = await fetch('/config.json')
    .then((response) => (response.ok ? response.json() : {}))
    .catch(() => ({}))
  const { apiHost = '', extensions = false } = isRecord(config) ? config : {}
  return {
    apiHost: String(apiHost).replace(/\/+$/, ''),
    extensions: extensions === true,
    onExchange: tap.addExchange.bind(tap),
  }
}

/** Whether this page has begun the attempt: what comes of it is what whoever is at the page waits for. */
export const isBegunHere = ({ attempt }: Payment): boolean =>
  attempt !== undefined && attempt !== null && isMadeHere(attempt.id)

/** The payment of a token, alive as long as the page. */
export function startPayment(options: PayingOptions, toasts: ToastsRef, token: string): PaymentRef {
  const actors = paymentActors(options)
  const { fetchPayment } = actors
  const payment = createActor(
    paymentMachine.provide({
      actors: { ...actors, paymentPolling: paymentPollingMachine.provide({ actors: { fetchPayment } }) },
      actions: {
        openGateway: (_, { payment: { attempt } = {} }) => {
          if (attempt?.action?.kind === 'redirect' && attempt.action.url.startsWith('https://'))
            window.location.assign(attempt.action.url)
        },
        forgetCard: (_, { attemptId }) => forgetCard(attemptId),
        print: () => window.print(),
        reportError: toastAction(toasts, ({ error }) => ({ kind: 'error', message: linkMessage(error) })),
      },
    }),
    { id: 'payment', inspect: tap.observe, input: { token } },
  ).start()
  const look = () => {
    if (!document.hidden && payment.getSnapshot().can({ type: 'payment.look' })) payment.send({ type: 'payment.look' })
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  return payment
}

/** The form of a code that was read out, alive as long as the page. */
export const startPayCode = (options: PayingOptions): PayCodeRef =>
  createActor(
    payCodeMachine.provide({
      actors: { openCode: paymentActors(options).openCode },
      actions: { openLink: (_, { token }) => window.location.assign(`/pay/${encodeURIComponent(token)}`) },
    }),
    { id: 'payCode', inspect: tap.observe },
  ).start()

const textsOf = (form: HTMLFormElement) => {
  const data = new FormData(form)
  return (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
}

function cardIn(form: HTMLFormElement): TypedCard {
  const text = textsOf(form)
  return tidyCard({ cardNumber: text('cardNumber'), expiry: text('expiry'), securityCode: text('securityCode') })
}

const thisMonth = () => new Date().toISOString().slice(0, 7)

/** Judges what is typed as far as it goes, and groups the number's digits. Answers whose card it is. */
export function judgeCard(flow: PaymentRef, form: HTMLFormElement): string | undefined {
  const number = form.elements.namedItem('cardNumber')
  if (number instanceof HTMLInputElement) {
    const { text, caret } = groupedNumber(number.value, number.selectionStart ?? number.value.length)
    if (text !== number.value) {
      number.value = text
      if (document.activeElement === number) number.setSelectionRange(caret, caret)
    }
  }
  const card = cardIn(form)
  flow.send({ type: 'card.change', wrong: cardMistakes(card, thisMonth()), inFull: fieldsInFull(card) })
  return brandOf(card.cardNumber)
}

/** Pays with the card that was typed, or goes to its first mistake. */
export function payByCard(flow: PaymentRef, form: HTMLFormElement): void {
  const card = cardIn(form)
  const wrong = cardMistakes(card, thisMonth())
  const attemptId = newId()
  if (Object.keys(wrong).length === 0) keepCard(attemptId, card)
  flow.send({ type: 'payment.submit', attemptId, wrong })
  focusWrong(form, wrong)
}

/** Pays at the gateway's own page, which asks for the card itself. */
export const payAtGateway = (flow: PaymentRef) => flow.send({ type: 'payment.submit', attemptId: newId(), wrong: {} })

const codeIn = (form: HTMLFormElement) => {
  const text = textsOf(form)
  return { payCode: text('payCode'), phoneDigits: text('phoneDigits') }
}

export const judgeCode = (flow: PayCodeRef, form: HTMLFormElement) =>
  flow.send({ type: 'code.change', wrong: codeMistakes(codeIn(form)) })

export function openByCode(flow: PayCodeRef, form: HTMLFormElement): void {
  const typed = codeIn(form)
  const wrong = codeMistakes(typed)
  keepCode(typed)
  flow.send({ type: 'code.submit', wrong })
  focusWrong(form, wrong)
}

function focusWrong(form: HTMLFormElement, wrong: Readonly<Record<string, string>>) {
  const [field] = Object.keys(wrong)
  const control = field === undefined ? null : form.elements.namedItem(field)
  if (control instanceof HTMLElement) control.focus()
}
