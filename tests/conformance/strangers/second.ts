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
import { answers, fault, on, refusals, remembering, replies, requests, textOf, unasked } from '../mutants/make'
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
  rowsAs,
  rowsOf,
  tokenIn,
  write,
} from '../mutants/selling'
import { allRows, dayBefore, type Fields, goesOn, isDay, numberIn, refused, textIn, wakesPaused } from './inCommon'

// Faults of somebody who has not seen the checks: what teams get wrong in a back office.

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []

/** The record of an answer, or each row of its list, with another look. */
function shown(reply: Reply, change: (record: Fields) => Fields): Reply {
  const whole = parsed(reply.text)
  if (!isSuccess(reply) || !isRecord(whole)) return reply
  const { data } = whole
  if (Array.isArray(data)) {
    return withBody(reply, { ...whole, data: data.map((row: unknown) => (isRecord(row) ? change(row) : row)) })
  }
  return isRecord(data) ? withBody(reply, { ...whole, data: change(data) }) : reply
}

/** A search of one resource only, with its request changed. */
const searched = (resource: string, change: (filters: Fields) => Fields, calls = 'search'): Handler =>
  on(calls, (exchange) => {
    const body = bodyOf(exchange)
    if (exchange.call === 'search' && body['resource'] !== resource) return exchange.send()
    if (!isRecord(body['filters'])) return exchange.send()
    const filters = change(body['filters'])
    return JSON.stringify(filters) === JSON.stringify(body['filters'])
      ? exchange.send()
      : exchange.send({ body: { ...body, filters } })
  })

/** The record that a request is about, with its place in the API. */
const current = (exchange: Exchange, resource: string) => read(exchange, `/${resource}/${idIn(exchange)}`)

const isResource = (exchange: Exchange, resource: string) =>
  exchange.call !== 'search' || bodyOf(exchange)['resource'] === resource

const cutAsFloat = (value: unknown) => (typeof value === 'number' ? Math.trunc(value * 100) / 100 : value)

const standardPreferences = { theme: 'system', density: 'comfortable', language: 'browser', clock: 'language' }

const zeroed = (values: unknown): unknown =>
  isRecord(values)
    ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === null ? 0 : value]))
    : values

const listOfAction = (action: string) => {
  const [list = ''] = action.split('.')
  return list === 'fulfilments' ? 'fulfillments' : list
}

export const secondStrangers: Fault[] = [
  // Campaigns
  remembering(
    'campaign-copy-begins-without-its-mails',
    'A campaign that is made after another one begins without the auto-responders of that one.',
    () => {
      const done = new Set<string>()
      return afterwards('campaigns.create', async (exchange, { id }) => {
        if (typeof bodyOf(exchange)['copiedFrom'] !== 'string' || done.has(textIn(id))) return
        done.add(textIn(id))
        for (const responder of await readList(exchange, `/campaigns/${textIn(id)}/autoresponders/email`)) {
          await write(exchange, 'DELETE', `/autoresponders/email/${textIn(responder['id'])}`, {})
        }
      })
    },
  ),
  fault(
    'campaign-starts-on-the-day-before',
    'The day on which a campaign starts is read as midnight in Greenwich and kept as the day before, further west.',
    requests('campaigns.create campaigns.update', 'startDate', (value) => (isDay(value) ? dayBefore(value) : value)),
  ),
  remembering(
    'campaign-still-counts-deleted-offers',
    'The number of offers of a campaign does not go down when one of them is deleted.',
    () => {
      const campaignOf = new Map<string, string>()
      const deleted = new Map<string, Set<string>>()
      return on(
        'offers.create offers.delete offers.restore campaigns.get campaigns.update search',
        async (exchange) => {
          const reply = await exchange.send()
          if (!isSuccess(reply)) return reply
          const campaignId = campaignOf.get(idIn(exchange)) ?? ''
          switch (exchange.call) {
            case 'offers.create':
              campaignOf.set(textIn(recordIn(reply)['id']), idIn(exchange))
              return reply
            case 'offers.delete':
              deleted.set(campaignId, (deleted.get(campaignId) ?? new Set()).add(idIn(exchange)))
              return reply
            case 'offers.restore':
              deleted.get(campaignId)?.delete(idIn(exchange))
              return reply
            default:
              return isResource(exchange, 'campaigns')
                ? shown(reply, (row) => {
                    const more = deleted.get(textIn(row['id']))?.size ?? 0
                    return more > 0 ? { ...row, offersCount: numberIn(row['offersCount']) + more } : row
                  })
                : reply
          }
        },
      )
    },
  ),
  fault(
    'campaign-members-are-only-added',
    'Saying who sells in a campaign adds people to it, and leaves in it who is not named any more.',
    on('campaigns.setMembers', async (exchange) => {
      const body = bodyOf(exchange)
      const before = recordsIn((await current(exchange, 'campaigns'))['members']).map(({ id }) => textIn(id))
      const memberIds = [...new Set([...before, ...textsIn(body['memberIds'])])]
      return Array.isArray(body['memberIds']) ? exchange.send({ body: { ...body, memberIds } }) : exchange.send()
    }),
  ),

  // Offers
  fault(
    'offer-sold-out-has-one-left',
    'An offer whose quantity is set to zero is kept with one unit available.',
    requests('offers.update', 'quantity', (value) => (value === 0 ? 1 : value)),
  ),
  fault(
    'offer-deleted-over-a-newer-version',
    'An offer is deleted although somebody has changed it since the version that the deletion demands.',
    deafTo('if-match', 'offers.delete'),
  ),
  fault(
    'offer-prices-lose-a-cent',
    'Prices of offers are cut to cents in floating point, by which 19.99 becomes 19.98.',
    requests('offers.create offers.update', 'basePrice', cutAsFloat),
  ),
  fault(
    'archived-product-gets-new-offers',
    'A new offer can be made of a product that is archived.',
    pushes('offers.create', async (exchange) => {
      const productId = textOf(exchange, 'productId')
      const product = productId === '' ? {} : await read(exchange, `/products/${productId}`)
      if (product['status'] !== 'archived') return undefined
      await write(exchange, 'POST', `/products/${productId}/restore`, {})
      return () => write(exchange, 'POST', `/products/${productId}/archive`, {})
    }),
  ),

  // Products
  fault(
    'product-never-becomes-free',
    'A price of zero is taken for none when a product is changed, so that the price before it stays.',
    on('products.update', async (exchange) => {
      const body = bodyOf(exchange)
      if (body['price'] !== 0) return exchange.send()
      const { price } = await current(exchange, 'products')
      return typeof price === 'number' ? exchange.send({ body: { ...body, price } }) : exchange.send()
    }),
  ),
  remembering(
    'product-copy-brings-its-stock',
    'A product that is duplicated has as many units in stock as the one that it is like, and not none.',
    () => {
      const done = new Set<string>()
      return goesOn('products.duplicate', async (exchange, { id }) => {
        if (done.has(textIn(id))) return exchange.ask('GET', `/api/v1/products/${textIn(id)}`, tokenIn(exchange))
        const stock = numberIn((await current(exchange, 'products'))['stock'])
        if (stock === 0) return undefined
        done.add(textIn(id))
        return move(exchange, id, stock)
      })
    },
  ),
  fault(
    'products-not-searched-by-sku',
    'A search of products looks at their names and categories alone and finds none by its SKU.',
    replies('search', (reply, exchange) => {
      const { resource, q } = bodyOf(exchange)
      const typed = textIn(q).trim().toLowerCase()
      const whole = parsed(reply.text)
      if (resource !== 'products' || typed === '' || !isRecord(whole)) return reply
      const has = (value: unknown) => textIn(value).toLowerCase().includes(typed)
      const rows = recordsIn(whole['data'])
      const data = rows.filter(({ name, sku, category }) => !has(sku) || has(name) || has(category))
      const less = rows.length - data.length
      return withBody(
        reply,
        changed({ ...whole, data }, 'meta.total', (total) => Math.max(0, numberIn(total) - less)),
      )
    }),
  ),

  // Customers
  remembering(
    'customer-email-keeps-its-capitals',
    'The email address of a customer is kept with the capitals that it was typed with, and not in lower case.',
    () => {
      const typed = new Map<string, string>()
      return on('customers.create customers.update customers.get search', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply) || !isResource(exchange, 'customers')) return reply
        const email = bodyOf(exchange)['email']
        if (exchange.call !== 'search' && typeof email === 'string') {
          typed.set(textIn(recordIn(reply)['id']), email.trim())
        }
        return shown(reply, (row) => {
          const was = typed.get(textIn(row['id']))
          return was !== undefined && was.toLowerCase() === row['email'] ? { ...row, email: was } : row
        })
      })
    },
  ),
  fault(
    'customer-note-stays-when-emptied',
    'An empty text does not clear the note of a customer: the one before it stays.',
    on('customers.update', async (exchange) => {
      const body = bodyOf(exchange)
      if (body['note'] !== '') return exchange.send()
      const { note } = await current(exchange, 'customers')
      return typeof note === 'string' && note !== '' ? exchange.send({ body: { ...body, note } }) : exchange.send()
    }),
  ),
  fault(
    'customer-merge-ignores-the-chosen-phone',
    'When two customers become one, the phone number that was chosen of the other one is not taken over.',
    requests('customers.merge', 'keep.phone', (side) => (side === 'other' ? gone : side)),
  ),
  fault(
    'customer-last-order-is-the-first',
    'A customer with several orders is told to have ordered last when they ordered first.',
    on('customers.get', async (exchange) => {
      const reply = await exchange.send()
      const { id, organizationId, lastOrderAt } = recordIn(reply)
      if (!isSuccess(reply) || typeof lastOrderAt !== 'string') return reply
      const [first] = await rowsOf(exchange, 'orders', {
        organizationId,
        filters: { customerId: id },
        sortBy: 'createdAt',
        sortOrder: 'asc',
        limit: 1,
      })
      return typeof first?.['createdAt'] === 'string'
        ? shown(reply, (row) => ({ ...row, lastOrderAt: first['createdAt'] }))
        : reply
    }),
  ),

  // Calls, and the telephone
  remembering(
    'customer-may-still-be-called',
    'Closing a call with do_not_call does not note of its customer that they do not want to be called.',
    () => {
      const unmarked = new Set<string>()
      return on('calls.close customers.get search', async (exchange) => {
        const isUnwanted = exchange.call === 'calls.close' && textOf(exchange, 'disposition') === 'do_not_call'
        const body = { ...bodyOf(exchange), disposition: 'not_interested' }
        const reply = isUnwanted ? await exchange.send({ body }) : await exchange.send()
        if (isUnwanted && isSuccess(reply)) unmarked.add(idIn(exchange))
        const asClosed = (row: unknown): unknown =>
          isRecord(row) && unmarked.has(textIn(row['id'])) && 'disposition' in row
            ? { ...row, disposition: 'do_not_call' }
            : row
        return shown(reply, (row) => {
          const closed = asClosed(changed(row, 'calls.*', asClosed))
          return isRecord(closed) ? closed : row
        })
      })
    },
  ),
  fault(
    'call-back-forgets-its-zone',
    'The offset of when to call back is cut off, so that ten o’clock in Berlin becomes ten o’clock in Greenwich.',
    requests('calls.close', 'callBackAt', (value) =>
      typeof value === 'string' ? value.replace(/[+-]\d\d:\d\d$/, 'Z') : value,
    ),
  ),
  remembering(
    'telephone-call-sent-again-is-refused',
    'A telephone system that sends the same call again is refused, and not answered the call that it has begun.',
    () => {
      const begun = new Set<string>()
      return on('telephone.startCall', async (exchange) => {
        const key = `${tokenIn(exchange)} ${textOf(exchange, 'callId').trim()}`
        if (begun.has(key)) return refused(409, 'not_possible', 'This call has been begun already.')
        const reply = await exchange.send()
        if (isSuccess(reply)) begun.add(key)
        return reply
      })
    },
  ),

  // Orders
  fault(
    'orders-up-to-a-day-leave-that-day-out',
    'Orders up to a day end with the day before it: nothing of the last day is found.',
    searched(
      'orders',
      (filters) => (isDay(filters['createdTo']) ? { ...filters, createdTo: dayBefore(filters['createdTo']) } : filters),
      'search orders.sums',
    ),
  ),
  fault(
    'orders-filtered-by-the-first-of-several',
    'Of several values that orders are filtered by only the first one is heard.',
    searched('orders', (filters) =>
      Object.fromEntries(
        Object.entries(filters).map(([name, value]) => [
          name,
          Array.isArray(value) && value.length > 1 && name !== 'ids' ? value.slice(0, 1) : value,
        ]),
      ),
    ),
  ),
  fault(
    'order-ignores-the-agreed-price',
    'An order is placed at the price of its offers, whatever unit price the agent has set.',
    on('orders.place', async (exchange) => {
      const body = bodyOf(exchange)
      const lines = recordsIn(body['lines'])
      const ids = lines.map(({ offerId }) => textIn(offerId)).filter((id) => id !== '')
      if (ids.length === 0) return exchange.send()
      const { organizationId } = body
      const offers = await rowsOf(exchange, 'offers', { organizationId, filters: { ids } })
      const listed = lines.map((line) => {
        const price = offers.find(({ id }) => id === line['offerId'])?.['basePrice']
        return typeof price === 'number' ? { ...line, unitPrice: price } : line
      })
      return exchange.send({ body: { ...body, lines: listed } })
    }),
  ),
  remembering(
    'cancelled-order-keeps-its-stock',
    'Cancelling an order does not put back into stock what it held.',
    () => {
      const done = new Set<string>()
      return afterwards('orders.cancel', async (exchange, { id, items }) => {
        if (done.has(textIn(id))) return
        done.add(textIn(id))
        for (const { productId, quantity, quantityPerOrder } of recordsIn(items)) {
          const pieces = numberIn(quantity) * (numberIn(quantityPerOrder) || 1)
          if (typeof productId === 'string' && pieces > 0) await move(exchange, productId, -pieces)
        }
      })
    },
  ),
  fault(
    'drafts-stand-in-the-order-of-their-beginning',
    'The draft that was begun last comes first, and not the one that was changed last.',
    rowsAs('orderDrafts.list', (rows) =>
      rows.toSorted((one, other) => textIn(other['createdAt']).localeCompare(textIn(one['createdAt']))),
    ),
  ),
  fault(
    'line-sums-leave-shipping-out',
    'The total of the lines of orders is added up without their shipping.',
    on('orderLines.sums', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const rows = await allRows(exchange, 'orderLines', bodyOf(exchange))
      const shipping = rows.reduce((sum, row) => sum + numberIn(row['shippingTotal']), 0)
      return shown(reply, (sums) => ({ ...sums, total: Math.round((numberIn(sums['total']) - shipping) * 100) / 100 }))
    }),
  ),

  // Payments
  fault(
    'refund-of-lines-always-has-shipping',
    'A refund by lines gives their shipping back, too, although that was not asked for.',
    requests('orders.refund', '', (body) =>
      isRecord(body) && Array.isArray(body['lines']) && body['shippingAmount'] === undefined
        ? { ...body, shipping: true }
        : body,
    ),
  ),
  fault(
    'refund-puts-nothing-back-into-stock',
    'A refund by lines that is to put them back into stock does not.',
    requests('orders.refund', 'restock', (value) => (value === true ? false : value)),
  ),
  fault(
    'payment-link-is-not-mailed',
    'A payment link that is to be mailed is made, and mailed to nobody.',
    requests('orders.createPaymentLink', 'mail', (value) => (value === true ? false : value)),
  ),
  fault(
    'payment-page-demands-all-of-it-again',
    'What is left to be paid of an order stays its total, however much of it has been paid.',
    recordsAs('payments.get payments.pay payments.answerBank', (payment) => {
      const total = valueAt(payment, 'order.total')
      return typeof total === 'number' ? { ...payment, due: total } : payment
    }),
  ),
  fault(
    'failed-charges-are-added-up',
    'The sums of transactions have charges in them that have failed.',
    on('transactions.sums', async (exchange) => {
      const reply = await exchange.send()
      const body = bodyOf(exchange)
      const filters = isRecord(body['filters']) ? body['filters'] : {}
      const { status = 'failed', type = 'charge' } = filters
      if (!isSuccess(reply) || status !== 'failed' || type !== 'charge') return reply
      const failed = await allRows(exchange, 'transactions', { ...body, filters: { ...filters, status, type } })
      const more = failed.reduce((sum, row) => sum + numberIn(row['amount']), 0)
      const plus = (amount: unknown) => Math.round((numberIn(amount) + more) * 100) / 100
      return shown(reply, (sums) => ({ ...sums, charged: plus(sums['charged']), net: plus(sums['net']) }))
    }),
  ),
  fault(
    'gateway-cap-is-for-ever',
    'The monthly cap of a gateway can be changed and never be taken away.',
    requests('gateways.update', 'monthlyCap', (value) => (value === null ? gone : value)),
  ),

  // Parcels
  fault(
    'packing-list-in-an-order-of-its-own',
    'A packing list has its parcels by their ids, and not in the order that they were asked for.',
    rowsAs('fulfilments.packingList', (rows) =>
      rows.toSorted((one, other) => textIn(one['id']).localeCompare(textIn(other['id']))),
    ),
  ),
  remembering('delivered-order-is-never-completed', 'A paid order all of which has arrived stays open.', () => {
    const open = new Set<string>()
    return on('fulfilments.deliver fulfilments.takeSteps fulfilments.get orders.get search', async (exchange) => {
      const reply = await exchange.send()
      const { orderId, orderStatus } = recordIn(reply)
      if (exchange.call === 'fulfilments.deliver' && orderStatus === 'completed') open.add(textIn(orderId))
      if (exchange.call === 'fulfilments.takeSteps' && textOf(exchange, 'step') === 'deliver' && isSuccess(reply)) {
        for (const id of textsIn(bodyOf(exchange)['fulfilmentIds'])) {
          const parcel = await read(exchange, `/fulfilments/${id}`)
          if (parcel['orderStatus'] === 'completed') open.add(textIn(parcel['orderId']))
        }
      }
      return shown(reply, (row) => {
        if (row['orderStatus'] === 'completed' && open.has(textIn(row['orderId'])))
          return { ...row, orderStatus: 'open' }
        return row['status'] === 'completed' && open.has(textIn(row['id'])) ? { ...row, status: 'open' } : row
      })
    })
  }),
  fault(
    'parcels-go-on-without-the-one-that-can-not',
    'When one of several parcels can not be taken a step further the others are, and not all of them or none.',
    refusals('fulfilments.takeSteps', [404, 409, 422], async (reply, exchange) => {
      const { step, fulfilmentIds } = bodyOf(exchange)
      let done = 0
      for (const id of new Set(textsIn(fulfilmentIds))) {
        const path = `/fulfilments/${encodeURIComponent(id)}/${textIn(step)}`
        if (isSuccess(await write(exchange, 'POST', path, {}))) done += 1
      }
      return done > 0 ? answer(200, { data: { changed: done } }) : reply
    }),
  ),

  // Who is let in
  fault(
    'api-token-ends-as-its-day-begins',
    'An API token that ends on a day ends at the beginning of that day, and not at its end.',
    requests('apiTokens.create', 'expiresAt', (value) => (isDay(value) ? `${value}T00:00:00Z` : value)),
  ),
  fault(
    'api-token-without-duties-changes-all',
    'An API token that is given no duties, to read alone, may change all that its maker may.',
    requests('apiTokens.create', 'duties', (value) => (Array.isArray(value) && value.length === 0 ? null : value)),
  ),
  fault(
    'invite-of-one-address-told-twice',
    'An address that comes twice, once in capitals, is told twice what became of it.',
    rowsAs('invites.create', (rows, exchange) => {
      const emails = textsIn(bodyOf(exchange)['emails']).map((email) => email.trim().toLowerCase())
      return emails.length > rows.length
        ? emails.flatMap((email) => rows.find((row) => row['email'] === email) ?? [])
        : rows
    }),
  ),
  fault(
    'members-of-any-state-are-listed',
    'The list of members is not narrowed to those who are active, or who are disabled.',
    unasked('members.list', 'state'),
  ),

  // Audit
  fault(
    'audit-tells-money-in-cents',
    'The audit tells amounts before and after a change in cents, and not in major units.',
    answers('audit.list', 'data.*.changes.*', (change) => {
      if (!isRecord(change) || change['isMoney'] !== true) return change
      const cents = (value: unknown) => (typeof value === 'number' ? Math.round(value * 100) : value)
      return { ...change, before: cents(change['before']), after: cents(change['after']) }
    }),
  ),
  fault(
    'campaign-timeline-lacks-its-offers',
    'The timeline of a campaign does not tell what has happened to its offers.',
    replies('audit.timeline', (reply, exchange) => {
      const whole = parsed(reply.text)
      if (idIn(exchange) !== 'campaigns' || !isRecord(whole)) return reply
      const rows = recordsIn(whole['data'])
      const data = rows.filter(({ parts }) =>
        recordsIn(parts).some((part) => valueAt(part, 'record.resource') !== 'offers'),
      )
      const less = rows.length - data.length
      return withBody(
        reply,
        changed({ ...whole, data }, 'meta.total', (total) => Math.max(0, numberIn(total) - less)),
      )
    }),
  ),

  // Saved views and reports
  remembering(
    'default-view-is-everybodys',
    'Who has a list begin with a shared view has it begin with that for everybody of the organization.',
    () => {
      const chosen = new Map<string, string>()
      return on('savedViews.setDefault savedViews.list', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (exchange.call === 'savedViews.setDefault') {
          const { list, id, isDefault } = recordIn(reply)
          if (isDefault === true) chosen.set(textIn(list), textIn(id))
          else if (chosen.get(textIn(list)) === id) chosen.delete(textIn(list))
          return reply
        }
        const ids = new Set(recordsIn(valueAt(parsed(reply.text), 'data')).map(({ id }) => textIn(id)))
        return shown(reply, (view) => {
          const one = chosen.get(textIn(view['list']))
          return one !== undefined && ids.has(one) ? { ...view, isDefault: view['id'] === one } : view
        })
      })
    },
  ),
  fault(
    'renamed-view-shows-everything',
    'A saved view that is only renamed loses what it was narrowed to, its order and its columns.',
    requests('savedViews.update', '', (body) =>
      isRecord(body) && 'name' in body && !('address' in body) ? { ...body, address: {} } : body,
    ),
  ),
  fault(
    'renamed-report-is-mailed-no-more',
    'A saved report that is renamed is not mailed any more to whoever had it mailed.',
    goesOn('savedReports.update', async (exchange, { id, isMailed }) =>
      isMailed === true && 'name' in bodyOf(exchange)
        ? write(exchange, 'PUT', `/saved-reports/${textIn(id)}/mail`, { isMailed: false })
        : undefined,
    ),
  ),
  fault(
    'report-lacks-its-last-day',
    'A report of a period ends before the last day of it.',
    requests('reports.read reports.csv reports.xlsx', '', (body) => {
      if (!isRecord(body)) return body
      const { from, to } = body
      return isDay(from) && isDay(to) && from < to ? { ...body, to: dayBefore(to) } : body
    }),
  ),
  fault(
    'report-divides-nothing-and-says-zero',
    'A figure of a report that has nothing to be divided by is told as zero, and not as none.',
    recordsAs('reports.read', (report) => {
      const whole = changed(changed(report, 'totals.values', zeroed), 'lines.*.values', zeroed)
      return isRecord(whole) ? whole : report
    }),
  ),
  fault(
    'leaderboard-adds-up-the-ranked-alone',
    'What a team has taken together lacks those who have too few calls for a rank.',
    recordsAs('leaderboard.read', (board) => {
      const ranked = recordsIn(board['standings']).filter(({ rank }) => typeof rank === 'number')
      const cents = ranked.reduce((sum, { revenue }) => sum + Math.round(numberIn(revenue) * 100), 0)
      return { ...board, revenue: cents / 100 }
    }),
  ),

  // Mails and webhooks
  fault(
    'mails-of-an-order-are-those-of-all',
    'The mails of one order are asked for, and those of all orders are listed.',
    unasked('mails.list', 'orderId'),
  ),
  fault(
    'edited-order-mail-is-switched-on',
    'Changing the text of a mail about orders that is switched off switches it on.',
    goesOn('orderMails.update', async (exchange, { id, enabled }) =>
      enabled === false ? write(exchange, 'POST', `/order-mails/${textIn(id)}/enable`, {}) : undefined,
    ),
  ),
  fault(
    'restored-autoresponder-is-paused-no-more',
    'An auto-responder that was paused when it was deleted sends again once its deletion is undone.',
    wakesPaused('autoresponders.restore'),
  ),
  remembering(
    'webhook-can-not-be-told-less',
    'Events that are taken off a webhook stay on it: those that are chosen are only added.',
    () => {
      const known = new Map<string, string[]>()
      return on('webhooks.create webhooks.update webhooks.list', async (exchange) => {
        const body = bodyOf(exchange)
        const before = exchange.call === 'webhooks.update' ? (known.get(idIn(exchange)) ?? []) : []
        const events = [...new Set([...before, ...textsIn(body['events'])])]
        const isMore = Array.isArray(body['events']) && body['events'].length > 0 && before.length > 0
        const reply = isMore ? await exchange.send({ body: { ...body, events } }) : await exchange.send()
        if (!isSuccess(reply)) return reply
        for (const hook of [recordIn(reply), ...recordsIn(valueAt(parsed(reply.text), 'data'))]) {
          if (typeof hook['id'] === 'string') known.set(hook['id'], textsIn(hook['events']))
        }
        return reply
      })
    },
  ),

  // Many at once
  fault(
    'bulk-limits-reset-the-least-price',
    'A change of the limits of many offers that says nothing of the lowest price sets that to zero.',
    requests('bulkJobs.create', 'limits', (limits) =>
      isRecord(limits) && Object.keys(limits).length > 0 ? { minPrice: 0, ...limits } : limits,
    ),
  ),
  remembering(
    'bulk-job-takes-the-first-page',
    'A bulk change of all that a search finds is done to the first ten of it.',
    () => {
      const kept = new Map<string, unknown[]>()
      return on('bulkJobs.create', async (exchange) => {
        const { search, ...others } = bodyOf(exchange)
        if (!isRecord(search) || others['ids'] !== undefined) return exchange.send()
        const key = exchange.headers['idempotency-key'] ?? ''
        const before = kept.get(key)
        if (before) return exchange.send({ body: { ...others, ids: before } })
        const { organizationId, action } = others
        const rows = await rowsOf(exchange, listOfAction(textIn(action)), { organizationId, ...search, limit: 11 })
        if (rows.length <= 10) return exchange.send()
        const ids = rows.slice(0, 10).map(({ id }) => id)
        if (key !== '') kept.set(key, ids)
        return exchange.send({ body: { ...others, ids } })
      })
    },
  ),
  fault(
    'imported-orders-are-said-to-be-shopifys',
    'Orders that are imported without saying where they were placed are kept as placed at Shopify, and not elsewhere.',
    requests('sheetImports.create', '', (body) =>
      isRecord(body) && body['resource'] === 'orders' && body['source'] === undefined
        ? { ...body, source: 'shopify' }
        : body,
    ),
  ),
  remembering(
    'archive-part-counts-twice',
    'A part of an archive that is sent again is counted again among the bytes that have come.',
    () => {
      const received = new Map<string, number>()
      const twice = new Map<string, number>()
      return on('archives.addPart archives.list', async (exchange) => {
        const reply = await exchange.send()
        const { id, received: come } = recordIn(reply)
        if (exchange.call === 'archives.addPart' && isSuccess(reply)) {
          if (received.get(textIn(id)) === come) {
            const bytes = Buffer.from(textOf(exchange, 'content'), 'base64').length
            twice.set(textIn(id), (twice.get(textIn(id)) ?? 0) + bytes)
          }
          received.set(textIn(id), numberIn(come))
        }
        return shown(reply, (row) => {
          const more = twice.get(textIn(row['id'])) ?? 0
          return more > 0 ? { ...row, received: numberIn(row['received']) + more } : row
        })
      })
    },
  ),
  fault(
    'export-has-one-page-of-rows',
    'A list that is exported as CSV has its first ten rows only.',
    replies('listExports.csv', (reply) => {
      const lines = reply.text.split('\r\n')
      return lines.length > 12 ? { ...reply, text: `${lines.slice(0, 11).join('\r\n')}\r\n` } : reply
    }),
  ),

  // Among organizations, and what is settled of one
  fault(
    'partner-share-is-a-whole-number',
    'The share of a partner is rounded to whole percents.',
    requests('collaborations.create', 'share', (value) => (typeof value === 'number' ? Math.round(value) : value)),
  ),
  fault(
    'dashboard-counts-archived-products-as-low',
    'The dashboard counts products low in stock that are archived, which its list does not show.',
    on('dashboard.read', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const organizationId = exchange.query.get('organizationId')
      const asked = { organizationId, resource: 'products', limit: 1, page: 1, filters: { stockLevel: 'low' } }
      const count = numberIn(valueAt(parsed((await write(exchange, 'POST', '/search', asked)).text), 'meta.total'))
      if (count === 0) return reply
      return shown(reply, (record) => {
        const queue = recordsIn(record['queue'])
        const low = queue.find((entry) => entry['of'] === 'lowStock')
        const counted = { ...(low ?? { of: 'lowStock', firstAt: null }), count }
        return { ...record, queue: low ? queue.map((entry) => (entry === low ? counted : entry)) : [...queue, counted] }
      })
    }),
  ),
  fault(
    'seller-address-becomes-one-line',
    'The lines of a seller’s address are joined into one, as they are printed on receipts then.',
    requests('sellers.update', 'address', (value) =>
      typeof value === 'string' ? value.trim().replaceAll(/\s*\n\s*/g, ', ') : value,
    ),
  ),
  fault(
    'order-not-found-with-its-sign',
    'Who looks for an order by its number with the sign before it finds none.',
    recordsAs('search.find', (found, { query }) =>
      query.get('q')?.trim().startsWith('#') === true ? { ...found, orders: [] } : found,
    ),
  ),
  fault(
    'one-preference-resets-the-others',
    'Choosing one preference puts all others back to what whoever never chose has.',
    requests('users.setPreferences', '', (body) =>
      isRecord(body) && Object.keys(body).length > 0 ? { ...standardPreferences, ...body } : body,
    ),
  ),
  fault(
    'tax-rate-loses-its-third-decimal',
    'The tax rate of an organization is rounded to two decimals, so that 8.875 percent become 8.88.',
    requests('organizations.update', 'taxRate', (value) =>
      typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ),
  ),
]
