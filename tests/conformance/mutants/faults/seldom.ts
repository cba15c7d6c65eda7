import { answer, type Fault, isRecord, isSuccess, withBody } from '../exchange'
import { fault, on, refusals, remembering, requests } from '../make'
import {
  afterwards,
  bodyOf,
  foundAs,
  idIn,
  move,
  pushes,
  read,
  recordIn,
  recordsAs,
  recordsIn,
  rowsAs,
  tokenIn,
  write,
} from '../selling'

type Fields = Record<string, unknown>
type Sent = Parameters<typeof idIn>[0]

const orderOf = (exchange: Sent) => read(exchange, `/orders/${idIn(exchange)}`)
const conflict = answer(409, {
  success: false,
  message: 'Not now',
  error: { code: 'not_possible', message: 'Not now' },
})

/** A refusal that says yes where a condition holds: whoever asks is answered with what is at a path. */
const agreesWhere = (calls: string, path: string, holds: (exchange: Sent) => Promise<boolean>) =>
  refusals(calls, [404, 409, 422], async (reply, exchange) => {
    if (exchange.headers['if-match'] !== undefined || !(await holds(exchange))) return reply
    const told = await exchange.ask('GET', `/api/v1${path.replace('ID', idIn(exchange))}`, tokenIn(exchange))
    return isSuccess(told) ? told : reply
  })

const ownLines = (lines: unknown, order: Fields, name: string) =>
  recordsIn(lines).filter((line) => recordsIn(order['items']).some(({ id }) => id === line[name]))

/** Lets lines through that are of another order: those that are of it count. */
const ofAnyOrder = (call: string, field: string, name: string) =>
  refusals(call, [404, 409, 422], async (reply, exchange) => {
    const order = await orderOf(exchange)
    const [sent, own] = [recordsIn(bodyOf(exchange)[field]), ownLines(bodyOf(exchange)[field], order, name)]
    if (sent.length === own.length) return reply
    const [first] = recordsIn(order['items'])
    const lines = own.length > 0 ? own : [{ [name]: first?.['id'], quantity: 1 }]
    const taken = await exchange.send({ body: { ...bodyOf(exchange), [field]: lines } })
    return isSuccess(taken) ? taken : reply
  })

const isNewer = (one: Fields, link: unknown) =>
  !isRecord(link) || Date.parse(String(one['createdAt'])) >= Date.parse(String(link['createdAt']))

/** What happens seldom to what is sold, packed, paid and given back. */
export const seldom: Fault[] = [
  remembering(
    'restored-customer-has-bought-nothing',
    'who has bought and is brought back has no orders any more',
    () => {
      const back = new Set<unknown>()
      const emptied = (row: Fields): Fields =>
        back.has(row['id']) ? { ...row, ordersCount: 0, totalSpent: 0, lastOrderAt: null } : row
      const rows = foundAs('customers', (row) => emptied(row))
      const records = recordsAs('customers.get', emptied)
      const restores = afterwards('customers.restore', async (_exchange, { id }) => back.add(id))
      return on('customers.restore customers.get search', (exchange) =>
        (exchange.call === 'search' ? rows : exchange.call === 'customers.get' ? records : restores)(exchange),
      )
    },
  ),
  fault(
    'free-order-is-unpaid',
    'an order that costs nothing waits to be paid',
    recordsAs('orders.get', (order) => (order['total'] === 0 ? { ...order, paymentStatus: 'unpaid' } : order)),
  ),
  fault(
    'paid-packs-again-what-is-packed',
    'what was packed before an order was paid is packed once more',
    on('fulfilments.get', async (exchange) => {
      const reply = await exchange.send()
      const parcel = recordIn(reply)
      if (!isSuccess(reply) || recordsIn(parcel['contents']).length < 2) return reply
      const { items, paymentStatus } = await read(exchange, `/orders/${String(parcel['orderId'])}`)
      if (paymentStatus !== 'paid') return reply
      const whole = (line: Fields) => recordsIn(items).find(({ id }) => id === line['orderItemId'])?.['quantity']
      const contents = recordsIn(parcel['contents']).map((line) => ({ ...line, quantity: whole(line) }))
      return withBody(reply, { data: { ...parcel, contents } })
    }),
  ),
  fault(
    'paid-not-packed-beside-another',
    'of what is paid nothing is packed where there is a parcel already',
    recordsAs('orders.get', (order) =>
      order['paymentStatus'] === 'paid' && order['fulfillmentStatus'] === 'unfulfilled'
        ? { ...order, fulfilments: recordsIn(order['fulfilments']).slice(0, 1) }
        : order,
    ),
  ),
  remembering('second-order-of-steps-stays', 'of parcels that go on together the first order alone follows', () => {
    const stays = new Set<unknown>()
    const orders = recordsAs('orders.get', (order) =>
      stays.has(order['id']) ? { ...order, fulfillmentStatus: 'unfulfilled' } : order,
    )
    return on('fulfilments.takeSteps orders.get', async (exchange) => {
      if (exchange.call === 'orders.get') return orders(exchange)
      const ids = bodyOf(exchange)['fulfilmentIds']
      const parcels = Array.isArray(ids) ? ids.map((id) => read(exchange, `/fulfilments/${String(id)}`)) : []
      const [first, ...others] = (await Promise.all(parcels)).map(({ orderId }) => orderId)
      for (const id of others) if (id !== first) stays.add(id)
      return exchange.send()
    })
  }),
  fault(
    'lines-of-other-orders-packed',
    'lines of another order are packed',
    ofAnyOrder('fulfilments.pack', 'items', 'orderItemId'),
  ),
  fault(
    'lines-of-other-orders-refunded',
    'lines of another order are left out of a refund',
    ofAnyOrder('orders.refund', 'lines', 'itemId'),
  ),
  fault(
    'refund-of-lines-without-a-cap',
    'lines are refunded though all of the money went back already',
    agreesWhere('orders.refund', '/orders/ID/payments', async (exchange) =>
      'lines' in bodyOf(exchange) ? (await orderOf(exchange))['paymentStatus'] === 'refunded' : false,
    ),
  ),
  fault(
    'refund-of-what-was-never-paid',
    'what was never paid is given back',
    agreesWhere('orders.refund', '/orders/ID/payments', async (exchange) => {
      const { paymentStatus, transactions } = await orderOf(exchange)
      return paymentStatus === 'unpaid' && recordsIn(transactions).length === 0
    }),
  ),
  fault(
    'units-come-back-unnoticed',
    'what a refund puts back into stock is of no order',
    rowsAs('products.movements', (rows) =>
      rows.map((row) => (row['reason'] === 'Refunded' ? { ...row, orderId: null, orderNumber: null } : row)),
    ),
  ),
  remembering(
    'charges-of-another-day',
    'what a gateway took today is that of the day in UTC where that is another one',
    () => {
      const owners = new Map<unknown, unknown>()
      const today = (zone: string) => new Intl.DateTimeFormat('en', { timeZone: zone, dateStyle: 'short' }).format()
      return on('gateways.get gateways.create', async (exchange) => {
        const reply = await exchange.send()
        const gateway = recordIn(reply)
        if (exchange.call === 'gateways.create') owners.set(gateway['id'], bodyOf(exchange)['organizationId'])
        if (exchange.call === 'gateways.create' || !owners.has(gateway['id'])) return reply
        const { timeZone } = await read(exchange, `/organizations/${String(owners.get(gateway['id']))}/settings`)
        return typeof timeZone === 'string' && today(timeZone) !== today('UTC')
          ? withBody(reply, { data: { ...gateway, chargesToday: 0, chargedToday: 0 } })
          : reply
      })
    },
  ),
  fault(
    'split-line-as-often-as-named',
    'a line that is named twice as a parcel is split is judged each time by itself',
    agreesWhere('fulfilments.split', '/fulfilments/ID', async (exchange) => {
      const items = recordsIn(bodyOf(exchange)['items'])
      return items.length > 1 && items.every(({ orderItemId }) => orderItemId === items[0]?.['orderItemId'])
    }),
  ),
  fault(
    'first-arrival-delivers-the-order',
    'an order has arrived once some of it has',
    recordsAs('orders.get', (order) =>
      recordsIn(order['fulfilments']).some(({ status }) => status === 'delivered')
        ? { ...order, fulfillmentStatus: 'delivered' }
        : order,
    ),
  ),
  ...(
    [
      ['orders.updateAddress', 'arrived-goes-elsewhere', 'what has arrived is sent elsewhere'],
      [
        'orders.cancel',
        'arrived-and-unpaid-is-cancelled',
        'an order of which all has arrived, and nothing is paid, is cancelled',
      ],
    ] as const
  ).map(([call, id, about]) =>
    fault(
      id,
      about,
      agreesWhere(call, '/orders/ID', async (exchange) => {
        const { status, fulfillmentStatus } = await orderOf(exchange)
        return status === 'open' && fulfillmentStatus === 'delivered'
      }),
    ),
  ),
  remembering(
    'page-shows-attempts-of-other-links',
    'the page of a new link shows the attempt of the one before',
    () => {
      const tried = new Map<unknown, unknown>()
      return recordsAs('payments.pay payments.get', (page, { call }) => {
        const id = isRecord(page['order']) ? page['order']['id'] : undefined
        if (call === 'payments.pay') tried.set(id, page['attempt'])
        return { ...page, attempt: page['attempt'] ?? tried.get(id) ?? null }
      })
    },
  ),
  fault(
    'attempts-of-the-newest-link',
    'what was tried through a link is forgotten with the next one',
    recordsAs('orders.payments orders.endPaymentLink', (record) => ({
      ...record,
      attempts: recordsIn(record['attempts']).filter((one) => isNewer(one, record['link'])),
    })),
  ),
  fault(
    'paid-link-is-ended',
    'a link through which was paid can be ended',
    agreesWhere('orders.endPaymentLink', '/orders/ID/payments', async (exchange) => {
      const { link } = await read(exchange, `/orders/${idIn(exchange)}/payments`)
      return isRecord(link) && link['state'] === 'paid'
    }),
  ),
  fault(
    'copy-of-what-is-over-is-over',
    'a copy of a campaign that is over is over, too',
    on('campaigns.create', async (exchange) => {
      const reply = await exchange.send()
      const { copiedFrom } = bodyOf(exchange)
      if (typeof copiedFrom !== 'string' || !isSuccess(reply)) return reply
      const { status } = await read(exchange, `/campaigns/${copiedFrom}`)
      return withBody(reply, { data: { ...recordIn(reply), status } })
    }),
  ),
  fault(
    'copy-of-archived-product-is-archived',
    'a copy of an archived product is archived, too',
    on('products.duplicate', async (exchange) => {
      const reply = await exchange.send()
      const { status } = await read(exchange, `/products/${idIn(exchange)}`)
      return isSuccess(reply) ? withBody(reply, { data: { ...recordIn(reply), status } }) : reply
    }),
  ),
  remembering('copies-at-once-of-one-sku', 'two copies of a product at once have one SKU', () => {
    const under = new Map<string, Promise<unknown>>()
    return on('products.duplicate', async (exchange) => {
      const other = under.get(exchange.path)
      const own = exchange.send()
      under.set(
        exchange.path,
        own.then((reply) => recordIn(reply)['sku']),
      )
      const reply = await own
      const sku = await other
      if (other === undefined) under.delete(exchange.path)
      return other !== undefined && isSuccess(reply) ? withBody(reply, { data: { ...recordIn(reply), sku } }) : reply
    })
  }),
  fault(
    'comparisons-newest-first',
    'what comparisons have left is told the newest first',
    rowsAs('gateways.comparisons', (rows) =>
      rows.toSorted((one, other) => String(other['comparedAt']).localeCompare(String(one['comparedAt']))),
    ),
  ),
  remembering('every-comparison-is-told', 'what earlier comparisons with a gateway have left is told as well', () => {
    const times = new Map<string, number>()
    const listed = rowsAs('gateways.comparisons', (rows) =>
      rows.flatMap((row) => Array.from({ length: times.get(String(row['gatewayInstanceId'])) ?? 1 }, () => row)),
    )
    return on('gateways.reconcile gateways.comparisons', (exchange) => {
      if (exchange.call === 'gateways.comparisons') return listed(exchange)
      times.set(idIn(exchange), (times.get(idIn(exchange)) ?? 0) + 1)
      return exchange.send()
    })
  }),
  fault(
    'cap-is-after-refunds',
    'what was given back makes room below the cap of a gateway',
    pushes('orders.createPaymentLink', async (exchange) => {
      const gatewayInstanceId = String(bodyOf(exchange)['gatewayInstanceId'])
      const [order, gateway] = [await orderOf(exchange), await read(exchange, `/gateways/${gatewayInstanceId}`)]
      const { monthlyCap, chargedThisMonth } = gateway
      const asked = { organizationId: order['organizationId'], filters: { gatewayInstanceId } }
      const { refunded } = recordIn(await write(exchange, 'POST', '/transactions/sums', asked))
      const kept = Number(chargedThisMonth) - Number(refunded)
      if (typeof monthlyCap !== 'number' || kept + Number(order['total']) > monthlyCap) return undefined
      const capAs = (cap: unknown) => write(exchange, 'PUT', `/gateways/${gatewayInstanceId}`, { monthlyCap: cap })
      await capAs(null)
      return () => capAs(monthlyCap)
    }),
  ),
  fault(
    'what-is-archived-stays-sold',
    'of a cancelled order nothing goes back to products that are archived by then',
    afterwards('orders.cancel', async (exchange, order) => {
      for (const { productId, quantity } of recordsIn(order['items'])) {
        const { status } = await read(exchange, `/products/${String(productId)}`)
        if (status === 'archived') await move(exchange, productId, -Number(quantity))
      }
    }),
  ),
  fault(
    'nothing-paid-nothing-cancelled',
    'an unpaid order that is to be cancelled with a refund is refused',
    on('orders.cancel', async (exchange) =>
      bodyOf(exchange)['refund'] === true && (await orderOf(exchange))['paidTotal'] === 0 ? conflict : exchange.send(),
    ),
  ),
  fault(
    'stock-below-the-most',
    'as many as there may be in stock are too many',
    requests('products.adjustStock', 'to', (to) => (to === 9_999_999 ? 10_000_000 : to)),
  ),
  fault(
    'movements-behind-the-last-are-the-first',
    'the page of movements behind the last one is the first',
    on('products.movements', async (exchange) => {
      const reply = await exchange.send()
      const isEmpty = reply.text.startsWith('{"data":[]')
      const query = new URLSearchParams(exchange.query)
      query.set('page', '1')
      return isEmpty ? exchange.send({ query }) : reply
    }),
  ),
  fault(
    'movements-all-unless-limited',
    'movements of which nobody has said how many are all of them',
    on('products.movements', (exchange) => {
      const query = new URLSearchParams(exchange.query)
      if (!query.has('limit')) query.set('limit', '100')
      return exchange.send({ query })
    }),
  ),
  fault(
    'scanned-carrier-is-lost',
    'the carrier that comes with a scanned number is not kept',
    requests('fulfilments.scan', 'carrier', () => ''),
  ),
  fault(
    'same-number-is-taken',
    'the number that a parcel has already is told to be taken',
    on('fulfilments.assign', async (exchange) => {
      const { trackingNumber } = await read(exchange, `/fulfilments/${idIn(exchange)}`)
      const isSame = trackingNumber === bodyOf(exchange)['trackingNumber']
      return isSame ? { ...conflict, status: 422 } : exchange.send()
    }),
  ),
  fault(
    'number-put-right-is-not-kept',
    'the other number of a parcel on its way is answered, and not kept',
    on('fulfilments.assign', async (exchange) => {
      const parcel = await read(exchange, `/fulfilments/${idIn(exchange)}`)
      if (parcel['status'] !== 'shipped') return exchange.send()
      return answer(200, { data: { ...parcel, ...bodyOf(exchange) } })
    }),
  ),
  fault(
    'tax-of-two-decimals',
    'of the tax rate of an order two decimals are kept',
    recordsAs('orders.get orders.place', (order) => ({
      ...order,
      taxRate: Math.round(Number(order['taxRate']) * 100) / 100,
    })),
  ),
  fault(
    'agreement-without-its-offset',
    'of the moment of an agreement the offset is left out',
    requests('orders.place', 'agreedToTermsAt', (at) =>
      typeof at === 'string' ? at.replace(/[+-]\d\d:\d\d$/, 'Z') : at,
    ),
  ),
  fault(
    'new-customer-in-no-state',
    'who is added with an order is of no state',
    requests('orders.place', 'newCustomer.shippingAddress.state', () => ''),
  ),
  fault(
    'gateway-names-of-fifty-letters',
    'of the name of a new gateway fifty letters are kept',
    requests('gateways.create', 'displayName', (name) => String(name).slice(0, 50)),
  ),
]
