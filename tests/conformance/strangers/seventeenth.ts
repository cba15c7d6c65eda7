import { standardPermissions } from '../../../contract/agentPermissions'
import { type PeriodName, periods } from '../../../contract/rules/reportPeriods'
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
  rowsIn,
  valueAt,
  withBody,
} from '../mutants/exchange'
import { admits, fault, on, refusals, remembering, replies, requests, unasked } from '../mutants/make'
import {
  afterwards,
  bodyOf,
  idIn,
  read,
  readList,
  recordIn,
  recordsAs,
  recordsIn,
  rowsAs,
  tokenIn,
  write,
} from '../mutants/selling'
import {
  allRows,
  bodies,
  cents,
  countOf,
  dayBefore,
  type Fields,
  filtersOf,
  goesOn,
  isDay,
  numberIn,
  refused,
  rowOf,
  textIn,
  without,
  beginsWithSeveral,
  resetKeepsSubject,
  keepsWhatDraftsHad,
  listedIn,
  addsWebhookEvents,
} from './inCommon'

/** What a further request has made of a record is the answer, also to whoever asks again with the same key. */
function goesOnOnce(
  calls: string,
  further: (exchange: Exchange, record: Fields) => Promise<Reply | undefined>,
): Handler {
  const done = new Map<string, Reply>()
  return replies(calls, async (reply, exchange) => {
    const record = recordIn(reply)
    const id = textIn(record['id'])
    const before = done.get(id)
    if (before) return before
    const next = await further(exchange, record)
    const last = next && isSuccess(next) ? next : reply
    done.set(id, last)
    return last
  })
}

/** Changes the records of an answer, whether it is one or a list. */
const eachAs = (reply: Reply, change: (record: Fields) => Fields): Reply => {
  const body = parsed(reply.text)
  const data = valueAt(body, 'data')
  if (Array.isArray(data))
    return withBody(
      reply,
      changed(body, 'data.*', (row) => (isRecord(row) ? change(row) : row)),
    )
  return isRecord(data)
    ? withBody(
        reply,
        changed(body, 'data', () => change(data)),
      )
    : reply
}

const searchedBy = (exchange: Exchange): Fields => {
  const { organizationId, q, filters } = bodyOf(exchange)
  return { organizationId, q, filters }
}

const sumOf = (rows: Fields[], field: string): number => cents(rows.reduce((sum, row) => sum + numberIn(row[field]), 0))

const escaped = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
    : value

const withoutZeros = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/^0+(?=\d+$)/, '') : value)

/** An event of the stream without the changes of a resource; undefined where nothing is left of it. */
function toldWithout(event: string, resource: string): string | undefined {
  const [, data = ''] = /^data: (.*)$/m.exec(event) ?? []
  const told = parsed(data)
  if (isRecord(told)) return told['resource'] === resource ? undefined : event
  if (!Array.isArray(told)) return event
  const left = told.filter((change) => !isRecord(change) || change['resource'] !== resource)
  return left.length === 0 ? undefined : event.replace(data, () => JSON.stringify(left))
}

async function* silentAbout(live: AsyncIterable<string>, resource: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of live) {
    const events = `${rest}${chunk}`.split('\n\n')
    rest = events.pop() ?? ''
    const left = events.flatMap((event) => toldWithout(event, resource) ?? [])
    if (left.length > 0) yield left.map((event) => `${event}\n\n`).join('')
  }
  if (rest !== '') yield rest
}

export const seventeenthStrangers: Fault[] = [
  // Products, offers and many at once.
  remembering('duplicate-keeps-the-stock', 'The duplicate of a product begins with the stock of the first', () =>
    goesOnOnce('products.duplicate', async (exchange, { id }) => {
      const { stock } = await read(exchange, `/products/${idIn(exchange)}`)
      return numberIn(stock) > 0
        ? write(exchange, 'POST', `/products/${textIn(id)}/stock`, { by: stock, reason: 'Duplicated' })
        : undefined
    }),
  ),
  fault(
    'count-of-zero-changes-nothing',
    'A stock that was counted as 0 stays as it is',
    on('products.adjustStock', async (exchange) => {
      if (bodyOf(exchange)['to'] !== 0) return exchange.send()
      const product = await exchange.ask('GET', `/api/v1/products/${idIn(exchange)}`, tokenIn(exchange))
      return isSuccess(product) ? product : exchange.send()
    }),
  ),
  fault(
    'movements-always-ten',
    'A page of stock movements has ten, whatever limit is asked for',
    unasked('products.movements', 'limit'),
  ),
  fault(
    'free-shipping-not-saved-17',
    'A shipping price of an offer that is set to 0 is not saved',
    bodies('offers.update', async (body, exchange) => {
      if (body['shipPrice'] !== 0) return body
      const { shipPrice } = await rowOf(exchange, 'offers', idIn(exchange))
      return { ...body, shipPrice: numberIn(shipPrice) }
    }),
  ),
  fault(
    'restored-offer-is-sold-out',
    'An offer whose deletion is undone has no units left to sell',
    goesOn('offers.restore', (exchange, { id }) => write(exchange, 'PUT', `/offers/${textIn(id)}`, { quantity: 0 })),
  ),
  fault(
    'bulk-percent-without-decimals',
    'A percentage by which many prices are changed loses its decimals',
    requests('bulkJobs.create', 'price', (price) =>
      isRecord(price) && price['kind'] === 'percent' && Math.trunc(numberIn(price['value'])) !== 0
        ? { ...price, value: Math.trunc(numberIn(price['value'])) }
        : price,
    ),
  ),
  fault(
    'bulk-rows-of-any-outcome-17',
    'Rows of a bulk job are not narrowed by their outcome',
    unasked('bulkJobs.rows', 'outcome'),
  ),

  // Campaigns.
  remembering(
    'copied-campaign-without-members',
    'A campaign that is made after another one has none of its members',
    () =>
      goesOnOnce('campaigns.create', async (exchange, { id }) =>
        bodyOf(exchange)['copiedFrom'] === undefined
          ? undefined
          : write(exchange, 'PUT', `/campaigns/${textIn(id)}/members`, { memberIds: [] }),
      ),
  ),
  fault(
    'script-on-one-line',
    'The script of a campaign loses its line breaks as it is saved',
    requests('campaigns.setScript', 'script', (script) => textIn(script).replaceAll(/\s*\n\s*/g, ' ')),
  ),
  fault(
    'campaign-revenue-before-refunds-17',
    'The revenue of a campaign that is read has what was given back in it',
    replies('campaigns.get', async (reply, exchange) => {
      const { id, organizationId } = recordIn(reply)
      const asked = { organizationId, filters: { campaignId: id, type: 'charge' } }
      const { charged } = recordIn(await write(exchange, 'POST', '/transactions/sums', asked))
      return typeof charged === 'number'
        ? withBody(
            reply,
            changed(parsed(reply.text), 'data.revenue', () => charged),
          )
        : reply
    }),
  ),

  // Customers.
  fault(
    'customers-escaped-as-html',
    'Names and notes of customers are kept with their apostrophes and ampersands written as HTML',
    bodies('customers.create customers.update', (body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [
          name,
          ['firstName', 'lastName', 'note'].includes(name) ? escaped(value) : value,
        ]),
      ),
    ),
  ),
  fault(
    'customer-update-clears-phone',
    'A change of a customer that does not name the phone number clears it',
    bodies('customers.update', (body) => ({ phone: '', ...body })),
  ),
  remembering(
    'orders-of-deleted-customers-gone',
    'The list of orders leaves out those of customers who were deleted',
    () => {
      const deleted = new Set<unknown>()
      return on('customers.delete customers.restore search', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (exchange.call === 'customers.delete') deleted.add(idIn(exchange))
        if (exchange.call === 'customers.restore') deleted.delete(idIn(exchange))
        return exchange.call === 'search' && bodyOf(exchange)['resource'] === 'orders'
          ? without(reply, ({ customerId }) => deleted.has(customerId))
          : reply
      })
    },
  ),
  remembering(
    'merged-customer-has-old-figures',
    'A customer with whom another was merged keeps the number and sum of orders from before',
    () => {
      const before = new Map<string, Fields>()
      return on('customers.merge customers.unmerge customers.get', async (exchange) => {
        const id = idIn(exchange)
        const { ordersCount, totalSpent } =
          exchange.call === 'customers.merge' ? await read(exchange, `/customers/${id}`) : {}
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (exchange.call === 'customers.merge' && !before.has(id)) before.set(id, { ordersCount, totalSpent })
        if (exchange.call === 'customers.unmerge') before.clear()
        const kept = before.get(id)
        return kept ? eachAs(reply, (record) => ({ ...record, ...kept })) : reply
      })
    },
  ),

  // Calls.
  fault(
    'call-is-inbound-by-default',
    'A call that is begun without a direction is kept as an inbound one',
    bodies('calls.start', (body) => ({ direction: 'inbound', ...body })),
  ),
  remembering('resumed-call-begins-anew', 'A call that is resumed began when it was resumed', () => {
    const resumed = new Map<unknown, string>()
    return replies('calls.resume calls.ongoing calls.open calls.end calls.close', (reply, exchange) => {
      if (exchange.call === 'calls.resume' && !resumed.has(idIn(exchange))) {
        resumed.set(idIn(exchange), new Date().toISOString())
      }
      return eachAs(reply, (record) => ({ ...record, startedAt: resumed.get(record['id']) ?? record['startedAt'] }))
    })
  }),
  remembering(
    'call-back-waits-after-later-call',
    'Whoever was reached by a later call is still to be called back',
    () => {
      const waiting = new Map<string, { token: string; row: Fields }>()
      return on('calls.close calls.calledBack calls.callBacks', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        const record = recordIn(reply)
        const token = tokenIn(exchange)
        if (exchange.call === 'calls.calledBack') waiting.delete(idIn(exchange))
        if (exchange.call === 'calls.close' && typeof record['callBackAt'] === 'string') {
          waiting.set(textIn(record['id']), { token, row: record })
        }
        if (exchange.call !== 'calls.callBacks') return reply
        const rows = recordsIn(rowsIn(reply.text))
        const left = [...waiting.values()].flatMap(({ token: of, row }) =>
          of === token &&
          row['organizationId'] === exchange.query.get('organizationId') &&
          rows.every(({ id }) => id !== row['id'])
            ? [row]
            : [],
        )
        const byDue = (one: Fields, other: Fields) =>
          Date.parse(textIn(one['callBackAt'])) - Date.parse(textIn(other['callBackAt']))
        return withBody(
          reply,
          changed(parsed(reply.text), 'data', () => [...rows, ...left].toSorted(byDue)),
        )
      })
    },
  ),
  fault(
    'call-sums-tell-the-mean',
    'The sums of calls tell the mean of the times until they were paid in place of the median',
    replies('calls.sums', async (reply, exchange) => {
      const rows = await allRows(exchange, 'calls', searchedBy(exchange))
      const times = rows.flatMap(({ secondsToPaid }) => (typeof secondsToPaid === 'number' ? [secondsToPaid] : []))
      const mean = Math.round(times.reduce((sum, time) => sum + time, 0) / times.length)
      return times.length === 0
        ? reply
        : withBody(
            reply,
            changed(parsed(reply.text), 'data.median', () => mean),
          )
    }),
  ),

  // Orders and drafts.
  remembering('draft-placed-again-is-another-order', 'A draft that is placed once more becomes a second order', () => {
    const placed = new Map<string, string | undefined>()
    return on('orders.place', async (exchange) => {
      const draft = `${tokenIn(exchange)} ${textIn(bodyOf(exchange)['draftId'])}`
      const key = exchange.headers['idempotency-key']
      const isAgain = placed.has(draft) && (key === undefined || placed.get(draft) !== key)
      if (isAgain) {
        return exchange.send({
          body: { ...bodyOf(exchange), draftId: crypto.randomUUID(), draftVersion: undefined },
          headers: { 'idempotency-key': undefined },
        })
      }
      const reply = await exchange.send()
      if (isSuccess(reply)) placed.set(draft, key)
      return reply
    })
  }),
  fault(
    'order-address-moves-its-customer',
    'A change of where one order goes changes the address of its customer, too',
    afterwards('orders.updateAddress', (exchange, { customerId }) =>
      write(exchange, 'PUT', `/customers/${textIn(customerId)}`, { shippingAddress: bodyOf(exchange) }),
    ),
  ),
  fault(
    'refund-restocks-unasked-17',
    'A refund by lines that does not say so puts what they hold back into stock',
    bodies('orders.refund', (body) => (Array.isArray(body['lines']) ? { restock: true, ...body } : body)),
  ),
  fault(
    'order-sums-of-all-that-is-typed',
    'The sums of orders are not narrowed by what was searched for',
    bodies('orders.sums', ({ q: _q, ...body }) => body),
  ),
  fault(
    'order-lines-counted-as-orders',
    'The sums of lines tell how many orders the lines are of',
    replies('orderLines.sums', async (reply, exchange) => {
      const rows = await allRows(exchange, 'orderLines', searchedBy(exchange))
      const orders = new Set(rows.map(({ orderId }) => orderId)).size
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.rows', () => orders),
      )
    }),
  ),
  fault(
    'draft-keeps-what-was-taken-out-17',
    'What was taken out of a draft stays in it, as what is kept is laid over what was there',
    keepsWhatDraftsHad,
  ),

  // Paying.
  fault(
    'bank-told-no-is-paid',
    'Whoever tells the bank no has paid all the same',
    bodies('payments.answerBank', (body) => ({ ...body, approved: true })),
  ),
  remembering(
    'ended-link-keeps-its-code',
    'The code of a payment link is still told once the link has been ended',
    () => {
      const codes = new Map<unknown, unknown>()
      return replies('orders.createPaymentLink orders.endPaymentLink orders.payments', (reply, exchange) => {
        const { id, payCode } = recordIn(reply)
        if (exchange.call === 'orders.createPaymentLink') {
          if (typeof payCode === 'string') codes.set(id, payCode)
          return reply
        }
        return withBody(
          reply,
          changed(parsed(reply.text), 'data.link', (link) =>
            isRecord(link) && link['state'] === 'cancelled' && codes.has(link['id'])
              ? { ...link, payCode: codes.get(link['id']) }
              : link,
          ),
        )
      })
    },
  ),
  fault(
    'declined-charges-in-sums',
    'The sums of transactions count charges that were declined',
    replies('transactions.sums', async (reply, exchange) => {
      const rows = await allRows(exchange, 'transactions', searchedBy(exchange))
      const failed = sumOf(
        rows.filter(({ type, status }) => type === 'charge' && status === 'failed'),
        'amount',
      )
      const more = (sum: unknown) => cents(numberIn(sum) + failed)
      return withBody(reply, changed(changed(parsed(reply.text), 'data.charged', more), 'data.net', more))
    }),
  ),
  fault(
    'gateway-cap-never-removed',
    'The monthly cap of a gateway stays when it is taken away',
    bodies('gateways.update', ({ monthlyCap, ...body }) =>
      monthlyCap === null ? body : { ...body, ...(monthlyCap !== undefined && { monthlyCap }) },
    ),
  ),

  // Parcels.
  fault(
    'packing-list-in-own-order-17',
    'A packing list has its parcels by the numbers of their orders, not as they were asked for',
    rowsAs('fulfilments.packingList', (rows) =>
      rows.toSorted((one, other) => Number(one['orderNumber']) - Number(other['orderNumber'])),
    ),
  ),
  fault(
    'steps-done-in-part',
    'Of several parcels of which one can not be taken a step further the others are',
    refusals('fulfilments.takeSteps', [404, 409, 422], async (reply, exchange) => {
      const { fulfilmentIds, step } = bodyOf(exchange)
      if (!Array.isArray(fulfilmentIds)) return reply
      let done = 0
      for (const id of fulfilmentIds) {
        const one = await write(exchange, 'POST', `/fulfilments/${String(id)}/${textIn(step)}`, {})
        if (isSuccess(one)) done += 1
      }
      return done > 0 ? answer(200, { data: { changed: done } }) : reply
    }),
  ),
  remembering('scan-again-refused-17', 'A number that is scanned again for the same order is refused', () => {
    const scanned = new Set<string>()
    return on('fulfilments.scan', async (exchange) => {
      const { organizationId, orderNumber, trackingNumber } = bodyOf(exchange)
      const scan = JSON.stringify([organizationId, orderNumber, trackingNumber])
      if (scanned.has(scan)) return refused(409, 'not_possible', 'No parcel of this order is waiting for a number.')
      const reply = await exchange.send()
      if (isSuccess(reply)) scanned.add(scan)
      return reply
    })
  }),
  fault(
    'delivered-parcel-was-never-shipped',
    'A parcel that has arrived does not say any more when it was shipped',
    recordsAs('fulfilments.deliver fulfilments.get', (record) =>
      record['status'] === 'delivered' ? { ...record, shippedAt: null } : record,
    ),
  ),

  // Mails.
  fault(
    'mails-repeat-on-the-next-page',
    'A further page of mails begins with the last one of the page before',
    replies('mails.list', async (reply, exchange) => {
      const page = Number(exchange.query.get('page') ?? 1)
      const rows = rowsIn(reply.text)
      if (page < 2 || rows.length === 0) return reply
      const query = new URLSearchParams(exchange.query)
      query.set('page', `${page - 1}`)
      const before = await exchange.ask('GET', `${exchange.path}?${query.toString()}`, tokenIn(exchange))
      const last = rowsIn(before.text).at(-1)
      return last === undefined
        ? reply
        : withBody(
            reply,
            changed(parsed(reply.text), 'data', () => [last, ...rows.slice(0, -1)]),
          )
    }),
  ),
  fault(
    'reset-mail-keeps-its-subject-17',
    'A mail about orders that goes back to its original text keeps the subject that was written for it',
    resetKeepsSubject,
  ),
  fault(
    'paused-autoresponders-not-listed',
    'The auto-responders of a campaign are listed without those that are paused',
    rowsAs('autoresponders.list', (rows) => rows.filter(({ paused }) => paused !== true)),
  ),
  fault(
    'provider-update-clears-password',
    'A change of an email provider that leaves the password out clears it',
    bodies('plugins.update', (body) => ({ password: '', ...body })),
  ),

  // Other programs.
  fault(
    'webhook-events-only-added',
    'Events that a webhook is told of no more stay, as those that are sent are added to those before',
    addsWebhookEvents,
  ),
  remembering(
    'webhook-secret-told-again-17',
    'A webhook that is made again with the same key is answered with its secret once more',
    () => {
      const made = new Map<string, Reply>()
      return replies('webhooks.create', (reply, exchange) => {
        const key = exchange.headers['idempotency-key']
        if (key === undefined) return reply
        const name = `${tokenIn(exchange)} ${key}`
        const first = made.get(name) ?? reply
        made.set(name, first)
        return first
      })
    },
  ),
  fault(
    'api-token-ends-as-its-day-begins-17',
    'An API token of which the last day is given ends as that day begins',
    requests('apiTokens.create', 'expiresAt', (day) => (isDay(day) ? dayBefore(day) : day)),
  ),
  remembering(
    'revoked-api-token-still-reads',
    'An API token that was revoked is still let in for reading, as it is looked up in a cache',
    () => {
      const made = new Map<string, { token: string; maker: string }>()
      const revoked = new Map<string, string>()
      return async (exchange) => {
        const maker = revoked.get(tokenIn(exchange))
        if (maker !== undefined && exchange.method === 'GET') {
          return exchange.send({ headers: { authorization: `Bearer ${maker}` } })
        }
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (exchange.call === 'apiTokens.create') {
          const { id, token } = recordIn(reply)
          if (typeof token === 'string') made.set(textIn(id), { token, maker: tokenIn(exchange) })
        }
        if (exchange.call === 'apiTokens.revoke') {
          const known = made.get(idIn(exchange))
          if (known) revoked.set(known.token, known.maker)
        }
        return reply
      }
    },
  ),
  remembering('revoked-telephone-still-listed', 'A telephone system whose token was revoked is still listed', () => {
    const revoked: { organizationId: string; row: Fields }[] = []
    return on('telephone.revokeToken telephone.tokens', async (exchange) => {
      const id = exchange.path.split('/')[5] ?? ''
      const known =
        exchange.call === 'telephone.revokeToken' ? await listedIn(exchange, '/telephone/tokens', id) : undefined
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (known) revoked.push(known)
      if (exchange.call !== 'telephone.tokens') return reply
      const left = revoked.flatMap(({ organizationId, row }) =>
        organizationId === exchange.query.get('organizationId') ? [row] : [],
      )
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', (rows) => [...recordsIn(rows), ...left]),
      )
    })
  }),
  fault(
    'changes-of-products-not-told',
    'The stream of events tells nothing of products that change',
    replies('events.stream', (reply) => (reply.live ? { ...reply, live: silentAbout(reply.live, 'products') } : reply)),
  ),

  // People.
  fault(
    'members-not-found-by-email',
    'Who belongs to an organization is found by the name alone, not by the email address',
    replies('members.list', (reply, exchange) => {
      const q = (exchange.query.get('q') ?? '').trim().toLowerCase()
      return q === '' ? reply : without(reply, ({ name }) => !textIn(name).toLowerCase().includes(q))
    }),
  ),
  fault(
    'columns-of-other-lists-forgotten',
    'Whoever arranges the columns of one list loses how those of the others were arranged',
    bodies('users.setPreferences', async (body, exchange) => {
      if (!isRecord(body['lists'])) return body
      const known = valueAt(await read(exchange, '/users/me'), 'preferences.lists')
      const others = Object.fromEntries(Object.keys(isRecord(known) ? known : {}).map((name) => [name, {}]))
      return { ...body, lists: { ...others, ...body['lists'] } }
    }),
  ),
  fault(
    'tax-rate-of-two-decimals-17',
    'The tax rate of an organization is kept with two decimals',
    requests('organizations.update', 'taxRate', (rate) => (typeof rate === 'number' ? cents(rate) : rate)),
  ),
  fault(
    'permissions-left-out-are-reset-17',
    'What is left out of a change of what agents may do goes back to the standard',
    bodies('organizations.setPermissions', (body) => ({ ...standardPermissions, ...body })),
  ),
  fault(
    'share-without-decimals',
    'The share of a partner is rounded to a whole percent',
    requests('collaborations.create', 'share', (share) => (typeof share === 'number' ? Math.round(share) : share)),
  ),

  // Views and reports.
  remembering(
    'two-views-to-begin-with',
    'A list begins with the view that was chosen before as well as with the one that is chosen now',
    beginsWithSeveral,
  ),
  fault(
    'view-name-taken-by-another-list',
    'A view can not have the name of a view of another list',
    on('savedViews.create', async (exchange) => {
      const { organizationId, list, name } = bodyOf(exchange)
      const views = await readList(exchange, `/saved-views?organizationId=${textIn(organizationId)}`)
      const isTaken = views.some((view) => view['name'] === textIn(name).trim() && view['list'] !== list)
      return isTaken
        ? refused(422, 'validation_failed', 'There is a view of this name already', 'body.name')
        : exchange.send()
    }),
  ),
  fault(
    'saved-report-stays-in-its-days',
    'A saved report keeps the days that its period had when it was saved',
    requests('savedReports.create savedReports.update', 'question', (question) => {
      if (!isRecord(question) || !Object.hasOwn(periods, textIn(question['period']))) return question
      const today = new Date().toISOString().slice(0, 10)
      return { ...question, period: 'days', ...periods[question['period'] as PeriodName].of(today) }
    }),
  ),
  fault(
    'report-total-is-mean-of-lines',
    'The average order of a whole report is the mean of the averages of its lines',
    recordsAs('reports.read', (report) => {
      const averages = recordsIn(report['lines']).flatMap((line) => {
        const average = valueAt(line, 'values.averageOrder')
        return typeof average === 'number' ? [average] : []
      })
      const mean = cents(averages.reduce((sum, average) => sum + average, 0) / averages.length)
      return averages.length < 2 ? report : (changed(report, 'totals.values.averageOrder', () => mean) as Fields)
    }),
  ),
  fault(
    'dashboard-counts-archived-products',
    'The products that are low in stock on the dashboard count archived ones as well',
    replies('dashboard.read', async (reply, exchange) => {
      const count = await countOf(exchange, 'products', exchange.query.get('organizationId'), { stockLevel: 'low' })
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.queue', (queue) => {
          const entries = recordsIn(queue)
          if (count === 0) return entries
          return entries.some(({ of }) => of === 'lowStock')
            ? entries.map((entry) => (entry['of'] === 'lowStock' ? { ...entry, count } : entry))
            : [...entries, { of: 'lowStock', count, firstAt: null }]
        }),
      )
    }),
  ),
  fault(
    'least-calls-have-no-rank',
    'Who has exactly as many calls as are needed for a rank has none',
    on('leaderboard.read', (exchange) => {
      const least = Number(exchange.query.get('minCalls') ?? 0)
      if (!Number.isInteger(least) || least < 1 || least >= 1_000_000) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.set('minCalls', `${least + 1}`)
      return exchange.send({ query })
    }),
  ),

  // Finding, importing and what has happened.
  fault(
    'orders-not-found-with-their-sign',
    'The search of all kinds finds no order by its number with the sign before it',
    replies('search.find', (reply, exchange) =>
      (exchange.query.get('q') ?? '').trim().startsWith('#')
        ? withBody(
            reply,
            changed(parsed(reply.text), 'data.orders', () => []),
          )
        : reply,
    ),
  ),
  fault(
    'archived-campaigns-not-found-by-id',
    'Campaigns that are asked for by their ids are not found once they are archived',
    replies('search', (reply, exchange) =>
      bodyOf(exchange)['resource'] === 'campaigns' && filtersOf(exchange)['ids'] !== undefined
        ? without(reply, ({ archivedAt }) => typeof archivedAt === 'string')
        : reply,
    ),
  ),
  fault(
    'choice-of-nothing-finds-all',
    'A filter with no values is passed over, so that all rows are found',
    bodies('search', (body, exchange) => ({
      ...body,
      ...(isRecord(body['filters']) && {
        filters: Object.fromEntries(
          Object.entries(filtersOf(exchange)).filter(([, value]) => !Array.isArray(value) || value.length > 0),
        ),
      }),
    })),
  ),
  fault(
    'imported-zeros-are-lost',
    'SKUs and postal codes of a sheet lose the zeros that they begin with',
    bodies('sheetImports.addLines', (body) => {
      const zeros = (column: string, of: unknown) => changed(of, `lines.*.cells.${column}`, withoutZeros)
      return zeros('sku', zeros('postalCode', body)) as Fields
    }),
  ),
  fault(
    'lines-from-the-one-before',
    'Lines of an import behind some line begin with that line once more',
    on('sheetImports.lines', (exchange) => {
      const after = Number(exchange.query.get('after') ?? 0)
      if (!Number.isInteger(after) || after < 1) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.set('after', `${after - 1}`)
      return exchange.send({ query })
    }),
  ),
  fault(
    'timeline-of-campaign-without-offers',
    'The timeline of a campaign does not tell what happened to its offers',
    replies('audit.timeline', (reply, exchange) =>
      exchange.path.includes('/timelines/campaigns/')
        ? without(reply, ({ parts }) => {
            const told = recordsIn(parts)
            return told.length > 0 && told.every((part) => valueAt(part, 'record.resource') === 'offers')
          })
        : reply,
    ),
  ),
  fault(
    'timelines-of-others-are-told',
    'Whoever knows the id of a record reads its timeline, whosever it is',
    admits('audit.timeline', [403, 404]),
  ),
]
