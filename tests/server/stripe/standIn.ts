import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import { currencyOf, type Parameters, parametersOf, type Request, rules, type StripeError, totalOf } from './rules'

type Metadata = Record<string, string>

interface Session {
  id: string
  created: number
  expires_at: number
  status: 'open' | 'complete' | 'expired'
  amount: number
  currency: string
  metadata: Metadata
  clientReference: string | null
  intentMetadata: Metadata
  intent: string | null
  declined: string | undefined
}
interface Intent {
  id: string
  amount: number
  currency: string
  metadata: Metadata
  status: 'succeeded' | 'requires_action' | 'requires_payment_method'
}
interface Refund {
  id: string
  created: number
  intent: string
  amount: number
  currency: string
  metadata: Metadata
  status: 'succeeded' | 'pending' | 'failed'
}
interface Kept {
  fingerprint: string
  answer: { status: number; body: object } | undefined
}

/** How the next request goes: as it should; done, and its answer lost; lost before it came; or answered with nonsense. */
export type Fault = 'lost answer' | 'lost request' | 'nonsense' | 'too many' | 'broken'

export interface Message {
  payload: string
  signature: string
}

const refusal = (status: number, type: string, message: string, code?: string): StripeError => ({
  status,
  type,
  message,
  ...(code === undefined ? {} : { code }),
})
const textOf = (value: Parameters[string]) => (typeof value === 'string' ? value : undefined)
const metadataOf = (value: Parameters[string]): Metadata =>
  typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, textOf(text) ?? '']))
    : {}

/**
 * Stands in for Stripe's API as far as we use it: keeps what it is told, honours idempotency keys, refuses what Stripe
 * refuses, and has messages to deliver: in any order, doubled, late or never, as a test likes.
 */
export class StripeStandIn {
  readonly secretKey = 'sk_test_standIn'
  /** A restricted key that may do nothing. */
  readonly narrowKey = 'rk_test_narrow'
  /** What other keys it knows. */
  readonly otherKeys = new Set<string>()
  readonly webhookSecret = 'whsec_standIn'
  readonly sessions = new Map<string, Session>()
  readonly intents = new Map<string, Intent>()
  readonly refunds = new Map<string, Refund>()
  /** What it would tell, the oldest first. */
  readonly messages: Message[] = []
  /** Ids of the rules that requests have broken. */
  readonly broken: string[] = []
  /** What happens to the next requests. */
  readonly faults: Fault[] = []
  refundsArePending = false
  feeCents = 0
  requests = 0
  #made = 0
  readonly #keys = new Map<string, Kept>()
  readonly #now: () => Date
  readonly #stripe = new Stripe('sk_test_standIn')
  #server: Server | undefined

  constructor(now: () => Date) {
    this.#now = now
  }

  async start(): Promise<{ host: string; port: number; protocol: 'http' }> {
    const server = createServer((request, response) => void this.#answer(request, response))
    this.#server = server
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { host: '127.0.0.1', port: Number(new URL(this.url).port), protocol: 'http' }
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((resolve) => this.#server?.close(resolve))
  }

  /** Its address, once it has started. */
  get url(): string {
    if (!this.#server) throw new Error('it has not started')
    // A server that listens on a port has such an address.
    const { port } = this.#server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }

  get #seconds(): number {
    return Math.floor(this.#now().getTime() / 1_000)
  }

  #id(prefix: string): string {
    this.#made += 1
    return `${prefix}_test_${String(this.#made).padStart(8, '0')}`
  }

  /** What the customer does on Stripe's own page. */
  customerPays(sessionId: string): void {
    const session = this.#open(sessionId)
    const id = session.intent ?? this.#id('pi')
    const { amount, currency, intentMetadata: metadata } = session
    this.intents.set(id, { id, amount, currency, metadata, status: 'succeeded' })
    Object.assign(session, { status: 'complete', intent: id, declined: undefined })
    this.tell('payment_intent.succeeded', { id, object: 'payment_intent', metadata })
    this.tell('checkout.session.completed', this.#sessionBody(session))
  }

  customerIsDeclined(sessionId: string, code: string): void {
    const session = this.#open(sessionId)
    const id = session.intent ?? this.#id('pi')
    const { amount, currency, intentMetadata: metadata } = session
    this.intents.set(id, { id, amount, currency, metadata, status: 'requires_payment_method' })
    Object.assign(session, { intent: id, declined: code })
    this.tell('payment_intent.payment_failed', { id, object: 'payment_intent', metadata })
  }

  /** Sessions whose time is over end by themselves. */
  clock(): void {
    for (const session of this.sessions.values()) {
      if (session.status !== 'open' || session.expires_at > this.#seconds) continue
      session.status = 'expired'
      this.tell('checkout.session.expired', this.#sessionBody(session))
    }
  }

  endRefund(id: string, status: 'succeeded' | 'failed'): void {
    const refund = this.refunds.get(id)
    if (!refund) throw new RangeError(`no refund ${id}`)
    refund.status = status
    this.tell(status === 'failed' ? 'refund.failed' : 'refund.updated', this.#refundBody(refund))
  }

  /** Has something to tell, signed as Stripe does. */
  tell(type: string, object: object, more: { livemode?: boolean; secret?: string; at?: number } = {}): Message {
    const { livemode = false, secret = this.webhookSecret, at = this.#seconds } = more
    const event = { id: this.#id('evt'), object: 'event', type, livemode, created: at, data: { object } }
    const message = this.signed(JSON.stringify(event), secret, at)
    this.messages.push(message)
    return message
  }

  /** Signed as each delivery is: one that comes again, too. */
  signed(payload: string, secret: string = this.webhookSecret, timestamp: number = this.#seconds): Message {
    return { payload, signature: this.#stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) }
  }

  #open(id: string): Session {
    this.clock()
    const session = this.sessions.get(id)
    if (session?.status !== 'open') throw new RangeError(`the page of ${id} is not open`)
    return session
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1
    const chunks: Buffer[] = []
    // A request of node's is read in pieces of bytes.
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const fault = this.faults.shift()
    if (fault === 'lost request') return void incoming.socket.destroy()
    if (fault === 'too many') {
      return send(response, 429, { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many' } })
    }
    if (fault === 'broken') return send(response, 500, { error: { type: 'api_error', message: 'Broken' } })
    const answer = this.#once(incoming, body)
    if (fault === 'lost answer') return void incoming.socket.destroy()
    if (fault === 'nonsense') {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>It works!</html>')
      return
    }
    send(response, answer.status, answer.body)
  }

  /** Answers a key as it was answered before. */
  #once(incoming: IncomingMessage, body: string): { status: number; body: object } {
    const { method = 'GET', headers } = incoming
    const [path = '', query = ''] = (incoming.url ?? '').split('?')
    const request = { method, path, headers, parameters: parametersOf(method === 'GET' ? query : body) }
    this.clock()
    const key = method === 'POST' ? String(headers['idempotency-key'] ?? '') : ''
    try {
      this.#authenticate(request)
      // Whoever sends no key wants to do it again each time.
      if (key === '') return { status: 200, body: this.#do(request) }
      const fingerprint = `${path} ${body}`
      const kept = this.#keys.get(key)
      if (kept && kept.fingerprint !== fingerprint) {
        this.broken.push('idempotency-parameters')
        throw refusal(
          400,
          'idempotency_error',
          'Keys for idempotent requests can only be used with the same parameters',
        )
      }
      if (kept?.answer) return kept.answer
      const answer = { status: 200, body: this.#do(request) }
      this.#keys.set(key, { fingerprint, answer })
      return answer
    } catch (error) {
      if (error instanceof Error) throw error
      // Nothing else is thrown here.
      const { status, ...told } = error as StripeError
      return { status, body: { error: told } }
    }
  }

  #authenticate({ headers }: Request): void {
    const given = /^Bearer (.+)$/.exec(headers['authorization']?.toString() ?? '')?.[1]
    if (given === undefined) {
      this.broken.push('api-key')
      throw refusal(401, 'invalid_request_error', 'You did not provide an API key.')
    }
    if (given === this.narrowKey) {
      throw refusal(403, 'invalid_request_error', 'The provided key does not have the required permissions.')
    }
    if (given !== this.secretKey && !this.otherKeys.has(given)) {
      this.broken.push('known-key')
      throw refusal(401, 'invalid_request_error', `Invalid API Key provided: ${given.slice(0, 8)}***`)
    }
  }

  #do(request: Request): object {
    for (const rule of rules) {
      const error = rule.broken(request, this.#seconds)
      if (!error) continue
      this.broken.push(rule.id)
      throw error
    }
    const { method, path, parameters } = request
    const [, id = '', step = ''] = /^\/v1\/(?:checkout\/sessions|refunds)\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
    switch (`${method} ${path.replace(id === '' ? /$^/ : id, ':id')}`) {
      case 'POST /v1/checkout/sessions':
        return this.#sessionBody(this.#createSession(parameters))
      case 'GET /v1/checkout/sessions/:id':
        return this.#sessionBody(this.#found(this.sessions, id, 'checkout.session'))
      case `POST /v1/checkout/sessions/:id/${step}`:
        return this.#expire(this.#found(this.sessions, id, 'checkout.session'))
      case 'GET /v1/checkout/sessions':
        return listOf([...this.sessions.values()], parameters, (one) => this.#sessionBody(one))
      case 'POST /v1/refunds':
        return this.#refundBody(this.#createRefund(parameters))
      case 'GET /v1/refunds/:id':
        return this.#refundBody(this.#found(this.refunds, id, 'refund'))
      case 'GET /v1/refunds': {
        const intent = textOf(parameters['payment_intent'])
        const all = [...this.refunds.values()].filter((one) => intent === undefined || one.intent === intent)
        return listOf(all, parameters, (one) => this.#refundBody(one))
      }
      case 'POST /v1/payment_intents':
        return this.#confirm(parameters)
    }
    this.broken.push('known-address')
    throw refusal(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`)
  }

  #found<Of>(all: ReadonlyMap<string, Of>, id: string, what: string): Of {
    const found = all.get(id)
    if (found) return found
    this.broken.push('resource-missing')
    throw refusal(404, 'invalid_request_error', `No such ${what}: '${id}'`, 'resource_missing')
  }

  #createSession(parameters: Parameters): Session {
    const data = parameters['payment_intent_data']
    const session: Session = {
      id: this.#id('cs'),
      created: this.#seconds,
      expires_at: Number(textOf(parameters['expires_at']) ?? this.#seconds + 86_400),
      status: 'open',
      amount: totalOf(parameters),
      currency: currencyOf(parameters),
      metadata: metadataOf(parameters['metadata']),
      clientReference: textOf(parameters['client_reference_id']) ?? null,
      intentMetadata: typeof data === 'object' ? metadataOf(data['metadata']) : {},
      intent: null,
      declined: undefined,
    }
    this.sessions.set(session.id, session)
    return session
  }

  #expire(session: Session): object {
    if (session.status !== 'open') {
      this.broken.push('expire-open')
      throw refusal(400, 'invalid_request_error', `Only Checkout Sessions with a status in ["open"] can be expired.`)
    }
    session.status = 'expired'
    this.tell('checkout.session.expired', this.#sessionBody(session))
    return this.#sessionBody(session)
  }

  #createRefund(parameters: Parameters): Refund {
    const intent = this.#found(this.intents, textOf(parameters['payment_intent']) ?? '', 'payment_intent')
    if (intent.status !== 'succeeded') {
      this.broken.push('refund-paid')
      throw refusal(400, 'invalid_request_error', 'This PaymentIntent does not have a successful charge to refund.')
    }
    const given = [...this.refunds.values()]
      .filter((one) => one.intent === intent.id && one.status !== 'failed')
      .reduce((sum, one) => sum + one.amount, 0)
    const left = intent.amount - given
    if (left === 0) {
      this.broken.push('already-refunded')
      throw refusal(400, 'invalid_request_error', 'Charge has already been refunded.', 'charge_already_refunded')
    }
    const amount = Number(textOf(parameters['amount']) ?? left)
    if (amount > left) {
      this.broken.push('refund-left')
      throw refusal(
        400,
        'invalid_request_error',
        `Refund amount (${amount}) is greater than unrefunded amount (${left})`,
      )
    }
    const refund: Refund = {
      id: this.#id('re'),
      created: this.#seconds,
      intent: intent.id,
      amount,
      currency: intent.currency,
      metadata: metadataOf(parameters['metadata']),
      status: this.refundsArePending ? 'pending' : 'succeeded',
    }
    this.refunds.set(refund.id, refund)
    this.tell('refund.created', this.#refundBody(refund))
    return refund
  }

  #confirm(parameters: Parameters): object {
    const method = textOf(parameters['payment_method'])
    if (method === 'pm_card_chargeDeclined') {
      throw {
        ...refusal(402, 'card_error', 'Your card was declined.', 'card_declined'),
        decline_code: 'generic_decline',
      }
    }
    const status = method === 'pm_card_authenticationRequired' ? ('requires_action' as const) : ('succeeded' as const)
    const [amount, currency] = [Number(textOf(parameters['amount'])), textOf(parameters['currency']) ?? 'usd']
    const intent: Intent = { id: this.#id('pi'), amount, currency, metadata: {}, status }
    this.intents.set(intent.id, intent)
    return { ...intent, object: 'payment_intent' }
  }

  #sessionBody(session: Session): object {
    const { id, created, expires_at, status, amount, currency, metadata, clientReference, declined } = session
    const intent = session.intent === null ? undefined : this.intents.get(session.intent)
    const charge = {
      id: `ch_${id}`,
      object: 'charge',
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
      balance_transaction: { id: `txn_${id}`, object: 'balance_transaction', fee: this.feeCents, currency },
    }
    return {
      id,
      object: 'checkout.session',
      created,
      expires_at,
      status,
      amount_total: amount,
      currency,
      metadata,
      client_reference_id: clientReference,
      mode: 'payment',
      payment_status: status === 'complete' ? 'paid' : 'unpaid',
      url: status === 'open' ? `https://checkout.stripe.com/c/pay/${id}` : null,
      payment_intent: intent
        ? {
            ...intent,
            object: 'payment_intent',
            latest_charge: intent.status === 'succeeded' ? charge : null,
            last_payment_error: declined === undefined ? null : { code: 'card_declined', decline_code: declined },
          }
        : null,
    }
  }

  #refundBody({ id, created, intent, amount, currency, metadata, status }: Refund): object {
    const failure = status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}
    return { id, object: 'refund', created, payment_intent: intent, amount, currency, metadata, status, ...failure }
  }
}

function listOf<Of extends { id: string; created: number }>(
  all: readonly Of[],
  parameters: Parameters,
  shown: (one: Of) => object,
): object {
  const limit = Number(textOf(parameters['limit']) ?? 10)
  const created = parameters['created']
  const since = typeof created === 'object' ? Number(textOf(created['gte']) ?? 0) : 0
  const after = textOf(parameters['starting_after'])
  // The newest first, as Stripe lists.
  const found = all.filter((one) => one.created >= since).toReversed()
  const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1
  const page = found.slice(start, start + limit)
  return { object: 'list', data: page.map(shown), has_more: start + limit < found.length, url: '/v1' }
}

function send(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_standIn' })
    .end(JSON.stringify(body))
}
