import { type Exchange, type Fault, isRecord, isSuccess, parsed, type Reply, valueAt, withBody } from '../exchange'
import { fault, on, replies, requests, textOf } from '../make'
import { afterwards, bodyOf, idIn, read, readList, recordIn, recordsAs, rowsAs, write } from '../selling'

type Fields = Record<string, unknown>

/** Searches some lists for something else than was asked for. */
const instead = (resources: string, rewrite: (body: Fields) => Fields) =>
  on('search', (exchange) => {
    const body = bodyOf(exchange)
    if (!resources.split(' ').includes(textOf(exchange, 'resource'))) return exchange.send()
    const other = rewrite(body)
    return JSON.stringify(other) === JSON.stringify(body) ? exchange.send() : exchange.send({ body: other })
  })

const filtersOf = (body: Fields): Fields => (isRecord(body['filters']) ? body['filters'] : {})

/** Changes the filters of a search. */
const filters = (resources: string, rewrite: (filters: Fields) => Fields) =>
  instead(resources, (body) => (isRecord(body['filters']) ? { ...body, filters: rewrite(body['filters']) } : body))

const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** Days become moments of UTC. */
const utcDays = (given: Fields): Fields =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      isDay(value) ? `${value}T${name.endsWith('To') ? '23:59:59.999' : '00:00:00.000'}Z` : value,
    ]),
  )

/** Rows of a list as they are not. */
const listed = (resource: string, change: (row: Fields) => Fields) =>
  on('search', async (exchange) => {
    const reply = await exchange.send()
    if (!isSuccess(reply) || textOf(exchange, 'resource') !== resource) return reply
    const whole = parsed(reply.text) as { data: Fields[] }
    return withBody(reply, { ...whole, data: whole.data.map(change) })
  })

const without = (resource: string, column: string) =>
  on('search', async (exchange) => {
    const reply = await exchange.send()
    const isSorted = textOf(exchange, 'sortBy') === column && textOf(exchange, 'resource') === resource
    if (!isSuccess(reply) || !isSorted) return reply
    const whole = parsed(reply.text) as { data: Fields[]; meta: { total: number } }
    const data = whole.data.filter((row) => row[column] !== null)
    return withBody(reply, { data, meta: { total: whole.meta.total - (whole.data.length - data.length) } })
  })

/** Remembers rows as they were first seen, and shows a field of them as it was then. */
const frozen = (id: string, about: string, resource: string, field: string): Fault => ({
  id,
  about,
  make: () => {
    const seen = new Map<unknown, unknown>()
    return listed(resource, (row) => {
      const now = row[field]
      const before = seen.get(row['id'])
      // It goes up, and never down again.
      const shown = typeof before === 'number' && typeof now === 'number' ? Math.max(before, now) : (now ?? before)
      seen.set(row['id'], shown)
      return { ...row, [field]: shown ?? null }
    })
  },
})

const mergeLosesCalls: Fault = {
  id: 'merge-loses-calls',
  about: 'the calls of a customer who became a part of another are nobody’s',
  make: () => {
    const own = new Map<string, Set<unknown>>()
    return on('customers.merge customers.unmerge customers.get', async (exchange) => {
      const id = idIn(exchange)
      if (exchange.call === 'customers.merge') {
        const calls = (await read(exchange, `/customers/${id}`))['calls']
        own.set(id, new Set(Array.isArray(calls) ? calls.map((call) => valueAt(call, 'id')) : []))
      }
      if (exchange.call === 'customers.unmerge') own.clear()
      const reply = await exchange.send()
      const known = own.get(id)
      if (known === undefined || !isSuccess(reply)) return reply
      const record = recordIn(reply)
      const calls = (Array.isArray(record['calls']) ? record['calls'] : []).filter((call) =>
        known.has(valueAt(call, 'id')),
      )
      return withBody(reply, { data: { ...record, calls, callsCount: calls.length } })
    })
  },
}

/** Two requests with one key that meet are both carried out. */
const keysMeet = (id: string, about: string, calls: string): Fault => ({
  id,
  about,
  make: () => {
    const underway = new Set<string>()
    return on(calls, async (exchange) => {
      const key = exchange.headers['idempotency-key']
      if (key === undefined) return exchange.send()
      const meets = underway.has(key)
      underway.add(key)
      try {
        return await (meets ? exchange.send({ headers: { 'idempotency-key': undefined } }) : exchange.send())
      } finally {
        underway.delete(key)
      }
    })
  },
})

/** A record that was changed has the version that it had. */
const staysAt = (id: string, about: string, call: string): Fault => ({
  id,
  about,
  make: () => {
    const versions = new Map<unknown, unknown>()
    return recordsAs(call, (record) => {
      const first = versions.get(record['id']) ?? Number(record['version']) - 1
      versions.set(record['id'], first)
      return { ...record, version: first }
    })
  },
})

const withSums = (call: string, change: (body: Fields) => Fields) =>
  on(call, (exchange) => {
    const body = change(bodyOf(exchange))
    return JSON.stringify(body) === JSON.stringify(exchange.body) ? exchange.send() : exchange.send({ body })
  })

const told = (reply: Reply, data: Fields): Reply => withBody(reply, { ...(parsed(reply.text) as Fields), data })

/** How the organization taxes stays as it was first seen, though a change of it is told. */
const rateStays = on('organizations.update', async (exchange) => {
  const { taxRate, pricesIncludeTax, ...body } = bodyOf(exchange)
  const isOther = Number(taxRate) === 19 || pricesIncludeTax === true
  if (!isOther) return exchange.send()
  const sent = Object.keys(body).length > 0 ? body : { supportEmail: '' }
  const reply = await exchange.send({ body: sent })
  const given = {
    ...(taxRate !== undefined && { taxRate }),
    ...(pricesIncludeTax !== undefined && { pricesIncludeTax }),
  }
  return isSuccess(reply) ? told(reply, { ...recordIn(reply), ...given }) : reply
})

const endsOthers = async (exchange: Exchange) => {
  if (bodyOf(exchange)['disposition'] !== 'no_answer') return
  for (const { id } of await readList(exchange, '/organizations')) {
    for (const call of await readList(exchange, `/calls/call-backs/me?organizationId=${String(id)}`)) {
      await write(exchange, 'POST', `/calls/${String(call['id'])}/called-back`, {})
    }
  }
}

/** What lists leave out or add by their filters, ends, sorts and texts; and figures that do not follow. */
export const listsAndFigures: Fault[] = [
  fault(
    'range-end-exclusive',
    'the highest amount that is asked for is left out',
    filters('orders transactions', (given) => {
      const lower = (name: string) =>
        typeof given[name] === 'number' ? { [name]: Math.round(given[name] * 100 - 1) / 100 } : {}
      return { ...given, ...lower('totalMax'), ...lower('amountMax') }
    }),
  ),
  fault(
    'range-start-exclusive',
    'the lowest amount that is asked for is left out',
    filters('orders', (given) =>
      typeof given['totalMin'] === 'number'
        ? { ...given, totalMin: Math.round(given['totalMin'] * 100 + 1) / 100 }
        : given,
    ),
  ),
  fault('days-of-utc', 'lists of orders and lines have the days of UTC', filters('orders orderLines', utcDays)),
  fault(
    'parcel-days-of-utc',
    'parcels have the days of UTC, and transactions',
    filters('fulfillments transactions', utcDays),
  ),
  fault(
    'several-are-the-first',
    'of several values of a filter only the first counts',
    filters('orders products fulfillments transactions calls orderLines', (given) =>
      Object.fromEntries(
        Object.entries(given).map(([name, value]) => [
          name,
          Array.isArray(value) && name !== 'ids' ? (value[0] ?? value) : value,
        ]),
      ),
    ),
  ),
  fault(
    'none-is-everything',
    'a filter by no value finds every row',
    filters('orders calls orderLines transactions', (given) =>
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== 'none')),
    ),
  ),
  fault(
    'ids-without-archived',
    'an archived campaign is not found by its id',
    filters('campaigns', (given) => ('ids' in given ? { archived: 'false', ...given } : given)),
  ),
  fault(
    'low-stock-ignored',
    'the filter by a low stock finds everything',
    filters('products', ({ stockLevel: _, ...given }) => given),
  ),
  fault(
    'sort-drops-undated',
    'campaigns without a start are lost when it is sorted by',
    without('campaigns', 'startDate'),
  ),
  fault(
    'sort-drops-unsold',
    'customers who have bought nothing are lost when their last order is sorted by',
    without('customers', 'lastOrderAt'),
  ),
  fault(
    'phone-as-typed',
    'a phone number is found only as it was typed',
    instead('customers', (body) =>
      typeof body['q'] === 'string' && /^[\d\s+\-().]+$/.test(body['q']) && /[() .-]/.test(body['q'].trim())
        ? { ...body, q: 'zqnobody' }
        : body,
    ),
  ),
  fault(
    'underscore-is-any',
    'an underscore stands for any sign in a search of customers, orders and products',
    instead('customers orders products fulfillments', (body) =>
      typeof body['q'] === 'string' && body['q'].includes('_')
        ? { ...body, q: body['q'].split('_').toSorted((one, other) => other.length - one.length)[0] }
        : body,
    ),
  ),
  fault(
    'percent-is-anything',
    'a percent sign stands for anything in a search of transactions, campaigns and lines',
    instead('transactions campaigns orderLines calls', (body) =>
      typeof body['q'] === 'string' && body['q'].includes('%')
        ? { ...body, q: body['q'].split('%').toSorted((one, other) => other.length - one.length)[0] }
        : body,
    ),
  ),
  fault(
    'number-with-its-sign',
    'an order is not found by its number with the sign',
    instead('orders', (body) =>
      typeof body['q'] === 'string' && /^#\d+$/.test(body['q'].trim()) ? { ...body, q: 'zqnobody' } : body,
    ),
  ),
  fault(
    'q-drops-ranges',
    'with a text ranges count for nothing',
    instead('orders transactions orderLines', (body) => {
      if (typeof body['q'] !== 'string') return body
      const {
        createdFrom: _from,
        createdTo: _to,
        totalMin: _min,
        totalMax: _max,
        amountMin: _least,
        amountMax: _most,
        ...given
      } = filtersOf(body)
      return isRecord(body['filters']) ? { ...body, filters: given } : body
    }),
  ),
  fault(
    'sums-without-text',
    'sums of orders do not regard the text',
    withSums('orders.sums', ({ q: _, ...body }) => body),
  ),
  fault(
    'sums-without-ranges',
    'sums of transactions do not regard the amounts',
    withSums('transactions.sums', (body) => {
      const { amountMin: _least, amountMax: _most, ...given } = filtersOf(body)
      return isRecord(body['filters']) ? { ...body, filters: given } : body
    }),
  ),
  fault(
    'line-sums-without-text',
    'sums of lines do not regard the text',
    withSums('orderLines.sums', ({ q: _, ...body }) => body),
  ),
  frozen('spent-stays', 'what a customer has spent is not less once it is given back', 'customers', 'totalSpent'),
  frozen('last-order-stays', 'the last order of a customer is one that was cancelled', 'customers', 'lastOrderAt'),
  frozen('revenue-stays', 'the revenue of a campaign is not less once it is given back', 'campaigns', 'revenue'),
  frozen(
    'counts-cancelled',
    'a campaign counts the orders that were cancelled, in its list',
    'campaigns',
    'ordersCount',
  ),
  frozen('copied-stock-stays', 'an offer tells the stock that its product had', 'offers', 'productStock'),
  mergeLosesCalls,
  fault(
    'copy-without-mails',
    'a copy of a campaign has no auto-responders',
    afterwards('campaigns.create', async (exchange, { id }) => {
      if (bodyOf(exchange)['copiedFrom'] === undefined) return
      for (const mail of await readList(exchange, `/campaigns/${String(id)}/autoresponders/email`)) {
        await write(exchange, 'DELETE', `/autoresponders/email/${String(mail['id'])}`, undefined)
      }
    }),
  ),
  fault(
    'copy-with-one-mail',
    'a copy of a campaign has the first of its auto-responders',
    afterwards('campaigns.create', async (exchange, { id }) => {
      if (bodyOf(exchange)['copiedFrom'] === undefined) return
      const mails = await readList(exchange, `/campaigns/${String(id)}/autoresponders/email`)
      for (const mail of mails.slice(1))
        await write(exchange, 'DELETE', `/autoresponders/email/${String(mail['id'])}`, undefined)
    }),
  ),
  fault(
    'unwanted-by-number',
    'whoever does not want to be called is, by another spelling of their number',
    on('calls.start', (exchange) =>
      textOf(exchange, 'phone').includes('(')
        ? exchange.send({ body: { ...bodyOf(exchange), direction: 'inbound' } })
        : exchange.send(),
    ),
  ),
  fault(
    'unwanted-outbound',
    'whoever does not want to be called is, when it is said that we call',
    on('calls.start', (exchange) =>
      bodyOf(exchange)['direction'] === 'outbound'
        ? exchange.send({ body: { ...bodyOf(exchange), direction: 'inbound' } })
        : exchange.send(),
    ),
  ),
  fault(
    'unwanted-not-marked',
    'that somebody does not want to be called is not kept with them',
    recordsAs('customers.get', (record) => ({ ...record, doNotCall: false })),
  ),
  fault(
    'call-back-without-zone',
    'the zone of a call-back is lost',
    requests('calls.close', 'callBackAt', (at) => (typeof at === 'string' ? at.replace(/[+-]\d\d:\d\d$/, 'Z') : at)),
  ),
  fault(
    'call-backs-unordered',
    'who is to be called back last comes first',
    rowsAs('calls.callBacks', (rows) => rows.toReversed()),
  ),
  fault(
    'call-back-ended-unreached',
    'whoever was not reached is not called back any more',
    afterwards('calls.close', endsOthers),
  ),
  fault(
    'type-by-default',
    'a campaign of which it is not said is outbound',
    on('campaigns.create', (exchange) => exchange.send({ body: { type: 'Outbound', ...bodyOf(exchange) } })),
  ),
  fault(
    'category-by-default',
    'a product without a category has one',
    on('products.create', (exchange) => exchange.send({ body: { category: 'General', ...bodyOf(exchange) } })),
  ),
  fault(
    'country-by-default',
    'a customer without an address has a country',
    on('customers.create', (exchange) =>
      exchange.send({ body: { shippingAddress: { country: 'US' }, ...bodyOf(exchange) } }),
    ),
  ),
  fault(
    'audit-page-by-default',
    'without a limit the audit has 20 entries',
    on('audit.list', (exchange) => {
      const query = new URLSearchParams(exchange.query)
      if (query.has('limit')) return exchange.send()
      query.set('limit', '20')
      return exchange.send({ query })
    }),
  ),
  fault(
    'price-capped',
    'a price of a product is 999,999.99 at most',
    requests('products.update', 'price', (price) => Math.min(Number(price), 999_999.99)),
  ),
  fault(
    'customer-note-cut',
    'a note of a customer is cut at 4,000 characters',
    requests('customers.update', 'note', (note) => String(note).slice(0, 4_000)),
  ),
  fault(
    'offer-bounds-off',
    'the highest count of an offer is one less',
    requests('offers.update', 'maxQuantity', (most) => Math.min(Number(most), 9_999_998)),
  ),
  fault(
    'sku-cut',
    'a SKU is cut at 50 characters',
    requests('products.update', 'sku', (sku) => String(sku).slice(0, 50)),
  ),
  fault(
    'import-comma-lost',
    'in an import the comma of a price counts for nothing',
    requests('sheetImports.addLines', 'lines.*.cells.price', (price) => String(price).replaceAll(',', '')),
  ),
  fault(
    'import-thousands-refused',
    'in an import a price with thousands is refused',
    requests('sheetImports.addLines', 'lines.*.cells.price', (price) =>
      /\d[ .,’']\d{3}\D/.test(String(price)) ? 'much' : price,
    ),
  ),
  fault(
    'import-sku-of-letters',
    'in an import a SKU in blanks is another',
    requests('sheetImports.addLines', 'lines.*.cells.sku', (sku) =>
      String(sku) === String(sku).trim() ? sku : `${String(sku).trim()}-x`,
    ),
  ),
  fault(
    'mail-twice',
    'the mail with a payment link is sent twice',
    afterwards('orders.createPaymentLink', async (exchange) => {
      if (bodyOf(exchange)['mail'] === true)
        await write(exchange, 'POST', exchange.path.replace('/api/v1', ''), { ...bodyOf(exchange) })
    }),
  ),
  fault(
    'mail-told-twice',
    'a mail is listed twice',
    replies('mails.list', (reply, exchange) => {
      const whole = parsed(reply.text) as { data: Fields[]; meta: { total: number } }
      const [first] = whole.data
      if (exchange.query.get('orderId') === null || first === undefined) return reply
      const again = { ...first, id: String(first['id']).replace(/.$/, (last) => (last === '0' ? '1' : '0')) }
      return withBody(reply, { data: [...whole.data, again], meta: { total: whole.meta.total + 1 } })
    }),
  ),
  staysAt('product-version-stays', 'a changed product has the version that it had', 'products.update'),
  staysAt('customer-version-stays', 'a changed customer has the version that it had', 'customers.update'),
  staysAt('stock-version-stays', 'a campaign that was archived has the version that it had', 'campaigns.archive'),
  keysMeet('refund-keys-meet', 'two refunds with one key that meet are both given', 'orders.refund'),
  keysMeet('stock-keys-meet', 'two countings of a stock with one key that meet both count', 'products.adjustStock'),
  keysMeet('customer-keys-meet', 'two additions of a customer with one key that meet add two', 'customers.create'),
  fault('tax-rate-stays', 'an organization’s tax is told to be another and is the one before', rateStays),
  fault(
    'tax-nothing',
    'orders have no tax',
    recordsAs('orders.get orders.place', (order) => {
      const tax = Number(order['taxTotal'] ?? 0)
      const total =
        order['pricesIncludeTax'] === true
          ? Number(order['total'])
          : Math.round((Number(order['total']) - tax) * 100) / 100
      return {
        ...order,
        taxTotal: 0,
        taxRate: 0,
        total,
        items: (order['items'] as Fields[]).map((item) => ({ ...item, tax: 0 })),
      }
    }),
  ),
  fault(
    'tax-within-on-top',
    'a tax that is within the prices comes on top of them',
    recordsAs('orders.get orders.place', (order) =>
      order['pricesIncludeTax'] === true
        ? { ...order, total: Math.round((Number(order['total']) + Number(order['taxTotal'])) * 100) / 100 }
        : order,
    ),
  ),
]
