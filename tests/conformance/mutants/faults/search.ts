import {
  changed,
  type Exchange,
  type Fault,
  gone,
  type Handler,
  isRecord,
  isSuccess,
  parsed,
  type Reply,
  rowsIn,
  valueAt,
  withBody,
} from '../exchange'
import { answers, fault, on, requests, textOf } from '../make'

type Body = Record<string, unknown>

/** Searches for something else than was asked for; undefined leaves the request alone. */
const instead = (rewrite: (body: Body) => Body | undefined): Handler =>
  on('search', (exchange) => {
    const body = isRecord(exchange.body) ? rewrite(exchange.body) : undefined
    return body && JSON.stringify(body) !== JSON.stringify(exchange.body) ? exchange.send({ body }) : exchange.send()
  })

/** Changes the rows of a page, given what was asked for. */
const rows = (change: (rows: unknown[], body: Body) => unknown[]): Handler =>
  on('search', async (exchange) => {
    const reply = await exchange.send()
    const { body } = exchange
    if (!isSuccess(reply) || !isRecord(body)) return reply
    return withBody(
      reply,
      changed(parsed(reply.text), 'data', (data) => change(data as unknown[], body)),
    )
  })

const total = (change: (total: number, body: Body, rows: unknown[]) => number): Handler =>
  on('search', async (exchange) => {
    const reply = await exchange.send()
    const { body } = exchange
    if (!isSuccess(reply) || !isRecord(body)) return reply
    const answered = parsed(reply.text)
    return withBody(
      reply,
      changed(answered, 'meta.total', (value) => change(Number(value), body, valueAt(answered, 'data') as unknown[])),
    )
  })

const pageOf = (body: Body) => (typeof body['page'] === 'number' ? body['page'] : 1)
const limitOf = (body: Body) => (typeof body['limit'] === 'number' ? body['limit'] : 10)
const drop = (field: string) => instead(({ [field]: _dropped, ...body }) => body)
const withoutFilter = (field: string) => requests('search', `filters.${field}`, () => gone)

/** Rows from a place that no page begins at. */
async function window(exchange: Exchange, body: Body, start: number): Promise<Reply> {
  const limit = limitOf(body)
  const reply = await exchange.send()
  const wanted: unknown[] = []
  const first = Math.floor(start / limit) + 1
  for (const page of [first, first + 1]) {
    const { text } = await exchange.send({ body: { ...body, page } })
    wanted.push(...rowsIn(text))
  }
  const offset = start - (first - 1) * limit
  return withBody(
    reply,
    changed(parsed(reply.text), 'data', () => wanted.slice(offset, offset + limit)),
  )
}

const shifted = (by: number): Handler =>
  on('search', async (exchange) => {
    const { body } = exchange
    if (!isRecord(body) || pageOf(body) < 2 || !Number.isInteger(limitOf(body))) return exchange.send()
    const reply = await exchange.send()
    return isSuccess(reply) ? window(exchange, body, (pageOf(body) - 1) * limitOf(body) + by) : reply
  })

const stale: Fault = {
  id: 'stale-search',
  about: 'search answers what it answered to the same request before',
  make: () => {
    const before = new Map<string, Reply>()
    return on('search', async (exchange) => {
      const key = `${exchange.headers['authorization']} ${exchange.text}`
      const known = before.get(key)
      if (known) return known
      const reply = await exchange.send()
      if (isSuccess(reply)) before.set(key, reply)
      return reply
    })
  },
}

const newIsNotFound: Fault = {
  id: 'new-is-not-found',
  about: 'q does not find what was added or renamed since the server started',
  make: () => {
    const fresh = new Set<unknown>()
    return async (exchange) => {
      const reply = await exchange.send()
      if (['offers.create', 'offers.update', 'campaigns.update'].includes(exchange.call) && isSuccess(reply)) {
        fresh.add(valueAt(parsed(reply.text), 'data.id'))
      }
      if (exchange.call !== 'search' || textOf(exchange, 'q') === '' || !isSuccess(reply)) return reply
      const old = rowsIn(reply.text).filter((row) => !fresh.has(valueAt(row, 'id')))
      const count = old.length
      const answer = changed(
        changed(parsed(reply.text), 'data', () => old),
        'meta.total',
        () => count,
      )
      return withBody(reply, answer)
    }
  },
}

const oldNameIsFound: Fault = {
  id: 'old-name-is-found',
  about: 'q finds a renamed offer by the name that it was added with',
  make: () => {
    const added = new Map<string, unknown>()
    return async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'offers.delete') added.delete(exchange.path.split('/').at(-1) ?? '')
      if (!isSuccess(reply)) return reply
      const answered = parsed(reply.text)
      if (exchange.call === 'offers.create') added.set(String(valueAt(answered, 'data.id')), valueAt(answered, 'data'))
      const q = textOf(exchange, 'q').toLowerCase()
      if (exchange.call !== 'search' || q === '' || textOf(exchange, 'resource') !== 'offers') return reply
      const found = valueAt(answered, 'data') as unknown[]
      const ids = new Set(found.map((row) => valueAt(row, 'id')))
      const more = [...added].filter(
        ([id, row]) => !ids.has(id) && String(valueAt(row, 'displayName')).toLowerCase().includes(q),
      )
      if (more.length === 0) return reply
      const data = [...found, ...more.map(([, row]) => row)]
      return withBody(reply, {
        data: isRecord(exchange.body) ? data.slice(0, limitOf(exchange.body)) : data,
        meta: { total: data.length },
      })
    }
  },
}

/** What is wrong with the one search that all lists use. */
export const searching = [
  fault(
    'found-by-something-else',
    'what a search has found an order by has nothing of what was looked for',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      const other = (by: unknown) => (isRecord(by) ? { ...by, text: 'something else' } : by)
      return isSuccess(reply) ? withBody(reply, changed(parsed(reply.text), 'data.*.foundBy', other)) : reply
    }),
  ),
  fault(
    'total-plus-one',
    'the total is one too many',
    total((count) => count + 1),
  ),
  fault(
    'total-minus-one',
    'the total is one too few',
    total((count) => Math.max(0, count - 1)),
  ),
  fault(
    'total-of-page',
    'the total is the number of rows on the page',
    total((_count, _body, rows) => rows.length),
  ),
  fault(
    'total-from-page-two',
    'the total is another from the second page on',
    total((count, body) => (pageOf(body) > 1 ? count + 3 : count)),
  ),
  fault(
    'total-unfiltered',
    'the total does not regard q and filters',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || !isRecord(exchange.body)) return reply
      const { q, filters, ...body } = exchange.body
      if (q === undefined && filters === undefined) return reply
      const all = await exchange.send({ body })
      return withBody(
        reply,
        changed(parsed(reply.text), 'meta.total', () => valueAt(parsed(all.text), 'meta.total')),
      )
    }),
  ),
  fault('page-overlap', 'a page begins with the last row of the one before', shifted(-1)),
  fault('page-skip', 'between two pages a row is left out', shifted(1)),
  fault(
    'page-ignored',
    'every page is the first',
    requests('search', 'page', () => 1),
  ),
  fault(
    'page-default',
    'without a page the second one is answered',
    instead((body) => (body['page'] === undefined ? { ...body, page: 2 } : undefined)),
  ),
  fault(
    'page-counted-from-zero',
    'pages are counted from 0',
    instead((body) => (typeof body['page'] === 'number' ? { ...body, page: body['page'] + 1 } : undefined)),
  ),
  fault(
    'limit-ignored',
    'a page always has up to 10 rows',
    requests('search', 'limit', () => 10),
  ),
  fault(
    'limit-plus-one',
    'a page has a row more than the limit',
    instead((body) =>
      typeof body['limit'] === 'number' && body['limit'] < 100 && pageOf(body) === 1
        ? { ...body, limit: body['limit'] + 1 }
        : undefined,
    ),
  ),
  fault(
    'limit-default-20',
    'without a limit a page has 20 rows',
    instead((body) => (body['limit'] === undefined ? { ...body, limit: 20 } : undefined)),
  ),
  fault(
    'limit-default-5',
    'without a limit a page has 5 rows',
    instead((body) => (body['limit'] === undefined ? { ...body, limit: 5 } : undefined)),
  ),
  fault(
    'last-page-empty',
    'the last, incomplete page is empty',
    rows((page, body) => (page.length < limitOf(body) && pageOf(body) > 1 ? [] : page)),
  ),
  fault(
    'beyond-last-repeats',
    'a page after the last is the first again',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      const isBeyond =
        isRecord(exchange.body) &&
        pageOf(exchange.body) > 1 &&
        isSuccess(reply) &&
        valueAt(parsed(reply.text), 'data.0') === undefined
      return isBeyond ? exchange.send({ body: { ...(exchange.body as Body), page: 1 } }) : reply
    }),
  ),
  fault(
    'row-twice',
    'the first row of a page is on it twice',
    rows((page) => (page.length > 1 ? [page[0], ...page.slice(0, -1)] : page)),
  ),
  fault(
    'row-missing',
    'the last row of a full page is missing',
    rows((page, body) => (page.length === limitOf(body) ? page.slice(0, -1) : page)),
  ),
  fault('q-ignored', 'q is ignored', drop('q')),
  fault(
    'q-prefix-only',
    'q finds only what begins with it',
    rows((page, body) => {
      const { q } = body
      if (typeof q !== 'string' || q.trim() === '') return page
      return page.filter((row) => JSON.stringify(row).toLowerCase().includes(`"${q.trim().toLowerCase()}`))
    }),
  ),
  fault(
    'q-case-sensitive',
    'q finds only the same case',
    rows((page, body) => {
      const { q } = body
      return typeof q === 'string'
        ? page.filter((row) => JSON.stringify(row).includes(JSON.stringify(q.trim()).slice(1, -1)))
        : page
    }),
  ),
  fault(
    'q-first-word',
    'only the first word of q counts',
    requests('search', 'q', (q) => (typeof q === 'string' ? (q.trim().split(' ')[0] ?? '') : q)),
  ),
  fault(
    'q-nothing',
    'q finds nothing',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      return isSuccess(reply) && textOf(exchange, 'q').trim() !== ''
        ? withBody(reply, { data: [], meta: { total: 0 } })
        : reply
    }),
  ),
  newIsNotFound,
  stale,
  fault('filters-ignored', 'filters are ignored', drop('filters')),
  fault('status-filter-ignored', 'the filter by status is ignored', withoutFilter('status')),
  fault('campaign-filter-ignored', 'offers are not filtered by their campaign', withoutFilter('campaignId')),
  fault('category-filter-ignored', 'the filter by category is ignored', withoutFilter('category')),
  fault('product-filter-ignored', 'the filter by product is ignored', withoutFilter('productId')),
  fault(
    'status-filter-inverted',
    'the filter by status finds the others',
    requests('search', 'filters.status', (status) => (status === 'active' ? 'completed' : 'active')),
  ),
  fault(
    'second-filter-ignored',
    'of several filters only the first counts',
    requests('search', 'filters', (filters) => Object.fromEntries(Object.entries(filters as object).slice(0, 1))),
  ),
  fault(
    'q-drops-filters',
    'with q the filters are ignored',
    instead(({ filters, ...body }) => (body['q'] !== undefined && filters !== undefined ? body : undefined)),
  ),
  fault(
    'sort-ignored',
    'sorting is ignored',
    instead(({ sortBy: _by, sortOrder: _order, ...body }) => body),
  ),
  fault(
    'sort-reversed',
    'sorting is the other way round',
    requests('search', 'sortOrder', (order) => (order === 'asc' ? 'desc' : 'asc')),
  ),
  fault(
    'sort-order-ignored',
    'the sort order is always ascending',
    requests('search', 'sortOrder', () => 'asc'),
  ),
  fault(
    'sort-numbers-as-text',
    'numbers are sorted as texts',
    rows((page, body) => {
      const by = String(body['sortBy'])
      if (!page.every((row) => typeof valueAt(row, by) === 'number')) return page
      const sorted = page.toSorted((a, b) => String(valueAt(a, by)).localeCompare(String(valueAt(b, by)), 'en'))
      return body['sortOrder'] === 'desc' ? sorted.toReversed() : sorted
    }),
  ),
  fault(
    'sort-within-page',
    'rows are sorted within their page only',
    on('search', async (exchange) => {
      if (!isRecord(exchange.body) || exchange.body['sortBy'] === undefined) return exchange.send()
      const { sortBy: _sortBy, sortOrder, ...body } = exchange.body
      const asked = await exchange.send()
      if (!isSuccess(asked)) return asked
      const reply = await exchange.send({ body })
      const key = (row: unknown) => JSON.stringify(valueAt(row, textOf(exchange, 'sortBy')) ?? '')
      const sorted = rowsIn(reply.text).toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', () => (sortOrder === 'desc' ? sorted.toReversed() : sorted)),
      )
    }),
  ),
  fault(
    'other-resource',
    'a search for customers answers products',
    instead((body) => (body['resource'] === 'customers' ? { ...body, resource: 'products' } : undefined)),
  ),
  fault(
    'transactions-500',
    'a search for transactions answers 500',
    on('search', async (exchange) =>
      textOf(exchange, 'resource') === 'transactions' ? { ...(await exchange.send()), status: 500 } : exchange.send(),
    ),
  ),
  fault(
    'fulfilments-unknown',
    'fulfillments are an unknown resource',
    requests('search', 'resource', (resource) => (resource === 'fulfillments' ? 'fulfilments' : resource)),
  ),
  fault(
    'search-price-in-cents',
    "a listed offer's prices are in cents",
    answers('search', 'data.*.basePrice', (price) => Math.round(Number(price) * 100)),
  ),
  fault(
    'search-price-rounded',
    "a listed offer's prices are rounded",
    answers('search', 'data.*.basePrice', (price) => Math.round(Number(price))),
  ),
  fault(
    'search-name-cut',
    "a listed offer's name is cut after 20 characters",
    answers('search', 'data.*.displayName', (name) => (typeof name === 'string' ? name.slice(0, 20) : name)),
  ),
  fault(
    'search-quantity-dropped',
    'a listed offer has no quantity',
    answers('search', 'data.*.quantity', () => null),
  ),
  fault(
    'q-first-word-only',
    'q finds names by their beginning alone',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      const q = textOf(exchange, 'q').trim().toLowerCase()
      if (q === '' || !isSuccess(reply)) return reply
      const whole = rowsIn(reply.text)
      const data = whole.filter((row) =>
        ['displayName', 'name', 'email', 'number'].some((name) =>
          String(valueAt(row, name)).toLowerCase().startsWith(q),
        ),
      )
      return data.length === whole.length ? reply : withBody(reply, { data, meta: { total: data.length } })
    }),
  ),
  fault(
    'search-empty',
    'every search finds nothing',
    answers('search', '', () => ({ data: [], meta: { total: 0 } })),
  ),
  fault(
    'beyond-last-is-last',
    'a page after the last is the last again',
    on('search', async (exchange) => {
      const { body } = exchange
      const reply = await exchange.send()
      if (!isSuccess(reply) || !isRecord(body)) return reply
      const last = Math.max(1, Math.ceil(Number(valueAt(parsed(reply.text), 'meta.total')) / limitOf(body)))
      return pageOf(body) > last ? exchange.send({ body: { ...body, page: last } }) : reply
    }),
  ),
  fault(
    'total-zero-beyond-last',
    'a page after the last has a total of 0',
    total((count, body, found) => (pageOf(body) > 1 && found.length === 0 ? 0 : count)),
  ),
  fault(
    'fourth-page-skips',
    'the fourth page lacks its first row',
    rows((found, body) => (pageOf(body) === 4 ? found.slice(1) : found)),
  ),
  fault(
    'equal-rows-repeat',
    'a row is on two pages when it sorts alike with the next',
    on('search', async (exchange) => {
      const { body } = exchange
      const reply = await exchange.send()
      const sortBy = textOf(exchange, 'sortBy')
      if (!isSuccess(reply) || !isRecord(body) || sortBy === '' || pageOf(body) < 2) return reply
      const [row, ...others] = rowsIn(reply.text)
      const before = await exchange.send({ body: { ...body, page: pageOf(body) - 1 } })
      const last = rowsIn(before.text).at(-1)
      const isAlike = row !== undefined && valueAt(last, sortBy) === valueAt(row, sortBy)
      return isAlike ? withBody(reply, { ...(parsed(reply.text) as object), data: [last, ...others] }) : reply
    }),
  ),
  fault(
    'filter-drops-sort',
    'with a filter the sorting is ignored',
    instead(({ sortBy, sortOrder, ...body }) =>
      body['filters'] === undefined ? { ...body, sortBy, sortOrder } : body,
    ),
  ),
  fault(
    'filters-either',
    'several filters find what holds one of them',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      const { body } = exchange
      const filters = isRecord(body) && isRecord(body['filters']) ? Object.entries(body['filters']) : []
      if (!isSuccess(reply) || !isRecord(body) || filters.length < 2) return reply
      const found = new Map<unknown, unknown>()
      for (const [name, value] of filters) {
        const { text } = await exchange.send({ body: { ...body, filters: { [name]: value }, limit: 100, page: 1 } })
        for (const row of rowsIn(text)) found.set(valueAt(row, 'id'), row)
      }
      return withBody(reply, { data: [...found.values()].slice(0, limitOf(body)), meta: { total: found.size } })
    }),
  ),
  fault(
    'empty-filter-ignored',
    'a filter by an empty text is ignored',
    instead(({ filters, ...body }) => ({
      ...body,
      ...(isRecord(filters) && {
        filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
      }),
    })),
  ),
  fault(
    'q-cut',
    'of q only the first 20 characters count',
    requests('search', 'q', (q) => String(q).slice(0, 20)),
  ),
  fault(
    'q-foreign-letters',
    'q with letters beyond ASCII finds nothing',
    requests('search', 'q', (q) => (/[^ -~]/.test(String(q)) ? 'nothinghasthis' : q)),
  ),
  fault(
    'q-blanks-count',
    'q with blanks around it finds nothing',
    requests('search', 'q', (q) => (String(q) === String(q).trim() ? q : 'nothinghasthis')),
  ),
  oldNameIsFound,
  fault(
    'q-four-bytes',
    'q with a sign of four bytes finds nothing',
    requests('search', 'q', (q) => (/[\u{10000}-\u{10ffff}]/u.test(String(q)) ? 'nothinghasthis' : q)),
  ),
  fault(
    'q-empty-nothing',
    'an empty q finds nothing',
    requests('search', 'q', (q) => (q === '' ? 'nothinghasthis' : q)),
  ),
  fault(
    'sort-leaves-out-nothing',
    'rows that lack the value which is sorted by are left out',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      const sortBy = textOf(exchange, 'sortBy')
      if (sortBy === '' || !isSuccess(reply)) return reply
      const rows = rowsIn(reply.text).filter((row) => valueAt(row, sortBy) !== null)
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', () => rows),
      )
    }),
  ),
  fault(
    'find-nobody-by-two-letters',
    'of one letter or two no customers are found among all kinds',
    on('search.find', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || (exchange.query.get('q') ?? '').length > 2) return reply
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.customers', () => []),
      )
    }),
  ),
]
