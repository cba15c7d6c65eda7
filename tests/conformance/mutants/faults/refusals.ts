import { answer, changed, gone, isRecord, isSuccess, parsed, valueAt, withBody } from '../exchange'
import { accepts, crash, crashes, fault, on, refusals, requests, textOf } from '../make'

const every = [400, 401, 403, 404, 405, 409, 413, 415, 422]
const errorBodies = (
  id: string,
  about: string,
  statuses: number[],
  path: string,
  change: (value: unknown) => unknown,
) =>
  fault(
    id,
    about,
    refusals('*', statuses, (reply) => withBody(reply, changed(parsed(reply.text), path, change))),
  )

const isObject = (exchange: { body: unknown }) => isRecord(exchange.body)
const mailCalls = 'users.startPasswordReset users.signup'

/** What must be refused and is not, or is refused in another way than declared. */
export const refused = [
  errorBodies('error-plain-text', 'the error of a refusal is a text', every, 'error', () => 'Wrong'),
  errorBodies('error-message-missing', 'refusals for want of a token have no message', [401], 'message', () => gone),
  errorBodies('error-code-missing', 'what is not found has no error code', [404], 'error.code', () => gone),
  errorBodies('error-success-true', 'a wrong field is refused with success true', [422], 'success', () => true),
  errorBodies(
    'error-details-object',
    'the details of a wrong field are an object',
    [422],
    'error.details',
    (details) => ({ first: details }),
  ),
  fault(
    'error-html-404',
    'what is not found is answered as HTML',
    refusals('*', [404], () => ({ status: 404, headers: { 'content-type': 'text/html' }, text: '<h1>Not Found</h1>' })),
  ),
  fault(
    'error-empty-401',
    'a missing token is refused without a body',
    refusals('*', [401], () => ({ status: 401, headers: {}, text: '' })),
  ),
  fault(
    'error-status-418',
    'wrong fields of an offer are refused by an undeclared status',
    refusals('offers.create offers.update', [422], (reply) => ({ ...reply, status: 418 })),
  ),
  fault(
    'error-as-200',
    'wrong fields are answered by 200 with success false',
    refusals('*', [422], (reply) => ({ ...reply, status: 200 })),
  ),
  fault(
    'not-found-as-200',
    'a campaign that does not exist is answered by 200 and null',
    refusals('campaigns.get', [404], () => answer(200, { data: null })),
  ),
  fault(
    'malformed-json-accepted',
    'a malformed body is taken for an empty one, and answered by 200',
    refusals('*', [400], () => answer(200, { success: true, message: 'Done', data: {} })),
  ),
  fault('malformed-json-500', 'a malformed body answers 500', refusals('*', [400], crash)),
  fault(
    'content-type-ignored',
    'a body of any content type is taken',
    refusals('*', [415], (reply, exchange) =>
      isObject(exchange) ? exchange.send({ headers: { 'content-type': 'application/json' } }) : reply,
    ),
  ),
  fault('content-type-500', 'a body of another content type answers 500', refusals('*', [415], crash)),
  fault('patch-answers-200', 'PATCH of an offer answers 200', async (exchange) =>
    exchange.method === 'PATCH' ? answer(200, { success: true, message: 'Done', data: {} }) : exchange.send(),
  ),
  fault('wrong-method-500', 'another method than the declared one answers 500', async (exchange) => {
    const isKnown = exchange.call !== '' || exchange.method === 'HEAD' || exchange.method === 'OPTIONS'
    const reply = await exchange.send()
    return !isKnown && reply.status < 500 && exchange.path.startsWith('/api/v1/') ? crash() : reply
  }),
  fault(
    'offer-create-quantity-zero',
    'an offer of quantity 0 is added',
    accepts('offers.create', (body) => (body['quantity'] === 0 ? { ...body, quantity: 1 } : body)),
  ),
  fault(
    'offer-create-price-negative',
    'an offer of a negative price is added',
    accepts('offers.create', (body) =>
      typeof body['basePrice'] === 'number' ? { ...body, basePrice: Math.abs(body['basePrice']) || 1 } : body,
    ),
  ),
  fault(
    'offer-create-max-below-min',
    'an offer with max price below min price is added',
    accepts('offers.create', ({ maxPrice: _maxPrice, ...body }) => body),
  ),
  fault(
    'offer-create-name-missing',
    'an offer without a name is added',
    accepts('offers.create', (body) => ({ displayName: 'Untitled', ...body })),
  ),
  fault(
    'offer-create-number-as-text',
    'a price as text is taken for a number',
    accepts('offers.create offers.update', (body) =>
      typeof body['basePrice'] === 'string' ? { ...body, basePrice: Number(body['basePrice']) || 1 } : body,
    ),
  ),
  fault(
    'offer-create-product-missing',
    'an offer without a product is added',
    on('offers.create', async (exchange) => {
      const reply = await exchange.send()
      const isWithout = isRecord(exchange.body) && exchange.body['productId'] === undefined
      return reply.status === 422 && isWithout ? answer(200, { data: { id: 'new', displayName: 'New' } }) : reply
    }),
  ),
  fault(
    'offer-update-empty-accepted',
    'an update without fields answers 200',
    refusals('offers.update', [422], (reply, { body }) =>
      isRecord(body) && Object.keys(body).length === 0 ? answer(200, { data: { id: '1', displayName: 'x' } }) : reply,
    ),
  ),
  fault(
    'offer-update-ship-negative',
    'a negative shipping price is taken',
    accepts('offers.update', (body) =>
      typeof body['shipPrice'] === 'number' ? { ...body, shipPrice: Math.abs(body['shipPrice']) } : body,
    ),
  ),
  fault(
    'offer-update-fraction',
    'a fraction as max quantity is rounded',
    accepts('offers.update', (body) =>
      typeof body['maxQuantity'] === 'number'
        ? { ...body, maxQuantity: Math.round(Math.abs(body['maxQuantity'])) }
        : body,
    ),
  ),
  fault(
    'campaign-status-any',
    'any status of a campaign is taken',
    accepts('campaigns.update', (body) => (body['status'] === undefined ? body : { ...body, status: 'active' })),
  ),
  fault(
    'campaign-date-any',
    'a start date that is none is taken',
    accepts('campaigns.update', (body) =>
      body['startDate'] === undefined ? body : { ...body, startDate: '2026-01-01' },
    ),
  ),
  fault(
    'campaign-members-any',
    'withMembers takes anything',
    refusals('campaigns.get', [422], (_reply, { send }) => send({ query: new URLSearchParams() })),
  ),
  fault(
    'autoresponder-event-any',
    'an unknown event is taken',
    accepts('autoresponders.create', (body) =>
      typeof body['event'] === 'string' ? { ...body, event: 'order.completed' } : body,
    ),
  ),
  fault(
    'autoresponder-sender-any',
    'a sender that is no email address is taken',
    accepts('autoresponders.create', (body) =>
      typeof body['from'] === 'string' ? { ...body, from: 'any@sender.example' } : body,
    ),
  ),
  fault(
    'autoresponder-subject-missing',
    'an auto-responder without a subject is added',
    accepts('autoresponders.create', (body) => ({
      ...body,
      subject: textOf({ body } as Parameters<typeof textOf>[0], 'subject').trim() || 'None',
    })),
  ),
  fault(
    'search-resource-any',
    'an unknown resource is an empty list',
    refusals('search', [422], (reply, { body }) =>
      isRecord(body) && typeof body['resource'] === 'string' ? answer(200, { data: [], meta: { total: 0 } }) : reply,
    ),
  ),
  fault(
    'search-page-zero',
    'page 0 is the first page',
    accepts('search', (body) => (body['page'] === 0 ? { ...body, page: 1 } : body)),
  ),
  fault(
    'search-limit-negative',
    'a negative limit is taken',
    accepts('search', (body) =>
      typeof body['limit'] === 'number' && body['limit'] < 1 ? { ...body, limit: 10 } : body,
    ),
  ),
  fault(
    'search-order-any',
    'any sort order is ascending',
    accepts('search', (body) => (body['sortOrder'] === undefined ? body : { ...body, sortOrder: 'asc' })),
  ),
  fault(
    'search-organization-missing',
    'search without an organization searches the first one',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      if (reply.status !== 422 || !isRecord(exchange.body) || exchange.body['organizationId'] !== undefined)
        return reply
      const organizations = await exchange.ask(
        'GET',
        '/api/v1/organizations',
        exchange.headers['authorization']?.slice(7) ?? '',
      )
      return isSuccess(organizations)
        ? exchange.send({
            body: { ...exchange.body, organizationId: valueAt(parsed(organizations.text), 'data.0.id') },
          })
        : reply
    }),
  ),
  fault(
    'search-nested-filter',
    'nested filters are left out',
    accepts('search', ({ filters: _filters, ...body }) => body),
  ),
  fault(
    'gateways-organization-missing',
    'gateways without an organization are an empty list',
    refusals('gateways.instances', [422], () => answer(200, { data: [] })),
  ),
  fault(
    'mail-address-any',
    'mails are promised to what is no address',
    refusals(mailCalls, [422], () => answer(200, { success: true, message: 'Look into your inbox' })),
  ),
  fault(
    'login-password-missing',
    'signing in without a password answers 500',
    crashes('users.login', ({ body }) => isRecord(body) && body['password'] === undefined),
  ),
  fault(
    'signup-token-any',
    'any token completes a sign-up',
    refusals('users.completeSignup', [400, 401, 404, 422], (reply, { body }) =>
      typeof valueAt(body, 'token') === 'string' && typeof valueAt(body, 'name') === 'string'
        ? answer(200, { message: 'Welcome', data: { token: 'abc', user: { email: 'a@b.example' } } })
        : reply,
    ),
  ),
  fault(
    'reset-token-any',
    'any token resets a password',
    refusals('users.resetPassword', [400, 401, 404, 422], (reply, { body }) =>
      typeof valueAt(body, 'token') === 'string' && typeof valueAt(body, 'password') === 'string'
        ? answer(200, { success: true, message: 'Changed' })
        : reply,
    ),
  ),
  fault(
    'signup-token-500',
    'a wrong token of a sign-up answers 500',
    refusals('users.completeSignup', [400, 401, 404], crash),
  ),
  fault(
    'reset-refusal-unlike',
    'a wrong token of a reset is refused without an error',
    refusals('users.resetPassword', [400, 401, 404, 422], (reply) => withBody(reply, { success: false })),
  ),
  fault(
    'profile-email-any',
    'a profile takes any text as email',
    accepts('users.update', ({ email: _email, ...body }) => (Object.keys(body).length === 0 ? { name: 'Name' } : body)),
  ),
  fault(
    'odd-id-500',
    'an id of another form answers 500',
    crashes('offers.update offers.delete campaigns.get', ({ path }) => !/[\w-]{20,}/.test(path)),
  ),
  fault(
    'emoji-500',
    'a search for an emoji answers 500',
    crashes('search', (exchange) => /\p{Extended_Pictographic}/u.test(textOf(exchange, 'q'))),
  ),
  fault(
    'quote-500',
    "a search for ' answers 500",
    crashes('search', (exchange) => textOf(exchange, 'q').includes("'")),
  ),
  fault(
    'percent-is-any',
    'a search for % or _ finds everything',
    requests('search', 'q', (q) => (typeof q === 'string' && /^[%_]+$/.test(q.trim()) ? '' : q)),
  ),
  fault(
    'sort-field-500',
    'sorting by an unknown field answers 500',
    refusals('search', [422], (reply, { body }) => (isRecord(body) && body['sortBy'] !== undefined ? crash() : reply)),
  ),
  fault(
    'filter-field-500',
    'filtering by an unknown field answers 500',
    refusals('search', [422], (reply, { body }) => (isRecord(body) && body['filters'] !== undefined ? crash() : reply)),
  ),
  fault(
    'array-body-500',
    'a list as body answers 500',
    crashes('*', ({ body }) => Array.isArray(body)),
  ),
  fault(
    'null-field-500',
    'null in a field answers 500',
    crashes('offers.update campaigns.update', ({ body }) => isRecord(body) && Object.values(body).includes(null)),
  ),
  fault(
    'long-text-500',
    'a text of more than 200 characters answers 500',
    crashes('offers.create offers.update', (exchange) => textOf(exchange, 'displayName').length > 200),
  ),
  errorBodies('error-code-number', 'the code of an error is a number', [404], 'error.code', () => 404),
  fault(
    'not-found-text-plain',
    'what is not found is answered as text/plain',
    refusals('*', [404], (reply) => ({ ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } })),
  ),
  fault(
    'stack-in-refusal',
    'wrong fields are refused with a stack trace',
    refusals('*', [422], (reply) => {
      const stack = 'Error: wrong\n    at handle (/srv/app/offers.js:12:3)'
      return withBody(reply, { ...(parsed(reply.text) as object), stack })
    }),
  ),
  fault(
    'unknown-campaign-without-mails',
    'a campaign that does not exist has an empty list of auto-responders',
    refusals('autoresponders.list', [404], () => answer(200, { data: [] })),
  ),
  fault(
    'half-surrogate-500',
    'half of a surrogate pair answers 500',
    crashes('*', ({ text }) => /\\ud[89ab]/i.test(text) && !/\\ud[c-f]/i.test(text)),
  ),
  fault(
    'undecodable-address-500',
    "an address that can't be decoded answers 500",
    crashes('*', ({ path }) => /%(?![\da-f]{2})/i.test(path)),
  ),
  fault(
    'unknown-product-500',
    'a new offer of a product that does not exist answers 500',
    refusals('offers.create', [422], (reply) => (reply.text.includes('no such product') ? crash() : reply)),
  ),
  fault(
    'unknown-gateway-accepted',
    'a gateway that does not exist is left out of a new offer',
    refusals('offers.create', [422], (reply, exchange) => {
      const { gatewayInstanceId: _unknown, ...body } = isRecord(exchange.body) ? exchange.body : {}
      return reply.text.includes('no such gateway') ? exchange.send({ body }) : reply
    }),
  ),
  fault(
    'path-nul-500',
    'an id with a NUL in it answers 500',
    crashes('*', ({ path }) => path.includes('%00')),
  ),
]
