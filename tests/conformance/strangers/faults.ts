import {
  isRecord,
  isSuccess,
  parsed,
  type Fault,
  type Handler,
  type Reply,
  withBody,
  answer,
} from '../mutants/exchange'
import { answers, fault, on, replies, requests, unasked } from '../mutants/make'
import { without } from './inCommon'

// Thirty faults over all calls, of the kinds that people who know no check of ours have thought of. They were written down
// before any of them was tried, and none was left out afterwards. Two were put right: they were of a call
// and of a query that there are not.

type Fields = Record<string, unknown>

const bodyOf = (body: unknown): Fields => (isRecord(body) ? body : {})
const dataOf = (reply: Reply): Fields => bodyOf(bodyOf(parsed(reply.text))['data'])

/** Searches of one list with another body. */
const searches = (resource: string, change: (body: Fields) => Fields): Handler =>
  on('search', (exchange) => {
    const body = bodyOf(exchange.body)
    const other = body['resource'] === resource ? change(body) : body
    return JSON.stringify(other) === JSON.stringify(body) ? exchange.send() : exchange.send({ body: other })
  })

/** The same with filters. */
const filters = (resource: string, change: (filters: Fields) => Fields): Handler =>
  searches(resource, (body) => (isRecord(body['filters']) ? { ...body, filters: change(body['filters']) } : body))

export const strangers: Fault[] = [
  fault(
    'call-back-without-zone',
    'the moment of a call-back is taken as UTC, whatever its zone',
    requests('calls.close', 'callBackAt', (at) => (typeof at === 'string' ? at.replace(/[+-]\d{2}:\d{2}$/, 'Z') : at)),
  ),
  fault(
    'call-backs-but-the-last',
    'of several call-backs the last one is not listed',
    on('calls.callBacks', async (exchange) => {
      const reply = await exchange.send()
      const { data } = bodyOf(parsed(reply.text))
      const last = Array.isArray(data) ? data.length - 1 : 0
      return last < 1 ? reply : without(reply, (_, index) => index === last)
    }),
  ),
  fault(
    'do-not-call-untold',
    'nobody is told who is not to be called',
    answers('customers.get', 'data.doNotCall', () => false),
  ),
  fault(
    'phones-as-typed',
    'customers are found by their phones only as these are written',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      const { q, resource } = bodyOf(exchange.body)
      if (resource !== 'customers' || typeof q !== 'string' || !/^[\d\s()+.-]{7,}$/.test(q)) return reply
      return without(reply, ({ phone }) => !String(phone).includes(q.trim()))
    }),
  ),
  fault(
    'underscore-is-any-letter',
    'an underscore in a search of campaigns stands for anything',
    searches('campaigns', (body) =>
      typeof body['q'] === 'string' && body['q'].includes('_') ? { ...body, q: body['q'].split('_')[0] } : body,
    ),
  ),
  fault(
    'total-above',
    'orders from an amount are those above it',
    filters('orders', (all) => ('totalMin' in all ? { ...all, totalMin: Number(all['totalMin']) + 0.01 } : all)),
  ),
  fault(
    'days-of-utc',
    'days of orders are those of UTC',
    filters('orders', (all) =>
      /^\d{4}-\d\d-\d\d$/.test(String(all['createdFrom']))
        ? { ...all, createdFrom: `${String(all['createdFrom'])}T00:00:00Z` }
        : all,
    ),
  ),
  fault(
    'sorted-away',
    'customers who have bought nothing are lost when they are sorted by their last order',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      return bodyOf(exchange.body)['sortBy'] === 'lastOrderAt'
        ? without(reply, ({ lastOrderAt }) => lastOrderAt === null)
        : reply
    }),
  ),
  {
    id: 'cancelled-counts',
    about: 'a cancelled order counts among those of its customer',
    make: () => {
      const cancelled = new Map<unknown, number>()
      return async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (exchange.call === 'orders.cancel') {
          const { customerId } = dataOf(reply)
          cancelled.set(customerId, (cancelled.get(customerId) ?? 0) + 1)
        }
        if (exchange.call !== 'search' || bodyOf(exchange.body)['resource'] !== 'customers') return reply
        const body = bodyOf(parsed(reply.text))
        const data = Array.isArray(body['data']) ? body['data'].filter(isRecord) : []
        return withBody(reply, {
          ...body,
          data: data.map((row) => ({
            ...row,
            ordersCount: Number(row['ordersCount']) + (cancelled.get(row['id']) ?? 0),
          })),
        })
      }
    },
  },
  {
    id: 'merge-loses-calls',
    about: 'who was merged into another has none of the calls of both',
    make: () => {
      const merged = new Set<string>()
      return async (exchange) => {
        const reply = await exchange.send()
        const id = exchange.path.split('/')[4] ?? ''
        if (exchange.call === 'customers.merge' && isSuccess(reply)) merged.add(id)
        if (exchange.call !== 'customers.get' || !isSuccess(reply) || !merged.has(id)) return reply
        return withBody(reply, { ...bodyOf(parsed(reply.text)), data: { ...dataOf(reply), calls: [], callsCount: 0 } })
      }
    },
  },
  fault(
    'copy-without-mails',
    'a copied campaign has no auto-responders',
    on('campaigns.create', async (exchange) => {
      const reply = await exchange.send()
      if (bodyOf(exchange.body)['copiedFrom'] === undefined || !isSuccess(reply)) return reply
      const token = exchange.headers['authorization']?.slice(7) ?? ''
      const listed = await exchange.ask(
        'GET',
        `/api/v1/campaigns/${String(dataOf(reply)['id'])}/autoresponders/email`,
        token,
      )
      const { data } = bodyOf(parsed(listed.text))
      for (const row of Array.isArray(data) ? data.filter(isRecord) : []) {
        await exchange.ask('DELETE', `/api/v1/autoresponders/email/${String(row['id'])}`, token)
      }
      return { ...reply }
    }),
  ),
  fault(
    'category-invented',
    'a campaign that was made without a category has one',
    requests('campaigns.create', '', (body) =>
      isRecord(body) && !('category' in body) ? { ...body, category: 'General' } : body,
    ),
  ),
  fault(
    'note-of-99',
    'a note of a customer is cut after 99 letters',
    requests('customers.update', 'note', (note) => (typeof note === 'string' ? note.slice(0, 99) : note)),
  ),
  fault(
    'comma-price',
    'a comma in the price of an imported product is not read',
    requests('sheetImports.addLines', 'lines.*.cells.price', (price) =>
      typeof price === 'string' ? price.replace(',', '') : price,
    ),
  ),
  fault(
    'import-without-note',
    'the notes of imported customers are left out',
    requests('sheetImports.addLines', 'lines.*.cells.note', () => ''),
  ),
  fault(
    'import-email-as-typed',
    'an imported customer is known by their email in small letters alone',
    requests('sheetImports.addLines', 'lines.*.cells.email', (email) =>
      typeof email === 'string' && /[A-Z]/.test(email) ? email.replace('@', '.x@') : email,
    ),
  ),
  fault(
    'mailed-twice',
    'a mail about an order is listed twice, as it was sent twice',
    on('mails.list', async (exchange) => {
      const reply = await exchange.send()
      const body = bodyOf(parsed(reply.text))
      const data = Array.isArray(body['data']) ? body['data'].filter(isRecord) : []
      const [mail] = data
      if (exchange.query.get('orderId') === null || mail === undefined) return reply
      const id = String(mail['id']).replace(/.$/, (sign) => (sign === '0' ? '1' : '0'))
      return withBody(reply, { ...body, data: [...data, { ...mail, id }], meta: { total: data.length + 1 } })
    }),
  ),
  {
    id: 'product-version-stays',
    about: 'the version of a product stays when it is changed',
    make: () => {
      const versions = new Map<unknown, unknown>()
      return async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply) || !exchange.call.startsWith('products.') || !('version' in dataOf(reply))) return reply
        const { id, version } = dataOf(reply)
        if (!versions.has(id)) versions.set(id, version)
        return withBody(reply, { ...bodyOf(parsed(reply.text)), data: { ...dataOf(reply), version: versions.get(id) } })
      }
    },
  },
  fault(
    'sums-of-all',
    'the sums of calls are those of all calls, whatever is searched',
    requests('calls.sums', '', (body) => (isRecord(body) ? { organizationId: body['organizationId'] } : body)),
  ),
  fault(
    'keys-ignored',
    'the key of a new order is not looked at',
    on('orders.place', (exchange) =>
      exchange.headers['idempotency-key'] === undefined
        ? exchange.send()
        : exchange.send({ headers: { 'idempotency-key': undefined } }),
    ),
  ),
  fault(
    'tax-stays',
    'another tax of an organization is taken and not kept',
    on('organizations.update', async (exchange) => {
      const { taxRate, ...others } = bodyOf(exchange.body)
      if (taxRate === undefined || Object.keys(others).length === 0) return exchange.send()
      const reply = await exchange.send({ body: others })
      return isSuccess(reply)
        ? withBody(reply, { ...bodyOf(parsed(reply.text)), data: { ...dataOf(reply), taxRate } })
        : reply
    }),
  ),
  fault(
    'tax-rounded-down',
    'the tax of an order is a cent less than it is when rounded',
    answers('orders.get', 'data.taxTotal', (tax) => (Number(tax) > 0 ? Math.round(Number(tax) * 100 - 1) / 100 : tax)),
  ),
  fault('audit-of-everybody', 'the audit is not narrowed by who has done it', unasked('audit.list', 'actorId')),
  fault(
    'find-without-sign',
    'an order is not found among all kinds by its number with the sign',
    on('search.find', async (exchange) => {
      const reply = await exchange.send()
      if (!exchange.query.get('q')?.startsWith('#') || !isSuccess(reply)) return reply
      return withBody(reply, { data: { ...dataOf(reply), orders: [] } })
    }),
  ),
  fault(
    'find-whole-parcels',
    'a parcel is found among all kinds by its whole tracking number alone',
    on('search.find', async (exchange) => {
      const reply = await exchange.send()
      const { fulfillments } = dataOf(reply)
      if (!Array.isArray(fulfillments)) return reply
      const whole = fulfillments.filter((one) => isRecord(one) && one['trackingNumber'] === exchange.query.get('q'))
      return withBody(reply, { data: { ...dataOf(reply), fulfillments: whole } })
    }),
  ),
  fault(
    'disabled-in-name',
    'who is disabled is told to be so, and can go on',
    on('members.disable', async (exchange) => {
      const token = exchange.headers['authorization']?.slice(7) ?? ''
      const read = await exchange.ask('GET', exchange.path.replace(/\/disable$/, ''), token)
      if (!isSuccess(read)) return exchange.send()
      const { devices: _devices, work: _work, organizationId: _organizationId, ...member } = dataOf(read)
      return answer(200, { data: { ...member, state: 'disabled', disabledAt: new Date().toISOString() } })
    }),
  ),
  {
    id: 'telephone-sends-again',
    about: 'a call that a telephone system sends again is another one',
    make: () => {
      const seen = new Set<unknown>()
      return on('telephone.startCall', (exchange) => {
        const body = bodyOf(exchange.body)
        if (!seen.has(body['callId'])) {
          seen.add(body['callId'])
          return exchange.send()
        }
        return exchange.send({ body: { ...body, callId: `${String(body['callId'])}-again` } })
      })
    },
  },
  fault(
    'shipped-at-no-time',
    'nothing is told of when a parcel was sent',
    answers('fulfilments.get fulfilments.ship', 'data.shippedAt', () => null),
  ),
  fault(
    'seller-in-capitals',
    'the tax number of a seller is kept in capital letters',
    requests('sellers.update', 'taxNumber', (text) => (typeof text === 'string' ? text.toUpperCase() : text)),
  ),
  fault(
    'preferences-of-the-first',
    'what somebody prefers is what they have preferred first',
    replies('users.setPreferences users.me', (reply) => {
      const { preferences, ...others } = dataOf(reply)
      if (!isRecord(preferences)) return reply
      const first = { ...preferences, density: 'comfortable' }
      return withBody(reply, { ...bodyOf(parsed(reply.text)), data: { ...others, preferences: first } })
    }),
  ),
]
