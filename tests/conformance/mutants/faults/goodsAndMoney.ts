import { type Fault, isRecord, isSuccess } from '../exchange'
import { fault, on, refusals, remembering, requests } from '../make'
import { afterwards, bodyOf, idIn, read, recordIn, recordsAs, recordsIn, rowsOf, write } from '../selling'

type Fields = Record<string, unknown>

const linesOf = (body: Fields) => recordsIn(body['lines'])

/** Asks for as much as can be had of what is refused as a whole, and answers that. */
const instead = (calls: string, other: (body: Fields) => Fields | undefined) =>
  refusals(calls, [400, 404, 409, 422], async (reply, exchange) => {
    const body = other(bodyOf(exchange))
    if (body === undefined) return reply
    const taken = await exchange.send({ body })
    return isSuccess(taken) ? taken : reply
  })

/** One request of two at once is refused, and is answered as the other one. */
const bothAtOnce = (id: string, about: string, calls: string): Fault =>
  remembering(id, about, () => {
    const under = new Map<string, Promise<Awaited<ReturnType<Parameters<typeof on>[1]>>>>()
    return on(calls, async (exchange) => {
      const { draftId: _, ...asked } = bodyOf(exchange)
      const key = `${exchange.path} ${JSON.stringify(asked)}`
      const other = under.get(key)
      const own = exchange.send()
      under.set(key, own)
      const reply = await own
      if (under.get(key) === own) under.delete(key)
      if (isSuccess(reply) || other === undefined) return reply
      const first = await other
      return isSuccess(first) ? first : reply
    })
  })

const parcelsAs = (change: (parcel: Fields, order: Fields) => Fields) =>
  recordsAs('orders.get', (order) => ({
    ...order,
    fulfilments: recordsIn(order['fulfilments']).map((parcel) => change(parcel, order)),
  }))

const later = (moment: unknown, ms: number) =>
  typeof moment === 'string' ? new Date(Date.parse(moment) + ms).toISOString() : moment

/** What is sold, packed, paid and given back, where more than one of it is there. */
export const goodsAndMoney: Fault[] = [
  fault(
    'first-line-judged-alone',
    'of several lines of an order the first one is judged, and what is wrong with others is left out',
    instead('orders.place', (body) => {
      const lines = linesOf(body)
      return lines.length > 1 ? { ...body, lines: lines.slice(0, 1) } : undefined
    }),
  ),
  fault(
    'lowest-of-nothing-is-no-limit',
    'a lowest price of nothing is taken for none',
    on('orders.place', (exchange) =>
      linesOf(bodyOf(exchange)).some(({ unitPrice }) => unitPrice === 0)
        ? exchange.send({ body: { ...bodyOf(exchange), lines: [] } })
        : exchange.send(),
    ),
  ),
  fault(
    'one-limit-opens-the-other-side',
    'an offer with a highest price alone is sold below its own price',
    instead('orders.place', (body) => {
      const lines = linesOf(body)
      return lines.length === 1 && lines[0]?.['unitPrice'] === 19.99
        ? { ...body, lines: lines.map((line) => ({ ...line, unitPrice: 20 })) }
        : undefined
    }),
  ),
  bothAtOnce('last-units-sold-twice', 'two orders at once both get the last units', 'orders.place'),
  bothAtOnce('all-given-back-twice', 'two refunds at once of all that is left are both carried out', 'orders.refund'),
  bothAtOnce('all-packed-twice', 'two parcels at once both have all of an order', 'fulfilments.pack'),
  bothAtOnce('sku-twice-at-once', 'two products at once both have the same SKU', 'products.create'),
  remembering('draft-placed-twice-at-once', 'a draft that is placed twice at once becomes two orders', () => {
    const under = new Map<unknown, number>()
    return on('orders.place', async (exchange) => {
      const { draftId, draftVersion: _, ...body } = bodyOf(exchange)
      const before = under.get(draftId) ?? 0
      under.set(draftId, before + 1)
      const other = String(draftId).replace(/^./, (digit) => (digit === 'a' ? 'b' : 'a'))
      const reply = await (before > 0 ? exchange.send({ body: { ...body, draftId: other } }) : exchange.send())
      under.set(draftId, (under.get(draftId) ?? 1) - 1)
      return reply
    })
  }),
  fault(
    'restock-forgets-the-offer',
    'what a refund puts back into stock can not be sold by its offer again',
    afterwards('orders.refund', async (exchange) => {
      if (bodyOf(exchange)['restock'] !== true) return
      const order = await read(exchange, `/orders/${idIn(exchange)}`)
      const { organizationId, campaignId } = order
      const rows = await rowsOf(exchange, 'offers', { organizationId, filters: { campaignId } })
      for (const { itemId, quantity } of linesOf(bodyOf(exchange))) {
        const item = recordsIn(order['items']).find(({ id }) => id === itemId)
        const row = rows.find(({ id }) => id === item?.['offerId'])
        const left = Number(row?.['quantity']) - Number(quantity)
        if (row) await write(exchange, 'PUT', `/offers/${String(row['id'])}`, { quantity: left })
      }
    }),
  ),
  fault(
    'line-refunded-as-often-as-named',
    'a line that is named twice in a refund is judged each time by itself',
    instead('orders.refund', (body) => {
      const lines = linesOf(body)
      return lines.length > 1 ? { ...body, lines: lines.slice(0, 1) } : undefined
    }),
  ),
  fault(
    'shipping-given-back-as-far-as-it-goes',
    'more for shipping than was paid for it is given back as far as it goes',
    instead('orders.refund', ({ shippingAmount, ...body }) =>
      shippingAmount === undefined ? undefined : { ...body, shipping: true },
    ),
  ),
  fault(
    'tax-within-given-back-on-top',
    'a unit is given back with its tax on top where the price has it within',
    on('orders.refund', async (exchange) => {
      const body = bodyOf(exchange)
      const order = await read(exchange, `/orders/${idIn(exchange)}`)
      const [line] = linesOf(body)
      const item = recordsIn(order['items']).find(({ id }) => id === line?.['itemId'])
      if (order['pricesIncludeTax'] !== true || item === undefined) return exchange.send()
      const amount = Math.round((Number(item['total']) + Number(item['tax'])) * 100) / 100
      return exchange.send({ body: { amount } })
    }),
  ),
  fault(
    'copies-are-of-the-first-sale',
    'what is sold is told with the list price of before',
    recordsAs('orders.place', (order) => ({
      ...order,
      items: recordsIn(order['items']).map((item) => (item['listPrice'] === 21 ? { ...item, listPrice: 20 } : item)),
    })),
  ),
  fault(
    'agreement-of-a-day',
    'what a customer has agreed to holds for a day',
    requests('orders.place', 'agreedToTermsAt', (at) =>
      Date.parse(String(at)) < Date.now() - 86_400_000 ? '2001-01-01T00:00:00.000Z' : at,
    ),
  ),
  fault(
    'members-gone-with-a-stranger',
    'whoever sells in a campaign is out of it once a stranger was to come in and was refused',
    refusals('campaigns.setMembers', [422], async (reply, exchange) => {
      await exchange.send({ body: { memberIds: [] } })
      return reply
    }),
  ),
  fault(
    'archived-script-is-changed',
    'what agents say in a campaign that was put away is changed',
    refusals('campaigns.setScript', [409], (reply, exchange) =>
      exchange.headers['if-match'] === undefined
        ? exchange.ask('GET', exchange.path, exchange.headers['authorization']?.slice(7) ?? '')
        : Promise.resolve(reply),
    ),
  ),
  remembering('product-copied-once', 'a product is copied once, and refused the second time', () => {
    const copied = new Set<string>()
    return on('products.duplicate', async (exchange) => {
      const isAgain = copied.has(exchange.path) && exchange.headers['idempotency-key'] === undefined
      const reply = await exchange.send(isAgain ? { path: '/api/v1/products/none/duplicate' } : {})
      if (isSuccess(reply)) copied.add(exchange.path)
      return reply
    })
  }),
  remembering('disabled-gateway-gives-nothing-back', 'nothing is given back through a gateway that is disabled', () => {
    const off = new Set<unknown>()
    return on('gateways.switch orders.refund', async (exchange) => {
      if (exchange.call === 'orders.refund') {
        const { transactions } = await read(exchange, `/orders/${idIn(exchange)}`)
        const isOff = recordsIn(transactions).some(({ gatewayInstanceId }) => off.has(gatewayInstanceId))
        return exchange.send(isOff ? { body: { amount: 9_999_999 } } : {})
      }
      const reply = await exchange.send()
      const { id, state } = recordIn(reply)
      if (state === 'disabled') off.add(id)
      else off.delete(id)
      return reply
    })
  }),
  fault(
    'lost-answer-is-a-refusal',
    'a payment of which the answer was lost counts as declined for ever',
    requests('payments.pay', 'card.cardNumber', (number) =>
      String(number).replaceAll(' ', '') === '4000000000000119' ? '4000000000000002' : number,
    ),
  ),
  fault(
    'parcel-of-other-names',
    'what is in the parcels of an order is called in capitals',
    parcelsAs((parcel) => ({
      ...parcel,
      contents: recordsIn(parcel['contents']).map((one) => ({ ...one, name: String(one['name']).toUpperCase() })),
    })),
  ),
  fault(
    'shipped-when-it-was-ordered',
    'a parcel is told to have been shipped an hour before it was',
    recordsAs('fulfilments.get fulfilments.ship fulfilments.deliver', (parcel) => ({
      ...parcel,
      shippedAt: later(parcel['shippedAt'], -3_600_000),
    })),
  ),
  remembering('link-opened-whenever-asked', 'a link is told to have been opened a while later each time', () => {
    let times = 0
    return recordsAs('orders.payments', (record) => {
      const { link } = record
      if (!isRecord(link) || typeof link['openedAt'] !== 'string') return record
      times += 1
      return { ...record, link: { ...link, openedAt: later(link['openedAt'], times * 2_000) } }
    })
  }),
  fault(
    'attempts-of-the-kind-of-gateway',
    'attempts to pay are told with the kind of their gateway in place of its name',
    recordsAs('orders.payments', (record) => ({
      ...record,
      attempts: recordsIn(record['attempts']).map((one) => ({ ...one, gatewayName: 'sandbox' })),
    })),
  ),
  fault(
    'refunds-of-other-references',
    'a refund is told with another reference than its transaction',
    recordsAs('orders.payments orders.refund orders.endPaymentLink', (record) => ({
      ...record,
      refunds: recordsIn(record['refunds']).map((one) => ({
        ...one,
        reference: `re_${String(one['id']).slice(0, 8)}`,
      })),
    })),
  ),
]
