import { type Exchange, type Fault, isRecord, isSuccess, parsed, valueAt, withBody } from '../exchange'
import { accepts, admits, answers, fault, on, refusals, replies, requests, textOf, unasked } from '../make'
import {
  afterwards,
  agrees,
  bodyOf,
  deafTo,
  empties,
  idIn,
  move,
  pushes,
  read,
  readList,
  recordIn,
  recordsAs,
  rowsAs,
  rowsOf,
  stale,
  tokenIn,
  write,
} from '../selling'

const asRecord = (exchange: Exchange) => `/api/v1/products/${idIn(exchange)}`
const writes = 'products.create products.update'

/** Another SKU takes the place of the one that somebody has; the answer shows the one that was sent. */
const sameSkuTwice = (call: string) =>
  refusals(call, [422], async (reply, exchange) => {
    const sku = textOf(exchange, 'sku')
    if (sku === '') return reply
    const accepted = await exchange.send({ body: { ...bodyOf(exchange), sku: `${sku}-2` } })
    return isSuccess(accepted) ? withBody(accepted, { data: { ...recordIn(accepted), sku } }) : reply
  })

/** Refuses a SKU that somebody has in other letters. */
const sameInOtherLetters = on('products.create', async (exchange) => {
  const sku = textOf(exchange, 'sku')
  const rows = await rowsOf(exchange, 'products', { organizationId: bodyOf(exchange)['organizationId'], q: sku })
  const isLike = rows.some((row) => String(row['sku']).toLowerCase() === sku.toLowerCase() && row['sku'] !== sku)
  return isLike ? exchange.send({ body: { ...bodyOf(exchange), sku: rows[0]?.['sku'] } }) : exchange.send()
})

const answeredByKey: Fault = {
  id: 'product-key-for-anything',
  about: 'a key that was sent before is answered as before, whatever comes with it',
  make: () => {
    const byKey = new Map<string, Awaited<ReturnType<Exchange['send']>>>()
    return on('products.create', async (exchange) => {
      const key = exchange.headers['idempotency-key']
      const known = byKey.get(key ?? '')
      if (known) return known
      const reply = await exchange.send()
      if (key !== undefined && isSuccess(reply)) byKey.set(key, reply)
      return reply
    })
  },
}

const adjusts = (change: (body: Record<string, unknown>, stock: number) => Record<string, unknown> | undefined) =>
  on('products.adjustStock', async (exchange) => {
    const stock = Number((await read(exchange, `/products/${idIn(exchange)}`))['stock'] ?? 0)
    const body = change(bodyOf(exchange), stock)
    return body === undefined ? exchange.send() : exchange.send({ body })
  })

export const products: Fault[] = [
  fault(
    'product-price-cut',
    'of the price of a new product the cents are lost',
    requests('products.create', 'price', (price) => (typeof price === 'number' ? Math.floor(price) : price)),
  ),
  fault(
    'product-price-kept',
    'a changed price is answered, and not kept',
    on('products.update', async (exchange) => {
      const { price, ...rest } = bodyOf(exchange)
      if (price === undefined || Object.keys(rest).length > 0) return exchange.send()
      const before = await read(exchange, `/products/${idIn(exchange)}`)
      const reply = await exchange.send()
      if (isSuccess(reply)) await write(exchange, 'PUT', `/products/${idIn(exchange)}`, { price: before['price'] })
      return reply
    }),
  ),
  fault(
    'product-sku-capitals',
    'SKUs are put into capital letters',
    requests(writes, 'sku', (sku) => (typeof sku === 'string' ? sku.toUpperCase() : sku)),
  ),
  fault('product-sku-letters-alike', 'a SKU in other letters counts as the same', sameInOtherLetters),
  fault('product-sku-twice', 'two products can be added with one SKU', sameSkuTwice('products.create')),
  fault('product-sku-changed-twice', 'a product can be given the SKU of another', sameSkuTwice('products.update')),
  fault(
    'product-opening-lost',
    'the stock that a product begins with is lost',
    requests('products.create', 'stock', () => 0),
  ),
  fault(
    'product-stock-in-update',
    'an update sets the stock, too',
    afterwards('products.update', async (exchange) => {
      const { stock: to } = bodyOf(exchange)
      if (typeof to === 'number')
        await write(exchange, 'POST', `/products/${idIn(exchange)}/stock`, { to, reason: 'update' })
    }),
  ),
  fault(
    'product-update-clears',
    'an update without a description clears it',
    on('products.update', (exchange) =>
      isRecord(exchange.body) ? exchange.send({ body: { description: '', ...exchange.body } }) : exchange.send(),
    ),
  ),
  fault(
    'product-emptied-kept',
    'an emptied category keeps its text',
    on('products.update', async (exchange) => {
      if (bodyOf(exchange)['category'] !== '') return exchange.send()
      const { category } = await read(exchange, `/products/${idIn(exchange)}`)
      return exchange.send({ body: { ...bodyOf(exchange), category: category ?? '' } })
    }),
  ),
  fault(
    'product-free-refused',
    'a price of zero is refused',
    on(writes, (exchange) =>
      bodyOf(exchange)['price'] === 0 ? exchange.send({ body: { ...bodyOf(exchange), price: -1 } }) : exchange.send(),
    ),
  ),
  fault(
    'product-picture-script',
    'a picture may have the address of a script',
    accepts(writes, ({ imageUrl: _, ...body }) => body),
  ),
  fault('product-version-ignored', 'an outdated change of a product is taken', deafTo('if-match', 'products.update')),
  fault(
    'product-archive-version-ignored',
    'an outdated archiving is done',
    deafTo('if-match', 'products.archive products.restore'),
  ),
  fault(
    'product-outdated-without-record',
    'the refusal of an outdated change does not say what there is now',
    refusals('products.update', [409], (reply) => {
      const body = parsed(reply.text)
      if (!isRecord(body) || !isRecord(body['error'])) return reply
      const { details: _, ...error } = body['error']
      return withBody(reply, { ...body, error })
    }),
  ),
  fault(
    'product-archived-twice',
    'what is archived can be archived again',
    agrees('products.archive', [409], asRecord),
  ),
  fault('product-restored-twice', 'what is not archived can be restored', agrees('products.restore', [409], asRecord)),
  fault(
    'product-archive-forgets',
    'an archived product can not be read any more',
    replies('products.get', (reply) =>
      recordIn(reply)['status'] === 'archived'
        ? {
            ...reply,
            status: 404,
            text: JSON.stringify({
              success: false,
              message: 'Product not found',
              error: { code: 'not_found', message: 'Product not found' },
            }),
          }
        : reply,
    ),
  ),
  fault(
    'product-archived-offered',
    'an archived product can get new offers',
    pushes('offers.create', async (exchange) => {
      const productId = textOf(exchange, 'productId')
      if ((await read(exchange, `/products/${productId}`))['status'] !== 'archived') return undefined
      await write(exchange, 'POST', `/products/${productId}/restore`, {})
      return () => write(exchange, 'POST', `/products/${productId}/archive`, {})
    }),
  ),
  fault(
    'product-restore-ineffective',
    'a restored product stays archived',
    afterwards('products.restore', (exchange) => write(exchange, 'POST', `/products/${idIn(exchange)}/archive`, {})),
  ),
  fault(
    'product-copy-stocked',
    'a copy begins with the stock of its product',
    afterwards('products.duplicate', async (exchange, copy) => {
      const { stock } = await read(exchange, `/products/${idIn(exchange)}`)
      if (Number(stock) > 0) await move(exchange, copy['id'], Number(stock))
    }),
  ),
  fault(
    'product-copy-poor',
    'a copy has no description',
    afterwards('products.duplicate', (exchange, { id }) =>
      write(exchange, 'PUT', `/products/${String(id)}`, { description: '' }),
    ),
  ),
  fault(
    'product-copy-itself',
    'a copy is answered as the product itself',
    replies('products.duplicate', (_reply, exchange) => exchange.ask('GET', asRecord(exchange), tokenIn(exchange))),
  ),
  fault(
    'product-key-ignored',
    'the same request with the same key is carried out again',
    deafTo('idempotency-key', 'products.create products.adjustStock'),
  ),
  answeredByKey,
  fault(
    'stock-count-added',
    'a count is added to the stock',
    adjusts(({ to, ...body }) => (typeof to === 'number' && to > 0 ? { ...body, by: to } : undefined)),
  ),
  fault(
    'stock-number-counts',
    'a number of units is taken for a count',
    adjusts(({ by, ...body }) => (typeof by === 'number' && by > 0 ? { ...body, to: by } : undefined)),
  ),
  fault(
    'stock-clamped',
    'more than there is can be taken off, down to nothing',
    adjusts(({ by, ...body }, stock) =>
      typeof by === 'number' && by + stock < 0 && stock > 0 ? { ...body, by: -stock } : undefined,
    ),
  ),
  fault(
    'stock-unmoved',
    'an adjustment that changes nothing is taken',
    agrees('products.adjustStock', [422], asRecord),
  ),
  fault(
    'stock-both',
    'of a number and a count at once, the number counts',
    accepts('products.adjustStock', (body) => {
      const { to, ...rest } = body
      return 'by' in rest ? rest : { ...rest, ...('to' in body ? { to } : {}) }
    }),
  ),
  fault(
    'movements-oldest-first',
    'movements are listed the oldest first',
    rowsAs('products.movements', (rows) => rows.toReversed()),
  ),
  fault('movements-without-reason', 'movements have no reason', empties('products.movements', 'data.*.reason')),
  fault('movements-of-nobody', 'movements do not say whose they are', empties('products.movements', 'data.*.userName')),
  fault(
    'movements-stock-now',
    'every movement shows the stock of now',
    rowsAs('products.movements', (rows) => rows.map((row) => ({ ...row, stock: rows[0]?.['stock'] }))),
  ),
  fault(
    'movements-units-bare',
    'what is taken off is shown without its minus',
    answers('products.movements', 'data.*.quantity', (units) => Math.abs(Number(units))),
  ),
  fault(
    'movements-page-total',
    'the number of movements is that of the page',
    replies('products.movements', (reply) => {
      const body = parsed(reply.text)
      const rows = valueAt(body, 'data')
      return isRecord(body) && Array.isArray(rows) ? withBody(reply, { ...body, meta: { total: rows.length } }) : reply
    }),
  ),
  fault('movements-first-page', 'every page of movements is the first', unasked('products.movements', 'page')),
  stale('categories-stale', 'the categories are those that there were at first', 'products.categories'),
  fault(
    'categories-repeated',
    'a category is listed once for every product',
    rowsAs('products.categories', (rows) => [...rows, ...rows]),
  ),
  fault(
    'categories-of-strangers',
    "categories of other organizations' products are told",
    admits('products.categories', [403, 404]),
  ),
  fault('product-read-by-strangers', "another organization's product can be read", admits('products.get', [404])),
  fault(
    'product-changed-by-strangers',
    "another organization's product can be changed",
    admits('products.update products.archive products.restore', [404]),
  ),
  fault(
    'product-stock-by-strangers',
    "another organization's stock can be moved, and its movements read",
    admits('products.adjustStock products.movements', [404]),
  ),
  fault(
    'product-copied-by-strangers',
    "another organization's product can be copied",
    admits('products.duplicate', [404]),
  ),
  fault(
    'product-added-to-strangers',
    'products can be added to other organizations',
    admits('products.create', [403, 404]),
  ),
  fault(
    'product-foreign-forbidden',
    "another organization's product is forbidden, an unknown one not found",
    refusals('products.get', [404], async (reply, exchange) => {
      const seen = await Promise.all(exchange.tokens.map((token) => exchange.ask('GET', exchange.path, token)))
      return seen.some(isSuccess) ? { ...reply, status: 403 } : reply
    }),
  ),
  fault('product-movements-open', 'movements are told without a token', admits('products.movements', [401])),
  fault(
    'product-low-level',
    'the level of a stock is always enough',
    recordsAs('products.get products.create products.update products.adjustStock', (record) => ({
      ...record,
      stockLevel: 'enough',
    })),
  ),
  fault(
    'product-list-behind',
    'the list of products shows the stock that they began with',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      if (bodyOf(exchange)['resource'] !== 'products' || textOf(exchange, 'q') === '' || !isSuccess(reply)) return reply
      const whole = parsed(reply.text)
      const rows = valueAt(whole, 'data')
      if (!isRecord(whole) || !Array.isArray(rows)) return reply
      const shown: unknown[] = []
      for (const row of rows) {
        const id = String(valueAt(row, 'id'))
        const moved = await readList(exchange, `/products/${id}/movements?limit=100`)
        const begun = moved.find(({ kind }) => kind === 'opening')?.['quantity'] ?? 0
        shown.push(isRecord(row) ? { ...row, stock: begun } : row)
      }
      return withBody(reply, { ...whole, data: shown })
    }),
  ),
  fault(
    'stock-without-end',
    'a stock is said to take any number of units',
    refusals('products.adjustStock', [409, 422], (reply, exchange) =>
      bodyOf(exchange)['by'] === 9_999_999
        ? exchange.ask('GET', `/api/v1/products/${idIn(exchange)}`, tokenIn(exchange))
        : reply,
    ),
  ),
  fault(
    'sales-moved-without-number',
    'of what a sale has taken from stock the order is not told by its number',
    answers('products.movements', 'data.*.orderNumber', () => null),
  ),
  fault(
    'stock-back-of-no-order',
    'what comes back to a stock is told without the order that it comes from',
    rowsAs('products.movements', (rows) =>
      rows.map((row) => (Number(row['quantity']) > 0 ? { ...row, orderId: null, orderNumber: null } : row)),
    ),
  ),
  fault(
    'new-product-text-cut',
    'of a long description the end is lost as a product is added',
    requests('products.create', 'description', (text) =>
      typeof text === 'string' && text.length === 5_000 ? text.slice(0, 4_000) : text,
    ),
  ),
  fault(
    'stock-never-counted-as-none',
    'a stock that is counted as none stays as it was',
    on('products.adjustStock', async (exchange) =>
      bodyOf(exchange)['to'] === 0 ? exchange.ask('GET', asRecord(exchange), tokenIn(exchange)) : exchange.send(),
    ),
  ),
]
