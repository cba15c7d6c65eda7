import { randomUUID } from 'node:crypto'
import { carrierOf } from '../../../contract/carriers'
import { amountOf, smallestOf } from '../../../contract/rules/amounts'
import { dayIn } from '../../../contract/rules/days'
import {
  answer,
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
import { answers, bearer, byWhoeverMay, fault, on, refusals, remembering, replies, requests } from '../mutants/make'
import {
  afterwards,
  bodyOf,
  deafTo,
  idIn,
  move,
  pushes,
  read,
  readList,
  recordIn,
  recordsAs,
  recordsIn,
  rowsOf,
  tokenIn,
  write,
} from '../mutants/selling'
import {
  allRows,
  bodies,
  cents,
  countOf,
  dayBefore,
  digitsIn,
  type Fields,
  filtersOf,
  isDay,
  numberIn,
  refused,
  steadily,
  textIn,
  wakesPaused,
  without,
  beginsWithSeveral,
  addsWebhookEvents,
} from './inCommon'

const keyOf = ({ headers }: Exchange) => headers['idempotency-key']

const sumOf = (rows: readonly Fields[], amount: (row: Fields) => number) =>
  cents(rows.reduce((sum, row) => sum + amount(row), 0))

/** Does more once a request has been carried out, and nothing when it comes again with its key. */
function onceAfterwards(calls: string, work: (exchange: Exchange, record: Fields) => Promise<unknown>): Handler {
  const done = new Set<string>()
  return afterwards(calls, async (exchange, record) => {
    const key = keyOf(exchange)
    const name = `${tokenIn(exchange)} ${exchange.path} ${key}`
    if (key !== undefined && done.has(name)) return
    done.add(name)
    await work(exchange, record)
  })
}

/** A search of one resource. */
const searching = (resource: string, handle: Handler): Handler =>
  on('search', (exchange) => (bodyOf(exchange)['resource'] === resource ? handle(exchange) : exchange.send()))

/** What a search asks for, without its resource and its pages. */
const searchOf = (exchange: Exchange): Fields => {
  const { organizationId, q, filters } = bodyOf(exchange)
  return {
    organizationId,
    ...(q !== undefined && { q }),
    ...(filters !== undefined && { filters }),
  }
}

const withRecord = (reply: Reply, record: Fields): Reply =>
  withBody(
    reply,
    changed(parsed(reply.text), 'data', () => record),
  )

/** Another query than the one that is sent. */
const queries = (calls: string, change: (query: URLSearchParams) => void): Handler =>
  on(calls, (exchange) => {
    const query = new URLSearchParams(exchange.query)
    change(query)
    return query.toString() === exchange.query.toString() ? exchange.send() : exchange.send({ query })
  })

/** Offers by their ids. */
const offersOf = (exchange: Exchange, organizationId: unknown, ids: readonly unknown[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : rowsOf(exchange, 'offers', {
        organizationId,
        filters: { ids: ids.map(textIn) },
      })

async function* firstLines(live: AsyncIterable<string>, most: number) {
  let lines = 0
  for await (const chunk of live) {
    const parts = chunk.split('\n')
    const taken = parts.slice(0, most - lines)
    const isCut = taken.length < parts.length
    lines += parts.length - 1
    yield isCut ? `${taken.join('\n')}\n` : taken.join('\n')
    if (isCut) return
  }
}

async function* replaced(live: AsyncIterable<string>, from: string, to: string) {
  for await (const chunk of live) yield chunk.replaceAll(from, to)
}

export const thirteenthStrangers: Fault[] = [
  // Caches, copies and jobs
  remembering('customer-read-lags-behind', 'For a second after a change a customer is read as before it', () => {
    const before = new Map<string, { reply: Reply; at: number }>()
    return on('customers.get customers.update', async (exchange) => {
      const name = `${tokenIn(exchange)} ${exchange.path}`
      const kept = before.get(name)
      if (exchange.call === 'customers.get') {
        return kept && Date.now() - kept.at < 1_000 ? kept.reply : exchange.send()
      }
      const reply = await exchange.ask('GET', exchange.path, tokenIn(exchange))
      const changedNow = await exchange.send()
      if (isSuccess(reply) && isSuccess(changedNow)) before.set(name, { reply, at: Date.now() })
      return changedNow
    })
  }),
  remembering(
    'product-categories-cached-until-a-product-is-added',
    'The list of categories does not change when a product is put into another category',
    () => {
      const kept = new Map<string, Reply>()
      return on('products.categories products.create', async (exchange) => {
        const name = `${tokenIn(exchange)} ${exchange.query.get('organizationId')}`
        const cached = exchange.call === 'products.categories' ? kept.get(name) : undefined
        const reply = cached ?? (await exchange.send())
        if (exchange.call === 'products.create') kept.clear()
        else if (isSuccess(reply)) kept.set(name, reply)
        return reply
      })
    },
  ),
  remembering('revoked-token-reads-on', 'A revoked API token reads for a minute longer, as it is cached', () => {
    const tokens = new Map<string, string>()
    const revoked = new Map<string, number>()
    return async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'apiTokens.create' && isSuccess(reply)) {
        const { id, token } = recordIn(reply)
        if (typeof token === 'string') tokens.set(textIn(id), token)
      }
      if (exchange.call === 'apiTokens.revoke' && isSuccess(reply)) {
        revoked.set(tokens.get(idIn(exchange)) ?? '', Date.now())
      }
      const at = bearer(exchange) === '' ? undefined : revoked.get(bearer(exchange))
      const isReading = exchange.method === 'GET' || exchange.call === 'search'
      return reply.status === 401 && at !== undefined && isReading && Date.now() - at < 60_000
        ? byWhoeverMay(reply, exchange)
        : reply
    }
  }),
  remembering('revoked-invite-reads-as-open', 'An invite is read by its link as it was read first', () => {
    const kept = new Map<string, Reply>()
    return on('invites.read', async (exchange) => {
      const token = textIn(bodyOf(exchange)['token'])
      const reply = kept.get(token) ?? (await exchange.send())
      if (isSuccess(reply)) kept.set(token, reply)
      return reply
    })
  }),
  fault(
    'tax-rate-of-old-orders-follows-the-settings',
    'An order tells the tax rate that the organization has now',
    replies('orders.get', async (reply, exchange) => {
      const order = recordIn(reply)
      const { taxRate } = await read(exchange, `/organizations/${textIn(order['organizationId'])}/settings`)
      return typeof taxRate === 'number' ? withRecord(reply, { ...order, taxRate }) : reply
    }),
  ),
  remembering('bulk-job-begun-twice-is-refused', 'Starting a bulk job again is refused', () => {
    const begun = new Set<string>()
    return on('bulkJobs.start', async (exchange) => {
      if (begun.has(exchange.path)) return refused(409, 'not_possible', 'It has been begun already.')
      const reply = await exchange.send()
      if (isSuccess(reply)) begun.add(exchange.path)
      return reply
    })
  }),
  fault(
    'events-tell-deletions-as-updates-too',
    'Streams tell that a record was updated when it was deleted',
    replies('events.stream', (reply) =>
      reply.live
        ? {
            ...reply,
            live: replaced(reply.live, '"kind":"deleted"', '"kind":"updated"'),
          }
        : reply,
    ),
  ),

  // Two at once, and the same again
  remembering('stock-is-read-then-set', 'Of two adjustments of a stock at once one is lost', () =>
    steadily('products.adjustStock', async (body, exchange) => {
      const { by, to, ...rest } = body
      if (typeof by !== 'number' || to !== undefined || !Number.isInteger(by) || by === 0) return body
      const { stock } = await read(exchange, `/products/${idIn(exchange)}`)
      return typeof stock === 'number' && stock + by >= 0 ? { ...rest, to: stock + by } : body
    }),
  ),
  fault(
    'note-with-same-key-is-written-twice',
    'A note that is sent again with its key is written again',
    deafTo('idempotency-key', 'orders.addNote'),
  ),
  remembering(
    'key-of-another-organization-is-taken',
    'A key that another organization has used is refused for a new product',
    () => {
      const users = new Map<string, unknown>()
      return on('products.create', async (exchange) => {
        const key = keyOf(exchange)
        const { organizationId } = bodyOf(exchange)
        if (key !== undefined && users.has(key) && users.get(key) !== organizationId) {
          return refused(
            422,
            'validation_failed',
            'This key has been used for another request',
            'headers.idempotency-key',
          )
        }
        const reply = await exchange.send()
        if (key !== undefined && isSuccess(reply)) users.set(key, organizationId)
        return reply
      })
    },
  ),
  fault(
    'only-first-version-of-if-match-counts',
    'Of several versions in If-Match the first alone is compared, for products',
    on('products.update', (exchange) => {
      const [first = '', ...others] = (exchange.headers['if-match'] ?? '').split(',')
      return others.length === 0 ? exchange.send() : exchange.send({ headers: { 'if-match': first.trim() } })
    }),
  ),
  remembering('draft-placed-again-is-a-second-order', 'A draft that is placed again becomes a second order', () => {
    const placed = new Map<string, string | undefined>()
    return on('orders.place', async (exchange) => {
      const body = bodyOf(exchange)
      const draftId = textIn(body['draftId']).toLowerCase()
      const key = keyOf(exchange)
      if (placed.has(draftId) && (key === undefined || placed.get(draftId) !== key)) {
        return exchange.send({
          body: { ...body, draftId: randomUUID() },
          headers: { 'idempotency-key': undefined },
        })
      }
      const reply = await exchange.send()
      if (isSuccess(reply) && draftId !== '') placed.set(draftId, key)
      return reply
    })
  }),
  remembering('payment-sent-again-is-a-second-attempt', 'An attempt to pay that is sent again is another one', () => {
    const known = new Set<string>()
    return on('payments.pay', async (exchange) => {
      const body = bodyOf(exchange)
      const name = `${exchange.path} ${textIn(body['attemptId']).toLowerCase()}`
      if (known.has(name)) return exchange.send({ body: { ...body, attemptId: randomUUID() } })
      const reply = await exchange.send()
      if (isSuccess(reply)) known.add(name)
      return reply
    })
  }),
  remembering('telephone-call-sent-again-is-another-too', 'A telephone call that is sent again is another call', () => {
    const times = new Map<string, number>()
    return bodies('telephone.startCall', (body, exchange) => {
      const callId = textIn(body['callId'])
      const name = `${tokenIn(exchange)} ${callId}`
      const count = times.get(name) ?? 0
      if (callId !== '') times.set(name, count + 1)
      return count === 0 ? body : { ...body, callId: `${callId}-${count}` }
    })
  }),
  remembering(
    'webhook-secret-told-again-too',
    'A webhook that is made again with its key tells its secret again',
    () => {
      const made = new Map<string, Reply>()
      return replies('webhooks.create', (reply, exchange) => {
        const key = keyOf(exchange)
        if (key === undefined) return reply
        const name = `${tokenIn(exchange)} ${key}`
        if (recordIn(reply)['webhookSecret'] === null) return made.get(name) ?? reply
        made.set(name, reply)
        return reply
      })
    },
  ),

  // Money
  fault(
    'payment-page-taxes-the-sum',
    'The tax on the payment page is reckoned of the sum of the order, not line by line',
    recordsAs('payments.get', (payment) => {
      const { order } = payment
      if (!isRecord(order)) return payment
      const rate = numberIn(order['taxRate'])
      const smallest = smallestOf(textIn(order['currency']))
      const taxed = amountOf(numberIn(order['subtotal']) + numberIn(order['shippingTotal']))
      const tax = (taxed * rate) / (order['pricesIncludeTax'] === true ? 100 + rate : 100)
      return {
        ...payment,
        order: {
          ...order,
          taxTotal: (Math.round(tax / smallest) * smallest) / 100,
        },
      }
    }),
  ),
  remembering(
    'part-of-a-line-refunds-all-its-shipping',
    'Some units of a line are refunded with all of its shipping, not their share',
    () =>
      steadily('orders.refund', async (body, exchange) => {
        const { shipping, ...rest } = body
        const chosen = new Set(recordsIn(body['lines']).map(({ itemId }) => itemId))
        if (shipping !== true || chosen.size === 0 || body['shippingAmount'] !== undefined) return body
        const order = await read(exchange, `/orders/${idIn(exchange)}`)
        const ofThese = recordsIn(order['items']).filter(({ id }) => chosen.has(id))
        const back = recordsIn(order['refundedLines']).filter(({ itemId }) => chosen.has(itemId))
        const left =
          sumOf(ofThese, ({ shippingTotal }) => numberIn(shippingTotal)) -
          sumOf(back, ({ shipping: before }) => numberIn(before))
        return left > 0 ? { ...rest, shippingAmount: cents(left) } : body
      }),
  ),
  remembering('restock-is-booked-twice', 'What a refund puts back into stock is put back twice', () =>
    onceAfterwards('orders.refund', async (exchange) => {
      const { lines, restock } = bodyOf(exchange)
      if (restock !== true) return
      const { items } = await read(exchange, `/orders/${idIn(exchange)}`)
      for (const { itemId, quantity } of recordsIn(lines)) {
        const item = recordsIn(items).find(({ id }) => id === itemId)
        const pieces = numberIn(quantity) * numberIn(item?.['quantityPerOrder'] ?? 1)
        if (pieces > 0) await move(exchange, item?.['productId'], pieces)
      }
    }),
  ),
  remembering(
    'cancelled-order-keeps-its-offers',
    'A cancelled order gives back to the stock, and not what its offers have to sell',
    () =>
      onceAfterwards('orders.cancel', async (exchange, order) => {
        const items = recordsIn(order['items'])
        const ids = [...new Set(items.map(({ offerId }) => textIn(offerId)))].filter((id) => id !== '')
        for (const { id, quantity } of await offersOf(exchange, order['organizationId'], ids)) {
          const held = sumOf(
            items.filter(({ offerId }) => offerId === id),
            (item) => numberIn(item['quantity']),
          )
          const left = Math.max(0, numberIn(quantity) - held)
          await write(exchange, 'PUT', `/offers/${textIn(id)}`, {
            quantity: left,
          })
        }
      }),
  ),
  fault(
    'order-sums-ignore-the-highest-total',
    'The sums of orders take no heed of totalMax',
    requests('orders.sums', 'filters.totalMax', () => gone),
  ),
  fault(
    'transaction-sums-have-failed-charges',
    'The sums of transactions have what was charged and declined',
    replies('transactions.sums', async (reply, exchange) => {
      const { type, status, ...others } = filtersOf(exchange)
      const isAsked = (filter: unknown, value: string) => filter === undefined || [filter].flat().includes(value)
      if (!isAsked(type, 'charge') || !isAsked(status, 'failed')) return reply
      const filters = { ...others, type: 'charge', status: 'failed' }
      const failed = await allRows(exchange, 'transactions', {
        ...searchOf(exchange),
        filters,
      })
      const more = sumOf(failed, ({ amount }) => numberIn(amount))
      const sums = recordIn(reply)
      const [charged, net] = [cents(numberIn(sums['charged']) + more), cents(numberIn(sums['net']) + more)]
      return withRecord(reply, { ...sums, charged, net })
    }),
  ),
  fault(
    'line-sums-without-shipping-and-tax',
    'The sums of lines of orders have neither their shipping nor their tax',
    replies('orderLines.sums', async (reply, exchange) => {
      const lines = await allRows(exchange, 'orderLines', searchOf(exchange))
      const total = sumOf(lines, ({ quantity, unitPrice }) => numberIn(quantity) * numberIn(unitPrice))
      return withRecord(reply, { ...recordIn(reply), total })
    }),
  ),
  fault(
    'report-averages-the-averages',
    'The average order of a whole report is the mean of its lines',
    recordsAs('reports.read', (report) => {
      const each = recordsIn(report['lines']).flatMap((line) => {
        const average = valueAt(line, 'values.averageOrder')
        return typeof average === 'number' ? [average] : []
      })
      if (each.length < 2) return report
      const mean = cents(each.reduce((sum, average) => sum + average, 0) / each.length)
      return changed(report, 'totals.values.averageOrder', () => mean) as Fields
    }),
  ),
  fault(
    'campaign-counts-cancelled-orders-too',
    'A campaign that is read counts its cancelled orders, too',
    replies('campaigns.get', async (reply, exchange) => {
      const campaign = recordIn(reply)
      if (typeof campaign['ordersCount'] !== 'number') return reply
      const filters = { campaignId: textIn(campaign['id']) }
      const ordersCount = await countOf(exchange, 'orders', campaign['organizationId'], filters)
      return withRecord(reply, { ...campaign, ordersCount })
    }),
  ),
  fault(
    'work-queue-forgets-partly-refunded-orders',
    'The dashboard does not count partly refunded orders among those to pack',
    replies('dashboard.read', async (reply, exchange) => {
      const dashboard = recordIn(reply)
      const queue = recordsIn(dashboard['queue'])
      if (!queue.some((entry) => entry['of'] === 'toPack')) return reply
      const count = await countOf(exchange, 'orders', exchange.query.get('organizationId'), {
        status: 'open',
        paymentStatus: ['paid', 'overpaid'],
        fulfillmentStatus: ['unfulfilled', 'partial'],
      })
      const told = queue.flatMap((entry) => {
        if (entry['of'] !== 'toPack') return [entry]
        return count > 0 ? [{ ...entry, count }] : []
      })
      return withRecord(reply, { ...dashboard, queue: told })
    }),
  ),

  // Days and zones
  fault(
    'days-of-transactions-are-utc',
    'Transactions are narrowed by days of UTC, not of the organization',
    searching(
      'transactions',
      bodies('search', (body, exchange) => {
        const { createdFrom, createdTo, ...others } = filtersOf(exchange)
        if (!isDay(createdFrom) && !isDay(createdTo)) return body
        const filters = {
          ...others,
          ...(createdFrom !== undefined && {
            createdFrom: isDay(createdFrom) ? `${createdFrom}T00:00:00.000Z` : createdFrom,
          }),
          ...(createdTo !== undefined && {
            createdTo: isDay(createdTo) ? `${createdTo}T23:59:59.999Z` : createdTo,
          }),
        }
        return { ...body, filters }
      }),
    ),
  ),
  fault(
    'campaign-sells-nothing-on-its-last-day',
    'A campaign is over when its last day begins',
    on('orders.place', async (exchange) => {
      const { organizationId, campaignId } = bodyOf(exchange)
      const organization = (await readList(exchange, '/organizations')).find(({ id }) => id === organizationId)
      const campaign = await read(exchange, `/campaigns/${textIn(campaignId)}`)
      const today = dayIn(textIn(organization?.['timeZone']) || 'UTC', new Date())
      return textIn(campaign['endDate']).slice(0, 10) === today
        ? refused(422, 'validation_failed', `This campaign ended on ${today}.`, 'body.campaignId')
        : exchange.send()
    }),
  ),
  fault(
    'api-token-ends-as-its-day-begins-too',
    'An API token ends at the beginning of its last day, and by UTC',
    requests('apiTokens.create', 'expiresAt', (value) => (isDay(value) ? `${value}T00:00:00.000Z` : value)),
  ),
  fault(
    'audit-leaves-out-its-last-day-too',
    'The audit log that is narrowed to a day ends before it',
    queries('audit.list', (query) => {
      const to = query.get('createdTo')
      if (isDay(to)) query.set('createdTo', dayBefore(to))
    }),
  ),

  // Customers, also abroad
  fault(
    'alike-phones-compare-digits-alone',
    'A customer is not found alike by a phone number with and without the code of its country',
    replies('customers.findAlike', (reply, exchange) => {
      const digits = digitsIn(bodyOf(exchange)['phone'])
      const alike = recordsIn(valueAt(parsed(reply.text), 'data')).flatMap((row) => {
        const by = Array.isArray(row['alike']) ? row['alike'] : []
        const left = by.filter((name) => name !== 'phone' || digitsIn(row['phone']) === digits)
        return left.length > 0 ? [{ ...row, alike: left }] : []
      })
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', () => alike),
      )
    }),
  ),
  remembering('deleted-customers-are-alike', 'Deleted customers are found alike by their email address', () => {
    const deleted = new Map<string, Fields>()
    return on('customers.delete customers.restore customers.findAlike', async (exchange) => {
      if (exchange.call === 'customers.delete') {
        const customer = await read(exchange, `/customers/${idIn(exchange)}`)
        const reply = await exchange.send()
        if (isSuccess(reply)) deleted.set(idIn(exchange), customer)
        return reply
      }
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'customers.restore') {
        deleted.delete(idIn(exchange))
        return reply
      }
      const { organizationId, email } = bodyOf(exchange)
      const wanted = textIn(email).trim().toLowerCase()
      const more = [...deleted.values()].flatMap(({ calls: _, merged: __, timeline: ___, ...customer }) =>
        wanted !== '' && customer['email'] === wanted && customer['organizationId'] === organizationId
          ? [{ ...customer, alike: ['email'] }]
          : [],
      )
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', (rows) => [...recordsIn(rows), ...more]),
      )
    })
  }),
  remembering('unmerged-customer-keeps-the-note', 'Who is unmerged from another leaves their note with them', () => {
    const keptBy = new Map<string, string>()
    return on('customers.merge customers.unmerge', async (exchange) => {
      const keptId = exchange.call === 'customers.merge' ? idIn(exchange) : keptBy.get(idIn(exchange))
      const { note } = keptId === undefined ? {} : await read(exchange, `/customers/${keptId}`)
      const reply = await exchange.send()
      if (!isSuccess(reply) || keptId === undefined) return reply
      if (exchange.call === 'customers.merge') keptBy.set(textIn(bodyOf(exchange)['otherId']), keptId)
      else
        await write(exchange, 'PUT', `/customers/${keptId}`, {
          note: textIn(note),
        })
      return reply
    })
  }),
  fault(
    'every-country-needs-a-postal-code',
    'The address of an order is refused without a postal code, wherever it is',
    on('orders.updateAddress', (exchange) => {
      const { country, postalCode } = bodyOf(exchange)
      return textIn(country).trim() !== '' && textIn(postalCode).trim() === ''
        ? Promise.resolve(refused(422, 'validation_failed', 'The address needs a postal code.', 'body.postalCode'))
        : exchange.send()
    }),
  ),

  // Lists
  fault(
    'pages-of-movements-overlap',
    'A later page of the movements of a stock begins with the last of the page before',
    on('products.movements', async (exchange) => {
      const page = Number(exchange.query.get('page') ?? 1)
      const limit = Number(exchange.query.get('limit') ?? 10)
      const reply = await exchange.send()
      if (!isSuccess(reply) || page < 2) return reply
      const all = await readList(exchange, `/products/${idIn(exchange)}/movements?limit=100&page=1`)
      const start = (page - 1) * limit - 1
      if (start + limit > 100) return reply
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', () => all.slice(start, start + limit)),
      )
    }),
  ),
  fault(
    'archived-campaigns-are-not-found-by-id-too',
    'A search for the ids of campaigns leaves out those that are archived',
    searching('campaigns', async (exchange) => {
      const reply = await exchange.send()
      const isNamed = filtersOf(exchange)['ids'] !== undefined
      return isNamed && isSuccess(reply) ? without(reply, ({ archivedAt }) => typeof archivedAt === 'string') : reply
    }),
  ),
  fault(
    'total-of-mails-ignores-the-state',
    'The total of mails of a state is that of all mails',
    replies('mails.list', async (reply, exchange) => {
      const query = new URLSearchParams(exchange.query)
      if (!query.has('state')) return reply
      query.delete('state')
      const all = await exchange.ask('GET', `${exchange.path}?${query.toString()}`, tokenIn(exchange))
      const total = valueAt(parsed(all.text), 'meta.total')
      return withBody(
        reply,
        changed(parsed(reply.text), 'meta.total', (own) => total ?? own),
      )
    }),
  ),
  fault(
    'campaign-timeline-without-its-offers',
    'The timeline of a campaign does not tell what happened to its offers',
    on('audit.timeline', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || !exchange.path.includes('/timelines/campaigns/')) return reply
      return without(reply, ({ parts }) =>
        recordsIn(parts).every((part) => valueAt(part, 'record.resource') === 'offers'),
      )
    }),
  ),
  fault(
    'export-ends-after-a-hundred-rows',
    'A list as CSV has its first hundred rows',
    replies('listExports.csv', (reply) =>
      reply.live
        ? { ...reply, live: firstLines(reply.live, 101) }
        : {
            ...reply,
            text: reply.text
              .split(/(?<=\n)/)
              .slice(0, 101)
              .join(''),
          },
    ),
  ),
  fault(
    'import-takes-zeros-off-skus',
    'A SKU of digits in a spreadsheet loses the zeros that it begins with',
    requests('sheetImports.addLines', 'lines.*.cells.sku', (sku) =>
      typeof sku === 'string' ? sku.replace(/^0+(?=\d+$)/, '') : sku,
    ),
  ),
  remembering(
    'list-begins-with-two-views-too',
    'The view that a list began with before stays so beside the new one',
    beginsWithSeveral,
  ),
  fault(
    'restored-view-is-shared-no-more-too',
    'A shared view that is restored belongs to who made it',
    replies('savedViews.restore', async (reply, exchange) => {
      const { id, isShared } = recordIn(reply)
      if (isShared !== true) return reply
      const own = await write(exchange, 'PUT', `/saved-views/${textIn(id)}/sharing`, { isShared: false })
      return isSuccess(own) ? own : reply
    }),
  ),
  fault(
    'just-enough-calls-give-no-rank',
    'Who has exactly the minimum of calls has no rank on the leaderboard',
    queries('leaderboard.read', (query) => {
      const least = Number(query.get('minCalls') ?? 0)
      if (Number.isInteger(least) && least > 0 && least < 1_000_000) query.set('minCalls', `${least + 1}`)
    }),
  ),

  // What is saved
  fault(
    'goal-that-is-not-named-is-cleared',
    'Setting one goal of the team clears the others',
    bodies('leaderboard.setGoals', (body) =>
      ['today', 'week', 'month'].some((name) => body[name] !== undefined)
        ? { today: null, week: null, month: null, ...body }
        : body,
    ),
  ),
  remembering('arranging-a-list-forgets-the-others', 'Arranging one list forgets how others are arranged', () => {
    const named = new Map<string, string[]>()
    const narrowed = (reply: Reply, exchange: Exchange) => {
      const names = named.get(bearer(exchange))
      if (names === undefined) return reply
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.preferences.lists', (lists) =>
          isRecord(lists) ? Object.fromEntries(Object.entries(lists).filter(([name]) => names.includes(name))) : lists,
        ),
      )
    }
    return replies('users.setPreferences users.me', (reply, exchange) => {
      const { lists } = bodyOf(exchange)
      if (isRecord(lists)) named.set(bearer(exchange), Object.keys(lists))
      return narrowed(reply, exchange)
    })
  }),
  fault(
    'product-description-is-cut',
    'A description of a product is cut after 255 characters',
    requests('products.create products.update', 'description', (text) =>
      typeof text === 'string' ? text.trim().slice(0, 255) : text,
    ),
  ),
  fault(
    'shipping-price-of-zero-is-not-saved',
    'An offer that is changed to ship for nothing keeps its shipping price',
    requests('offers.update', 'shipPrice', (price) => (price === 0 ? gone : price)),
  ),
  fault(
    'draft-keeps-no-note',
    'A draft of an order keeps no note',
    requests('orderDrafts.keep', 'content.note', () => gone),
  ),
  fault(
    'webhook-keeps-events-that-are-taken-off',
    'Changing the events of a webhook adds to those that it has',
    addsWebhookEvents,
  ),
  fault(
    'campaign-copy-has-no-auto-responders',
    'A campaign that begins after another one has none of its auto-responders',
    afterwards('campaigns.create', async (exchange, { id }) => {
      if (bodyOf(exchange)['copiedFrom'] === undefined) return
      for (const mail of await readList(exchange, `/campaigns/${textIn(id)}/autoresponders/email`)) {
        await write(exchange, 'DELETE', `/autoresponders/email/${textIn(mail['id'])}`, {})
      }
    }),
  ),
  fault(
    'changed-auto-responder-sends-again',
    'Changing an auto-responder that is paused ends its pause',
    wakesPaused('autoresponders.update'),
  ),
  fault(
    'preview-puts-names-into-html-as-they-are',
    'What a customer is called goes into a mail as HTML',
    answers('autoresponders.preview orderMails.preview', 'data.mailHtml', (html) =>
      typeof html === 'string' ? html.replaceAll('&lt;', '<').replaceAll('&gt;', '>') : html,
    ),
  ),

  // Selling and calling
  fault(
    'most-of-an-offer-counts-each-line',
    'The most units of an offer in an order are counted line by line',
    pushes('orders.place', async (exchange) => {
      const { organizationId, lines } = bodyOf(exchange)
      const offerOf = ({ offerId }: Fields) => textIn(offerId).toLowerCase()
      const wanted = recordsIn(lines)
      const ids = [...new Set(wanted.map(offerOf))].filter(
        (id) => wanted.filter((line) => offerOf(line) === id).length > 1,
      )
      const back: (() => Promise<Reply>)[] = []
      for (const { id, maxQuantity: most } of await offersOf(exchange, organizationId, ids)) {
        const units = wanted.filter((line) => offerOf(line) === id).map(({ quantity }) => numberIn(quantity))
        const sum = units.reduce((all, some) => all + some, 0)
        if (typeof most !== 'number' || sum <= most || units.some((count) => count > most)) continue
        const path = `/offers/${textIn(id)}`
        const raised = await write(exchange, 'PUT', path, { maxQuantity: sum })
        if (isSuccess(raised)) back.push(() => write(exchange, 'PUT', path, { maxQuantity: most }))
      }
      return back.length === 0 ? undefined : () => Promise.all(back.map((putBack) => putBack()))
    }),
  ),
  fault(
    'unwanted-call-by-number-is-begun',
    'Who does not want to be called is called by their number',
    refusals('calls.start', [409], async (reply, exchange) => {
      const body = bodyOf(exchange)
      const { customerId, phone, direction = 'outbound' } = body
      if (customerId !== undefined || textIn(phone) === '' || direction === 'inbound') return reply
      const begun = await exchange.send({
        body: { ...body, direction: 'inbound' },
      })
      if (!isSuccess(begun)) return reply
      return withRecord(begun, {
        ...recordIn(begun),
        direction: body['direction'] ?? null,
      })
    }),
  ),
  remembering('call-back-stays-after-a-later-call', 'A later call with the customer ends no call-back', () => {
    const due = new Map<string, Fields>()
    return on('calls.close calls.calledBack calls.callBacks', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const record = recordIn(reply)
      if (exchange.call === 'calls.close' && typeof record['callBackAt'] === 'string') due.set(idIn(exchange), record)
      if (exchange.call === 'calls.calledBack') due.delete(idIn(exchange))
      if (exchange.call !== 'calls.callBacks') return reply
      const asked = exchange.query.get('organizationId')
      const listed = recordsIn(valueAt(parsed(reply.text), 'data'))
      const more = [...due.values()].filter(
        ({ id, organizationId }) => organizationId === asked && listed.every((row) => row['id'] !== id),
      )
      const rows = [...listed, ...more].toSorted(
        (one, other) => Date.parse(textIn(one['callBackAt'])) - Date.parse(textIn(other['callBackAt'])),
      )
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', () => rows),
      )
    })
  }),

  // Paying
  remembering('replaced-link-still-pays-too', 'A payment link that was replaced opens and pays its order still', () => {
    const orderOf = new Map<string, string>()
    const newest = new Map<string, string>()
    return on('orders.createPaymentLink payments.get payments.pay', async (exchange) => {
      if (exchange.call === 'orders.createPaymentLink') {
        const reply = await exchange.send()
        const [token] = /[\w.~-]+$/.exec(textIn(recordIn(reply)['linkUrl'])) ?? []
        if (isSuccess(reply) && token !== undefined && !orderOf.has(token)) {
          orderOf.set(token, idIn(exchange))
          newest.set(idIn(exchange), token)
        }
        return reply
      }
      const token = idIn(exchange)
      const instead = newest.get(orderOf.get(token) ?? '') ?? token
      return instead === token ? exchange.send() : exchange.send({ path: exchange.path.replace(token, instead) })
    })
  }),
  remembering('pay-code-opens-with-any-digits', 'A code that was read out opens its link with any four digits', () => {
    const digitsOf = new Map<string, string>()
    const plain = (code: unknown) =>
      textIn(code)
        .replaceAll(/[^\p{L}\p{N}]/gu, '')
        .toUpperCase()
    return on('orders.createPaymentLink payments.openCode', async (exchange) => {
      if (exchange.call === 'orders.createPaymentLink') {
        const reply = await exchange.send()
        const code = isSuccess(reply) ? plain(recordIn(reply)['payCode']) : ''
        if (code !== '') {
          const { customer } = await read(exchange, `/orders/${idIn(exchange)}`)
          digitsOf.set(code, digitsIn(valueAt(customer, 'phone')).slice(-4))
        }
        return reply
      }
      const body = bodyOf(exchange)
      const phoneDigits = digitsOf.get(plain(body['payCode']))
      return phoneDigits !== undefined && /^\d{4}$/.test(textIn(body['phoneDigits']).trim())
        ? exchange.send({ body: { ...body, phoneDigits } })
        : exchange.send()
    })
  }),
  fault(
    'disabled-gateways-are-offered-too',
    'The gateways that a payment link can be made for have those that are disabled',
    replies('orders.payments', async (reply, exchange) => {
      const payments = recordIn(reply)
      const offered = recordsIn(payments['gateways'])
      const { organizationId } = await read(exchange, `/orders/${idIn(exchange)}`)
      const all = await readList(exchange, `/gateways?organizationId=${textIn(organizationId)}`)
      const more = all.flatMap(({ id, displayName, state }) =>
        state === 'disabled' ? [{ id, displayName, whyNot: null }] : [],
      )
      return withRecord(reply, {
        ...payments,
        gateways: [...offered, ...more],
      })
    }),
  ),
  fault(
    'password-goes-along-to-another-server',
    'An email provider keeps its password when its host becomes another one',
    refusals('plugins.update', [422], async (reply, exchange) => {
      const body = bodyOf(exchange)
      if (typeof body['host'] !== 'string' || body['password'] !== undefined) return reply
      const kept = await exchange.send({
        body: { ...body, password: 'as-it-was-before' },
      })
      return isSuccess(kept) ? kept : reply
    }),
  ),

  // Parcels
  fault(
    'scan-knows-an-old-table-of-carriers',
    'A scanned number of GLS, DPD, PostNord or Royal Mail is taken for one of DHL',
    bodies('fulfilments.scan', (body) => {
      const { carrier, trackingNumber } = body
      const guessed = carrierOf(textIn(trackingNumber))
      const isNew = ['GLS', 'DPD', 'PostNord', 'Royal Mail'].includes(guessed ?? '')
      return isNew && textIn(carrier).trim() === '' ? { ...body, carrier: 'DHL' } : body
    }),
  ),
  fault(
    'some-parcels-take-the-step',
    'Of several parcels those take a step that can, where others can not',
    refusals('fulfilments.takeSteps', [404, 409, 422], async (reply, exchange) => {
      const { step, fulfilmentIds } = bodyOf(exchange)
      if (!['ship', 'deliver', 'cancel'].includes(textIn(step)) || !Array.isArray(fulfilmentIds)) return reply
      let count = 0
      for (const id of new Set(fulfilmentIds.map(textIn))) {
        const taken = id !== '' && (await write(exchange, 'POST', `/fulfilments/${id}/${textIn(step)}`, {}))
        if (taken && isSuccess(taken)) count += 1
      }
      return count > 0 ? answer(200, { data: { changed: count } }) : reply
    }),
  ),
]
