import { randomUUID } from 'node:crypto'
import { type Exchange, type Fault, isRecord, isSuccess, parsed, type Reply, valueAt, withBody } from '../exchange'
import { accepts, admits, answers, fault, on, refusals, requests, textOf } from '../make'
import {
  afterwards,
  agrees,
  bodyOf,
  deafTo,
  empties,
  idIn,
  lacks,
  move,
  pushes,
  read,
  recordIn,
  recordsAs,
  recordsIn,
  rowsAs,
  rowsOf,
  write,
  tokenIn,
} from '../selling'

type Fields = Record<string, unknown>

const everywhere = 'orders.get orders.place orders.cancel orders.addNote orders.updateAddress'
const asOrder = (exchange: Exchange) => `/api/v1/orders/${idIn(exchange)}`
const itemsOf = (order: Fields) => recordsIn(order['items'])
const cents = (amount: number) => Math.round(amount * 100) / 100

const offerOf = async (exchange: Exchange, offerId: unknown) =>
  (
    await rowsOf(exchange, 'offers', { ...placed(exchange), filters: { campaignId: bodyOf(exchange)['campaignId'] } })
  ).find(({ id }) => id === offerId)
const placed = (exchange: Exchange) => ({ organizationId: bodyOf(exchange)['organizationId'] })

/** Changes what offers hold of an order's items, by `sign` for each unit. */
async function moveOffers(exchange: Exchange, order: Fields, sign: number): Promise<void> {
  const rows = await rowsOf(exchange, 'offers', {
    organizationId: order['organizationId'],
    filters: { campaignId: order['campaignId'] },
  })
  for (const { offerId, quantity } of itemsOf(order)) {
    const row = rows.find(({ id }) => id === offerId)
    const left = Number(row?.['quantity']) + sign * Number(quantity)
    if (row && left >= 0) await write(exchange, 'PUT', `/offers/${String(offerId)}`, { quantity: left })
  }
}

async function moveProducts(exchange: Exchange, order: Fields, sign: number): Promise<void> {
  for (const { productId, quantity } of itemsOf(order)) await move(exchange, productId, sign * Number(quantity))
}

/** What happens once more when a draft is placed that has been placed before. */
const repeated = (id: string, about: string, again: (exchange: Exchange, first: Reply) => Promise<Reply>): Fault => ({
  id,
  about,
  make: () => {
    const seen = new Map<string, Reply>()
    return on('orders.place', async (exchange) => {
      const draft = textOf(exchange, 'draftId').toLowerCase()
      const first = seen.get(draft)
      if (first) return again(exchange, first)
      const reply = await exchange.send()
      if (isSuccess(reply)) seen.set(draft, reply)
      return reply
    })
  },
})

/** Numbers of orders as `number` has them, which learns of every placement, refused ones too. */
const numbered = (id: string, about: string, by: (refused: number, placed: number) => number): Fault => ({
  id,
  about,
  make: () => {
    let [refused, done] = [0, 0]
    const known = new Map<unknown, unknown>()
    return on(everywhere, async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'orders.place' && !isSuccess(reply)) refused += 1
      if (!isSuccess(reply)) return reply
      const order = recordIn(reply)
      if (exchange.call === 'orders.place' && !known.has(order['id'])) {
        done += 1
        known.set(order['id'], Number(order['number']) + by(refused, done))
      }
      return known.has(order['id']) ? withBody(reply, { data: { ...order, number: known.get(order['id']) } }) : reply
    })
  },
})

const linesAs = (change: (line: Fields) => Fields) => (body: Fields) => ({
  ...body,
  lines: recordsIn(body['lines']).map(change),
})

/** Refused prices and quantities are brought into their limits, and answered as they were asked for. */
const limited = (change: (line: Fields, offer: Fields) => Fields) =>
  refusals('orders.place', [422], async (reply, exchange) => {
    const lines: Fields[] = []
    for (const line of recordsIn(bodyOf(exchange)['lines'])) {
      const offer = await offerOf(exchange, line['offerId'])
      lines.push(offer ? change(line, offer) : line)
    }
    const accepted = await exchange.send({ body: { ...bodyOf(exchange), lines } })
    return isSuccess(accepted) ? accepted : reply
  })

const campaignPath = (exchange: Exchange) => `/campaigns/${encodeURIComponent(textOf(exchange, 'campaignId'))}`

/** Puts the campaign's fields aside while something is sold in it. */
const sellsWhile = (isMeant: (campaign: Fields) => boolean, aside: Fields) =>
  pushes('orders.place', async (exchange) => {
    const campaign = await read(exchange, campaignPath(exchange))
    if (!isMeant(campaign)) return undefined
    const before = Object.fromEntries(Object.keys(aside).map((name) => [name, campaign[name]]))
    await write(exchange, 'PUT', campaignPath(exchange), aside)
    return () => write(exchange, 'PUT', campaignPath(exchange), before)
  })

type Request = [method: string, path: string, body: unknown]

/** Of a line what brings back what it is of, and what takes that away again; undefined when it is not away. */
type BringsBack = (line: Fields, exchange: Exchange) => Promise<[back: Request, away: Request] | undefined>

/** Sells what is away: each line's is brought back meanwhile. */
const sellsWhatIsAway = (ofLine: BringsBack) =>
  pushes('orders.place', async (exchange) => {
    const taken: Request[] = []
    for (const line of recordsIn(bodyOf(exchange)['lines'])) {
      const [back, away] = (await ofLine(line, exchange)) ?? []
      if (back && away && isSuccess(await write(exchange, ...back))) taken.push(away)
    }
    if (taken.length === 0) return undefined
    return async () => {
      for (const away of taken) await write(exchange, ...away)
    }
  })

const dayOf = (day: unknown) => (typeof day === 'string' ? day.slice(0, 10) : '')
const isoDay = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const taxAs = (tax: (order: Fields) => number) =>
  recordsAs(everywhere, (order) => {
    const [before, after] = [Number(order['taxTotal']), cents(tax(order))]
    const total = order['pricesIncludeTax'] === true ? order['total'] : cents(Number(order['total']) - before + after)
    return { ...order, taxTotal: after, total }
  })

const rateOf = ({ taxRate, pricesIncludeTax }: Fields) =>
  pricesIncludeTax === true ? Number(taxRate) / (100 + Number(taxRate)) : Number(taxRate) / 100

/** What a record copies is read from what it was copied from. */
const follows = (fields: (order: Fields, exchange: Exchange) => Promise<Fields>) =>
  on(everywhere, async (exchange) => {
    const reply = await exchange.send()
    if (!isSuccess(reply)) return reply
    const order = recordIn(reply)
    return withBody(reply, { data: { ...order, ...(await fields(order, exchange)) } })
  })

const noteTwice: Fault = {
  id: 'note-key-ignored',
  about: 'a note that is sent again with its key is written again',
  make: () => deafTo('idempotency-key', 'orders.addNote'),
}

export const orders: Fault[] = [
  fault(
    'order-stock-not-taken',
    'an order takes nothing from the stock',
    afterwards('orders.place', (exchange, order) => moveProducts(exchange, order, 1)),
  ),
  fault(
    'order-stock-twice',
    'an order takes its units twice from the stock',
    afterwards('orders.place', (exchange, order) => moveProducts(exchange, order, -1)),
  ),
  fault(
    'order-offer-not-taken',
    'an order leaves its offers as many units as before',
    afterwards('orders.place', (exchange, order) => moveOffers(exchange, order, 1)),
  ),
  fault(
    'order-sale-unnamed',
    'the movement of a sale does not name its order',
    answers('products.movements', 'data.*.orderId', () => null),
  ),
  fault(
    'order-sale-unlisted',
    'sales are not among the movements',
    rowsAs('products.movements', (rows) => rows.filter(({ kind }) => kind !== 'sale')),
  ),
  repeated('order-draft-again', 'a draft that is placed again becomes another order', (exchange) =>
    exchange.send({ body: { ...bodyOf(exchange), draftId: randomUUID() } }),
  ),
  repeated('order-draft-stock-again', 'a draft that is placed again takes its stock again', async (exchange, first) => {
    await moveProducts(exchange, recordIn(first), -1)
    return exchange.send()
  }),
  repeated('order-draft-refused', 'a draft that is placed again is refused', async (exchange) =>
    exchange.send({ body: { ...bodyOf(exchange), lines: [] } }),
  ),
  fault(
    'order-price-below',
    'a price below the range is taken',
    limited((line, { minPrice, basePrice }) => ({
      ...line,
      unitPrice: Math.max(Number(line['unitPrice']), Number(minPrice ?? basePrice)),
    })),
  ),
  fault(
    'order-price-above',
    'a price above the range is taken',
    limited((line, { maxPrice, basePrice }) => ({
      ...line,
      unitPrice: Math.min(Number(line['unitPrice']), Number(maxPrice ?? basePrice)),
    })),
  ),
  fault(
    'order-price-of-list',
    'whatever price is agreed on, the list price is charged',
    on('orders.place', async (exchange) => {
      const lines: Fields[] = []
      for (const line of recordsIn(bodyOf(exchange)['lines'])) {
        const offer = await offerOf(exchange, line['offerId'])
        lines.push(offer ? { ...line, unitPrice: offer['basePrice'] } : line)
      }
      return exchange.send({ body: { ...bodyOf(exchange), lines } })
    }),
  ),
  fault(
    'order-beyond-most',
    'more units than one order may have are sold',
    limited((line, { maxQuantity }) => ({
      ...line,
      quantity: Math.min(Number(line['quantity']), Number(maxQuantity ?? line['quantity'])),
    })),
  ),
  fault(
    'order-beyond-offer',
    'more units than an offer has left are sold',
    limited((line, { quantity }) => ({ ...line, quantity: Math.min(Number(line['quantity']), Number(quantity)) })),
  ),
  fault(
    'order-beyond-stock',
    'more units than are in stock are sold',
    pushes('orders.place', async (exchange) => {
      const [line] = recordsIn(bodyOf(exchange)['lines'])
      const offer = line && (await offerOf(exchange, line['offerId']))
      if (!offer) return undefined
      await move(exchange, offer['productId'], 1_000)
      return () => move(exchange, offer['productId'], -1_000)
    }),
  ),
  fault(
    'order-lines-apart',
    'two lines of one offer are judged each by itself',
    refusals('orders.place', [422], async (reply, exchange) => {
      const lines = recordsIn(bodyOf(exchange)['lines'])
      const [first, second] = lines
      if (first === undefined || first['offerId'] !== second?.['offerId']) return reply
      const accepted = await exchange.send({ body: { ...bodyOf(exchange), lines: [first] } })
      return isSuccess(accepted) ? accepted : reply
    }),
  ),
  fault(
    'order-offers-apart',
    'two offers of one product are judged each by itself',
    refusals('orders.place', [422], async (reply, exchange) => {
      const lines = recordsIn(bodyOf(exchange)['lines'])
      const [first, second] = lines
      if (second === undefined || first?.['offerId'] === second['offerId']) return reply
      const accepted = await exchange.send({ body: { ...bodyOf(exchange), lines: [first] } })
      return isSuccess(accepted) ? accepted : reply
    }),
  ),
  fault(
    'order-completed-campaign',
    'a completed campaign sells',
    sellsWhile(({ status }) => status === 'completed', { status: 'active' }),
  ),
  fault(
    'order-archived-campaign',
    'an archived campaign sells',
    pushes('orders.place', async (exchange) => {
      if (!(await read(exchange, campaignPath(exchange)))['archivedAt']) return undefined
      await write(exchange, 'POST', `${campaignPath(exchange)}/restore`, {})
      return () => write(exchange, 'POST', `${campaignPath(exchange)}/archive`, {})
    }),
  ),
  fault(
    'order-before-campaign',
    'a campaign sells before it begins',
    sellsWhile(({ startDate }) => dayOf(startDate) > isoDay(0), { startDate: isoDay(-3) }),
  ),
  fault(
    'order-after-campaign',
    'a campaign sells after it has ended',
    sellsWhile(({ endDate }) => typeof endDate === 'string' && dayOf(endDate) < isoDay(0), { endDate: isoDay(3) }),
  ),
  fault(
    'order-terms-unread',
    'an order needs no agreement to the terms',
    accepts('orders.place', (body) => ({ agreedToTermsAt: new Date().toISOString(), ...body })),
  ),
  fault(
    'order-agreement-lost',
    'when the terms were agreed to is not kept',
    empties(everywhere, 'data.agreedToTermsAt'),
  ),
  fault(
    'order-other-campaign',
    'an offer is sold in another campaign than its own',
    refusals('orders.place', [422], async (reply, exchange) => {
      const [line] = recordsIn(bodyOf(exchange)['lines'])
      const rows = await rowsOf(exchange, 'offers', { ...placed(exchange), sortBy: 'createdAt', sortOrder: 'desc' })
      const offer = rows.find(({ id }) => id === line?.['offerId'])
      if (!offer || offer['campaignId'] === bodyOf(exchange)['campaignId']) return reply
      const accepted = await exchange.send({ body: { ...bodyOf(exchange), campaignId: offer['campaignId'] } })
      return isSuccess(accepted) ? accepted : reply
    }),
  ),
  fault(
    'order-deleted-offer',
    'a deleted offer is sold',
    sellsWhatIsAway(async ({ offerId }) => {
      const path = `/offers/${String(offerId)}`
      return [
        ['POST', `${path}/restore`, {}],
        ['DELETE', path, undefined],
      ]
    }),
  ),
  fault(
    'order-archived-product',
    'an archived product is sold',
    sellsWhatIsAway(async ({ offerId }, exchange) => {
      const offer = await offerOf(exchange, offerId)
      const path = `/products/${String(offer?.['productId'])}`
      if (!offer || (await read(exchange, path))['status'] !== 'archived') return undefined
      return [
        ['POST', `${path}/restore`, {}],
        ['POST', `${path}/archive`, {}],
      ]
    }),
  ),
  fault(
    'order-deleted-customer',
    'something is sold to a deleted customer',
    pushes('orders.place', async (exchange) => {
      const path = `/customers/${textOf(exchange, 'customerId')}`
      const restored = await write(exchange, 'POST', `${path}/restore`, {})
      return isSuccess(restored) ? () => write(exchange, 'DELETE', path, undefined) : undefined
    }),
  ),
  fault(
    'order-undeliverable',
    'an address needs nothing that its country asks for',
    accepts('orders.place', (body) => ({
      ...body,
      address: { address1: '-', city: '-', postalCode: '0', country: 'DE' },
    })),
  ),
  fault(
    'order-half-units',
    'half a unit is sold',
    accepts(
      'orders.place',
      linesAs((line) => ({ ...line, quantity: Math.ceil(Number(line['quantity'])) })),
    ),
  ),
  fault(
    'order-no-lines',
    'an order of nothing is placed',
    refusals('orders.place', [400, 422], async (reply, exchange) => {
      if (recordsIn(bodyOf(exchange)['lines']).length > 0) return reply
      const [order] = await rowsOf(exchange, 'orders', placed(exchange))
      const known = await exchange.ask('GET', `/api/v1/orders/${String(order?.['id'])}`, exchange.tokens[0] ?? '')
      return isSuccess(known) ? known : reply
    }),
  ),
  fault(
    'order-thirds-of-cents',
    'a price of three decimals is taken',
    accepts(
      'orders.place',
      linesAs((line) => ({ ...line, unitPrice: cents(Number(line['unitPrice'])) })),
    ),
  ),
  fault(
    'order-tax-per-order',
    'tax is rounded for the order, not for each line',
    taxAs((order) => (Number(order['subtotal']) + Number(order['shippingTotal'])) * rateOf(order)),
  ),
  fault(
    'order-tax-of-goods',
    'shipping is not taxed',
    taxAs((order) => Number(order['subtotal']) * rateOf(order)),
  ),
  fault(
    'order-tax-cut',
    'tax is rounded down',
    recordsAs(everywhere, (order) => {
      const items = itemsOf(order).map((item) => {
        const taxed = Number(item['total']) + Number(item['shippingTotal'])
        return { ...item, tax: Math.floor(taxed * rateOf(order) * 100 + 1e-9) / 100 }
      })
      const taxTotal = cents(items.reduce((sum, { tax }) => sum + tax, 0))
      const total = cents(
        Number(order['total']) - (order['pricesIncludeTax'] === true ? 0 : Number(order['taxTotal']) - taxTotal),
      )
      return { ...order, items, taxTotal, total }
    }),
  ),
  fault(
    'order-tax-forgotten',
    'tax is shown, and not in the total',
    recordsAs(everywhere, (order) => ({
      ...order,
      total:
        order['pricesIncludeTax'] === true
          ? cents(Number(order['total']) + Number(order['taxTotal']))
          : cents(Number(order['total']) - Number(order['taxTotal'])),
    })),
  ),
  fault(
    'order-shipping-per-unit',
    'shipping is charged for each unit',
    recordsAs(everywhere, (order) => {
      const items = itemsOf(order).map((item) => ({
        ...item,
        shippingTotal: cents(Number(item['shippingTotal']) * Number(item['quantity'])),
      }))
      const shippingTotal = cents(items.reduce((sum, item) => sum + item.shippingTotal, 0))
      return {
        ...order,
        items,
        shippingTotal,
        total: cents(Number(order['total']) - Number(order['shippingTotal']) + shippingTotal),
      }
    }),
  ),
  fault(
    'order-shipping-forgotten',
    'shipping is not in the total',
    recordsAs(everywhere, (order) => ({
      ...order,
      total: cents(Number(order['total']) - Number(order['shippingTotal'])),
    })),
  ),
  fault(
    'order-line-of-one',
    'the total of a line is that of one unit',
    recordsAs(everywhere, (order) => ({
      ...order,
      items: itemsOf(order).map((item) => ({ ...item, total: item['unitPrice'] })),
    })),
  ),
  fault(
    'order-list-price-lost',
    'the list price of a line is the price that was agreed on',
    recordsAs(everywhere, (order) => ({
      ...order,
      items: itemsOf(order).map((item) => ({ ...item, listPrice: item['unitPrice'] })),
    })),
  ),
  fault(
    'order-lines-sorted',
    'the lines of an order are not in the order that they were sent in',
    recordsAs(everywhere, (order) => ({ ...order, items: itemsOf(order).toReversed() })),
  ),
  fault(
    'order-names-follow',
    'a line is called as its offer is called now',
    follows(async (order, exchange) => {
      const rows = await rowsOf(exchange, 'offers', {
        organizationId: order['organizationId'],
        filters: { campaignId: order['campaignId'] },
      })
      const items = itemsOf(order).map((item) => {
        const offer = rows.find(({ id }) => id === item['offerId'])
        return offer ? { ...item, name: offer['displayName'] } : item
      })
      return { items }
    }),
  ),
  fault(
    'order-customer-follows',
    'the customer of an order is as they are now',
    follows(async (order, exchange) => {
      const now = await read(exchange, `/customers/${String(order['customerId'])}`)
      if (now['id'] === undefined) return {}
      const { id, firstName, lastName, email, phone } = now
      return { customer: { id, firstName, lastName, email, phone } }
    }),
  ),
  fault(
    'order-address-of-customer',
    "an order goes to its customer's address, whatever was sent",
    on('orders.place', async (exchange) => {
      const customer = await read(exchange, `/customers/${textOf(exchange, 'customerId')}`)
      const { shippingAddress } = customer
      const known = isRecord(shippingAddress)
        ? Object.fromEntries(Object.entries(shippingAddress).filter(([, line]) => line !== null))
        : {}
      return Object.keys(known).length > 2
        ? exchange.send({ body: { ...bodyOf(exchange), address: known } })
        : exchange.send()
    }),
  ),
  fault('order-sku-lost', 'the lines of an order have no SKU', empties(everywhere, 'data.items.*.sku')),
  fault('order-agent-lost', 'an order does not say who sold it', empties(everywhere, 'data.agentId')),
  numbered('order-number-gaps', 'a refused order takes a number', (refused) => refused),
  numbered('order-number-jumps', 'the numbers of all organizations are one sequence', (_refused, done) => done),
  numbered('order-number-repeated', 'every order has the number of the first', (_refused, done) => 1 - done),
  fault(
    'order-unlisted',
    'a new order is not in the list',
    on('search', async (exchange) => {
      if (bodyOf(exchange)['resource'] !== 'orders' || textOf(exchange, 'q') === '') return exchange.send()
      const reply = await exchange.send()
      const body = parsed(reply.text)
      return isRecord(body) && isSuccess(reply)
        ? withBody(reply, { ...body, data: [], meta: { ...(isRecord(body['meta']) ? body['meta'] : {}), total: 0 } })
        : reply
    }),
  ),
  fault(
    'order-uncounted',
    'a customer has no more orders than before',
    answers('customers.get', 'data.ordersCount', () => 0),
  ),
  fault(
    'cancel-keeps-stock',
    'a cancelled order keeps its units',
    afterwards('orders.cancel', (exchange, order) => moveProducts(exchange, order, -1)),
  ),
  fault(
    'cancel-keeps-offer',
    'a cancelled order keeps the units of its offers',
    afterwards('orders.cancel', (exchange, order) => moveOffers(exchange, order, -1)),
  ),
  fault('cancel-twice', 'a cancelled order can be cancelled again', agrees('orders.cancel', [409], asOrder)),
  fault(
    'cancel-gives-twice',
    'a refused cancelling gives the units back once more',
    refusals('orders.cancel', [409], async (reply, exchange) => {
      await moveProducts(exchange, await read(exchange, `/orders/${idIn(exchange)}`), 1)
      return reply
    }),
  ),
  fault(
    'cancel-reason-lost',
    'why an order was cancelled is lost',
    requests('orders.cancel', 'reason', () => ''),
  ),
  fault('cancel-version-ignored', 'an outdated cancelling is done', deafTo('if-match', 'orders.cancel')),
  fault(
    'cancel-reads-open',
    'a cancelled order reads as open',
    answers('orders.get', 'data.status', (status) => (status === 'cancelled' ? 'open' : status)),
  ),
  fault(
    'cancelled-readdressed',
    'a cancelled order can be sent elsewhere',
    refusals('orders.updateAddress', [409], async (reply, exchange) => {
      const order = await exchange.ask('GET', asOrder(exchange), exchange.tokens[0] ?? '')
      return recordIn(order)['status'] === 'cancelled' ? order : reply
    }),
  ),
  fault(
    'shipped-readdressed',
    'an order that was shipped can be sent elsewhere',
    refusals('orders.updateAddress', [409], async (reply, exchange) => {
      const order = await exchange.ask('GET', asOrder(exchange), exchange.tokens[0] ?? '')
      const { status } = recordIn(order)
      return valueAt(recordIn(order), 'fulfilments.0') !== undefined && status !== 'cancelled' ? order : reply
    }),
  ),
  fault(
    'readdress-merges',
    'lines of an address that are not sent stay',
    on('orders.updateAddress', async (exchange) => {
      const { shippingAddress } = await read(exchange, `/orders/${idIn(exchange)}`)
      const known = isRecord(shippingAddress)
        ? Object.fromEntries(Object.entries(shippingAddress).filter(([, line]) => line !== null))
        : {}
      return isRecord(exchange.body) ? exchange.send({ body: { ...known, ...exchange.body } }) : exchange.send()
    }),
  ),
  fault(
    'readdress-ineffective',
    'another address is answered, and not kept',
    on('orders.updateAddress', async (exchange) => {
      const { shippingAddress } = await read(exchange, `/orders/${idIn(exchange)}`)
      const reply = await exchange.send()
      const before = isRecord(shippingAddress)
        ? Object.fromEntries(Object.entries(shippingAddress).filter(([, line]) => line !== null))
        : {}
      if (isSuccess(reply)) await write(exchange, 'PUT', `/orders/${idIn(exchange)}/address`, before)
      return reply
    }),
  ),
  fault(
    'readdress-undeliverable',
    'another address needs nothing that its country asks for',
    accepts('orders.updateAddress', (body) => ({
      address1: '-',
      city: '-',
      postalCode: '0',
      ...body,
      state: 'X',
      country: 'DE',
    })),
  ),
  fault('readdress-version-ignored', 'an outdated address is taken', deafTo('if-match', 'orders.updateAddress')),
  fault(
    'readdress-moves-customer',
    "another address of an order becomes its customer's",
    afterwards('orders.updateAddress', (exchange, order) =>
      write(exchange, 'PUT', `/customers/${String(order['customerId'])}`, { shippingAddress: bodyOf(exchange) }),
    ),
  ),
  fault(
    'note-lost',
    'a note is answered, and not kept',
    answers('orders.get', 'data.timeline', (timeline) => recordsIn(timeline).filter(({ kind }) => kind !== 'note')),
  ),
  noteTwice,
  fault('note-of-nobody', 'a note does not say whose it is', empties(everywhere, 'data.timeline.*.userName')),
  fault(
    'note-cut',
    'a note has its first line only',
    requests('orders.addNote', 'text', (text) => (typeof text === 'string' ? text.split('\n')[0] : text)),
  ),
  fault(
    'timeline-newest-first',
    'the timeline begins with what happened last',
    answers(everywhere, 'data.timeline', (timeline) => recordsIn(timeline).toReversed()),
  ),
  fault(
    'timeline-without-steps',
    'the timeline does not say which state an order came to',
    answers(everywhere, 'data.timeline.*.to', () => null),
  ),
  fault('order-read-by-strangers', "another organization's order can be read", admits('orders.get', [404])),
  fault(
    'order-changed-by-strangers',
    "another organization's order can be cancelled, written to and sent elsewhere",
    admits('orders.cancel orders.addNote orders.updateAddress', [404]),
  ),
  fault(
    'order-placed-for-strangers',
    'orders can be placed in other organizations',
    admits('orders.place', [403, 404]),
  ),
  fault(
    'order-of-strangers-customer',
    "another organization's customer is somebody of one's own",
    refusals('orders.place', [422], async (reply, exchange) => {
      const [customer] = await rowsOf(exchange, 'customers', placed(exchange))
      const own = await read(exchange, `/customers/${textOf(exchange, 'customerId')}`)
      if (!customer || own['id'] !== undefined) return reply
      const accepted = await exchange.send({ body: { ...bodyOf(exchange), customerId: customer['id'] } })
      return isSuccess(accepted) ? accepted : reply
    }),
  ),
  fault('order-open-to-all', 'an order can be read without a token', admits('orders.get', [401])),
  fault('order-currency-lost', 'an order does not say its currency', lacks('orders.get', 'data.currency')),
  fault(
    'order-limits-excluded',
    'a price that is the most of its offer is refused',
    on('orders.place', async (exchange) => {
      for (const line of recordsIn(bodyOf(exchange)['lines'])) {
        const offer = await offerOf(exchange, line['offerId'])
        if (offer && offer['maxPrice'] === line['unitPrice'])
          return exchange.send({ body: { ...bodyOf(exchange), lines: [] } })
      }
      return exchange.send()
    }),
  ),
  fault(
    'order-last-day-excluded',
    'nothing is sold on the last day of a campaign',
    on('orders.place', async (exchange) => {
      const { startDate, endDate } = await read(exchange, campaignPath(exchange))
      return dayOf(startDate) !== '' && dayOf(startDate) === dayOf(endDate)
        ? exchange.send({ body: { ...bodyOf(exchange), lines: [] } })
        : exchange.send()
    }),
  ),
  fault(
    'order-first-day-early',
    'a campaign sells on the day before its first',
    sellsWhile(({ startDate }) => dayOf(startDate) > isoDay(-1), { startDate: isoDay(-30) }),
  ),
  fault(
    'order-agreed-long-ago',
    'what was agreed to is agreed to for ever',
    refusals('orders.place', [422], (reply, exchange) => {
      const { agreedToTermsAt } = bodyOf(exchange)
      return typeof agreedToTermsAt === 'string'
        ? exchange.send({ body: { ...bodyOf(exchange), agreedToTermsAt: new Date().toISOString() } })
        : reply
    }),
  ),
  fault(
    'order-new-customer-without-phone',
    'a customer who is new loses their phone number',
    requests('orders.place', 'newCustomer.phone', () => undefined),
  ),
  fault(
    'order-new-customer-anyway',
    'a customer who is new is added although their order is refused',
    refusals('orders.place', [422], async (reply, exchange) => {
      const { organizationId, newCustomer } = bodyOf(exchange)
      if (isRecord(newCustomer)) await write(exchange, 'POST', '/customers', { organizationId, ...newCustomer })
      return reply
    }),
  ),
  fault(
    'order-of-merged-customer',
    'a customer who is a part of another one still buys',
    refusals('orders.place', [404, 409, 422], async (reply, exchange) => {
      const { customerId } = bodyOf(exchange)
      if (typeof customerId !== 'string') return reply
      const known = await exchange.ask('GET', `/api/v1/customers/${encodeURIComponent(customerId)}`, tokenIn(exchange))
      const other = valueAt(parsed(known.text), 'error.details.mergedInto')
      return typeof other === 'string' ? exchange.send({ body: { ...bodyOf(exchange), customerId: other } }) : reply
    }),
  ),
  fault(
    'order-new-customer-of-first-name-refused',
    'who is new needs more than a first name',
    on('orders.place', (exchange) => {
      const { newCustomer } = bodyOf(exchange)
      const isBare = isRecord(newCustomer) && !('phone' in newCustomer)
      return exchange.send(isBare ? { body: { ...bodyOf(exchange), newCustomer: 'none' } } : {})
    }),
  ),
  fault(
    'order-new-customer-lives-at-the-order',
    'who is new lives where their first order goes, whatever was sent of their own address',
    on('orders.place', (exchange) => {
      const { newCustomer, address } = bodyOf(exchange)
      return isRecord(newCustomer) && 'shippingAddress' in newCustomer
        ? exchange.send({ body: { ...bodyOf(exchange), newCustomer: { ...newCustomer, shippingAddress: address } } })
        : exchange.send()
    }),
  ),
  fault(
    'order-goes-to-a-city-of-its-own',
    'an order whose address has no city goes to the city of the country',
    recordsAs('orders.place', (order) => {
      const { shippingAddress } = order
      return isRecord(shippingAddress) && !shippingAddress['city']
        ? { ...order, shippingAddress: { ...shippingAddress, city: shippingAddress['country'] } }
        : order
    }),
  ),
  fault(
    'address-with-empty-lines-refused',
    'an address with a line that is empty is refused, though its country does not need it',
    on('orders.updateAddress', (exchange) => {
      const isEmpty = bodyOf(exchange)['city'] === ''
      return exchange.send(isEmpty ? { body: { ...bodyOf(exchange), country: 'ZZ' } } : {})
    }),
  ),
]
