import { randomUUID } from 'node:crypto'
import { answer, type Exchange, type Fault, isRecord, isSuccess, type Reply, withBody } from '../exchange'
import { answers, fault, on, refusals, replies, requests } from '../make'
import { bodyOf, deafTo, idIn, read, recordIn, recordsIn, write } from '../selling'

type Fields = Record<string, unknown>

/** An answer that was given before is given again, as if nothing had ended. */
const openedForEver = (id: string, about: string, calls: string): Fault => ({
  id,
  about,
  make: () => {
    const kept = new Map<string, Reply>()
    return on(calls, async (exchange) => {
      const reply = await exchange.send()
      if (isSuccess(reply)) kept.set(exchange.path, reply)
      return reply.status === 404 ? (kept.get(exchange.path) ?? reply) : reply
    })
  },
})

const within = (record: Fields, name: string): Fields => {
  const part = record[name]
  return isRecord(part) ? part : {}
}

/** Gives the record of an answer another look. */
const records = (calls: string, change: (record: Fields, exchange: Exchange) => Fields) =>
  replies(calls, (reply, exchange) => withBody(reply, { data: change(recordIn(reply), exchange) }))

const refused = () => answer(409, { success: false, message: 'No', error: { code: 'not_possible', message: 'No' } })

export const payments: Fault[] = [
  openedForEver('link-opens-for-ever', 'a link that has ended still opens its order', 'payments.get orders.getByToken'),
  {
    id: 'link-key-tells-what-was',
    about: 'the key of a link that has ended is answered as if it was out',
    make: () => {
      const kept = new Map<string, Reply>()
      return replies('orders.createPaymentLink', (reply, { headers }) => {
        const key = headers['idempotency-key']
        if (key === undefined || !isSuccess(reply)) return reply
        const first = kept.get(key) ?? reply
        kept.set(key, first)
        return first
      })
    },
  },
  fault(
    'attempt-id-ignored',
    'an attempt that is sent again is refused as another one',
    on('payments.pay', (exchange) => exchange.send({ body: { ...bodyOf(exchange), attemptId: randomUUID() } })),
  ),
  fault(
    'second-tab-succeeds',
    'a second attempt is told that it succeeded',
    refusals('payments.pay', [409], async (reply, exchange) => {
      const page = await exchange.ask('GET', exchange.path.replace(/\/attempts$/, ''), '')
      return isSuccess(page) ? page : reply
    }),
  ),
  fault(
    'any-card',
    'any card is taken for a test card',
    refusals('payments.pay', [422], (reply, exchange) => {
      const { card } = bodyOf(exchange)
      if (!isRecord(card)) return reply
      return exchange.send({ body: { ...bodyOf(exchange), card: { ...card, cardNumber: '4242424242424242' } } })
    }),
  ),
  fault(
    'decline-without-reason',
    'why a card was declined is told nobody',
    records('orders.payments', (record) =>
      record['link'] ? { ...record, link: { ...within(record, 'link'), reason: null } } : record,
    ),
  ),
  fault(
    'decline-ends-paying',
    'after a declined card nothing can be paid any more',
    records('payments.pay', (record) =>
      within(record, 'attempt')['state'] === 'declined' ? { ...record, canPay: false } : record,
    ),
  ),
  fault(
    'bank-agrees',
    'an answer to the bank is always yes',
    on('payments.answerBank', (exchange) => exchange.send({ body: { approved: true } })),
  ),
  fault(
    'due-not-told',
    'what is due is always nothing',
    answers('orders.payments', 'data.due', () => 0),
  ),
  fault(
    'link-not-followed',
    'a link stays as it was made',
    records('orders.payments', (record) =>
      record['link'] ? { ...record, link: { ...within(record, 'link'), state: 'created' } } : record,
    ),
  ),
  fault(
    'any-phone-digits',
    'a code opens its order whatever digits are typed',
    on('payments.openCode', (exchange) => exchange.send({ body: { ...bodyOf(exchange), phoneDigits: '0193' } })),
  ),
  fault(
    'codes-refused',
    'no code opens anything',
    on('payments.openCode', () => Promise.resolve(refused())),
  ),
  fault('refund-key-ignored', 'a refund that is sent again gives again', deafTo('idempotency-key', 'orders.refund')),
  fault(
    'refund-uncapped',
    'a refund of too much gives back what there is',
    refusals('orders.refund', [409], async (reply, exchange) => {
      const left = recordIn(
        await exchange.ask('GET', `/api/v1/orders/${idIn(exchange)}/payments`, exchange.tokens[0] ?? ''),
      )
      return Number(left['refundable']) > 0 ? exchange.send({ body: { amount: left['refundable'] } }) : reply
    }),
  ),
  fault(
    'refund-not-restocked',
    'what comes back is not put into stock',
    on('orders.refund', (exchange) =>
      bodyOf(exchange)['restock'] === true
        ? exchange.send({ body: { ...bodyOf(exchange), restock: false } })
        : exchange.send(),
    ),
  ),
  fault(
    'refund-reason-lost',
    'why something was refunded is lost',
    answers('orders.refund', 'data.refunds.*.reason', () => null),
  ),
  fault(
    'refund-a-cent-more',
    'refunds by amount give a cent too much',
    on('orders.refund', (exchange) => {
      const { amount } = bodyOf(exchange)
      return amount === 1.23 ? exchange.send({ body: { ...bodyOf(exchange), amount: 1.24 } }) : exchange.send()
    }),
  ),
  fault(
    'refunded-lines-untold',
    'which lines were refunded is told nobody',
    records('orders.refund', (record) => ({
      ...record,
      refundedLines: recordsIn(record['refundedLines']).slice(0, 0),
    })),
  ),
  fault(
    'ended-link-not-ended',
    'ending a link is told and not done',
    on('orders.endPaymentLink', async (exchange) => {
      const now = await exchange.ask('GET', `/api/v1/orders/${idIn(exchange)}/payments`, exchange.tokens[0] ?? '')
      return isSuccess(now) ? now : exchange.send()
    }),
  ),
  fault(
    'wish-not-told',
    'that a customer wants a new link is told nobody',
    on('payments.askForLink', async (exchange) => {
      const page = await exchange.ask('GET', exchange.path.replace(/\/renewal$/, ''), '')
      return page.status === 404 ? answer(200, { success: true, message: 'Told' }) : refused()
    }),
  ),
  fault(
    'paid-order-not-cancelled-back',
    'a refund takes the order along',
    on('orders.refund', async (exchange) => {
      const reply = await exchange.send()
      if (isSuccess(reply)) await write(exchange, 'POST', `/orders/${idIn(exchange)}/cancel`, {})
      return reply
    }),
  ),
  fault(
    'page-without-refunds',
    'the page of an order tells of nothing that was given back',
    answers('payments.get', 'data.order.refunds', () => []),
  ),
  fault(
    'page-without-tax',
    'the page of an order tells of no tax',
    answers('payments.get', 'data.order.taxTotal', () => 0),
  ),
  fault(
    'page-goes-to-nowhere',
    'the page of an order does not tell where it goes',
    answers('payments.get', 'data.order.shippingAddress.city', () => 'Elsewhere'),
  ),
  fault(
    'link-lasts-a-week',
    'a link to pay ends after a week',
    answers('orders.createPaymentLink', 'data.expiresAt', (at) =>
      new Date(Date.parse(String(at)) + 6 * 86_400_000).toISOString(),
    ),
  ),
  fault(
    'usual-gateway-last',
    'a link of no gateway in particular is for the last one',
    on('orders.createPaymentLink', async (exchange) => {
      const body = bodyOf(exchange)
      if (body['gatewayInstanceId'] !== undefined) return exchange.send()
      const { gateways } = await read(exchange, `/orders/${idIn(exchange)}/payments`)
      return exchange.send({ body: { ...body, gatewayInstanceId: recordsIn(gateways).at(-1)?.['id'] } })
    }),
  ),
  fault(
    'link-made-not-told',
    'that a link was made is told once it is opened',
    answers('orders.get', 'data.linkReached', (reached) => (reached === 'made' ? null : reached)),
  ),
  fault(
    'refund-without-shipping-share',
    'of the shipping nothing goes back with the units',
    on('orders.refund', (exchange) => exchange.send({ body: { ...bodyOf(exchange), shipping: undefined } })),
  ),
  fault(
    'link-reason-stays',
    'why a card was declined is told of a link that is paid by now',
    records('orders.payments', (record) =>
      within(record, 'link')['state'] === 'paid'
        ? { ...record, link: { ...within(record, 'link'), reason: 'The bank declined the card.' } }
        : record,
    ),
  ),
  fault(
    'link-asked-not-followed',
    'a link is opened still while the bank asks about a payment through it',
    records('orders.payments', (record) =>
      within(record, 'link')['state'] === 'action_required'
        ? { ...record, link: { ...within(record, 'link'), state: 'opened', openedAt: new Date().toISOString() } }
        : record,
    ),
  ),
  fault(
    'ended-link-tells-a-code',
    'a code is told of a link that has ended',
    records('orders.payments', (record) =>
      ['cancelled', 'replaced', 'paid'].includes(String(within(record, 'link')['state']))
        ? { ...record, link: { ...within(record, 'link'), payCode: 'ABCD-2345' } }
        : record,
    ),
  ),
  fault(
    'page-says-why-it-can',
    'a page on which one can pay says why one can not',
    records('payments.get', (record) =>
      record['canPay'] === true ? { ...record, whyNot: 'This order has been paid.' } : record,
    ),
  ),
  fault(
    'page-ends-later',
    'a page of an order tells that it ends an hour later than its link does',
    answers('payments.get', 'data.order.expiresAt', (at) => new Date(Date.parse(String(at)) + 3_600_000).toISOString()),
  ),
  fault(
    'bank-answered-through-any-link',
    'the question of a bank is answered through the link of another order',
    refusals('payments.answerBank', [404], (_, exchange) =>
      exchange.ask('GET', exchange.path.replace(/\/attempts\/.*$/, ''), ''),
    ),
  ),
  fault(
    'card-with-blanks-alone',
    'a card number is refused unless it is typed with blanks',
    on('payments.pay', (exchange) => {
      const { card } = bodyOf(exchange)
      const isPlain = isRecord(card) && /^\d+$/.test(String(card['cardNumber']))
      return exchange.send(isPlain ? { body: { ...bodyOf(exchange), card: { ...card, cardNumber: 'none' } } } : {})
    }),
  ),
  fault(
    'link-mailed-to-nobody',
    'a link is said to be mailed to who has no address',
    refusals('orders.createPaymentLink', [422], async (reply, exchange) => {
      if (bodyOf(exchange)['mail'] !== true) return reply
      const made = await exchange.send({ body: { ...bodyOf(exchange), mail: false } })
      return isSuccess(made)
        ? withBody(made, { data: { ...recordIn(made), state: 'mailed', mailedTo: 'nobody@buys.example' } })
        : made
    }),
  ),
  fault(
    'code-for-nobody',
    'a code is told for an order without a phone number',
    answers('orders.createPaymentLink', 'data.payCode', (code) => code ?? 'ABCD-2345'),
  ),
  fault(
    'refund-of-the-first-line',
    'of several lines that are refunded at once the first one alone is',
    requests('orders.refund', 'lines', (lines) => (Array.isArray(lines) ? lines.slice(0, 1) : lines)),
  ),
  fault(
    'refund-restocks-when-told-not-to',
    'what is said not to go back into stock does',
    requests('orders.refund', 'restock', () => true),
  ),
  fault(
    'refund-ships-when-told-not-to',
    'shipping is refunded that is said not to be',
    requests('orders.refund', 'shipping', () => true),
  ),
  fault(
    'cancel-refunds-when-told-not-to',
    'a paid order that is cancelled without a refund is given back',
    requests('orders.cancel', 'refund', () => true),
  ),
  fault(
    'link-code-told-once',
    'the code of a link is told as it is made, and not to who reads the payments',
    answers('orders.payments', 'data.link.payCode', () => null),
  ),
  fault(
    'link-code-told-nowhere-to-type',
    'where the code of a link is typed is not told',
    answers('orders.payments', 'data.link.payCodePage', () => null),
  ),
  fault(
    'refund-shipping-as-at-first',
    'of the shipping of a line as much is refunded as there was of it at first',
    refusals('orders.refund', [409, 422], async (reply, exchange) => {
      const { shippingAmount, lines, ...body } = bodyOf(exchange)
      const [line] = recordsIn(lines)
      const { items } = await read(exchange, `/orders/${idIn(exchange)}`)
      const item = recordsIn(items).find(({ id }) => id === line?.['itemId'])
      const isThere = shippingAmount !== undefined && Number(shippingAmount) <= Number(item?.['shippingTotal'])
      return isThere ? exchange.send({ body: { ...body, lines } }) : reply
    }),
  ),
  fault(
    'refunded-shipping-unsaid',
    'that shipping was refunded with units is not said',
    answers('orders.refund orders.payments', 'data.refundedLines.*.hasShipping', () => false),
  ),
  fault(
    'page-without-who-sells',
    'a payment page calls its seller by another name',
    answers('payments.get', 'data.order.seller.name', () => 'Offerdesk'),
  ),
  fault(
    'page-without-whom-to-ask',
    'a payment page tells no address to ask the seller at',
    answers('payments.get', 'data.order.seller.supportEmail', () => null),
  ),
]
