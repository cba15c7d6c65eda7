import { standardPermissions } from '../../../contract/agentPermissions'
import { type BulkAction, bulkActions } from '../../../contract/rules/bulkJobs'
import { csvLine } from '../../../contract/rules/csv'
import { dayIn } from '../../../contract/rules/days'
import { waiting, waitingIn } from '../../../contract/rules/workQueue'
import {
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
import { admits, bearer, fault, on, refusals, remembering, replies, requests, unasked } from '../mutants/make'
import {
  afterwards,
  bodyOf,
  deafTo,
  empties,
  idIn,
  move,
  read,
  readList,
  recordIn,
  recordsAs,
  recordsIn,
  rowsAs,
  rowsOf,
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
  inUtc,
  numberIn,
  organizationIds,
  refused,
  rowOf,
  steadily,
  textIn,
  wakesPaused,
  without,
  beginsWithSeveral,
  resetKeepsSubject,
  listedIn,
  addsWebhookEvents,
} from './inCommon'

/** The record of a successful answer with another look, for which more has to be asked. */
const recordsBy = (calls: string, change: (record: Fields, exchange: Exchange) => Promise<Fields>): Handler =>
  replies(calls, async (reply, exchange) => {
    const whole = parsed(reply.text)
    const data = valueAt(whole, 'data')
    return isRecord(whole) && isRecord(data) ? withBody(reply, { ...whole, data: await change(data, exchange) }) : reply
  })

/** The body with other filters; the same of one without any. */
const narrowed = (body: Fields, change: (filters: Fields) => Fields): Fields =>
  isRecord(body['filters']) ? { ...body, filters: change(body['filters']) } : body

const lacking = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

const sumsOfOrders = async (exchange: Exchange, organizationId: unknown, filters: Fields): Promise<Fields> =>
  recordIn(await write(exchange, 'POST', '/orders/sums', { organizationId, filters }))

/** The work queue with another count, in its order; nothing is left out of it. */
function queueWith(record: Fields, of: (typeof waiting)[number], count: number, firstAt: unknown = null): Fields {
  const others = recordsIn(record['queue']).filter((entry) => entry['of'] !== of)
  const own = recordsIn(record['queue']).find((entry) => entry['of'] === of) ?? { of, firstAt }
  const queue = count > 0 ? [...others, { ...own, count }] : others
  const place = (entry: Fields) => waiting.findIndex((name) => name === entry['of'])
  return { ...record, queue: queue.toSorted((a, b) => place(a) - place(b)) }
}

async function wholeOf(reply: Reply): Promise<Reply> {
  const { live, ...rest } = reply
  if (live === undefined) return reply
  let text = ''
  for await (const part of live) text += part
  return { ...rest, text }
}

function cellsIn(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? []
    if (end === undefined) return rows
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** A file of text with other lines below its head. */
const files = (calls: string, change: (lines: string[][], head: string[], exchange: Exchange) => string[][]): Handler =>
  replies(calls, async (reply, exchange) => {
    const whole = await wholeOf(reply)
    const mark = whole.text.startsWith('\uFEFF') ? '\uFEFF' : ''
    const [head = [], ...lines] = cellsIn(whole.text.slice(mark.length))
    return { ...whole, text: mark + [head, ...change(lines, head, exchange)].map((line) => csvLine(line)).join('') }
  })

async function* withoutCustomers(live: AsyncIterable<string>): AsyncIterable<string> {
  for await (const part of live) {
    yield part
      .split('\n\n')
      .filter((event) => !/^event: change$/m.test(event) || !event.includes('"resource":"customers"'))
      .join('\n\n')
  }
}

/** The server's own row of an offer with so many units fewer left. */
async function takeFromOffer(exchange: Exchange, organizationId: unknown, item: Fields) {
  if (typeof item['offerId'] !== 'string') return
  const [offer] = await rowsOf(exchange, 'offers', { organizationId, filters: { ids: [item['offerId']] } })
  if (offer === undefined) return
  const quantity = Math.max(0, numberIn(offer['quantity']) - numberIn(item['quantity']))
  await write(exchange, 'PUT', `/offers/${item['offerId']}`, { quantity })
}

const ofRecord = (record: Fields) => record['organizationId']

export const fifteenthStrangers: Fault[] = [
  // Lists and what is found
  fault(
    'orders-up-to-an-amount-without-it',
    'A list of orders up to a total leaves out those of exactly that total',
    bodies('search orders.sums', (body, { call }) =>
      call === 'orders.sums' || body['resource'] === 'orders'
        ? narrowed(body, (filters) => {
            const most = Number(filters['totalMax'])
            if (filters['totalMax'] === undefined || !(most > 0)) return filters
            const less = cents(most - 0.01)
            return { ...filters, totalMax: typeof filters['totalMax'] === 'string' ? String(less) : less }
          })
        : body,
    ),
  ),
  fault(
    'order-sums-of-every-amount',
    'The sums below a list of orders take no heed of the least and the most total that it is narrowed to',
    bodies('orders.sums', (body) => narrowed(body, (filters) => lacking(filters, 'totalMin', 'totalMax'))),
  ),
  fault(
    'ids-find-no-archived-campaigns',
    'Campaigns that are asked for by their ids are not found once they are archived',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      const isByIds = Array.isArray(valueAt(exchange.body, 'filters.ids'))
      return isSuccess(reply) && isByIds && bodyOf(exchange)['resource'] === 'campaigns'
        ? without(reply, ({ archived, archivedAt }) => archived === 'true' || typeof archivedAt === 'string')
        : reply
    }),
  ),
  fault(
    'phone-found-as-it-is-written-only',
    'A customer is found everywhere by a phone number in the very spelling of the record only',
    recordsAs('search.find', (record, { query }) => {
      const q = query.get('q')?.trim() ?? ''
      if (!/^[+\d(][\d\s()./-]*$/.test(q) || digitsIn(q).length < 7) return record
      const customers = recordsIn(record['customers']).filter(({ phone }) => textIn(phone).includes(q))
      return { ...record, customers }
    }),
  ),

  // Customers
  fault(
    'customer-last-order-is-their-first',
    'A customer with several orders is shown the moment of the first one as that of the last',
    recordsBy('customers.get', async (record, exchange) => {
      const [first] = await rowsOf(exchange, 'orders', {
        organizationId: ofRecord(record),
        filters: { customerId: record['id'] },
        sortBy: 'createdAt',
        sortOrder: 'asc',
      })
      return first === undefined ? record : { ...record, lastOrderAt: first['createdAt'] }
    }),
  ),
  fault(
    'merge-of-both-notes-keeps-one-15',
    'Of two customers whose notes are both to be kept only the note of the one who stays is',
    requests('customers.merge', 'keep.note', (note) => (note === 'both' ? 'kept' : note)),
  ),
  fault(
    'alike-email-in-capitals-is-nobodys',
    'Who is there already is not found by an email address that is typed with capitals',
    bodies('customers.findAlike', (body) =>
      textIn(body['email']) === textIn(body['email']).toLowerCase() ? body : { ...body, email: '' },
    ),
  ),

  // Calls
  fault(
    'call-back-forgets-its-zone-15',
    'When to call back is kept by the clock that was typed, as if it were one of UTC',
    requests('calls.close', 'callBackAt', (at) => (typeof at === 'string' ? at.replace(/[+-]\d\d:\d\d$/, 'Z') : at)),
  ),
  fault(
    'do-not-call-is-called-by-number',
    'Whoever does not want to be called can be called by their number, as only a chosen customer is looked at',
    refusals('calls.start', [409], async (reply, exchange) => {
      const { customerId, phone, direction = null } = bodyOf(exchange)
      if (customerId !== undefined || phone === undefined || direction === 'inbound') return reply
      const begun = await exchange.send({ body: { ...bodyOf(exchange), direction: 'inbound' } })
      if (!isSuccess(begun)) return reply
      return withBody(begun, { data: { ...recordIn(begun), direction } })
    }),
  ),
  fault(
    'dashboard-calls-back-too-early',
    'The work queue counts call-backs that are not due yet',
    recordsBy('dashboard.read', async (record, exchange) => {
      const organizationId = exchange.query.get('organizationId') ?? ''
      const all = await readList(exchange, `/calls/call-backs/me?organizationId=${organizationId}`)
      return queueWith(record, 'callBacks', all.length, all[0]?.['callBackAt'] ?? null)
    }),
  ),
  fault(
    'partly-refunded-orders-are-not-to-pack',
    'The work queue does not count orders to pack of which something was refunded',
    recordsBy('dashboard.read', async (record, exchange) => {
      const filters = { ...waitingIn.toPack.filters, paymentStatus: ['paid', 'overpaid'] }
      return queueWith(
        record,
        'toPack',
        await countOf(exchange, 'orders', exchange.query.get('organizationId'), { ...filters }),
      )
    }),
  ),

  // Campaigns and offers
  fault(
    'copied-offers-ship-for-nothing-15',
    'A campaign that is made after another one has its offers without their shipping prices',
    afterwards('campaigns.create', async (exchange, { id }) => {
      const { organizationId, copiedFrom } = bodyOf(exchange)
      if (copiedFrom === undefined) return
      for (const offer of await allRows(exchange, 'offers', { organizationId, filters: { campaignId: id } })) {
        if (numberIn(offer['shipPrice']) > 0) {
          await write(exchange, 'PUT', `/offers/${textIn(offer['id'])}`, { shipPrice: 0 })
        }
      }
    }),
  ),
  fault(
    'campaign-revenue-before-refunds-15',
    'The revenue of a campaign is what was paid, without what was given back',
    recordsBy('campaigns.get', async (record, exchange) => {
      const sums = await sumsOfOrders(exchange, ofRecord(record), { campaignId: record['id'] })
      return { ...record, revenue: sums['paid'] ?? record['revenue'] }
    }),
  ),
  fault(
    'last-day-of-a-campaign-sells-nothing',
    'Nothing is sold in a campaign on the day on which it ends',
    on('orders.place', async (exchange) => {
      const { organizationId, campaignId } = bodyOf(exchange)
      const campaign = await read(exchange, `/campaigns/${textIn(campaignId)}`)
      const organization = (await readList(exchange, '/organizations')).find(({ id }) => id === organizationId)
      const end = textIn(campaign['endDate']).slice(0, 10)
      if (end === '' || end !== dayIn(textIn(organization?.['timeZone']) || 'UTC', new Date())) return exchange.send()
      return refused(422, 'validation_failed', `This campaign ended on ${end}.`, 'body.campaignId')
    }),
  ),
  fault(
    'shipping-price-of-zero-is-not-saved-15',
    'An offer whose shipping price is changed to zero keeps the one that it had',
    bodies('offers.update', async (body, exchange) => {
      if (body['shipPrice'] !== 0) return body
      const others = lacking(body, 'shipPrice')
      if (Object.keys(others).length > 0) return others
      const { shipPrice } = await rowOf(exchange, 'offers', idIn(exchange))
      return typeof shipPrice === 'number' ? { shipPrice } : body
    }),
  ),

  // Products and their stock
  fault(
    'duplicate-of-a-product-has-its-stock',
    'A product that is made like another one begins with the stock of that one',
    on('products.duplicate', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const { id } = recordIn(reply)
      const { stock } = await read(exchange, `/products/${idIn(exchange)}`)
      const movements = await readList(exchange, `/products/${textIn(id)}/movements`)
      if (movements.length > 0 || !(numberIn(stock) > 0)) return reply
      const moved = await move(exchange, id, numberIn(stock))
      return isSuccess(moved) ? moved : reply
    }),
  ),
  fault(
    'ten-left-are-enough',
    'A product of which exactly ten are left is not said to be low in stock',
    recordsAs('products.get products.update products.adjustStock', (record) =>
      record['stock'] === 10 ? { ...record, stockLevel: 'enough' } : record,
    ),
  ),
  fault(
    'second-page-of-movements-begins-a-row-early',
    'Each further page of the movements of a stock begins with the last one of the page before',
    on('products.movements', async (exchange) => {
      const reply = await exchange.send()
      const [page, limit] = [Number(exchange.query.get('page') ?? 1), Number(exchange.query.get('limit') ?? 10)]
      const whole = parsed(reply.text)
      if (!isSuccess(reply) || !(page > 1) || !isRecord(whole)) return reply
      const all = await readList(exchange, `/products/${idIn(exchange)}/movements?limit=100&page=1`)
      const first = (page - 1) * limit - 1
      return first + limit > 100 ? reply : withBody(reply, { ...whole, data: all.slice(first, first + limit) })
    }),
  ),

  // Orders
  fault(
    'order-note-is-cut',
    'A note of an order is kept to its 255th character',
    requests('orders.addNote', 'text', (text) => (typeof text === 'string' ? text.trim().slice(0, 255) : text)),
  ),
  fault(
    'second-line-of-a-changed-address-is-lost',
    'An order whose address is changed loses the second line of it',
    bodies('orders.updateAddress', (body) => (textIn(body['address2']) === '' ? body : { ...body, address2: '' })),
  ),
  fault(
    'cancelled-order-keeps-its-units-of-offers',
    'What an order took of its offers is not given back to them when it is cancelled',
    on('orders.cancel', async (exchange) => {
      const before = await read(exchange, `/orders/${idIn(exchange)}`)
      const reply = await exchange.send()
      if (!isSuccess(reply) || before['status'] !== 'open') return reply
      for (const item of recordsIn(before['items'])) await takeFromOffer(exchange, ofRecord(before), item)
      return reply
    }),
  ),
  fault(
    'part-of-a-line-is-not-restocked',
    'What a refund of some units of a line is to put back into stock is not put back, unless it is all of the line',
    bodies('orders.refund', async (body, exchange) => {
      if (body['restock'] !== true) return body
      const { items } = await read(exchange, `/orders/${idIn(exchange)}`)
      const isPart = recordsIn(body['lines']).some(({ itemId, quantity }) =>
        recordsIn(items).some((item) => item['id'] === itemId && numberIn(quantity) < numberIn(item['quantity'])),
      )
      return isPart ? { ...body, restock: false } : body
    }),
  ),
  fault(
    'payment-link-made-again-by-its-key',
    'A payment link that is asked for again with its key ends the first one, and is mailed twice',
    deafTo('idempotency-key', 'orders.createPaymentLink'),
  ),
  fault(
    'declined-without-a-reason',
    'Staff are not told why an attempt to pay was declined',
    empties('orders.payments', 'data.attempts.*.reason'),
  ),
  fault(
    'disabled-gateways-are-offered-15',
    'A gateway that is disabled is among those that a new payment link can have',
    recordsBy('orders.payments', async (record, exchange) => {
      const { organizationId } = await read(exchange, `/orders/${idIn(exchange)}`)
      const all = await readList(exchange, `/gateways?organizationId=${textIn(organizationId)}`)
      const disabled = all
        .filter(({ state }) => state === 'disabled')
        .map(({ id, displayName }) => ({ id, displayName, whyNot: null }))
      return { ...record, gateways: [...recordsIn(record['gateways']), ...disabled] }
    }),
  ),

  // The payment page
  fault(
    'cancelled-order-can-be-paid',
    'The payment page of an order that was cancelled says that it can be paid',
    recordsAs('payments.get', (record) =>
      valueAt(record, 'order.status') === 'cancelled' ? { ...record, canPay: true, whyNot: null } : record,
    ),
  ),
  remembering('code-alone-opens-a-link', 'A code opens its payment link with whatever digits of a phone number', () => {
    const known = new Map<string, string>()
    const plain = (code: unknown) =>
      textIn(code)
        .replaceAll(/[^\dA-Za-z]/g, '')
        .toUpperCase()
    return on('orders.createPaymentLink payments.openCode', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'payments.openCode') {
        const phoneDigits = known.get(plain(bodyOf(exchange)['payCode']))
        if (reply.status !== 404 || phoneDigits === undefined) return reply
        const opened = await exchange.send({ body: { ...bodyOf(exchange), phoneDigits } })
        return isSuccess(opened) ? opened : reply
      }
      const { payCode } = recordIn(reply)
      if (!isSuccess(reply) || typeof payCode !== 'string') return reply
      const { customer } = await read(exchange, `/orders/${idIn(exchange)}`)
      known.set(plain(payCode), digitsIn(isRecord(customer) ? customer['phone'] : '').slice(-4))
      return reply
    })
  }),

  // Parcels
  fault(
    'scan-takes-the-newest-parcel-15',
    'A tracking number that is scanned for an order goes to its newest parcel, not to the one that waits longest',
    on('fulfilments.scan', async (exchange) => {
      const { organizationId, orderNumber, trackingNumber, carrier } = bodyOf(exchange)
      const number = digitsIn(orderNumber)
      const all = await rowsOf(exchange, 'fulfillments', { organizationId, q: number })
      const own = all.filter((row) => `${row['orderNumber'] as string | number}` === number)
      const waits = own
        .filter((row) => row['status'] === 'pending' && !row['trackingNumber'])
        .toSorted((a, b) => textIn(a['createdAt']).localeCompare(textIn(b['createdAt'])))
      const isKnown = own.some((row) => row['trackingNumber'] === textIn(trackingNumber).trim())
      const newest = waits.at(-1)
      if (isKnown || newest === undefined || waits.length < 2) return exchange.send()
      const assigned = await write(exchange, 'PUT', `/fulfilments/${textIn(newest['id'])}/tracking`, {
        trackingNumber,
        ...(carrier !== undefined && { carrier }),
      })
      return isSuccess(assigned) ? assigned : exchange.send()
    }),
  ),
  fault(
    'packing-lists-in-another-order',
    'Packing lists come in the order in which the parcels were made, not in that in which they are asked for',
    rowsAs('fulfilments.packingList', (rows) =>
      rows.toSorted(
        (a, b) =>
          textIn(a['createdAt']).localeCompare(textIn(b['createdAt'])) ||
          textIn(a['id']).localeCompare(textIn(b['id'])),
      ),
    ),
  ),
  fault(
    'parcels-of-strangers-are-read',
    'A parcel is read by whoever knows its id, of whatever organization they are',
    admits('fulfilments.get', [404]),
  ),

  // Drafts, views and saved reports
  fault(
    'draft-note-is-kept-the-first-time-only',
    'What is typed into the note of a draft after it was made is not kept',
    bodies('orderDrafts.keep', async (body, exchange) => {
      const { id, content } = await read(exchange, `/order-drafts/${idIn(exchange)}`)
      if (id === undefined || !isRecord(body['content'])) return body
      const note = isRecord(content) ? content['note'] : undefined
      return { ...body, content: { ...lacking(body['content'], 'note'), ...(note !== undefined && { note }) } }
    }),
  ),
  fault(
    'drafts-of-all-organizations',
    'The drafts of an organization are those that the person has in others, too',
    on('orderDrafts.list', async (exchange) => {
      const reply = await exchange.send()
      const whole = parsed(reply.text)
      if (!isSuccess(reply) || !isRecord(whole)) return reply
      const data = recordsIn(whole['data'])
      for (const id of await organizationIds(exchange)) {
        if (id === exchange.query.get('organizationId')) continue
        data.push(...(await readList(exchange, `/order-drafts?organizationId=${id}`)))
      }
      const changedLast = (a: Fields, b: Fields) => textIn(b['updatedAt']).localeCompare(textIn(a['updatedAt']))
      return withBody(reply, { ...whole, data: data.toSorted(changedLast) })
    }),
  ),
  remembering(
    'list-begins-with-two-views-15',
    'A view that a list began with stays one when the list is to begin with another',
    beginsWithSeveral,
  ),
  fault(
    'changed-report-is-mailed-no-more-15',
    'A saved report that is changed is no more mailed to whoever has it mailed',
    endsReportMail,
  ),

  // Figures
  fault(
    'report-compares-with-the-days-before-instead-of-a-year',
    'A report that is to be compared with the year before is compared with as many days before it',
    requests('reports.read reports.csv', 'compare', (compare) => (compare === 'year' ? 'previous' : compare)),
  ),
  fault(
    'report-file-has-shares-of-one',
    'A report as CSV has shares as parts of one below heads that say percent',
    files('reports.csv', (lines, head) =>
      lines.map((line) =>
        line.map((cell, place) =>
          head[place]?.endsWith('(%)') === true && cell !== '' ? `${Math.round(Number(cell) * 100) / 10_000}` : cell,
        ),
      ),
    ),
  ),
  fault(
    'leaderboard-before-refunds',
    'The revenue of an agent on the leaderboard is what was paid, without what was given back',
    recordsBy('leaderboard.read', async (record, exchange) => {
      const standings: Fields[] = []
      let more = 0
      for (const standing of recordsIn(record['standings'])) {
        const sums = await sumsOfOrders(exchange, record['id'], {
          agentId: standing['id'],
          status: ['open', 'completed'],
          createdFrom: record['from'],
          createdTo: record['to'],
        })
        more += numberIn(sums['refunded'])
        standings.push({ ...standing, revenue: cents(numberIn(standing['revenue']) + numberIn(sums['refunded'])) })
      }
      return { ...record, standings, revenue: cents(numberIn(record['revenue']) + more) }
    }),
  ),
  fault(
    'failed-charges-are-charged',
    'The sums of transactions have charges that failed in what was charged',
    recordsBy('transactions.sums', async (record, exchange) => {
      const { filters, ...asked } = bodyOf(exchange)
      const own = isRecord(filters) ? filters : {}
      const has = (name: string, value: string) => own[name] === undefined || [own[name]].flat().includes(value)
      if (!has('type', 'charge') || !has('status', 'failed')) return record
      const failed = await allRows(exchange, 'transactions', {
        ...asked,
        filters: { ...own, type: 'charge', status: 'failed' },
      })
      const more = failed.reduce((sum, { amount }) => sum + numberIn(amount), 0)
      return {
        ...record,
        charged: cents(numberIn(record['charged']) + more),
        net: cents(numberIn(record['net']) + more),
      }
    }),
  ),
  fault(
    'units-sold-are-lines-sold',
    'The sums of what was sold count lines as units',
    recordsAs('orderLines.sums', (record) => ({ ...record, units: record['rows'] })),
  ),

  // Files
  fault(
    'list-file-in-utc',
    'A list as CSV has its moments in UTC below heads that name the zone of the organization',
    files('listExports.csv', (lines, head) =>
      lines.map((line) =>
        line.map((cell, place) => {
          const zone = / \(([A-Za-z]+\/[\w/+-]+)\)$/.exec(head[place] ?? '')?.[1]
          return zone === undefined ? cell : inUtc(cell, zone)
        }),
      ),
    ),
  ),
  fault(
    'refunds-in-a-file-without-minus',
    'Transactions as CSV have refunds as amounts above zero, so that the column adds up to too much',
    files('listExports.csv', (lines, head, exchange) =>
      bodyOf(exchange)['resource'] === 'transactions'
        ? lines.map((line) =>
            line.map((cell, place) => (head[place] === 'Amount' && /^-[\d.]+$/.test(cell) ? cell.slice(1) : cell)),
          )
        : lines,
    ),
  ),
  fault(
    'list-file-ends-with-the-first-page',
    'A list as CSV has no more than the ten rows of its first page',
    files('listExports.csv', (lines) => lines.slice(0, 10)),
  ),

  // What was done
  fault(
    'audit-file-of-every-record',
    'The audit log of one record as CSV is that of all of them',
    unasked('audit.csv', 'recordId'),
  ),

  // Many at once
  remembering(
    'bulk-job-of-a-search-takes-ten',
    'A change of all that a search finds is one of its first ten rows',
    () =>
      steadily('bulkJobs.create', async (body, exchange) => {
        const { search, action, organizationId } = body
        const resource = isRecord(search) ? bulkActions[textIn(action) as BulkAction]?.list : undefined
        if (!isRecord(search) || resource === undefined) return body
        const found = await rowsOf(exchange, resource, { ...search, organizationId, limit: 10 })
        return found.length < 10 ? body : { ...lacking(body, 'search'), ids: found.map(({ id }) => id) }
      }),
  ),
  remembering(
    'import-line-sent-again-is-not-read',
    'A line of an import that is sent again, as it was mended, is judged as it was before',
    () => {
      const sent = new Map<string, unknown>()
      return on('sheetImports.addLines', async (exchange) => {
        const nameOf = ({ line }: Fields) => `${idIn(exchange)} ${String(line)}`
        const lines = recordsIn(bodyOf(exchange)['lines'])
        const told = lines.map((line) => ({ ...line, cells: sent.get(nameOf(line)) ?? line['cells'] }))
        const isAgain = lines.some((line) => sent.has(nameOf(line)))
        const reply = await (isAgain ? exchange.send({ body: { ...bodyOf(exchange), lines: told } }) : exchange.send())
        if (isSuccess(reply)) for (const line of told) sent.set(nameOf(line), line.cells)
        return reply
      })
    },
  ),
  fault(
    'import-reads-a-decimal-comma-as-thousands',
    'A price in a spreadsheet that is written as 12,50 is imported as 1250',
    requests('sheetImports.addLines', 'lines.*.cells', (cells) =>
      isRecord(cells)
        ? Object.fromEntries(
            Object.entries(cells).map(([name, cell]) => [
              name,
              /price$/i.test(name) && typeof cell === 'string' ? cell.replace(/^(\s*\d+),(\d\d\s*)$/, '$1$2') : cell,
            ]),
          )
        : cells,
    ),
  ),

  // People, programs and other systems
  fault(
    'members-are-not-found-by-email',
    'Who belongs to an organization is found by name alone',
    on('members.list', async (exchange) => {
      const q = exchange.query.get('q')?.trim().toLowerCase() ?? ''
      const reply = await exchange.send()
      return isSuccess(reply) && q !== ''
        ? without(reply, ({ name }) => !textIn(name).toLowerCase().includes(q))
        : reply
    }),
  ),
  remembering('invite-sent-again-ends-as-before-15', 'An invite that is mailed again is not renewed by it', () => {
    const ends = new Map<unknown, unknown>()
    const asBefore = (row: Fields): Fields => (ends.has(row['id']) ? { ...row, expiresAt: ends.get(row['id']) } : row)
    return on('invites.sendAgain invites.list', async (exchange) => {
      const id = idIn(exchange)
      const before = exchange.call === 'invites.list' ? {} : ((await listedIn(exchange, '/invites', id))?.row ?? {})
      const reply = await exchange.send()
      const whole = parsed(reply.text)
      if (!isSuccess(reply) || !isRecord(whole)) return reply
      if (exchange.call === 'invites.list') {
        return withBody(reply, { ...whole, data: recordsIn(whole['data']).map(asBefore) })
      }
      if (before['expiresAt'] !== undefined && !ends.has(id)) ends.set(id, before['expiresAt'])
      return withBody(reply, { ...whole, data: asBefore(recordIn(reply)) })
    })
  }),
  remembering(
    'token-that-only-reads-changes-customers',
    'An API token that is not for customers adds and changes them all the same',
    () => {
      const makers = new Map<string, string>()
      return on('apiTokens.create customers.create customers.update', async (exchange) => {
        const reply = await exchange.send()
        if (exchange.call === 'apiTokens.create') {
          const { token, duties } = recordIn(reply)
          if (typeof token === 'string' && Array.isArray(duties)) makers.set(token, bearer(exchange))
          return reply
        }
        const maker = makers.get(bearer(exchange))
        if (reply.status !== 403 || maker === undefined) return reply
        return exchange.send({ headers: { authorization: `Bearer ${maker}` } })
      })
    },
  ),
  fault(
    'telephone-knows-agents-by-email-only',
    'A telephone system that names an agent by their id is told that there is no such agent',
    on('telephone.startCall', (exchange) => {
      const agent = textIn(bodyOf(exchange)['agent'])
      if (agent === '' || agent.includes('@')) return exchange.send()
      const message = 'Nobody in this organization has this email address.'
      return Promise.resolve(refused(422, 'validation_failed', message, 'body.agent'))
    }),
  ),
  fault(
    'webhook-events-are-only-added-15',
    'A webhook that is to tell of fewer events still tells of all that it told of before',
    addsWebhookEvents,
  ),
  fault(
    'customer-changes-are-not-told',
    'Who listens to what changes in an organization hears nothing of customers',
    replies('events.stream', ({ live, ...reply }) =>
      live === undefined ? reply : { ...reply, live: withoutCustomers(live) },
    ),
  ),

  // Mails
  fault(
    'order-mail-reset-keeps-its-subject-15',
    'A mail about orders that is to have its original text again keeps the subject that was typed',
    resetKeepsSubject,
  ),
  fault(
    'restored-autoresponder-sends-again',
    'An auto-responder that was paused when it was deleted sends again once it is restored',
    wakesPaused('autoresponders.restore'),
  ),
  remembering(
    'another-mail-server-is-sent-the-password',
    'An email provider whose host is changed without its password is sent the one of the server before',
    () => {
      const passwords = new Map<unknown, unknown>()
      return on('plugins.create plugins.update', async (exchange) => {
        const { password } = bodyOf(exchange)
        const reply = await exchange.send()
        if (isSuccess(reply) && typeof password === 'string') passwords.set(recordIn(reply)['id'], password)
        const known = passwords.get(idIn(exchange))
        if (exchange.call !== 'plugins.update' || reply.status !== 422) return reply
        if (password !== undefined || known === undefined) return reply
        const admitted = await exchange.send({ body: { ...bodyOf(exchange), password: known } })
        return isSuccess(admitted) ? admitted : reply
      })
    },
  ),

  // The organization
  fault(
    'cap-of-a-gateway-is-not-lifted',
    'What may be charged in a month through a gateway can not be made unlimited again',
    bodies('gateways.update', (body) => (body['monthlyCap'] === null ? lacking(body, 'monthlyCap') : body)),
  ),
  fault(
    'tax-rate-to-two-decimals',
    'A tax rate of three decimals is rounded to two',
    requests('organizations.update', 'taxRate', (rate) => (typeof rate === 'number' ? cents(rate) : rate)),
  ),
  fault(
    'one-permission-resets-the-others',
    'What of the permissions of agents is not in a change goes back to what every organization begins with',
    bodies('organizations.setPermissions', (body) =>
      Object.keys(body).length === 0 ? body : { ...standardPermissions, ...body },
    ),
  ),
  fault(
    'right-of-a-shared-campaign-stays',
    'A campaign that is shared already keeps what its partner may do with it, whatever is settled',
    bodies('collaborations.share', async (body, exchange) => {
      const { campaigns } = await read(exchange, `/collaborations/${idIn(exchange)}`)
      return {
        ...body,
        campaigns: recordsIn(body['campaigns']).map((given) => {
          const before = recordsIn(campaigns).find(({ campaignId }) => campaignId === given['campaignId'])
          return before?.['right'] ? { ...given, right: before['right'] } : given
        }),
      }
    }),
  ),
  fault(
    'one-preference-resets-the-others-15',
    'Whoever chooses a theme loses the language and the clock that they have chosen before',
    bodies('users.setPreferences', (body) =>
      Object.keys(body).length === 0
        ? body
        : { theme: 'system', density: 'comfortable', language: 'browser', clock: 'language', ...body },
    ),
  ),
]
