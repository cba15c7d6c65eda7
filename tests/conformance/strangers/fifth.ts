import {
  answer,
  changed,
  type Exchange,
  type Fault,
  type Handler,
  isRecord,
  isSuccess,
  parsed,
  type Reply,
  valueAt,
  withBody,
} from '../mutants/exchange'
import {
  admits,
  answers,
  bearer,
  byWhoeverMay,
  fault,
  isAlive,
  on,
  refusals,
  remembering,
  replies,
  requests,
  textOf,
} from '../mutants/make'
import {
  afterwards,
  agrees,
  bodyOf,
  deafTo,
  idIn,
  pushes,
  read,
  recordIn,
  recordsIn,
  rowsOf,
  stale,
  tokenIn,
  write,
} from '../mutants/selling'
import { allRows, bodies, type Fields, isDay, numberIn, refused, textIn, wakesPaused, without } from './inCommon'

// Faults of a fifth one who has not seen the checks: what goes wrong with money, and with what other systems and people may do.

const partIn = ({ path }: Exchange, place: number): string => path.split('/')[place] ?? ''
const inCents = (amount: unknown): number => Math.round(numberIn(amount) * 100)
const codeIn = (reply: Reply): unknown => valueAt(parsed(reply.text), 'error.code')
const hoursAfter = (moment: unknown, hours: number): unknown =>
  typeof moment === 'string' ? new Date(Date.parse(moment) + hours * 3_600_000).toISOString() : moment

const acknowledged = (message: string): Reply => answer(200, { success: true, message })

/** Gives a field of the record that is answered, or of each of the list, another look. */
const ofEach = (calls: string, field: string, change: (value: unknown) => unknown): Handler =>
  replies(calls, (reply) => {
    const alone = changed(parsed(reply.text), `data.${field}`, change)
    return withBody(reply, changed(alone, `data.*.${field}`, change))
  })

/** Leaves rows out of a list, and out of its total. */
const narrowed = (calls: string, keeps: (row: Fields) => boolean): Handler =>
  replies(calls, (reply) => without(reply, (row) => !keeps(row)))

const isProgram = (exchange: Exchange) => bearer(exchange).startsWith('odk_')
const isReading = ({ method, call }: Exchange) => method === 'GET' || call === 'search'

/** What opens a link that was just made. */
const linkToken = (reply: Reply): string => textIn(recordIn(reply)['linkUrl']).split('/').at(-1) ?? ''

const plainCode = (typed: unknown) =>
  textIn(typed)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')

async function* whole(live: AsyncIterable<string>, change: (text: string) => string): AsyncGenerator<string> {
  let text = ''
  for await (const piece of live) text += piece
  yield change(text)
}

async function* pieces(live: AsyncIterable<string>, change: (text: string) => string): AsyncGenerator<string> {
  for await (const piece of live) yield change(piece)
}

const files = (calls: string, change: (text: string, exchange: Exchange) => string): Handler =>
  replies(calls, (reply, exchange) => {
    const changing = (text: string) => change(text, exchange)
    return reply.live === undefined
      ? { ...reply, text: changing(reply.text) }
      : { ...reply, live: whole(reply.live, changing) }
  })

const money: Fault[] = [
  fault(
    'due-stays-the-total',
    'What is due of an order is its total, also once something of it was paid',
    replies('orders.payments', async (reply, exchange) => {
      const { status, total } = await read(exchange, `/orders/${idIn(exchange)}`)
      if (typeof total !== 'number' || status === 'cancelled') return reply
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.due', () => total),
      )
    }),
  ),
  fault(
    'order-taxed-as-of-today',
    "An order tells the organization's tax rate of today in place of that at the time of sale",
    replies('orders.get', async (reply, exchange) => {
      const { organizationId } = recordIn(reply)
      const { taxRate } = await read(exchange, `/organizations/${textIn(organizationId)}/settings`)
      if (typeof taxRate !== 'number') return reply
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.taxRate', () => taxRate),
      )
    }),
  ),
  remembering('same-attempt-again-refused', 'An attempt to pay that is sent twice is refused the second time', () => {
    const seen = new Set<string>()
    return on('payments.pay', async (exchange) => {
      const key = `${exchange.path} ${textOf(exchange, 'attemptId').toLowerCase()}`
      if (seen.has(key)) return refused(409, 'not_possible', 'This attempt has been made already.')
      const reply = await exchange.send()
      if (isSuccess(reply)) seen.add(key)
      return reply
    })
  }),
  fault(
    'link-tells-first-decline',
    'A declined link tells why the first attempt was declined in place of the newest',
    replies('orders.payments', (reply) => {
      const { link, attempts } = recordIn(reply)
      const first = recordsIn(attempts).find(({ state }) => state === 'declined')
      if (!isRecord(link) || link['state'] !== 'declined' || first === undefined) return reply
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.link.reason', () => first['reason']),
      )
    }),
  ),
  remembering('pay-code-with-any-digits', 'A code opens its link whatever digits of a phone are typed with it', () => {
    const digits = new Map<string, string>()
    return on('orders.createPaymentLink payments.openCode', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'orders.createPaymentLink') {
        const code = plainCode(recordIn(reply)['payCode'])
        if (code === '') return reply
        const order = await read(exchange, `/orders/${idIn(exchange)}`)
        digits.set(code, textIn(valueAt(order, 'customer.phone')).replaceAll(/\D/g, '').slice(-4))
        return reply
      }
      const phoneDigits = digits.get(plainCode(bodyOf(exchange)['payCode']))
      if (reply.status !== 404 || phoneDigits === undefined) return reply
      return exchange.send({ body: { ...bodyOf(exchange), phoneDigits } })
    })
  }),
  remembering('ended-link-still-opens', 'A payment link that staff have ended still shows the order to be paid', () => {
    const tokens = new Map<string, string>()
    const pages = new Map<string, Reply>()
    return on('orders.createPaymentLink orders.endPaymentLink payments.get', async (exchange) => {
      if (exchange.call === 'orders.endPaymentLink') {
        const token = tokens.get(idIn(exchange))
        if (token === undefined) return exchange.send()
        const page = await exchange.ask('GET', `/api/v1/payments/${token}`, tokenIn(exchange))
        const reply = await exchange.send()
        if (isSuccess(page) && isSuccess(reply)) pages.set(token, page)
        return reply
      }
      const reply = await exchange.send()
      if (exchange.call === 'payments.get') return isSuccess(reply) ? reply : (pages.get(idIn(exchange)) ?? reply)
      if (isSuccess(reply) && linkToken(reply) !== '') tokens.set(idIn(exchange), linkToken(reply))
      return reply
    })
  }),
  remembering('replaced-link-still-pays', 'An order is paid by a link in whose place a newer one was made', () => {
    const orders = new Map<string, string>()
    const newest = new Map<string, string>()
    return on('orders.createPaymentLink payments.pay', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'orders.createPaymentLink') {
        const token = isSuccess(reply) ? linkToken(reply) : ''
        if (token !== '') {
          orders.set(token, idIn(exchange))
          newest.set(idIn(exchange), token)
        }
        return reply
      }
      const token = newest.get(orders.get(idIn(exchange)) ?? '')
      if (codeIn(reply) !== 'payment_link_replaced' || token === undefined) return reply
      return exchange.send({
        path: exchange.path.replace(idIn(exchange), token),
      })
    })
  }),
  fault(
    'link-key-makes-another-link',
    'A payment link that is asked for again with its key is another one, which ends the first',
    deafTo('idempotency-key', 'orders.createPaymentLink'),
  ),
  fault(
    'link-mailed-unasked',
    'A payment link that is made to be copied is mailed to the customer, too',
    on('orders.createPaymentLink', async (exchange) => {
      if (bodyOf(exchange)['mail'] !== false) return exchange.send()
      const mailed = await exchange.send({
        body: { ...bodyOf(exchange), mail: true },
      })
      return isSuccess(mailed) ? mailed : exchange.send()
    }),
  ),
  fault(
    'token-total-without-shipping',
    'The order that a payment token opens has a total without its shipping',
    replies('orders.getByToken', (reply) => {
      const order = parsed(reply.text)
      return withBody(
        reply,
        changed(order, 'total', (total) => (inCents(total) - inCents(valueAt(order, 'shippingTotal'))) / 100),
      )
    }),
  ),
  fault(
    'approval-rate-as-fraction',
    'The approval rate of a gateway is a share of 1 in place of percent',
    ofEach('gateways.list gateways.get', 'approvalRate', (rate) =>
      typeof rate === 'number' ? Math.round(rate * 10) / 1_000 : rate,
    ),
  ),
  fault(
    'gateway-renamed-loses-cap',
    'An update of a gateway that does not speak of its monthly cap takes the cap away',
    bodies('gateways.update', (body) => ('monthlyCap' in body ? body : { ...body, monthlyCap: null })),
  ),
  fault('agents-reconcile', 'Agents compare with gateways, as owners alone may', admits('gateways.reconcile', [403])),
  stale(
    'first-comparison-stays',
    'What is told of the comparisons with gateways stays as it was when it was first read',
    'gateways.comparisons',
  ),
  fault(
    'refund-limit-for-each-refund',
    'What agents may give back of an order is held against each refund by itself, not all of them together',
    refusals('orders.refund', [403], async (reply, exchange) => {
      const { amount } = bodyOf(exchange)
      if (typeof amount !== 'number' || isProgram(exchange)) return reply
      const { organizationId } = await read(exchange, `/orders/${idIn(exchange)}`)
      const { refundLimit } = await read(exchange, `/organizations/${textIn(organizationId)}/permissions`)
      return amount <= numberIn(refundLimit) ? byWhoeverMay(reply, exchange) : reply
    }),
  ),
  fault(
    'refunded-lines-forgotten',
    'A refund by lines gives their amount back and keeps nothing of the lines, which can be refunded once more',
    on('orders.refund', async (exchange) => {
      const { lines, shipping, shippingAmount, restock, reason } = bodyOf(exchange)
      const isMore = shipping === true || shippingAmount !== undefined || restock === true
      const chosen = recordsIn(lines)
      if (chosen.length === 0 || isMore) return exchange.send()
      const order = await read(exchange, `/orders/${idIn(exchange)}`)
      const items = recordsIn(order['items'])
      let sum = 0
      for (const { itemId, quantity } of chosen) {
        const item = items.find(({ id }) => id === itemId)
        const units = numberIn(item?.['quantity'])
        if (item === undefined || numberIn(quantity) < 1 || numberIn(quantity) > units) return exchange.send()
        const tax = order['pricesIncludeTax'] === true ? 0 : inCents(item['tax'])
        sum += Math.floor(((inCents(item['total']) + tax) * numberIn(quantity)) / units)
      }
      if (sum === 0) return exchange.send()
      return exchange.send({
        body: {
          amount: sum / 100,
          ...(reason === undefined ? {} : { reason }),
        },
      })
    }),
  ),
  fault(
    'cancelling-refunds-unasked',
    'A paid order that is cancelled without `refund` is refunded and cancelled in place of being refused',
    refusals('orders.cancel', [409], async (reply, exchange) => {
      if (bodyOf(exchange)['refund'] === true) return reply
      const pushed = await exchange.send({
        body: { ...bodyOf(exchange), refund: true },
      })
      return isSuccess(pushed) ? pushed : reply
    }),
  ),
  fault(
    'sums-count-failed-charges',
    'What transactions add up to has declined charges in it',
    replies('transactions.sums', async (reply, exchange) => {
      const { organizationId, q, filters } = bodyOf(exchange)
      const asked = isRecord(filters) ? filters : {}
      if (asked['status'] !== undefined) return reply
      const text = typeof q === 'string' ? { q } : {}
      const failed = {
        organizationId,
        ...text,
        filters: { ...asked, status: 'failed' },
      }
      const rows = await allRows(exchange, 'transactions', failed)
      const more = rows.reduce((sum, { type, amount }) => (type === 'charge' ? sum + inCents(amount) : sum), 0)
      const added = (value: unknown) => (inCents(value) + more) / 100
      return withBody(reply, changed(changed(parsed(reply.text), 'data.charged', added), 'data.net', added))
    }),
  ),
  fault(
    'campaign-revenue-keeps-refunds',
    'The revenue of a campaign is all that was paid, without what was given back taken off',
    replies('campaigns.get', async (reply, exchange) => {
      const { id, organizationId, revenue } = recordIn(reply)
      if (typeof revenue !== 'number') return reply
      const sums = await write(exchange, 'POST', '/transactions/sums', {
        organizationId,
        filters: { campaignId: id },
      })
      const gross = (inCents(revenue) + inCents(recordIn(sums)['refunded'])) / 100
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.revenue', () => gross),
      )
    }),
  ),
]

const found: Fault[] = [
  fault(
    'highest-amount-excluded',
    'Transactions of exactly the highest amount that is asked for are not found',
    requests('search', 'filters.amountMax', (most) =>
      typeof most === 'number' && most > 0 ? Math.round(most * 100 - 1) / 100 : most,
    ),
  ),
  fault(
    'cancelled-parcels-unlisted',
    'The list of parcels leaves cancelled ones out, although it is narrowed to no status',
    bodies('search', (body) => {
      const filters = isRecord(body['filters']) ? body['filters'] : {}
      const isNarrowed = ['status', 'ids'].some((name) => name in filters)
      if (body['resource'] !== 'fulfillments' || isNarrowed) return body
      return {
        ...body,
        filters: { ...filters, status: ['pending', 'shipped', 'delivered'] },
      }
    }),
  ),
  fault(
    'days-of-ranges-in-utc',
    "The days that orders, transactions and parcels are narrowed to are those of UTC, not the organization's",
    bodies('search', (body) => {
      const { resource, filters } = body
      const isDated = ['orders', 'transactions', 'fulfillments'].includes(textIn(resource))
      if (!isDated || !isRecord(filters)) return body
      const inUtc = Object.entries(filters).map(([name, value]) => {
        if (!isDay(value)) return [name, value]
        if (name.endsWith('From')) return [name, `${value}T00:00:00.000Z`]
        return [name, name.endsWith('To') ? `${value}T23:59:59.999Z` : value]
      })
      return { ...body, filters: Object.fromEntries(inUtc) as Fields }
    }),
  ),
  fault(
    'export-refunds-as-income',
    'A file of transactions has refunds above zero, as if they had been taken',
    files('listExports.csv', (text, exchange) =>
      textOf(exchange, 'resource') === 'transactions' ? text.replaceAll(/,-(\d+(?:\.\d+)?)(?=,)/g, ',$1') : text,
    ),
  ),
  fault(
    'export-runs-formulas',
    'A text that begins as a formula stands in a CSV file as it is, so that spreadsheet programs run it',
    files('listExports.csv', (text) => text.replaceAll(/(^|[,"\n])'(?=[=+\-@])/g, '$1')),
  ),
]

const parcels: Fault[] = [
  fault(
    'scan-takes-all-for-ups',
    'A scanned number without a carrier is taken for one of UPS, whatever its shape',
    bodies('fulfilments.scan', (body) => (textIn(body['carrier']).trim() === '' ? { ...body, carrier: 'UPS' } : body)),
  ),
  fault(
    'scan-goes-to-newest-parcel',
    'A scanned number goes to the newest parcel of the order that waits, not to the one that waits longest',
    on('fulfilments.scan', async (exchange) => {
      const { organizationId, carrier, trackingNumber, orderNumber } = bodyOf(exchange)
      const number = textIn(orderNumber).replace('#', '').trim()
      if (number === '') return exchange.send()
      const rows = (await rowsOf(exchange, 'fulfillments', { organizationId, q: number })).filter(
        (row) => String(row['orderNumber']) === number,
      )
      const typed = textIn(trackingNumber).replaceAll(/\s/g, '').toUpperCase()
      const waiting = rows
        .filter((row) => row['status'] === 'pending' && !row['trackingNumber'])
        .toSorted((one, other) => textIn(one['createdAt']).localeCompare(textIn(other['createdAt'])))
      const newest = waiting.at(-1)
      if (newest === undefined || waiting.length < 2) return exchange.send()
      if (rows.some((row) => row['trackingNumber'] === typed)) return exchange.send()
      const given = {
        trackingNumber,
        ...(carrier === undefined ? {} : { carrier }),
      }
      const assigned = await write(exchange, 'PUT', `/fulfilments/${textIn(newest['id'])}/tracking`, given)
      return isSuccess(assigned) ? assigned : exchange.send()
    }),
  ),
  fault(
    'split-answers-the-old-parcel',
    'Splitting a parcel answers the one that units were taken out of, not the new one',
    replies('fulfilments.split', async (reply, exchange) => {
      const old = await exchange.ask('GET', `/api/v1/fulfilments/${idIn(exchange)}`, tokenIn(exchange))
      return isSuccess(old) ? old : reply
    }),
  ),
  fault(
    'parcels-taken-in-part',
    'When one of several parcels can not be taken a step further, the others are, although it is refused',
    refusals('fulfilments.takeSteps', [409], async (reply, exchange) => {
      const { step, fulfilmentIds } = bodyOf(exchange)
      for (const id of Array.isArray(fulfilmentIds) ? fulfilmentIds : []) {
        await write(exchange, 'POST', `/fulfilments/${String(id)}/${textIn(step)}`, {})
      }
      return reply
    }),
  ),
  remembering('cancelled-parcel-keeps-its-units', 'What was in a cancelled parcel can go into no other one', () => {
    const orders = new Set<unknown>()
    return on('fulfilments.cancel fulfilments.pack', async (exchange) => {
      if (exchange.call === 'fulfilments.pack' && orders.has(idIn(exchange))) {
        const { id } = await read(exchange, `/orders/${idIn(exchange)}`)
        if (id !== undefined) return refused(409, 'not_possible', 'All of this order is in parcels already.')
      }
      const reply = await exchange.send()
      if (exchange.call === 'fulfilments.cancel' && isSuccess(reply)) orders.add(recordIn(reply)['orderId'])
      return reply
    })
  }),
  fault(
    'partly-sent-order-shown-as-shipped',
    'An order of which only a part is on its way tells that it is shipped',
    answers('orders.get', 'data.fulfillmentStatus', (status) => (status === 'partial' ? 'shipped' : status)),
  ),
]

const mailing: Fault[] = [
  fault(
    'responder-resumed-in-answer-alone',
    'An auto-responder that is resumed answers that it sends, and stays paused',
    afterwards('autoresponders.resume', (exchange) =>
      write(exchange, 'POST', `/autoresponders/email/${partIn(exchange, 5)}/pause`, {}),
    ),
  ),
  fault(
    'restored-responder-sends',
    'A paused auto-responder that was deleted and is restored is no longer paused',
    wakesPaused('autoresponders.restore'),
  ),
  remembering(
    'order-mail-reset-keeps-subject',
    'The original text of a mail about orders comes back, its subject not',
    () => {
      const subjects = new Map<string, string>()
      return on('orderMails.update orderMails.reset', async (exchange) => {
        const id = idIn(exchange)
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        const subject = exchange.call === 'orderMails.reset' ? subjects.get(id) : undefined
        if (subject !== undefined) {
          const kept = await write(exchange, 'PUT', `/order-mails/${id}`, {
            subject,
          })
          return isSuccess(kept) ? kept : reply
        }
        const typed = textOf(exchange, 'subject')
        if (typed !== '') subjects.set(id, typed)
        return reply
      })
    },
  ),
  fault(
    'mails-of-an-order-in-any-state',
    'Mails that are narrowed to an order are narrowed to no state any more',
    on('mails.list', (exchange) => {
      if (!exchange.query.has('orderId') || !exchange.query.has('state')) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.delete('state')
      return exchange.send({ query })
    }),
  ),
  fault(
    'any-mail-sent-once-more',
    'Sending a mail once more that was neither given up nor held back is answered as done',
    agrees('mails.retry', [409], ({ path }) => path.replace(/\/retry$/, '')),
  ),
  remembering('used-provider-deleted', 'An email provider is deleted while auto-responders send through it', () => {
    const deleted = new Set<unknown>()
    const isThere = (row: Fields) => !deleted.has(row['id'] ?? valueAt(row, 'instance.id'))
    return on('plugins.delete plugins.list plugins.installed', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call !== 'plugins.delete') {
        if (!isSuccess(reply)) return reply
        return withBody(
          reply,
          changed(parsed(reply.text), 'data', (rows) => recordsIn(rows).filter(isThere)),
        )
      }
      if (reply.status !== 409 || codeIn(reply) !== 'not_possible') return reply
      deleted.add(idIn(exchange))
      return acknowledged('Email provider deleted')
    })
  }),
  fault(
    'provider-loses-password',
    'An update of an email provider that leaves its password out takes the password away',
    bodies('plugins.update', (body) => ('password' in body ? body : { ...body, password: '' })),
  ),
]

const telling: Fault[] = [
  remembering(
    'webhook-secret-told-again',
    'A webhook that is asked for again with its key tells its secret again',
    () => {
      const made = new Map<string, Reply>()
      return on('webhooks.create', async (exchange) => {
        const key = exchange.headers['idempotency-key']
        const reply = await exchange.send()
        if (key === undefined || !isSuccess(reply)) return reply
        const known = `${tokenIn(exchange)} ${key}`
        if (recordIn(reply)['webhookSecret'] === null) return made.get(known) ?? reply
        made.set(known, reply)
        return reply
      })
    },
  ),
  fault(
    'switched-off-webhook-tested',
    'A test is sent to a webhook that is switched off in place of being refused',
    pushes('webhooks.test', async (exchange) => {
      const path = `/outgoing-webhooks/${idIn(exchange)}/state`
      if (!isSuccess(await write(exchange, 'POST', path, { state: 'enabled' }))) return undefined
      return () => write(exchange, 'POST', path, { state: 'disabled' })
    }),
  ),
  fault(
    'webhooks-not-told-of-merges',
    'No message tells of a customer who has become part of another one',
    narrowed('webhooks.deliveries', ({ event }) => event !== 'customer.merged'),
  ),
  fault(
    'former-secret-for-an-hour',
    'The former secret of a webhook signs for an hour in place of 24',
    ofEach('webhooks.rotateSecret webhooks.list webhooks.update webhooks.switch', 'formerSecretUntil', (until) =>
      hoursAfter(until, -23),
    ),
  ),
  fault(
    'agents-read-webhook-messages',
    'Agents read what is sent to webhooks, which is for owners',
    admits('webhooks.deliveries webhooks.delivery', [403]),
  ),
  fault(
    'audit-without-refunds',
    'The audit log has nothing of refunds',
    narrowed('audit.list', ({ action }) => action !== 'orders.refund'),
  ),
  fault(
    'audit-lacks-its-last-day',
    'The last of the days that audit entries are asked for is not among them',
    on('audit.list', (exchange) => {
      const last = exchange.query.get('createdTo')
      if (!isDay(last)) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.set('createdTo', textIn(hoursAfter(`${last}T00:00:00Z`, -24)).slice(0, 10))
      return exchange.send({ query })
    }),
  ),
  fault(
    'deletions-streamed-as-updates',
    'The event stream tells of a record that was deleted as of one that was updated',
    replies('events.stream', (reply) =>
      reply.live === undefined
        ? reply
        : {
            ...reply,
            live: pieces(reply.live, (text) => text.replaceAll(/"kind":\s*"deleted"/g, '"kind":"updated"')),
          },
    ),
  ),
]

const programs: Fault[] = [
  fault(
    'token-ends-as-its-day-begins',
    'An API token with a last day ends when that day begins in UTC, not with its end where the organization is',
    requests('apiTokens.create', 'expiresAt', (last) => (isDay(last) ? `${last}T00:00:00Z` : last)),
  ),
  fault(
    'token-changes-customers-without-duty',
    'An API token adds and changes customers although it was not made for that',
    refusals('customers.create customers.update', [403], (reply, exchange) =>
      isProgram(exchange) ? byWhoeverMay(reply, exchange) : reply,
    ),
  ),
  remembering('revoked-token-still-reads', 'An API token that was revoked goes on reading', () => {
    const tokens = new Map<string, string>()
    const revoked = new Set<string>()
    return on('*', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'apiTokens.create' && isSuccess(reply)) {
        const { id, token } = recordIn(reply)
        if (typeof token === 'string') tokens.set(textIn(id), token)
      }
      if (exchange.call === 'apiTokens.revoke' && isSuccess(reply)) revoked.add(tokens.get(idIn(exchange)) ?? '')
      const isOver = reply.status === 401 && isReading(exchange) && isProgram(exchange)
      return isOver && revoked.has(bearer(exchange)) ? byWhoeverMay(reply, exchange) : reply
    })
  }),
  fault(
    'reading-token-shown-as-almighty',
    'An API token that changes nothing is told as one that may do all that its maker may',
    ofEach('apiTokens.list apiTokens.create', 'duties', (duties) =>
      Array.isArray(duties) && duties.length === 0 ? null : duties,
    ),
  ),
]

const people: Fault[] = [
  fault(
    'declined-invites-unlisted',
    'Invites that were declined are not listed',
    narrowed('invites.list', ({ state }) => state !== 'declined'),
  ),
  remembering('invite-sent-again-ends-as-before', 'An invite that is mailed again is not renewed', () => {
    const ends = new Map<unknown, unknown>()
    const asBefore = (value: unknown) => {
      if (!isRecord(value)) return value
      const { id, expiresAt } = value
      if (!ends.has(id)) ends.set(id, expiresAt)
      return { ...value, expiresAt: ends.get(id) }
    }
    return replies('invites.list invites.sendAgain', (reply, { call }) =>
      withBody(reply, changed(parsed(reply.text), call === 'invites.list' ? 'data.*' : 'data', asBefore)),
    )
  }),
  remembering('disabled-member-still-reads', 'Somebody who was disabled goes on reading in their open session', () => {
    const emails = new Map<string, string>()
    const disabled = new Set<string>()
    const calls = new Set(['users.login', 'users.completeSignup', 'members.disable', 'members.enable'])
    return on('*', async (exchange) => {
      const reply = await exchange.send()
      if (isSuccess(reply) && calls.has(exchange.call)) {
        const { token, user, email } = recordIn(reply)
        if (typeof token === 'string') emails.set(token, textIn(valueAt(user, 'email')))
        if (exchange.call === 'members.disable') disabled.add(textIn(email))
        if (exchange.call === 'members.enable') disabled.delete(textIn(email))
      }
      const email = emails.get(bearer(exchange))
      const isOut = email !== undefined && disabled.has(email)
      const isRefused = [401, 403, 404].includes(reply.status)
      const isAccount = exchange.call.startsWith('users.')
      return isOut && isRefused && isReading(exchange) && !isAccount ? byWhoeverMay(reply, exchange) : reply
    })
  }),
  fault(
    'tax-rate-of-two-decimals',
    'The third decimal of a tax rate is rounded away',
    requests('organizations.update', 'taxRate', (rate) =>
      typeof rate === 'number' ? Math.round(rate * 100) / 100 : rate,
    ),
  ),
  fault(
    'permissions-left-out-fall-back',
    'What an update of permissions leaves out goes back to what organizations begin with',
    bodies('organizations.setPermissions', (body) => ({
      refundLimit: 0,
      changesOffers: false,
      seesAllOrders: true,
      exports: false,
      sharesViews: false,
      ...body,
    })),
  ),
  fault(
    'seller-address-on-one-line',
    'The address of a seller loses its lines',
    requests('sellers.update', 'address', (address) =>
      typeof address === 'string' ? address.trim().replaceAll(/\s*\n\s*/g, ' ') : address,
    ),
  ),
  fault(
    'other-devices-stay-signed-in',
    'Signing out everywhere else is answered as done, and ends no session',
    on('users.endOtherSessions', async (exchange) =>
      (await isAlive(exchange)) && !isProgram(exchange)
        ? acknowledged('You are signed out everywhere else.')
        : exchange.send(),
    ),
  ),
  remembering('sign-in-tells-who-has-an-account', 'Signing in tells an unknown address from a wrong password', () => {
    const known = new Set<string>()
    return on('users.login users.completeSignup', async (exchange) => {
      const reply = await exchange.send()
      const email = textIn(valueAt(recordIn(reply), 'user.email'))
      if (isSuccess(reply)) known.add(email.toLowerCase())
      if (exchange.call !== 'users.login' || reply.status !== 401) return reply
      for (const token of exchange.tokens) {
        const me = recordIn(await exchange.ask('GET', '/api/v1/users/me', token))
        known.add(textIn(me['email']).toLowerCase())
      }
      return known.has(textOf(exchange, 'email').trim().toLowerCase())
        ? reply
        : refused(404, 'not_found', 'There is no account with this email address.')
    })
  }),
  fault(
    'preferences-left-out-fall-back',
    'A preference that an update leaves out goes back to what whoever never chose has',
    bodies('users.setPreferences', (body) => ({
      theme: 'system',
      density: 'comfortable',
      language: 'browser',
      clock: 'language',
      ...body,
    })),
  ),
  fault(
    'full-organization-takes-archives',
    'The list of archives says that an organization can take one over that has records already',
    answers('archives.list', 'meta.whyNot', () => null),
  ),
  fault(
    'bulk-change-begun-unasked',
    'A bulk change is begun as soon as its records are chosen, without the word to start',
    afterwards('bulkJobs.create', (exchange, { id }) => write(exchange, 'POST', `/bulk-jobs/${textIn(id)}/start`, {})),
  ),
]

export const fifthStrangers: Fault[] = [...money, ...found, ...parcels, ...mailing, ...telling, ...programs, ...people]
