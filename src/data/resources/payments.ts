import { fromPromise } from 'xstate'
import { isNotFound, isRecord, noAnswer, RequestError, wordless } from '../../../contract/client/errors'
import type { Exchange } from '../../../contract/client/exchange'
import type { Payment, SandboxCard } from '../../../contract/extensions/payments'
import type { PayableOrder } from '../../../contract/orders'
import { isOfNoPayment, type PaymentRead } from '../../../machines/payments/paymentRead'

// The payment page is the customer's, on whatever phone they have: its calls are made without the contract's client and
// schemas, which would be as much again as all of its own code.

export interface PayingOptions {
  /** The backend's scheme, host and port; empty for the page's own origin. */
  apiHost: string
  /** Whether the backend is known to offer more than the twenty calls. */
  extensions: boolean
  onExchange: (exchange: Exchange) => void
}

/** Milliseconds after which a call is given up. */
const patience = 30_000

/** What was typed, until it has been answered: secrets that no machine knows. */
const cards = new Map<string, SandboxCard>()
export const keepCard = (attemptId: string, card: SandboxCard) => void cards.set(attemptId, card)
export const forgetCard = (attemptId: string | undefined) => void cards.delete(attemptId ?? '')

interface TypedCode {
  payCode: string
  phoneDigits: string
}
let typedCode: TypedCode | undefined
export const keepCode = (typed: TypedCode) => void (typedCode = typed)

/** The answer of a call as JSON. Throws a {@link RequestError}. */
async function call(
  { apiHost, onExchange }: PayingOptions,
  method: 'GET' | 'POST',
  route: string,
  params: Readonly<Record<string, string>> = {},
  body?: object,
): Promise<unknown> {
  const path = `/api/v1${route.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`
  const endpoint = `${method} /api/v1${route}`
  const exchange = { method, route: `/api/v1${route}`, path, body }
  const limit = AbortSignal.timeout(patience)
  let status: number
  let text: string
  let isOk: boolean
  try {
    const response = await fetch(apiHost + path, {
      method,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      credentials: 'omit',
      signal: limit,
    })
    ;[status, isOk, text] = [response.status, response.ok, await response.text()]
  } catch (cause) {
    onExchange({ ...exchange, status: undefined, answer: undefined })
    throw new RequestError(limit.aborted ? `No answer within ${patience / 1_000} s` : noAnswer, {
      endpoint,
      cause,
    })
  }
  const answered = parsed(text)
  onExchange({ ...exchange, status, answer: answered })
  if (!isOk) throw new RequestError(wordless(status), { endpoint, status, body: answered })
  return answered
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const unexpected = (endpoint: string) => new RequestError(`${endpoint} answered something unexpected`, { endpoint })

function paymentIn(answered: unknown): Payment {
  const data = isRecord(answered) ? answered['data'] : undefined
  const hasOrder = isRecord(data) && isRecord(data['order']) && typeof data['due'] === 'number'
  if (!hasOrder) throw unexpected('The payment')
  // The page shows no more than it finds: what else is missing shows as a dash.
  return data as Payment
}

/** What a backend of the twenty calls tells of an order: nobody pays there (GE-11). */
async function readOrder(options: PayingOptions, token: string): Promise<PaymentRead> {
  const order = await call(options, 'GET', '/orders/token/:token', { token })
  if (!isRecord(order) || typeof order['id'] !== 'string') throw unexpected('The order')
  const payable = order as PayableOrder
  const whyNot = 'Paying online is not offered here yet.'
  return { payment: { order: payable, due: payable.total ?? 0, canPay: false, whyNot }, isOffered: false }
}

async function readPayment(options: PayingOptions, token: string): Promise<PaymentRead> {
  try {
    const payment = paymentIn(await call(options, 'GET', '/payments/:token', { token }))
    return { payment, isOffered: true }
  } catch (error) {
    // Whoever does not know the call may know the order all the same; who does know it has said that there is none.
    if ((options.extensions && isNotFound(error)) || !isOfNoPayment(error)) throw error
    return readOrder(options, token)
  }
}

/** The real actors of the payment page. */
export const paymentActors = (options: PayingOptions) => ({
  fetchPayment: fromPromise<PaymentRead, { token: string }>(({ input }) => readPayment(options, input.token)),
  pay: fromPromise<Payment, { token: string; attemptId: string }>(async ({ input: { token, attemptId } }) => {
    const card = cards.get(attemptId)
    return paymentIn(
      await call(options, 'POST', '/payments/:token/attempts', { token }, { attemptId, ...(card && { card }) }),
    )
  }),
  answerBank: fromPromise<Payment, { token: string; attemptId: string; approved: boolean }>(
    async ({ input: { token, attemptId, approved } }) =>
      paymentIn(
        await call(options, 'POST', '/payments/:token/attempts/:attemptId/answer', { token, attemptId }, { approved }),
      ),
  ),
  askForLink: fromPromise<void, { token: string }>(async ({ input: { token } }) => {
    await call(options, 'POST', '/payments/:token/renewal', { token }, {})
  }),
  openCode: fromPromise<{ token: string }>(async () => {
    const answered = await call(options, 'POST', '/payments/codes', {}, typedCode)
    const data = isRecord(answered) ? answered['data'] : undefined
    if (!isRecord(data) || typeof data['token'] !== 'string') throw unexpected('The code')
    return { token: data['token'] }
  }),
})
