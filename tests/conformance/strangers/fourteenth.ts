import { calendarName, firstDayOf } from '../../../contract/rules/calendarParts'
import { daysLater } from '../../../contract/rules/days'
import { addsUp, type Measure } from '../../../contract/rules/measures'
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
  valueAt,
  withBody,
} from '../mutants/exchange'
import { answers, bearer, fault, on, refusals, remembering, replies, requests, textOf, unasked } from '../mutants/make'
import {
  afterwards,
  bodyOf,
  idIn,
  read,
  readList,
  recordIn,
  recordsIn,
  rowsAs,
  rowsOf,
  tokenIn,
  write,
} from '../mutants/selling'
import {
  allRows,
  bodies,
  cents,
  countOf,
  digitsIn,
  endsReportMail,
  type Fields,
  filtersOf,
  inUtc,
  isDay,
  numberIn,
  offersDisabledGateways,
  refused,
  rowOf,
  textIn,
  wakesPaused,
  without,
  resetKeepsSubject,
  beginsWithSeveral,
  listedIn,
} from './inCommon'

const listIn = (reply: Reply): Fields[] => recordsIn(valueAt(parsed(reply.text), 'data'))
const totalIn = (reply: Reply): number => numberIn(valueAt(parsed(reply.text), 'meta.total'))

const withTotal = (reply: Reply, total: number): Reply =>
  withBody(
    reply,
    changed(parsed(reply.text), 'meta.total', () => total),
  )

const withData = (reply: Reply, change: (data: unknown) => unknown): Reply =>
  withBody(reply, changed(parsed(reply.text), 'data', change))

const isOf = (exchange: Exchange, resource: string): boolean => bodyOf(exchange)['resource'] === resource

const offset = /[+-]\d\d:\d\d$/
const withoutOffset = (value: unknown): unknown => (typeof value === 'string' ? value.replace(offset, 'Z') : value)

const pattern = (typed: string): RegExp =>
  new RegExp(
    typed
      .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('%', '.*')
      .replaceAll('_', '.'),
    'i',
  )

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const sundayOf = (day: string): string => daysLater(firstDayOf('week', daysLater(day, 1)), -1)

const keysOf = (line: Fields): string =>
  recordsIn(line['keys'])
    .map(({ id }) => textIn(id))
    .join(' ')

function weeksFromSunday(lines: Fields[], from: string, to: string): Fields[] {
  const weeks = new Map<string, Fields>()
  for (const line of lines) {
    const keys = recordsIn(line['keys']).map((key) => {
      if (key['dimension'] !== 'day') return key
      const id = sundayOf(textIn(key['id']))
      const last = daysLater(id, 6)
      const days = { from: id < from ? from : id, to: last > to ? to : last }
      return { dimension: 'week', id, name: calendarName('week', id), days }
    })
    const name = keysOf({ keys })
    const values = isRecord(line['values']) ? line['values'] : {}
    const before = weeks.get(name)?.['values']
    const sums = Object.fromEntries(
      Object.entries(values).map(([measure, value]) => [
        measure,
        cents(numberIn(value) + numberIn(isRecord(before) ? before[measure] : 0)),
      ]),
    )
    weeks.set(name, { ...line, keys, values: sums })
  }
  return [...weeks.values()]
}

const weeklyFromSunday: Handler = on('reports.read', async (exchange) => {
  const body = bodyOf(exchange)
  const dimensions = Array.isArray(body['dimensions']) ? (body['dimensions'] as unknown[]) : []
  const measures = Array.isArray(body['measures']) ? (body['measures'] as Measure[]) : []
  const isCompared = body['compare'] !== undefined && body['compare'] !== 'none'
  const reply = await exchange.send()
  if (!isSuccess(reply) || !dimensions.includes('week') || isCompared || !measures.every(addsUp)) return reply
  const daily = await exchange.send({
    body: { ...body, dimensions: dimensions.map((one) => (one === 'week' ? 'day' : one)) },
  })
  if (!isSuccess(daily)) return reply
  const [from, to] = [textIn(body['from']).slice(0, 10), textIn(body['to']).slice(0, 10)]
  const lines = weeksFromSunday(recordsIn(valueAt(parsed(daily.text), 'data.lines')), from, to)
  return withBody(
    reply,
    changed(parsed(reply.text), 'data.lines', () => lines),
  )
})

const averagesCutOff: Handler = on('reports.read', async (exchange) => {
  const body = bodyOf(exchange)
  const reply = await exchange.send()
  if (!isSuccess(reply) || !(body['measures'] as unknown[]).includes('averageOrder')) return reply
  const sums = await exchange.send({ body: { ...body, measures: ['sales', 'orders'] } })
  if (!isSuccess(sums)) return reply
  const cut = (values: unknown): number | null => {
    const [sales, orders] = [numberIn(valueAt(values, 'sales')), numberIn(valueAt(values, 'orders'))]
    return orders === 0 ? null : Math.floor(Math.round(sales * 100) / orders) / 100
  }
  const averages = new Map(
    recordsIn(valueAt(parsed(sums.text), 'data.lines')).map((line) => [keysOf(line), cut(line['values'])]),
  )
  const whole = changed(parsed(reply.text), 'data.totals.values.averageOrder', () =>
    cut(valueAt(parsed(sums.text), 'data.totals.values')),
  )
  return withBody(
    reply,
    changed(whole, 'data.lines.*', (line) => {
      if (!isRecord(line) || !averages.has(keysOf(line))) return line
      return changed(line, 'values.averageOrder', () => averages.get(keysOf(line)))
    }),
  )
})

const newestParcelScanned: Handler = on('fulfilments.scan', async (exchange) => {
  const { organizationId, orderNumber, trackingNumber, carrier } = bodyOf(exchange)
  const number = textIn(orderNumber).replace('#', '').trim()
  const orders = await rowsOf(exchange, 'orders', { organizationId, q: number })
  const order = orders.find((row) => String(row['number']) === number)
  if (!order) return exchange.send()
  const parcels = await rowsOf(exchange, 'fulfillments', { organizationId, filters: { orderId: order['id'] } })
  const waiting = parcels.filter((row) => row['status'] === 'pending' && !row['trackingNumber'])
  const isAgain = parcels.some(
    (row) => row['trackingNumber'] === textIn(trackingNumber).replaceAll(/\s/g, '').toUpperCase(),
  )
  const [newest] = waiting
  if (isAgain || waiting.length < 2 || !newest) return exchange.send()
  return write(exchange, 'PUT', `/fulfilments/${textIn(newest['id'])}/tracking`, {
    trackingNumber,
    ...(carrier === undefined ? {} : { carrier }),
  })
})

const unansweredEndsCallBacks: Handler = afterwards('calls.close', async (exchange, record) => {
  if (!['no_answer', 'voicemail'].includes(textOf(exchange, 'disposition')) || !record['customerId']) return
  const open = await readList(exchange, `/calls/call-backs/me?organizationId=${textIn(record['organizationId'])}`)
  for (const one of open) {
    if (one['customerId'] === record['customerId'] && one['id'] !== record['id'])
      await write(exchange, 'POST', `/calls/${textIn(one['id'])}/called-back`, {})
  }
})

const listPricesOfToday: Handler = replies('orders.get', async (reply, exchange) => {
  const order = recordIn(reply)
  const ids = recordsIn(order['items'])
    .map(({ offerId }) => textIn(offerId))
    .filter((id) => id !== '')
  if (ids.length === 0) return reply
  const offers = await rowsOf(exchange, 'offers', { organizationId: order['organizationId'], filters: { ids } })
  const prices = new Map(offers.map(({ id, basePrice }) => [id, basePrice]))
  return withBody(
    reply,
    changed(parsed(reply.text), 'data.items.*', (item) =>
      isRecord(item) && prices.has(item['offerId']) ? { ...item, listPrice: prices.get(item['offerId']) } : item,
    ),
  )
})

const linksThatStay = (): Handler => {
  const newest = new Map<string, string>()
  const links = new Map<string, string>()
  return on('orders.createPaymentLink payments.get payments.pay', async (exchange) => {
    if (exchange.call === 'orders.createPaymentLink') {
      const reply = await exchange.send()
      const token = textIn(recordIn(reply)['linkUrl']).split('/').at(-1) ?? ''
      if (isSuccess(reply) && token !== '') {
        links.set(token, idIn(exchange))
        newest.set(idIn(exchange), token)
      }
      return reply
    }
    const token = idIn(exchange)
    const instead = newest.get(links.get(token) ?? '') ?? token
    return instead === token ? exchange.send() : exchange.send({ path: exchange.path.replace(token, instead) })
  })
}

const draftsThatStay = (): Handler => {
  const placed = new Map<string, Fields[]>()
  return on('orders.place orderDrafts.list', async (exchange) => {
    const organizationId =
      exchange.call === 'orders.place' ? textOf(exchange, 'organizationId') : exchange.query.get('organizationId')
    const key = `${tokenIn(exchange)} ${organizationId}`
    if (exchange.call === 'orderDrafts.list') {
      const reply = await exchange.send()
      const known = new Set(listIn(reply).map(({ id }) => id))
      const stay = (placed.get(key) ?? []).filter(({ id }) => !known.has(id))
      return isSuccess(reply) && stay.length > 0 ? withData(reply, () => [...listIn(reply), ...stay]) : reply
    }
    const drafts = await readList(exchange, `/order-drafts?organizationId=${organizationId}`)
    const draft = drafts.find(({ id }) => id === bodyOf(exchange)['draftId'])
    const reply = await exchange.send()
    if (isSuccess(reply) && draft) placed.set(key, [...(placed.get(key) ?? []), draft])
    return reply
  })
}

const adjustmentsLost = (): Handler => {
  const busy = new Map<string, Promise<Reply>>()
  return on('products.adjustStock', async (exchange) => {
    const other = busy.get(exchange.path)
    if (other && typeof bodyOf(exchange)['by'] === 'number') {
      await other
      return exchange.ask('GET', `/api/v1/products/${idIn(exchange)}`, tokenIn(exchange))
    }
    const sent = exchange.send()
    busy.set(exchange.path, sent)
    try {
      return await sent
    } finally {
      if (busy.get(exchange.path) === sent) busy.delete(exchange.path)
    }
  })
}

const namesOfDeletedViews = (): Handler => {
  const deleted = new Map<string, string>()
  const nameOf = (organizationId: unknown, list: unknown, name: unknown) =>
    `${textIn(organizationId)} ${textIn(list)} ${textIn(name).trim().toLowerCase()}`
  return on('savedViews.delete savedViews.create savedViews.restore', async (exchange) => {
    if (exchange.call === 'savedViews.create') {
      const { organizationId, list, name } = bodyOf(exchange)
      return [...deleted.values()].includes(nameOf(organizationId, list, name))
        ? refused(422, 'invalid', 'There is a view of this name already', 'body.name')
        : exchange.send()
    }
    const found =
      exchange.call === 'savedViews.delete' ? await listedIn(exchange, '/saved-views', idIn(exchange)) : undefined
    const reply = await exchange.send()
    if (!isSuccess(reply)) return reply
    if (found) deleted.set(idIn(exchange), nameOf(found.organizationId, found.row['list'], found.row['name']))
    else deleted.delete(idIn(exchange))
    return reply
  })
}

const deletionsTold: Handler = on('events.stream', async (exchange) => {
  const reply = await exchange.send()
  const { live } = reply
  if (!live) return reply
  async function* changedOnes(parts: AsyncIterable<string>) {
    for await (const part of parts) yield part.replaceAll('"kind":"deleted"', '"kind":"updated"')
  }
  return { ...reply, live: changedOnes(live) }
})

export const fourteenthStrangers: Fault[] = [
  fault(
    'charges-of-an-order-as-texts',
    'The amounts of the transactions of an order are answered as texts',
    answers('orders.get', 'data.transactions.*.amount', (amount) =>
      typeof amount === 'number' ? amount.toFixed(2) : amount,
    ),
  ),
  fault('list-prices-of-today', 'The list price of what was sold is what its offer costs now', listPricesOfToday),
  fault(
    'address-lines-stay',
    'A line of the address of an order that is left out stays as it was instead of being empty',
    bodies('orders.updateAddress', async (body, exchange) => {
      const { shippingAddress } = await read(exchange, `/orders/${idIn(exchange)}`)
      const lines = isRecord(shippingAddress) ? shippingAddress : {}
      return { ...Object.fromEntries(Object.entries(lines).filter(([, line]) => !!line)), ...body }
    }),
  ),
  fault(
    'notes-escaped-as-html',
    'A note about an order is kept with its signs escaped for HTML',
    requests('orders.addNote', 'text', (text) => (typeof text === 'string' ? escaped(text) : text)),
  ),
  fault(
    'refund-always-restocks-14',
    'A refund by lines puts them back into stock where that is not asked for',
    bodies('orders.refund', (body) =>
      Array.isArray(body['lines']) && body['restock'] === undefined ? { ...body, restock: true } : body,
    ),
  ),
  remembering('placed-draft-stays-listed-14', 'A draft that was placed is still in the list of drafts', draftsThatStay),
  fault(
    'disabled-gateways-offered',
    'The gateways by which an order can be paid have those in them that are disabled',
    offersDisabledGateways,
  ),
  remembering(
    'replaced-link-still-pays-14',
    'A payment link still opens the order when a newer one was made',
    linksThatStay,
  ),
  fault(
    'no-is-taken-for-yes',
    'Whatever the customer answers the bank counts as a yes',
    requests('payments.answerBank', 'approved', (approved) => (typeof approved === 'boolean' ? true : approved)),
  ),
  fault(
    'declined-charges-summed',
    'The sum of what was charged has those charges in it that failed',
    replies('transactions.sums', async (reply, exchange) => {
      const { organizationId, q } = bodyOf(exchange)
      const filters = filtersOf(exchange)
      const isNarrowed = filters['status'] !== undefined || filters['type'] !== undefined
      if (isNarrowed) return reply
      const failed = await allRows(exchange, 'transactions', {
        organizationId,
        ...(q === undefined ? {} : { q }),
        filters: { ...filters, type: 'charge', status: 'failed' },
      })
      const more = failed.reduce((sum, { amount }) => sum + numberIn(amount), 0)
      const whole = changed(parsed(reply.text), 'data.charged', (sum) => cents(numberIn(sum) + more))
      return withBody(
        reply,
        changed(whole, 'data.net', (sum) => cents(numberIn(sum) + more)),
      )
    }),
  ),
  fault(
    'offset-of-a-moment-dropped',
    'A moment that a search is narrowed by is taken for UTC, whatever its offset says',
    bodies('search orders.sums', (body) =>
      isRecord(body['filters'])
        ? {
            ...body,
            filters: Object.fromEntries(
              Object.entries(body['filters']).map(([name, value]) =>
                /(?:From|To)$/.test(name) && textIn(value).includes('T') ? [name, withoutOffset(value)] : [name, value],
              ),
            ),
          }
        : body,
    ),
  ),
  fault(
    'page-behind-the-last-is-the-last',
    'A page of a search behind the last one is answered with the rows of the last one',
    replies('search', (reply, exchange) => {
      const { page, limit } = bodyOf(exchange)
      const total = totalIn(reply)
      if (numberIn(page) < 2 || total === 0 || listIn(reply).length > 0) return reply
      return exchange.send({ body: { ...bodyOf(exchange), page: Math.ceil(total / (numberIn(limit) || 10)) } })
    }),
  ),
  fault(
    'stock-of-ten-is-enough',
    'A product with exactly ten units in stock is not low',
    on('products.get products.update products.adjustStock search', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const told = (product: unknown) =>
        isRecord(product) && product['stock'] === 10 ? { ...product, stockLevel: 'enough' } : product
      if (exchange.call !== 'search') return withData(reply, told)
      if (!isOf(exchange, 'products')) return reply
      return [filtersOf(exchange)['stockLevel']].flat().includes('low')
        ? without(reply, ({ stock }) => stock === 10)
        : withData(reply, (data) => recordsIn(data).map(told))
    }),
  ),
  fault(
    'names-counted-in-bytes',
    'A name of a product that has less than 200 characters, and more bytes, is refused',
    on('products.create products.update', (exchange) => {
      const name = textOf(exchange, 'name').trim()
      return name.length <= 200 && Buffer.byteLength(name) > 200
        ? Promise.resolve(refused(422, 'invalid', 'At most 200 characters', 'body.name'))
        : exchange.send()
    }),
  ),
  remembering('adjustments-at-once-lost', 'Of two adjustments of a stock at once one is lost', adjustmentsLost),
  fault(
    'free-shipping-not-saved',
    'An offer whose shipping price is set to nothing keeps the one before',
    bodies('offers.update', async (body, exchange) => {
      if (body['shipPrice'] !== 0) return body
      const { shipPrice } = await rowOf(exchange, 'offers', idIn(exchange))
      return { ...body, shipPrice: numberIn(shipPrice) }
    }),
  ),
  fault(
    'cancelled-orders-of-a-campaign-counted',
    'The orders of a campaign are counted with those that were cancelled',
    replies('campaigns.get', async (reply, exchange) => {
      const { id, organizationId, ordersCount } = recordIn(reply)
      const cancelled = await countOf(exchange, 'orders', organizationId, { campaignId: id, status: 'cancelled' })
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.ordersCount', () => numberIn(ordersCount) + cancelled),
      )
    }),
  ),
  fault(
    'copied-campaign-has-no-mails-14',
    'A campaign that is made after another one begins without its auto-responders',
    afterwards('campaigns.create', async (exchange, { id }) => {
      if (bodyOf(exchange)['copiedFrom'] === undefined) return
      for (const mail of await readList(exchange, `/campaigns/${textIn(id)}/autoresponders/email`))
        await write(exchange, 'DELETE', `/autoresponders/email/${textIn(mail['id'])}`, {})
    }),
  ),
  fault(
    'timeline-of-a-campaign-alone',
    'The timeline of a campaign has nothing of its offers, members and auto-responders',
    replies('audit.timeline', (reply, exchange) =>
      exchange.path.includes('/timelines/campaigns/')
        ? without(reply, ({ parts }) =>
            recordsIn(parts).every((part) => valueAt(part, 'record.resource') !== 'campaigns' || !!part['part']),
          )
        : reply,
    ),
  ),
  fault(
    'other-alone-has-it-lost',
    'What only the other of two merged customers has, such as a phone number, is lost where nothing was chosen',
    bodies('customers.merge', (body) => {
      const keep = isRecord(body['keep']) ? body['keep'] : {}
      return { ...body, keep: { phone: 'kept', shippingAddress: 'kept', ...keep } }
    }),
  ),
  fault(
    'merged-into-whom-untold',
    'Of a customer who was merged it is not said with whom',
    refusals('customers.get', [404, 409, 410], (reply) =>
      withBody(
        reply,
        changed(parsed(reply.text), 'error.details', (details) =>
          isRecord(details) && 'mergedInto' in details ? gone : details,
        ),
      ),
    ),
  ),
  fault(
    'numbers-spelled-otherwise-unalike',
    'A customer who is there already is not found by a phone number in another spelling',
    replies('customers.findAlike', (reply, exchange) => {
      const typed = digitsIn(bodyOf(exchange)['phone'])
      return withData(reply, (data) =>
        recordsIn(data)
          .map((row): Fields => {
            const alike = Array.isArray(row['alike']) ? (row['alike'] as unknown[]) : []
            return { ...row, alike: alike.filter((by) => by !== 'phone' || digitsIn(row['phone']) === typed) }
          })
          .filter(({ alike }) => (alike as unknown[]).length > 0),
      )
    }),
  ),
  fault(
    'emoji-become-question-marks',
    'What takes four bytes in a text of a customer is kept as a question mark',
    bodies('customers.create customers.update', (body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) =>
          ['firstName', 'lastName', 'note'].includes(name) && typeof value === 'string'
            ? [name, value.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')]
            : [name, value],
        ),
      ),
    ),
  ),
  fault(
    'newest-parcel-scanned',
    'A scanned number goes to the newest parcel of an order that waits',
    newestParcelScanned,
  ),
  fault(
    'steps-by-halves',
    'Of several parcels those that can are taken a step further, although it is refused because of the others',
    refusals('fulfilments.takeSteps', [404, 409, 422], async (reply, exchange) => {
      const ids = bodyOf(exchange)['fulfilmentIds']
      if (!Array.isArray(ids) || ids.length < 2) return reply
      for (const id of ids as unknown[]) await exchange.send({ body: { ...bodyOf(exchange), fulfilmentIds: [id] } })
      return reply
    }),
  ),
  fault(
    'packing-list-in-order-of-ids',
    'Packing lists come in the order of their ids and not as they are asked for',
    rowsAs('fulfilments.packingList', (rows) =>
      rows.toSorted((one, other) => (textIn(one['id']) < textIn(other['id']) ? -1 : 1)),
    ),
  ),
  fault(
    'call-backs-by-when-called',
    'Whom to call back is listed with the newest call first, whoever is due first',
    rowsAs('calls.callBacks', (rows) =>
      rows.toSorted((one, other) => (textIn(one['startedAt']) > textIn(other['startedAt']) ? -1 : 1)),
    ),
  ),
  fault(
    'no-answer-ends-call-back',
    'A later call that did not reach the customer ends their call-back',
    unansweredEndsCallBacks,
  ),
  fault(
    'unwanted-may-not-call-either',
    'A customer who does not want to be called can not be talked to when they call themselves',
    on('calls.start', async (exchange) => {
      const { customerId, direction } = bodyOf(exchange)
      const isUnwanted =
        direction === 'inbound' &&
        typeof customerId === 'string' &&
        (await read(exchange, `/customers/${customerId}`))['doNotCall'] === true
      return isUnwanted ? refused(409, 'not_possible', 'This customer does not want to be called.') : exchange.send()
    }),
  ),
  fault(
    'no-open-calls-are-null',
    'Whoever has no open call is answered null in place of an empty list',
    replies('calls.open', (reply) => (listIn(reply).length === 0 ? withData(reply, () => null) : reply)),
  ),
  remembering('call-put-through-again-refused', 'A call that a telephone system sends again is refused', () => {
    const sent = new Set<string>()
    return on('telephone.startCall', async (exchange) => {
      const key = `${bearer(exchange)} ${textOf(exchange, 'callId')}`
      if (sent.has(key)) return refused(409, 'not_possible', 'This call has been put through already.')
      const reply = await exchange.send()
      if (isSuccess(reply)) sent.add(key)
      return reply
    })
  }),
  fault('report-weeks-from-sunday', 'The weeks of a report begin on Sunday', weeklyFromSunday),
  fault('average-order-cut-off', 'The average order of a report is cut off and not rounded to a cent', averagesCutOff),
  fault(
    'saved-report-mailed-no-more',
    'A saved report that is renamed is mailed no more to whoever has it mailed',
    endsReportMail,
  ),
  remembering(
    'two-defaults-of-a-list',
    'A view is still the default of its list when another one is',
    beginsWithSeveral,
  ),
  remembering('deleted-view-holds-its-name', 'No view can have the name of one that was deleted', namesOfDeletedViews),
  fault(
    'goal-never-taken-away-14',
    'A goal of the team that is set to none stays',
    bodies('leaderboard.setGoals', async (body, exchange) => {
      if (!Object.values(body).includes(null)) return body
      const organizationId = exchange.path.split('/')[5] ?? ''
      const { goals } = await read(exchange, `/leaderboard?organizationId=${organizationId}`)
      return Object.fromEntries(
        Object.entries(body).map(([name, goal]) => [name, goal ?? (isRecord(goals) ? (goals[name] ?? null) : null)]),
      )
    }),
  ),
  fault(
    'ranks-without-gaps-14',
    'Behind agents who are level no rank of the leaderboard is left out',
    answers('leaderboard.read', 'data.standings', (standings) => {
      const rows = recordsIn(standings)
      const ranks = [...new Set(rows.flatMap(({ rank }) => (typeof rank === 'number' ? [rank] : [])))].toSorted(
        (one, other) => one - other,
      )
      return rows.map((row) =>
        typeof row['rank'] === 'number' ? { ...row, rank: ranks.indexOf(row['rank']) + 1 } : row,
      )
    }),
  ),
  fault(
    'archived-products-wait-for-stock-14',
    'The dashboard counts archived products among those that are low in stock',
    replies('dashboard.read', async (reply, exchange) => {
      const low = await countOf(exchange, 'products', exchange.query.get('organizationId'), { stockLevel: 'low' })
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.queue.*', (entry) =>
          isRecord(entry) && entry['of'] === 'lowStock' ? { ...entry, count: low } : entry,
        ),
      )
    }),
  ),
  fault(
    'audited-money-in-cents',
    'The audit log tells amounts in cents',
    answers('audit.list', 'data.*.changes.*', (change) => {
      if (!isRecord(change) || change['isMoney'] !== true) return change
      const inCents = (amount: unknown) => (typeof amount === 'number' ? Math.round(amount * 100) : amount)
      return { ...change, before: inCents(change['before']), after: inCents(change['after']) }
    }),
  ),
  fault(
    'moments-of-a-file-in-utc',
    'The moments of a list as CSV are those of UTC, although its heads name the zone',
    replies('listExports.csv', (reply) => {
      const head = reply.text.slice(0, reply.text.indexOf('\r\n'))
      const zone = /\(([A-Za-z_]+(?:\/[A-Za-z_-]+)+)\)/.exec(head)?.[1]
      if (zone === undefined) return reply
      const text = reply.text.replaceAll(/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\b/g, (clock) => inUtc(clock, zone))
      return { ...reply, text }
    }),
  ),
  fault(
    'users-counted-by-page',
    'The total of the users of an organization is how many are on the page',
    replies('members.list', (reply) => withTotal(reply, listIn(reply).length)),
  ),
  fault(
    'signs-find-any-user',
    'A percent sign or an underscore that is looked for among users stands for any letters',
    on('members.list', async (exchange) => {
      const q = exchange.query.get('q')?.trim() ?? ''
      if (!/[%_]/.test(q)) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.delete('q')
      query.set('limit', '100')
      query.set('page', '1')
      const reply = await exchange.send({ query })
      if (!isSuccess(reply)) return reply
      const sought = pattern(q)
      const found = listIn(reply).filter(({ name, email }) => sought.test(textIn(name)) || sought.test(textIn(email)))
      const limit = Number(exchange.query.get('limit') ?? 10)
      const first = (Number(exchange.query.get('page') ?? 1) - 1) * limit
      return withTotal(
        withData(reply, () => found.slice(first, first + limit)),
        found.length,
      )
    }),
  ),
  fault(
    'token-ends-as-its-day-begins-14',
    'An API token that ends on a day ends as that begins in UTC',
    bodies('apiTokens.create', (body) =>
      isDay(body['expiresAt']) ? { ...body, expiresAt: `${body['expiresAt']}T00:00:00Z` } : body,
    ),
  ),
  fault(
    'token-for-nothing-may-all',
    'An API token that may change nothing may change everything',
    bodies('apiTokens.create', (body) =>
      Array.isArray(body['duties']) && body['duties'].length === 0 ? { ...body, duties: null } : body,
    ),
  ),
  fault(
    'tax-rate-of-two-decimals-14',
    'The third decimal of a tax rate is lost',
    requests('organizations.update', 'taxRate', (rate) => (typeof rate === 'number' ? cents(rate) : rate)),
  ),
  fault(
    'no-tax-number-refused',
    'The tax number of a seller can not be emptied',
    on('sellers.update', (exchange) =>
      bodyOf(exchange)['taxNumber'] === ''
        ? Promise.resolve(refused(422, 'invalid', 'Tax number is required', 'body.taxNumber'))
        : exchange.send(),
    ),
  ),
  fault(
    'invited-twice-told-twice',
    'An address that comes twice in an invitation, in small and in capital letters, is told of twice',
    replies('invites.create', (reply, exchange) => {
      const { emails } = bodyOf(exchange)
      const typed = Array.isArray(emails) ? emails.map((email) => textIn(email).trim().toLowerCase()) : []
      const again = typed.filter((email, index) => typed.indexOf(email) < index)
      return withData(reply, (data) => [...recordsIn(data), ...again.map((email) => ({ email, verdict: 'pending' }))])
    }),
  ),
  fault(
    'typed-password-trimmed',
    'Blanks around a password are taken off at sign-in',
    requests('users.login', 'password', (password) => (typeof password === 'string' ? password.trim() : password)),
  ),
  fault(
    'other-lists-lose-their-layout',
    'How the columns of other lists are arranged is lost when one is',
    bodies('users.setPreferences', async (body, exchange) => {
      const known = valueAt(await read(exchange, '/users/me'), 'preferences.lists')
      if (!isRecord(body['lists']) || !isRecord(known)) return body
      return {
        ...body,
        lists: { ...Object.fromEntries(Object.keys(known).map((name) => [name, {}])), ...body['lists'] },
      }
    }),
  ),
  fault(
    'code-with-blank-refused',
    'A code of the authenticator app that is typed with a blank is refused',
    on('users.confirmApp users.takeSecondStep', (exchange) =>
      /^\d+[\s-]+\d+$/.test(textOf(exchange, 'oneTimeCode').trim())
        ? Promise.resolve(refused(422, 'invalid', 'This code is not right.', 'body.oneTimeCode'))
        : exchange.send(),
    ),
  ),
  fault(
    'secret-signs-for-an-hour',
    'The secret of a webhook before the new one is good for an hour and not for a day',
    on('webhooks.rotateSecret webhooks.list webhooks.update', async (exchange) => {
      const reply = await exchange.send()
      const sooner = (until: unknown) =>
        typeof until === 'string' ? new Date(Date.parse(until) - 23 * 3_600_000).toISOString() : until
      if (!isSuccess(reply)) return reply
      const path = exchange.call === 'webhooks.list' ? 'data.*.formerSecretUntil' : 'data.formerSecretUntil'
      return withBody(reply, changed(parsed(reply.text), path, sooner))
    }),
  ),
  fault('deletion-told-as-change', 'Who listens to changes is told of a deletion as of any change', deletionsTold),
  fault(
    'sku-without-leading-zeros',
    'A number that begins with zeros loses them when it is imported as an SKU',
    requests('sheetImports.addLines', 'lines.*.cells.sku', (sku) =>
      typeof sku === 'string' && /^0+\d+$/.test(sku) ? String(Number(sku)) : sku,
    ),
  ),
  fault(
    'rows-of-every-outcome',
    'The rows of a bulk change are listed whatever became of them, whichever outcome is asked for',
    unasked('bulkJobs.rows', 'outcome'),
  ),
  fault(
    'collaborations-of-either-side',
    'Collaborations are listed given and received, whichever side is asked for',
    unasked('collaborations.list', 'side'),
  ),
  fault(
    'mails-counted-unfiltered',
    'The total of the mails in some state is that of all mails',
    replies('mails.list', async (reply, exchange) => {
      const organizationId = exchange.query.get('organizationId') ?? ''
      const all = await exchange.ask('GET', `/api/v1/mails?organizationId=${organizationId}&limit=1`, tokenIn(exchange))
      return isSuccess(all) ? withTotal(reply, totalIn(all)) : reply
    }),
  ),
  fault(
    'reset-mail-keeps-its-subject-14',
    'A mail about orders that is reset keeps the subject that was written for it',
    resetKeepsSubject,
  ),
  fault(
    'changed-autoresponder-resumes',
    'An auto-responder that is paused sends again once it is changed',
    wakesPaused('autoresponders.update'),
  ),
  fault(
    'number-with-its-sign-unknown',
    'An order is not found by its number with its sign',
    replies('search.find', (reply, exchange) =>
      (exchange.query.get('q') ?? '').trim().startsWith('#')
        ? withBody(
            reply,
            changed(parsed(reply.text), 'data.orders', () => []),
          )
        : reply,
    ),
  ),
]
