import { Stripe } from 'stripe'
import {
  type AskedAttempt,
  type AttemptStatus,
  type Driver,
  type GatewayAccount,
  type GatewayBooking,
  type GatewayEvent,
  GatewayRefused,
  type RefundStatus,
  type RehearsalStep,
  signedLater,
  WebhookRefused,
} from './driver'

const minute = 60
const day = 24 * 60 * minute
/** What Checkout takes, less a minute for clocks that differ: https://docs.stripe.com/api/checkout/sessions/create */
const shortestSession = 31 * minute
const longestSession = day - minute
const secondsOfSignature = 300
/** For so long a refund that has succeeded may still fail: https://docs.stripe.com/refunds#failed-refunds */
const longestFailing = 30 * day

/** Amounts of these are whole units: https://docs.stripe.com/currencies#zero-decimal */
const zeroDecimal = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const minorUnits = (cents: number, currency: string) => (zeroDecimal.has(currency.toUpperCase()) ? cents / 100 : cents)
const centsOf = (minor: number, currency: string) => (zeroDecimal.has(currency.toUpperCase()) ? minor * 100 : minor)

const expanded = ['payment_intent.latest_charge.balance_transaction']

/**
 * Stripe by its official package: hosted Checkout, so that no card comes to our server (PY-03). An attempt is one Checkout
 * session, and its id is the idempotency key: asked for again, Stripe answers the same session, which is also how one is
 * found whose answer was lost.
 */
export function stripeDriver(url?: string): Driver {
  const api = url === undefined ? {} : addressOf(url)
  const clients = new Map<string, Stripe>()
  function clientOf({ secrets }: GatewayAccount): Stripe {
    const key = secrets['secretKey'] ?? ''
    if (key === '') throw new GatewayRefused('no_key', 'This gateway has no secret key')
    const known = clients.get(key)
    if (known) return known
    // We decide what is tried again, as each try is kept.
    const client = new Stripe(key, { ...api, maxNetworkRetries: 0, timeout: 20_000, telemetry: false })
    clients.set(key, client)
    return client
  }

  async function created(account: GatewayAccount, attempt: AskedAttempt): Promise<Stripe.Checkout.Session> {
    const { attemptId, orderId, amountCents, currency, customerEmail, returnUrl } = attempt
    const metadata = { attemptId, orderId, gatewayInstanceId: account.id }
    return clientOf(account).checkout.sessions.create(
      {
        mode: 'payment',
        client_reference_id: attemptId,
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: currency.toLowerCase(),
              unit_amount: minorUnits(amountCents, currency),
              product_data: { name: `Order ${attempt.orderNumber}` },
            },
          },
        ],
        ...(customerEmail === '' ? {} : { customer_email: customerEmail }),
        success_url: returnUrl,
        cancel_url: returnUrl,
        expires_at: endOfSession(attempt),
        metadata,
        payment_intent_data: { metadata },
        expand: expanded,
      },
      { idempotencyKey: attemptId },
    )
  }

  const read = (account: GatewayAccount, session: string) =>
    clientOf(account).checkout.sessions.retrieve(session, { expand: expanded })

  const driver: Driver = {
    kind: 'stripe',

    async tryKey(account) {
      try {
        // What reconciliation reads, and a key without that can't be worked with.
        await clientOf(account).checkout.sessions.list({ limit: 1 })
      } catch (error) {
        const whatIsWrong = wrongWithKey(error)
        throw whatIsWrong === undefined ? error : new GatewayRefused('key_refused', whatIsWrong, { cause: error })
      }
    },

    createSession: (account, attempt) => refusing(async () => statusOf(await created(account, attempt))),

    async expireSession(account, attempt) {
      const session = attempt.session ?? (await lostSession(account, attempt))
      if (session === undefined) return { state: 'expired', session: null }
      try {
        const ended = await clientOf(account).checkout.sessions.expire(session, { expand: expanded })
        return statusOf(ended)
      } catch (error) {
        // A session that has ended can't be ended: Stripe tells how it has ended.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        return statusOf(await read(account, session))
      }
    },

    async fetchStatus(account, attempt) {
      const session = attempt.session ?? (await lostSession(account, attempt))
      return session === undefined ? { state: 'expired', session: null } : statusOf(await read(account, session))
    },

    async refund(account, { refundId, chargeReference, amountCents, currency, reference }) {
      const stripe = clientOf(account)
      if (reference !== null) return refundStatus(await stripe.refunds.retrieve(reference))
      // Keys are forgotten after a day or so; what was made by one says whose it is for ever.
      const earlier = await stripe.refunds.list({ payment_intent: chargeReference, limit: 100 })
      const own = earlier.data.find(({ metadata }) => metadata?.['refundId'] === refundId)
      if (own) return refundStatus(own)
      return refusing(async () => {
        const made = await stripe.refunds.create(
          {
            payment_intent: chargeReference,
            amount: minorUnits(amountCents, currency),
            metadata: { refundId, gatewayInstanceId: account.id },
          },
          { idempotencyKey: refundId },
        )
        return refundStatus(made)
      })
    },

    async parseWebhook(account, body, headers, now) {
      const secret = account.secrets['webhookSecret'] ?? ''
      if (secret === '') throw new WebhookRefused('This gateway has no signing secret')
      const signature = String(headers['stripe-signature'] ?? '')
      let event: Stripe.Event
      try {
        event = clientOf(account).webhooks.constructEvent(
          body,
          signature,
          secret,
          secondsOfSignature,
          undefined,
          now.getTime(),
        )
      } catch (cause) {
        if (cause instanceof GatewayRefused) throw new WebhookRefused(cause.message)
        throw new WebhookRefused('The signature is wrong, or too old', { cause })
      }
      // The package looks at the age alone.
      if (momentOf(signature) > now.getTime() / 1_000 + secondsOfSignature) throw new WebhookRefused(signedLater)
      if (event.livemode !== isLiveKey(account)) throw new WebhookRefused('The message is of another mode')
      return eventOf(account, event)
    },

    async listBookings(account, since) {
      const stripe = clientOf(account)
      const created = Math.floor(since.getTime() / 1_000)
      const bookings: GatewayBooking[] = []
      const intents = new Set<string>()
      // A session may be a day old when it is paid.
      for await (const session of stripe.checkout.sessions.list({ created: { gte: created - day }, limit: 100 })) {
        const { payment_status, metadata, payment_intent: intent, amount_total: total, currency } = session
        if (metadata?.['gatewayInstanceId'] !== account.id || payment_status !== 'paid') continue
        const reference = typeof intent === 'string' ? intent : (intent?.id ?? session.id)
        intents.add(reference)
        bookings.push({
          type: 'charge',
          ownId: metadata['attemptId'] ?? null,
          reference,
          amountCents: centsOf(total ?? 0, currency ?? ''),
          currency: (currency ?? '').toUpperCase(),
          state: 'succeeded',
        })
      }
      for await (const refund of stripe.refunds.list({ created: { gte: created - longestFailing }, limit: 100 })) {
        if (refund.created < created && refund.status !== 'failed') continue
        const intent = typeof refund.payment_intent === 'string' ? refund.payment_intent : refund.payment_intent?.id
        const isOurs = refund.metadata?.['gatewayInstanceId'] === account.id || intents.has(intent ?? '')
        if (!isOurs) continue
        const { state } = refundStatus(refund)
        bookings.push({
          type: 'refund',
          ownId: refund.metadata?.['refundId'] ?? null,
          reference: refund.id,
          amountCents: centsOf(refund.amount, refund.currency),
          currency: refund.currency.toUpperCase(),
          state,
        })
      }
      return bookings
    },

    rehearse: (account) => rehearsal(account, clientOf),
  }

  /**
   * The session of an attempt whose answer was lost: what was asked for, asked for once more under its key. Undefined when
   * Stripe never had it and will not take it any more, so that it can't come later.
   */
  async function lostSession(account: GatewayAccount, attempt: AskedAttempt): Promise<string | undefined> {
    try {
      return (await created(account, attempt)).id
    } catch (error) {
      // What is refused as it is written was never taken, as it is written as it was then.
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400) return undefined
      throw error
    }
  }

  return driver
}

/** When Checkout ends a session by itself: with its link, as far as Checkout can. The same for the same attempt. */
function endOfSession({ createdAt, expiresAt }: AskedAttempt): number {
  const [start, end] = [createdAt, expiresAt].map((moment) => Math.floor(moment.getTime() / 1_000))
  if (start === undefined || end === undefined) throw new RangeError('no moment')
  return start + Math.min(Math.max(end - start, shortestSession), longestSession)
}

function addressOf(url: string) {
  const { protocol, hostname: host, port } = new URL(url)
  const isPlain = protocol === 'http:'
  return { host, port: port || (isPlain ? 80 : 443), protocol: isPlain ? ('http' as const) : ('https' as const) }
}

/** What is wrong with a key, from what Stripe answers; undefined where that says nothing of the key. */
function wrongWithKey(error: unknown): string | undefined {
  if (error instanceof Stripe.errors.StripeAuthenticationError) {
    return 'Stripe does not know this key. Copy it again from Developers › API keys.'
  }
  if (error instanceof Stripe.errors.StripePermissionError) {
    return 'Stripe does not let this key read Checkout Sessions. Give it that permission, or take another key.'
  }
  return undefined
}

/** Seconds since 1970 at which a message says that it was signed. */
const momentOf = (signature: string) => Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? 0)

const isLiveKey = ({ secrets }: GatewayAccount) => /^[rs]k_live_/.test(secrets['secretKey'] ?? '')

const refusals = new Set([400, 401, 402, 403, 404])

/** Stripe has not done what it refuses; of everything else that fails it is not known. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // What collides with itself (409), what comes too often (429) and what fails (5xx) may have been done, or may be yet.
    const isRefused = error instanceof Stripe.errors.StripeError && refusals.has(error.statusCode ?? 0)
    if (isRefused && error.type !== 'StripeIdempotencyError') {
      throw new GatewayRefused(error.code ?? 'gateway_refused', error.message)
    }
    throw error
  }
}

/** How people call the brands that Stripe names. */
const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

function statusOf(session: Stripe.Checkout.Session): AttemptStatus {
  const { id, status, payment_status: paid, payment_intent: intent, url } = session
  const paying = typeof intent === 'string' ? undefined : (intent ?? undefined)
  if (status === 'expired') return { state: 'expired', session: id }
  if (status === 'open') {
    const failed = paying?.last_payment_error
    const reasonCode = failed?.decline_code ?? failed?.code
    if (url === null) throw new Error('an open session has no address')
    return { state: 'action_required', session: id, action: url, ...(reasonCode === undefined ? {} : { reasonCode }) }
  }
  if (status !== 'complete' || paid !== 'paid') return { state: 'processing', session: id }
  const charge = typeof paying?.latest_charge === 'string' ? undefined : paying?.latest_charge
  const card = charge?.payment_method_details?.card
  const balance = typeof charge?.balance_transaction === 'string' ? undefined : charge?.balance_transaction
  const currency = session.currency ?? ''
  return {
    state: 'succeeded',
    session: id,
    reference: typeof intent === 'string' ? intent : (intent?.id ?? id),
    amountCents: centsOf(session.amount_total ?? 0, currency),
    currency: currency.toUpperCase(),
    // A fee in another currency is none of this booking's.
    ...(balance && balance.currency === currency ? { feeCents: centsOf(balance.fee, currency) } : {}),
    ...(card?.last4 ? { card: { brand: brandNames[card.brand ?? ''] ?? null, last4: card.last4 } } : {}),
  }
}

function refundStatus({ id, status, failure_reason: why }: Stripe.Refund): RefundStatus {
  if (status === 'succeeded') return { state: 'succeeded', reference: id }
  if (status === 'failed' || status === 'canceled') {
    return { state: 'failed', reference: id, reason: `Stripe could not refund it (${why ?? status}).` }
  }
  return { state: 'pending', reference: id }
}

function eventOf(account: GatewayAccount, event: Stripe.Event): GatewayEvent {
  const { id, type: kind } = event
  const ours = (metadata: Stripe.Metadata | null) => {
    const named = metadata?.['gatewayInstanceId']
    if (named !== undefined && named !== account.id) throw new WebhookRefused('The message is of another account')
    return named !== undefined
  }
  if (
    event.type === 'checkout.session.completed' ||
    event.type === 'checkout.session.expired' ||
    event.type === 'checkout.session.async_payment_succeeded' ||
    event.type === 'checkout.session.async_payment_failed'
  ) {
    const { metadata, id: session } = event.data.object
    if (ours(metadata)) {
      return { id, kind, concerns: { attemptId: metadata?.['attemptId'], session, reference: undefined } }
    }
  }
  if (
    event.type === 'payment_intent.payment_failed' ||
    event.type === 'payment_intent.succeeded' ||
    event.type === 'payment_intent.requires_action'
  ) {
    const { metadata, id: reference } = event.data.object
    if (ours(metadata)) {
      return { id, kind, concerns: { attemptId: metadata['attemptId'], session: undefined, reference } }
    }
  }
  if (event.type === 'refund.created' || event.type === 'refund.updated' || event.type === 'refund.failed') {
    const { metadata, id: refundReference } = event.data.object
    if (ours(metadata)) return { id, kind, concerns: { refundId: metadata?.['refundId'], refundReference } }
  }
  // Of no concern here, as are those that are not ours.
  return { id, kind, concerns: undefined }
}

const unexpected = 'Stripe answered otherwise than expected. Look into its dashboard, under Developers, Logs.'
const unreached = 'Stripe could not be reached, or did not answer as it should. Try again in a moment.'

/** What to do about a step that failed: a key is named only where Stripe has refused it. */
function howToMend(error: unknown, mend: string): string {
  const whatIsWrong = wrongWithKey(error)
  if (whatIsWrong !== undefined) return whatIsWrong
  if (error instanceof GatewayRefused) return `${error.message}.`
  if (!(error instanceof Stripe.errors.StripeError)) return error instanceof Error ? `${error.message} ${mend}` : mend
  const isAnswer = error.statusCode !== undefined && error.statusCode < 500 && error.statusCode !== 429
  return isAnswer ? `${error.message} ${mend}` : unreached
}

/** Pays, is declined, is asked and refunds by Stripe's own test payment methods, with a test key only (GW-02). */
async function rehearsal(account: GatewayAccount, clientOf: (account: GatewayAccount) => Stripe) {
  let paid: Stripe.PaymentIntent | undefined
  const pay = (method: string) =>
    clientOf(account).paymentIntents.create({
      amount: 100,
      currency: 'usd',
      payment_method: method,
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    })
  const steps: [RehearsalStep['name'], done: string, mend: string, () => Promise<boolean> | boolean][] = [
    [
      'pay',
      'A test card was paid.',
      unexpected,
      async () => {
        paid = await pay('pm_card_visa')
        return paid.status === 'succeeded'
      },
    ],
    [
      'decline',
      'A declined card was declined.',
      unexpected,
      () =>
        pay('pm_card_chargeDeclined').then(
          () => false,
          (error: unknown) => {
            if (error instanceof Stripe.errors.StripeCardError) return true
            throw error
          },
        ),
    ],
    [
      'asked_by_bank',
      'The bank asked its question.',
      unexpected,
      async () => (await pay('pm_card_authenticationRequired')).status === 'requires_action',
    ],
    [
      'webhook',
      'A signing secret is there, and a message that it signs is understood.',
      'Add an endpoint in the Stripe dashboard, under Developers, Webhooks, and copy its signing secret.',
      () => {
        const secret = account.secrets['webhookSecret'] ?? ''
        if (!secret.startsWith('whsec_')) return false
        const { webhooks } = clientOf(account)
        const payload = JSON.stringify({ id: 'evt_rehearsal', object: 'event', type: 'rehearsal' })
        const header = webhooks.generateTestHeaderString({ payload, secret })
        return webhooks.constructEvent(payload, header, secret).id === 'evt_rehearsal'
      },
    ],
    [
      'refund',
      'What was paid was refunded.',
      unexpected,
      async () => {
        if (!paid) return false
        const { status } = await clientOf(account).refunds.create({ payment_intent: paid.id })
        return status === 'succeeded' || status === 'pending'
      },
    ],
  ]
  if (isLiveKey(account)) {
    const text = 'This gateway has a live key. Rehearse with a test key, which begins with sk_test_.'
    return steps.map(([name]): RehearsalStep => ({ name, isPassed: false, text }))
  }
  const done: RehearsalStep[] = []
  for (const [name, passed, mend, attempt] of steps) {
    const text = await Promise.resolve()
      .then(attempt)
      .then(
        (isPassed) => (isPassed ? undefined : mend),
        (error: unknown) => howToMend(error, mend),
      )
    done.push({ name, isPassed: text === undefined, text: text ?? passed })
  }
  return done
}
