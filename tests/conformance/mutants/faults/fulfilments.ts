import { type Fault, isSuccess, withBody } from '../exchange'
import { answers, fault, on, refusals, remembering, requests } from '../make'
import {
  agrees,
  bodyOf,
  deafTo,
  idIn,
  read,
  readList,
  recordIn,
  recordsAs,
  recordsIn,
  rowsAs,
  rowsOf,
  tokenIn,
  write,
} from '../selling'

const everywhere =
  'fulfilments.get fulfilments.pack fulfilments.split fulfilments.assign fulfilments.scan fulfilments.ship fulfilments.deliver fulfilments.cancel'
const asFulfilment = (exchange: Parameters<typeof idIn>[0]) => `/api/v1/fulfilments/${idIn(exchange)}`

export const fulfilments: Fault[] = [
  fault(
    'packed-too-much',
    'more than is left is packed as far as it goes',
    refusals('fulfilments.pack', [409], async (reply, exchange) => {
      const packed = await exchange.send({ body: {} })
      return isSuccess(packed) ? packed : reply
    }),
  ),
  fault('pack-key-ignored', 'a parcel that is sent again is made again', deafTo('idempotency-key', 'fulfilments.pack')),
  fault(
    'split-takes-all',
    'a parcel can be emptied by splitting it',
    agrees('fulfilments.split', [409, 422], asFulfilment),
  ),
  fault(
    'split-answers-old',
    'splitting answers the parcel that was split',
    on('fulfilments.split', async (exchange) => {
      const reply = await exchange.send()
      return isSuccess(reply) ? exchange.ask('GET', asFulfilment(exchange), tokenIn(exchange)) : reply
    }),
  ),
  fault(
    'tracking-twice',
    'a number is given to two parcels',
    refusals('fulfilments.assign', [422], async (reply, exchange) => {
      const now = await exchange.ask('GET', asFulfilment(exchange), tokenIn(exchange))
      return isSuccess(now) ? withBody(now, { data: { ...recordIn(now), ...bodyOf(exchange) } }) : reply
    }),
  ),
  fault(
    'tracking-as-typed',
    'a number is told in small letters',
    recordsAs('fulfilments.get', (fulfilment) => ({
      ...fulfilment,
      trackingNumber:
        typeof fulfilment['trackingNumber'] === 'string' ? fulfilment['trackingNumber'].toLowerCase() : null,
    })),
  ),
  fault(
    'carrier-not-known',
    'no carrier is known by a number',
    recordsAs(everywhere, (fulfilment) => ({ ...fulfilment, carrier: null })),
  ),
  fault(
    'carrier-ignored',
    'the carrier that was named is not kept',
    requests('fulfilments.assign', 'carrier', () => undefined),
  ),
  fault('parcel-if-match-ignored', 'an outdated parcel is changed', deafTo('if-match', 'fulfilments.assign')),
  fault('ship-if-match-ignored', 'an outdated parcel is sent', deafTo('if-match', 'fulfilments.ship')),
  fault(
    'scan-unknown-order',
    'a number for an unknown order is taken for some parcel',
    refusals('fulfilments.scan', [422], async (reply, exchange) => {
      const { organizationId } = bodyOf(exchange)
      const [fulfilment] = await rowsOf(exchange, 'fulfillments', { organizationId })
      const taken = await exchange.ask('GET', `/api/v1/fulfilments/${String(fulfilment?.['id'])}`, tokenIn(exchange))
      return isSuccess(taken) ? taken : reply
    }),
  ),
  fault('shipped-again', 'what was sent can be sent again', agrees('fulfilments.ship', [409], asFulfilment)),
  fault('cancelled-on-its-way', 'what was sent can be cancelled', agrees('fulfilments.cancel', [409], asFulfilment)),
  fault('delivered-unsent', 'what was not sent is delivered', agrees('fulfilments.deliver', [409], asFulfilment)),
  fault(
    'shipped-when-untold',
    'since when a parcel is on its way is not told',
    answers(everywhere, 'data.shippedAt', () => null),
  ),
  fault(
    'steps-one-by-one',
    'of several parcels those go on that can',
    refusals('fulfilments.takeSteps', [409], async (reply, exchange) => {
      const { fulfilmentIds, step } = bodyOf(exchange)
      for (const id of Array.isArray(fulfilmentIds) ? fulfilmentIds : [])
        await write(exchange, 'POST', `/fulfilments/${String(id)}/${String(step)}`, {})
      return reply
    }),
  ),
  fault(
    'order-not-as-far',
    'an order does not follow its parcels',
    recordsAs('orders.get', (order) => ({ ...order, fulfillmentStatus: 'unfulfilled' })),
  ),
  fault(
    'packing-list-sorted',
    'a packing list has an order of its own',
    rowsAs('fulfilments.packingList', (rows) =>
      rows.toSorted((one, other) => String(one['id']).localeCompare(String(other['id']))),
    ),
  ),
  fault(
    'parcel-without-address',
    'where a parcel goes is not told',
    answers(everywhere, 'data.shippingAddress', () => ({
      address1: null,
      address2: null,
      city: null,
      state: null,
      postalCode: null,
      country: null,
    })),
  ),
  fault(
    'paid-not-packed',
    'what is paid is in no parcel',
    recordsAs('orders.get', (order) =>
      order['paymentStatus'] === 'paid' && recordsIn(order['fulfilments']).every(({ status }) => status === 'pending')
        ? { ...order, fulfilments: [] }
        : order,
    ),
  ),
  fault(
    'cancel-loses-units',
    'units of a parcel that is given up are lost',
    on('fulfilments.pack', async (exchange) => {
      const order = await read(exchange, `/orders/${idIn(exchange)}`)
      const isGivenUp = recordsIn(order['fulfilments']).some(({ status }) => status === 'cancelled')
      return isGivenUp ? exchange.send({ body: { items: [{ orderItemId: 'none', quantity: 1 }] } }) : exchange.send()
    }),
  ),
  {
    id: 'parcel-goes-where-it-was-packed',
    about: 'a parcel goes where its order went when it was packed',
    make: () => {
      const kept = new Map<string, unknown>()
      return recordsAs('fulfilments.get fulfilments.pack', (record) => {
        const id = String(record['id'])
        if (!kept.has(id)) kept.set(id, record['shippingAddress'])
        return { ...record, shippingAddress: kept.get(id) }
      })
    },
  },
  fault(
    'sent-parcel-is-split',
    'a parcel that was sent is split',
    agrees('fulfilments.split', [409], (exchange) => `/api/v1/fulfilments/${idIn(exchange)}`),
  ),
  fault(
    'packed-first-of-several',
    'of several lines that are packed together the first one alone is',
    requests('fulfilments.pack', 'items', (items) => {
      const [first, ...others] = recordsIn(items)
      const isOfSeveral = others.some(({ orderItemId }) => orderItemId !== first?.['orderItemId'])
      return isOfSeveral ? [first] : items
    }),
  ),
  fault(
    'split-first-of-several',
    'of several lines that are parted together the first one alone is',
    requests('fulfilments.split', 'items', (items) => (Array.isArray(items) ? items.slice(0, 1) : items)),
  ),
  fault(
    'packing-list-of-one-empty',
    'a packing list of one parcel is empty',
    on('fulfilments.packingList', async (exchange) => {
      const reply = await exchange.send()
      const ids = bodyOf(exchange)['fulfilmentIds']
      return Array.isArray(ids) && ids.length === 1 && isSuccess(reply) ? withBody(reply, { data: [] }) : reply
    }),
  ),
  remembering('taken-back-number-is-mailed', 'the mail about a number that is taken back goes on waiting', () => {
    const waiting = new Map<unknown, Record<string, unknown>[]>()
    return on('fulfilments.unassign mails.list', async (exchange) => {
      if (exchange.call === 'fulfilments.unassign') {
        const { orderId, organizationId } = await read(exchange, `/fulfilments/${idIn(exchange)}`)
        const query = `organizationId=${String(organizationId)}&orderId=${String(orderId)}&state=queued`
        const mails = await readList(exchange, `/mails?${query}`)
        const reply = await exchange.send()
        if (isSuccess(reply)) waiting.set(orderId, mails)
        return reply
      }
      return rowsAs('mails.list', (rows) => {
        const others = (waiting.get(exchange.query.get('orderId')) ?? []).filter(
          ({ id }) => !rows.some((row) => row['id'] === id),
        )
        return [...others, ...rows]
      })(exchange)
    })
  }),
  fault(
    'parcel-of-another-organization',
    'a parcel tells another organization as its own',
    answers(`${everywhere} fulfilments.unassign`, 'data.organizationId', (id) => String(id).toUpperCase()),
  ),
]
