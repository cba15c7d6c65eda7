import { answer, changed, gone, isRecord, isSuccess, parsed, valueAt, withBody } from '../exchange'
import { answers, fault, on, replies } from '../make'

const without = (calls: string, path: string) => answers(calls, path, () => gone)
const as = (calls: string, path: string, value: unknown) => answers(calls, path, () => value)
const status = (calls: string, status: number) => replies(calls, (reply) => ({ ...reply, status }))
const contentType = (calls: string, type: string) =>
  replies(calls, (reply) => ({ ...reply, headers: { ...reply.headers, 'content-type': type } }))

/** Answers that are not as declared: what is missing, of another type, status or content type. */
export const shapes = [
  fault('me-email-missing', "the signed-in user's email is missing", without('users.me', 'data.email')),
  fault('me-email-null', "the signed-in user's email is null", as('users.me', 'data.email', null)),
  fault(
    'me-email-object',
    "the signed-in user's email is an object",
    as('users.me', 'data.email', { value: 'a@b.example' }),
  ),
  fault(
    'me-unwrapped',
    'the signed-in user is answered without data',
    answers('users.me', '', (body) => valueAt(body, 'data')),
  ),
  fault('login-user-missing', 'signing in answers no user', without('users.login', 'data.user')),
  fault('login-message-missing', 'signing in answers no message', without('users.login', 'message')),
  fault('login-success-text', "signing in answers success as 'true'", as('users.login', 'success', 'true')),
  fault('login-success-false', 'signing in answers 200 with success false', as('users.login', 'success', false)),
  fault('login-created', 'signing in answers 201', status('users.login', 201)),
  fault('organizations-name-missing', 'organizations have no name', without('organizations.list', 'data.*.name')),
  fault(
    'organizations-id-number',
    'organizations have numbers as ids',
    answers('organizations.list', 'data.*.id', () => 7),
  ),
  fault(
    'organizations-not-a-list',
    'organizations are an object by id',
    answers('organizations.list', 'data', (data) => ({ ...(data as object) })),
  ),
  fault('organizations-empty', 'the list of organizations is empty', as('organizations.list', 'data', [])),
  fault('gateways-name-null', "a gateway's name is null", as('gateways.list', 'data.*.displayName', null)),
  fault('gateways-accepted', 'the list of gateways answers 202', status('gateways.list', 202)),
  fault(
    'plugins-flat',
    'installed plugins are not nested in instance',
    answers('plugins.installed', 'data.*', (entry) => valueAt(entry, 'instance')),
  ),
  fault('plugins-id-empty', "an installed plugin's id is empty", as('plugins.installed', 'data.*.instance.id', '')),
  fault('call-is-text', 'the ongoing call is a text', as('calls.ongoing', 'data', 'none')),
  fault(
    'call-empty-204',
    'no ongoing call is answered by 204 without a body',
    replies('calls.ongoing', () => answer(204, undefined)),
  ),
  fault('campaign-name-null', "a campaign's name is null", as('campaigns.get', 'data.name', null)),
  fault(
    'campaign-terms-flag-text',
    "mustAgreeToTerms is 'true' or 'false'",
    answers('campaigns.get campaigns.update', 'data.mustAgreeToTerms', String),
  ),
  fault(
    'campaign-in-list',
    'a campaign is answered in a list',
    answers('campaigns.get', 'data', (data) => [data]),
  ),
  fault('campaign-members-without-id', 'members have no id', without('campaigns.get', 'data.members.*.id')),
  fault(
    'campaign-update-data-missing',
    'the update of a campaign answers no data',
    without('campaigns.update', 'data'),
  ),
  fault('campaign-as-html', 'a campaign comes as text/html', contentType('campaigns.get', 'text/html')),
  fault('offer-create-id-missing', 'a new offer comes without its id', without('offers.create', 'data.id')),
  fault(
    'offer-create-empty',
    'a new offer is answered by 204 without a body',
    replies('offers.create', () => answer(204, undefined)),
  ),
  fault(
    'offer-update-price-text',
    'the update of an offer answers its price as text',
    answers('offers.update', 'data.basePrice', String),
  ),
  fault(
    'offer-update-text-plain',
    'the update of an offer comes as text/plain',
    contentType('offers.update', 'text/plain; charset=utf-8'),
  ),
  fault(
    'offer-update-broken-json',
    'the answer to an update is cut off',
    replies('offers.update', (reply) => ({ ...reply, text: reply.text.slice(0, -1) })),
  ),
  fault('offer-delete-message-missing', 'deleting an offer answers no message', without('offers.delete', 'message')),
  fault(
    'offer-delete-success-false',
    'deleting an offer answers 200 with success false',
    as('offers.delete', 'success', false),
  ),
  fault(
    'autoresponder-from-object',
    'the sender of a listed auto-responder is an object',
    answers('autoresponders.list', 'data.*.from', (from) => ({ email: from })),
  ),
  fault(
    'autoresponder-create-unwrapped',
    'a new auto-responder is answered without data',
    answers('autoresponders.create', '', (body) => valueAt(body, 'data')),
  ),
  fault(
    'autoresponder-plugin-name-missing',
    "an auto-responder's plugin has no name field but a title",
    answers('autoresponders.list', 'data.*.pluginInstance', () => ({ title: 'Mail', name: 1 })),
  ),
  fault(
    'order-wrapped',
    'the order of a payment token is wrapped in data',
    answers('orders.getByToken', '', (data) => ({ data })),
  ),
  fault('order-total-text', 'the total of the order is a text', answers('orders.getByToken', 'total', String)),
  fault(
    'order-items-null-names',
    'the items of the order are numbers',
    answers('orders.getByToken', 'items.*', () => 1),
  ),
  fault('search-total-missing', 'search answers no total', without('search', 'meta.total')),
  fault('search-total-text', 'search answers the total as text', answers('search', 'meta.total', String)),
  fault(
    'search-row-id-number',
    'rows of customers have numbers as ids',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      const isOfCustomers = isRecord(exchange.body) && exchange.body['resource'] === 'customers'
      return isOfCustomers && isSuccess(reply)
        ? withBody(
            reply,
            changed(parsed(reply.text), 'data.*.id', () => 42),
          )
        : reply
    }),
  ),
  fault(
    'search-order-amount-text',
    'rows of orders have their total as text',
    answers('search', 'data.*.total', String),
  ),
  fault(
    'search-transaction-amount-missing-type',
    'rows of transactions have an object as amount',
    answers('search', 'data.*.amount', (value) => ({ value, currency: 'USD' })),
  ),
  fault(
    'search-fulfilment-status-number',
    'rows of fulfilments have numbers as carrier',
    answers('search', 'data.*.carrier', () => 3),
  ),
  fault(
    'search-data-null',
    'an empty page of search is null',
    answers('search', 'data', (data) => ((data as unknown[]).length === 0 ? null : data)),
  ),
  fault(
    'search-octet-stream',
    'search answers application/octet-stream',
    contentType('search', 'application/octet-stream'),
  ),
  fault(
    'reset-start-message-missing',
    'asking for a reset answers no message',
    without('users.startPasswordReset', 'message'),
  ),
  fault('signup-accepted', 'asking for a sign-up answers 202', status('users.signup', 202)),
  fault('signup-success-missing', 'asking for a sign-up answers no success', without('users.signup', 'success')),
  fault('profile-user-missing', 'changing the profile answers no user', without('users.update', 'data.user')),
  fault('profile-message-null', 'changing the profile answers null as message', as('users.update', 'message', null)),
  fault('autoresponder-created', 'a new auto-responder is answered by 201', status('autoresponders.create', 201)),
  fault(
    'price-text-with-cents',
    'prices with cents are texts in a list',
    answers('search', 'data.*.basePrice', (price) => (Number.isInteger(price) ? price : String(price))),
  ),
  fault(
    'price-float-noise',
    'prices in a list carry the noise of floating point',
    answers('search', 'data.*.basePrice', (price) => (typeof price === 'number' ? price + 1e-9 : price)),
  ),
  fault(
    'order-total-thousandths',
    'totals of orders have a third decimal',
    answers('search', 'data.*.total', (amount) => (typeof amount === 'number' ? amount + 0.001 : amount)),
  ),
  fault(
    'dates-without-zone',
    'moments in a list do not say their zone',
    answers('search', 'data.*.createdAt', (moment) => String(moment).replace('Z', '')),
  ),
  fault(
    'shipped-at-epoch',
    'the moment of shipping is a count of milliseconds as text',
    answers('search', 'data.*.shippedAt', (moment) => (typeof moment === 'string' ? `${Date.parse(moment)}` : moment)),
  ),
  fault(
    'campaign-start-american',
    "a campaign's start is written month first",
    answers('campaigns.get', 'data.startDate', (day) => String(day).replace(/^(\d+)-(\d+)-(\d+).*/, '$2/$3/$1')),
  ),
  fault(
    'no-limit-as-minus-one',
    'where an offer has no max quantity, -1 is listed',
    answers('search', 'data.*.maxQuantity', (count) => count ?? -1),
  ),
  fault(
    'long-answer-cut',
    'answers of more than 20 kB are cut off',
    replies('search', (reply) => ({ ...reply, text: reply.text.slice(0, 20_000) })),
  ),
]
