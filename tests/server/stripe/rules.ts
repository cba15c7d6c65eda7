/** A request as the stand-in has read it. */
export interface Request {
  method: string
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  parameters: Parameters
}
export interface Parameters {
  [name: string]: string | Parameters | undefined
}

/** What Stripe says to a wrong request. */
export interface StripeError {
  status: number
  type: string
  code?: string
  param?: string
  message: string
}

export interface Rule {
  id: string
  /** What Stripe demands. */
  about: string
  /** Where its documentation says so. */
  source: string
  broken: (request: Request, now: number) => StripeError | undefined
}

const docs = 'https://docs.stripe.com'

const invalid = (message: string, param?: string, code?: string): StripeError => ({
  status: 400,
  type: 'invalid_request_error',
  message,
  ...(param === undefined ? {} : { param }),
  ...(code === undefined ? {} : { code }),
})

/** A parameter as a text; none for one that has parts. */
const plain = (value: Parameters[string]): string => (typeof value === 'string' ? value : '')

const textAt = (parameters: Parameters | undefined, name: string): string | undefined => {
  const value = parameters?.[name]
  return typeof value === 'string' ? value : undefined
}
const within = (parameters: Parameters | undefined, name: string): Parameters | undefined => {
  const value = parameters?.[name]
  return typeof value === 'object' ? value : undefined
}
const listAt = (parameters: Parameters, name: string): Parameters[] =>
  Object.values(within(parameters, name) ?? {}).filter((one) => typeof one === 'object')

const isInteger = (text: string | undefined) => text !== undefined && /^-?\d+$/.test(text)

const isSession = ({ method, path }: Request) => method === 'POST' && path === '/v1/checkout/sessions'
const isRefund = ({ method, path }: Request) => method === 'POST' && path === '/v1/refunds'
const isList = ({ method, path }: Request) => method === 'GET' && /^\/v1\/(?:checkout\/sessions|refunds)$/.test(path)

/** A rule about the creation of a session. */
const ofSession = (
  id: string,
  about: string,
  source: string,
  broken: (parameters: Parameters, now: number) => StripeError | undefined,
): Rule => ({
  id,
  about,
  source: `${docs}/${source}`,
  broken: (request, now) => (isSession(request) ? broken(request.parameters, now) : undefined),
})
const ofRefund = (
  id: string,
  about: string,
  source: string,
  broken: (parameters: Parameters) => StripeError | undefined,
): Rule => ({
  id,
  about,
  source: `${docs}/${source}`,
  broken: (request) => (isRefund(request) ? broken(request.parameters) : undefined),
})

const priceOf = (line: Parameters) => within(line, 'price_data')
const linesOf = (parameters: Parameters) => listAt(parameters, 'line_items')
const anyLine = (parameters: Parameters, broken: (line: Parameters, at: string) => StripeError | undefined) =>
  linesOf(parameters)
    .map((line, index) => broken(line, `line_items[${index}]`))
    .find((error) => error !== undefined)

/** Every parameter that is known of each request; https://docs.stripe.com/api names more, which we never send. */
const known: Record<string, readonly string[]> = {
  'POST /v1/checkout/sessions': [
    'mode',
    'client_reference_id',
    'line_items',
    'customer_email',
    'success_url',
    'cancel_url',
    'expires_at',
    'metadata',
    'payment_intent_data',
    'expand',
  ],
  'POST /v1/refunds': ['payment_intent', 'charge', 'amount', 'metadata', 'reason', 'expand'],
  'GET /v1/checkout/sessions': [
    'created',
    'limit',
    'starting_after',
    'ending_before',
    'payment_intent',
    'status',
    'expand',
  ],
  'GET /v1/refunds': ['created', 'limit', 'starting_after', 'ending_before', 'payment_intent', 'charge', 'expand'],
  'POST /v1/payment_intents': [
    'amount',
    'currency',
    'payment_method',
    'confirm',
    'automatic_payment_methods',
    'metadata',
    'expand',
  ],
}

const currencies = new Set(['usd', 'eur', 'cad', 'gbp', 'jpy', 'sek', 'chf', 'aud'])
/** The least that Stripe charges in each currency, in its smallest unit. */
const least: Record<string, number> = { usd: 50, eur: 50, cad: 50, gbp: 30, jpy: 50, sek: 300, chf: 50, aud: 50 }

function metadataError(metadata: Parameters | undefined): StripeError | undefined {
  const entries = Object.entries(metadata ?? {})
  if (entries.length > 50) return invalid('Metadata can have up to 50 keys', 'metadata')
  const long = entries.find(([name, value]) => name.length > 40 || plain(value).length > 500)
  return long
    ? invalid('Metadata keys can have up to 40 and values up to 500 characters', `metadata[${long[0]}]`)
    : undefined
}

/** What Stripe refuses of what we could send, each as its documentation says. What depends on state is in the stand-in. */
export const rules: readonly Rule[] = [
  {
    id: 'form-encoded',
    about: 'Bodies are form-encoded',
    source: `${docs}/api`,
    broken: ({ method, headers, parameters }) =>
      method === 'POST' &&
      Object.keys(parameters).length > 0 &&
      !String(headers['content-type']).startsWith('application/x-www-form-urlencoded')
        ? invalid('The request body must be form-encoded')
        : undefined,
  },
  {
    id: 'idempotency-key-length',
    about: 'Idempotency keys have up to 255 characters',
    source: `${docs}/api/idempotent_requests`,
    broken: ({ headers }) =>
      String(headers['idempotency-key'] ?? '').length > 255
        ? invalid('Idempotency keys can be up to 255 characters long')
        : undefined,
  },
  {
    id: 'known-parameters',
    about: 'A parameter that is not known is refused',
    source: `${docs}/error-codes#parameter-unknown`,
    broken: ({ method, path, parameters }) => {
      const names = known[`${method} ${path}`]
      const unknown = names && Object.keys(parameters).find((name) => !names.includes(name))
      return unknown === undefined
        ? undefined
        : invalid(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown')
    },
  },
  {
    id: 'expand-depth',
    about: 'At most four levels are expanded',
    source: `${docs}/api/expanding_objects`,
    broken: ({ parameters }) =>
      Object.values(within(parameters, 'expand') ?? {}).some((path) => plain(path).split('.').length > 4)
        ? invalid('You cannot expand more than 4 levels of a property', 'expand')
        : undefined,
  },
  {
    id: 'list-limit',
    about: 'A page of a list has 1 to 100 objects',
    source: `${docs}/api/pagination`,
    broken: (request) => {
      const limit = textAt(request.parameters, 'limit')
      const isWrong = limit !== undefined && (!isInteger(limit) || Number(limit) < 1 || Number(limit) > 100)
      return isList(request) && isWrong ? invalid('Limit must be between 1 and 100', 'limit') : undefined
    },
  },
  {
    id: 'metadata-size',
    about: 'Metadata has up to 50 keys of 40 characters, with values of 500',
    source: `${docs}/api/metadata`,
    broken: ({ parameters }) =>
      metadataError(within(parameters, 'metadata')) ??
      metadataError(within(within(parameters, 'payment_intent_data'), 'metadata')),
  },
  ofSession('session-mode', 'The mode is payment, setup or subscription', 'api/checkout/sessions/create', ({ mode }) =>
    ['payment', 'setup', 'subscription'].includes(plain(mode))
      ? undefined
      : invalid('Missing required param: mode', 'mode', 'parameter_missing'),
  ),
  ofSession(
    'line-items',
    'A payment has line items',
    'api/checkout/sessions/create#create_checkout_session-line_items',
    (parameters) =>
      linesOf(parameters).length === 0
        ? invalid('line_items is required in payment mode', 'line_items', 'parameter_missing')
        : undefined,
  ),
  ofSession(
    'most-line-items',
    'A payment has up to 100 line items',
    'api/checkout/sessions/create#create_checkout_session-line_items',
    (parameters) => (linesOf(parameters).length > 100 ? invalid('Up to 100 line items', 'line_items') : undefined),
  ),
  ofSession(
    'line-quantity',
    'A line has a quantity',
    'api/checkout/sessions/create#create_checkout_session-line_items-quantity',
    (parameters) =>
      anyLine(parameters, (line, at) =>
        isInteger(textAt(line, 'quantity')) && Number(textAt(line, 'quantity')) >= 1
          ? undefined
          : invalid('Quantity is required', `${at}[quantity]`, 'parameter_missing'),
      ),
  ),
  ofSession(
    'line-price',
    'A line has a price or its data',
    'api/checkout/sessions/create#create_checkout_session-line_items-price_data',
    (parameters) =>
      anyLine(parameters, (line, at) =>
        priceOf(line) || textAt(line, 'price')
          ? undefined
          : invalid('One of price or price_data is required', at, 'parameter_missing'),
      ),
  ),
  ofSession(
    'currency',
    'A currency is a three-letter ISO code in lowercase that is supported',
    'currencies',
    (parameters) =>
      anyLine(parameters, (line, at) =>
        currencies.has(textAt(priceOf(line), 'currency') ?? '')
          ? undefined
          : invalid('Invalid currency', `${at}[price_data][currency]`, 'parameter_invalid_string'),
      ),
  ),
  ofSession(
    'unit-amount',
    'An amount is a whole number of the smallest unit, not less than 0',
    'currencies#minor-units',
    (parameters) =>
      anyLine(parameters, (line, at) => {
        const amount = textAt(priceOf(line), 'unit_amount')
        return isInteger(amount) && Number(amount) >= 0
          ? undefined
          : invalid(`Invalid integer: ${amount}`, `${at}[price_data][unit_amount]`, 'parameter_invalid_integer')
      }),
  ),
  ofSession(
    'product',
    'A price is of a product, or has its data with a name',
    'api/checkout/sessions/create#create_checkout_session-line_items-price_data-product_data',
    (parameters) =>
      anyLine(parameters, (line, at) =>
        textAt(priceOf(line), 'product') || textAt(within(priceOf(line), 'product_data'), 'name')
          ? undefined
          : invalid('Product data needs a name', `${at}[price_data][product_data]`, 'parameter_missing'),
      ),
  ),
  ofSession(
    'amount-too-small',
    'A charge is not less than the minimum of its currency',
    'currencies#minimum-and-maximum-charge-amounts',
    (parameters) => {
      const [line] = linesOf(parameters)
      const currency = textAt(line && priceOf(line), 'currency') ?? ''
      return totalOf(parameters) < (least[currency] ?? 0)
        ? invalid(
            'The Checkout Session’s total amount must convert to at least 50 cents.',
            'line_items',
            'amount_too_small',
          )
        : undefined
    },
  ),
  ofSession(
    'amount-too-large',
    'A charge has up to eight digits',
    'currencies#minimum-and-maximum-charge-amounts',
    (parameters) =>
      totalOf(parameters) > 99_999_999
        ? invalid('Amount must be no more than $999,999.99', 'line_items', 'amount_too_large')
        : undefined,
  ),
  ofSession(
    'expiry-soonest',
    'A session ends 30 minutes later at the soonest',
    'api/checkout/sessions/create#create_checkout_session-expires_at',
    ({ expires_at: end }, now) =>
      end !== undefined && Number(end) < now + 30 * 60
        ? invalid(
            'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
            'expires_at',
          )
        : undefined,
  ),
  ofSession(
    'expiry-latest',
    'A session ends 24 hours later at the latest',
    'api/checkout/sessions/create#create_checkout_session-expires_at',
    ({ expires_at: end }, now) =>
      end !== undefined && Number(end) > now + 24 * 3_600
        ? invalid('The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.', 'expires_at')
        : undefined,
  ),
  ofSession(
    'success-url',
    'A hosted page has an absolute address to come back to',
    'api/checkout/sessions/create#create_checkout_session-success_url',
    ({ success_url: url }) =>
      /^https?:\/\/[^/]+/.test(plain(url)) ? undefined : invalid('Not a valid URL', 'success_url', 'url_invalid'),
  ),
  ofSession(
    'cancel-url',
    'The address of a cancel is an absolute one',
    'api/checkout/sessions/create#create_checkout_session-cancel_url',
    ({ cancel_url: url }) =>
      url === undefined || /^https?:\/\/[^/]+/.test(plain(url))
        ? undefined
        : invalid('Not a valid URL', 'cancel_url', 'url_invalid'),
  ),
  ofSession(
    'client-reference',
    'The reference of the client has up to 200 characters',
    'api/checkout/sessions/create#create_checkout_session-client_reference_id',
    ({ client_reference_id: id }) =>
      plain(id).length > 200 ? invalid('Up to 200 characters', 'client_reference_id') : undefined,
  ),
  ofSession(
    'customer-email',
    'The email of the customer is one',
    'error-codes#email-invalid',
    ({ customer_email: email }) =>
      email === undefined || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(plain(email))
        ? undefined
        : invalid(`Invalid email address: ${plain(email)}`, 'customer_email', 'email_invalid'),
  ),
  ofRefund(
    'refund-of',
    'A refund is of a charge or of a payment intent',
    'api/refunds/create',
    ({ charge, payment_intent: intent }) =>
      charge === undefined && intent === undefined
        ? invalid(
            'One of the following params should be provided: charge, payment_intent',
            'charge',
            'parameter_missing',
          )
        : undefined,
  ),
  ofRefund(
    'refund-amount',
    'A refund is of a whole number of the smallest unit, more than 0',
    'api/refunds/create#create_refund-amount',
    ({ amount }) =>
      amount === undefined || (isInteger(plain(amount)) && Number(amount) > 0)
        ? undefined
        : invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer'),
  ),
  ofRefund(
    'refund-reason',
    'The reason of a refund is duplicate, fraudulent or requested_by_customer',
    'api/refunds/create#create_refund-reason',
    ({ reason }) =>
      reason === undefined || ['duplicate', 'fraudulent', 'requested_by_customer'].includes(plain(reason))
        ? undefined
        : invalid('Invalid reason', 'reason'),
  ),
]

/** The rules that depend on what was done before; the stand-in itself sees to them. */
export const statefulRules: readonly Omit<Rule, 'broken'>[] = [
  { id: 'api-key', about: 'A request has a secret key', source: `${docs}/api/authentication` },
  { id: 'known-key', about: 'The key is one of the account', source: `${docs}/api/authentication` },
  {
    id: 'idempotency-parameters',
    about: 'A key comes with the same parameters each time',
    source: `${docs}/api/idempotent_requests`,
  },
  { id: 'resource-missing', about: 'What is named is there', source: `${docs}/error-codes#resource-missing` },
  { id: 'known-address', about: 'An address is known', source: `${docs}/api/errors` },
  {
    id: 'expire-open',
    about: 'Only an open session is expired',
    source: `${docs}/api/checkout/sessions/expire`,
  },
  {
    id: 'refund-left',
    about: 'No more is refunded than is left of the charge',
    source: `${docs}/api/refunds/create#create_refund-amount`,
  },
  {
    id: 'already-refunded',
    about: 'What was refunded is not refunded again',
    source: `${docs}/error-codes#charge-already-refunded`,
  },
  { id: 'refund-paid', about: 'Only what was paid is refunded', source: `${docs}/refunds` },
]

/** What the lines of a session cost together, in the smallest unit. */
export const totalOf = (parameters: Parameters): number =>
  linesOf(parameters).reduce(
    (sum, line) => sum + Number(textAt(priceOf(line), 'unit_amount') ?? 0) * Number(textAt(line, 'quantity') ?? 0),
    0,
  )

export const currencyOf = (parameters: Parameters): string => {
  const [line] = linesOf(parameters)
  return textAt(line && priceOf(line), 'currency') ?? 'usd'
}

/** Parameters as they are sent: `a[b][0][c]=d`. */
export function parametersOf(body: string): Parameters {
  const root: Parameters = {}
  for (const [key, value] of new URLSearchParams(body)) {
    const path = key.split(/\]\[|\[|\]/).filter((part, index, all) => part !== '' || index < all.length - 1)
    let at = root
    for (const part of path.slice(0, -1)) {
      const next = at[part]
      at = at[part] = typeof next === 'object' ? next : {}
    }
    const last = path.at(-1) ?? ''
    at[last === '' ? String(Object.keys(at).length) : last] = value
  }
  return root
}
