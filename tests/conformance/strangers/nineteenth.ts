import { type BulkAction, bulkActions } from '../../../contract/rules/bulkJobs'
import { waitingIn } from '../../../contract/rules/workQueue'
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
import {
  admits,
  answers,
  bearer,
  byWhoeverMay,
  fault,
  on,
  refusals,
  remembering,
  replies,
  requests,
  textOf,
  unasked,
} from '../mutants/make'
import {
  afterwards,
  bodyOf,
  deafTo,
  idIn,
  move,
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
import {
  bodies,
  cents,
  countOf,
  dayBefore,
  digitsIn,
  type Fields,
  filtersOf,
  goesOn,
  isDay,
  numberIn,
  organizationIds,
  steadily,
  textIn,
  without,
  beginsWithSeveral,
  resetKeepsSubject,
} from './inCommon'

const askedOrganization = ({ query }: Exchange) => query.get('organizationId') ?? ''

const keyOf = (exchange: Exchange) => {
  const key = exchange.headers['idempotency-key']
  return key === undefined ? undefined : `${tokenIn(exchange)} ${exchange.path} ${key}`
}

const holds = (text: unknown, part: string) => textIn(text).toLowerCase().includes(part.toLowerCase())

const tokenOfLink = (url: unknown) => textIn(url).split('/').at(-1) ?? ''
const plainCode = (code: unknown) =>
  textIn(code)
    .toUpperCase()
    .replaceAll(/[^A-Z\d]/g, '')

async function* eachAs(live: AsyncIterable<string>, change: (text: string) => string) {
  for await (const part of live) yield change(part)
}

const toldAs = (calls: string, change: (text: string) => string): Handler =>
  replies(calls, (reply) => ({
    ...reply,
    text: change(reply.text),
    ...(reply.live && { live: eachAs(reply.live, change) }),
  }))

const foundWithout = (calls: string, isMissed: (row: Fields, q: string) => boolean): Handler =>
  replies(calls, (reply, exchange) => {
    const q = exchange.query.get('q')?.trim() ?? ''
    return q === '' ? reply : without(reply, (row) => isMissed(row, q))
  })

const searchedWithout = (resource: string, isMissed: (row: Fields, exchange: Exchange) => boolean): Handler =>
  replies('search', (reply, exchange) =>
    bodyOf(exchange)['resource'] === resource ? without(reply, (row) => isMissed(row, exchange)) : reply,
  )

const customers: Fault[] = [
  fault(
    'merge-of-both-notes-keeps-one-19',
    'Two customers are merged with both notes, and only the note of the one who is kept is there afterwards',
    requests('customers.merge', 'keep.note', (note) => (note === 'both' ? 'kept' : note)),
  ),
  fault(
    'alike-by-phone-as-typed-19',
    'Who a typed customer may be already is found by phone only where the number is spelled alike',
    rowsAs('customers.findAlike', (rows, exchange) =>
      rows.flatMap((row) => {
        const by = Array.isArray(row['alike']) ? (row['alike'] as unknown[]) : []
        if (!by.includes('phone') || row['phone'] === textOf(exchange, 'phone').trim()) return [row]
        const alike = by.filter((one) => one !== 'phone')
        return alike.length === 0 ? [] : [{ ...row, alike }]
      }),
    ),
  ),
  remembering(
    'unmerged-customer-still-listed-19',
    'A customer whose merge was undone is still told as merged with the one who was kept',
    () => {
      const seen = new Map<string, Map<string, Fields>>()
      const undone = new Set<string>()
      return on('customers.get customers.merge customers.unmerge', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (exchange.call === 'customers.unmerge') {
          undone.add(idIn(exchange))
          return reply
        }
        if (exchange.call === 'customers.merge') undone.delete(textOf(exchange, 'otherId'))
        const record = recordIn(reply)
        const merged = recordsIn(record['merged'])
        const known = seen.get(textIn(record['id'])) ?? new Map<string, Fields>()
        for (const one of merged) known.set(textIn(one['id']), one)
        seen.set(textIn(record['id']), known)
        const stale = [...known].filter(([id]) => undone.has(id) && !merged.some((one) => one['id'] === id))
        if (exchange.call !== 'customers.get' || stale.length === 0) return reply
        return withBody(
          reply,
          changed(parsed(reply.text), 'data', (data) =>
            isRecord(data) ? { ...data, merged: [...merged, ...stale.map(([, one]) => one)] } : data,
          ),
        )
      })
    },
  ),
  remembering(
    'key-of-other-customer-answers-first-19',
    'A key that was used to add a customer is taken with another body, and answers the first customer',
    () => {
      const first = new Map<string, Reply>()
      return on('customers.create', async (exchange) => {
        const reply = await exchange.send()
        const key = keyOf(exchange)
        if (key === undefined) return reply
        if (isSuccess(reply) && !first.has(key)) first.set(key, reply)
        return reply.status === 422 ? (first.get(key) ?? reply) : reply
      })
    },
  ),
  fault(
    'customer-moves-with-placed-orders-19',
    'A customer’s new address is written into their open orders, which were placed with the old one',
    afterwards('customers.update', async (exchange, record) => {
      const address = bodyOf(exchange)['shippingAddress']
      if (!isRecord(address)) return
      const id = idIn(exchange)
      const organizationId = record['organizationId'] ?? (await read(exchange, `/customers/${id}`))['organizationId']
      const orders = await rowsOf(exchange, 'orders', { organizationId, filters: { customerId: id, status: 'open' } })
      for (const order of orders.slice(0, 20)) {
        await write(exchange, 'PUT', `/orders/${textIn(order['id'])}/address`, address)
      }
    }),
  ),
]

const calls: Fault[] = [
  remembering('resumed-call-is-not-ongoing-19', 'A call that was ended and resumed is not told as ongoing', () => {
    const resumed = new Set<string>()
    return on('calls.resume calls.end calls.close calls.ongoing', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'calls.resume') resumed.add(idIn(exchange))
      else if (exchange.call === 'calls.ongoing') {
        const data = changed(parsed(reply.text), 'data', (call) =>
          isRecord(call) && resumed.has(textIn(call['id'])) ? null : call,
        )
        return withBody(reply, data)
      } else resumed.delete(idIn(exchange))
      return reply
    })
  }),
  fault(
    'note-of-call-back-lost-19',
    'The note of a call that is closed with a call-back is not kept',
    bodies('calls.close', ({ note, ...body }) =>
      body['disposition'] === 'call_back' || note === undefined ? body : { ...body, note },
    ),
  ),
  fault(
    'call-backs-in-order-of-calls-19',
    'Call-backs are listed in the order of their calls instead of the one who is due first',
    rowsAs('calls.callBacks', (rows) =>
      rows.toSorted((one, other) => textIn(one['startedAt']).localeCompare(textIn(other['startedAt']))),
    ),
  ),
  remembering(
    'telephone-sends-again-as-new-call-19',
    'A telephone system that sends the same callId again begins another call, which is refused while the agent talks',
    () => {
      const sent = new Map<string, number>()
      return bodies('telephone.startCall', (body, exchange) => {
        const key = `${tokenIn(exchange)} ${textIn(body['callId'])}`
        const times = sent.get(key) ?? 0
        sent.set(key, times + 1)
        return times === 0 ? body : { ...body, callId: `${textIn(body['callId']).slice(0, 190)}-${times}` }
      })
    },
  ),
  fault(
    'telephone-calls-who-wants-none-19',
    'An outbound call of a telephone system goes through to a customer who does not want to be called',
    refusals('telephone.startCall', [409], async (reply, exchange) => {
      if (textOf(exchange, 'direction') !== 'outbound') return reply
      const taken = await exchange.send({ body: { ...bodyOf(exchange), direction: 'inbound' } })
      return isSuccess(taken)
        ? withBody(
            taken,
            changed(parsed(taken.text), 'data.direction', () => 'outbound'),
          )
        : reply
    }),
  ),
]

const selling: Fault[] = [
  remembering('placed-draft-still-listed-19', 'A draft that has become an order is still in the list of drafts', () => {
    const kept = new Map<string, Fields>()
    const placed = new Set<string>()
    return on('orderDrafts.keep orders.place orderDrafts.list', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'orderDrafts.keep') {
        kept.set(idIn(exchange), { ...recordIn(reply), keptBy: tokenIn(exchange) })
        return reply
      }
      if (exchange.call === 'orders.place') {
        placed.add(textOf(exchange, 'draftId'))
        return reply
      }
      const stale = [...kept]
        .filter(
          ([id, draft]) =>
            placed.has(id) &&
            draft['keptBy'] === tokenIn(exchange) &&
            draft['organizationId'] === askedOrganization(exchange),
        )
        .map(([id, { title, version, createdAt, updatedAt }]) => ({ id, title, version, createdAt, updatedAt }))
      return withBody(
        reply,
        changed(parsed(reply.text), 'data', (rows) => {
          const listed = recordsIn(rows)
          return [...stale.filter(({ id }) => !listed.some((row) => row['id'] === id)), ...listed]
        }),
      )
    })
  }),
  fault(
    'draft-forgets-agreement-19',
    'A draft does not keep when the customer agreed to the terms',
    requests('orderDrafts.keep', 'content.agreedToTermsAt', () => gone),
  ),
  fault(
    'cancel-gives-nothing-back-19',
    'A paid order is cancelled with a refund, and nothing of it is given back',
    requests('orders.cancel', 'refund', () => false),
  ),
  fault(
    'reading-token-writes-notes-19',
    'An API token that only reads can write notes about orders',
    refusals('orders.addNote', [403], (reply, exchange) =>
      bearer(exchange).startsWith('odk_') ? byWhoeverMay(reply, exchange) : reply,
    ),
  ),
  fault(
    'orders-below-total-max-alone-19',
    'Orders whose total is exactly totalMax are not found',
    bodies('search', (body, exchange) => {
      const { totalMax, ...filters } = filtersOf(exchange)
      const most = Number(totalMax)
      return body['resource'] === 'orders' && totalMax !== undefined && most > 0.01
        ? { ...body, filters: { ...filters, totalMax: cents(most - 0.01) } }
        : body
    }),
  ),
]

const paying: Fault[] = [
  fault(
    'payment-page-tells-last-refund-19',
    'The payment page tells only the last of several refunds',
    answers('payments.get', 'data.order.refunds', (refunds) => recordsIn(refunds).slice(-1)),
  ),
  remembering(
    'replaced-link-still-opens-19',
    'A payment link that was replaced by a new one still opens the order, and takes its payment',
    () => {
      const orderOf = new Map<string, string>()
      const newest = new Map<string, string>()
      return on(
        'orders.createPaymentLink payments.get payments.pay payments.answerBank orders.getByToken',
        async (exchange) => {
          if (exchange.call === 'orders.createPaymentLink') {
            const reply = await exchange.send()
            const token = tokenOfLink(recordIn(reply)['linkUrl'])
            if (isSuccess(reply) && token !== '' && !orderOf.has(token)) {
              orderOf.set(token, idIn(exchange))
              newest.set(idIn(exchange), token)
            }
            return reply
          }
          const token = exchange.path.split('/')[exchange.call === 'orders.getByToken' ? 5 : 4] ?? ''
          const now = newest.get(orderOf.get(token) ?? '')
          return now === undefined || now === token
            ? exchange.send()
            : exchange.send({ path: exchange.path.replace(token, now) })
        },
      )
    },
  ),
  remembering('pay-code-with-any-digits-19', 'A code to pay by opens its link whatever phone digits are typed', () => {
    const codes = new Map<string, { token: string; orderId: string }>()
    const forget = (orderId: string) => {
      for (const [code, made] of codes) if (made.orderId === orderId) codes.delete(code)
    }
    return on('orders.createPaymentLink orders.endPaymentLink orders.cancel payments.openCode', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call !== 'payments.openCode') {
        if (!isSuccess(reply)) return reply
        forget(idIn(exchange))
        const { linkUrl, payCode } = recordIn(reply)
        if (exchange.call === 'orders.createPaymentLink' && typeof payCode === 'string') {
          codes.set(plainCode(payCode), { token: tokenOfLink(linkUrl), orderId: idIn(exchange) })
        }
        return reply
      }
      const { payCode, phoneDigits } = bodyOf(exchange)
      const made = codes.get(plainCode(payCode))
      const isTyped = /^\d{4}$/.test(textIn(phoneDigits).trim())
      return made && isTyped && [401, 403, 404, 409, 422].includes(reply.status)
        ? answer(200, { data: { token: made.token } })
        : reply
    })
  }),
  fault(
    'unit-refunded-with-all-shipping-19',
    'With one of several units of a line all of its shipping is refunded instead of its share',
    steadily('orders.refund', async (body, exchange) => {
      const lines = recordsIn(body['lines'])
      if (body['shipping'] !== true || body['shippingAmount'] !== undefined || lines.length === 0) return body
      const order = await read(exchange, `/orders/${idIn(exchange)}`)
      const refunded = recordsIn(order['refundedLines'])
      const left = lines.reduce((sum, { itemId }) => {
        const item = recordsIn(order['items']).find(({ id }) => id === itemId)
        const back = refunded
          .filter((line) => line['itemId'] === itemId)
          .reduce((of, { shipping }) => of + numberIn(shipping), 0)
        return sum + Math.max(0, numberIn(item?.['shippingTotal']) - back)
      }, 0)
      const { shipping: _shipping, ...others } = body
      return left > 0 ? { ...others, shippingAmount: cents(left) } : body
    }),
  ),
  fault(
    'refund-never-restocks-19',
    'What is refunded by lines does not go back into stock though that was asked for',
    requests('orders.refund', 'restock', () => false),
  ),
  fault(
    'gateway-renamed-loses-cap-19',
    'A gateway of which only the name is changed has no monthly cap any more',
    bodies('gateways.update', (body) => ('monthlyCap' in body ? body : { ...body, monthlyCap: null })),
  ),
]

const goods: Fault[] = [
  fault(
    'duplicate-brings-stock-19',
    'A product that is made like another one has as much in stock as that',
    goesOn('products.duplicate', async (exchange, { id }) => {
      const { stock } = await read(exchange, `/products/${idIn(exchange)}`)
      const copy = await read(exchange, `/products/${textIn(id)}`)
      if (numberIn(copy['stock']) > 0) return exchange.ask('GET', `/api/v1/products/${textIn(id)}`, tokenIn(exchange))
      return numberIn(stock) > 0 ? move(exchange, id, numberIn(stock)) : undefined
    }),
  ),
  fault(
    'movements-without-sign-19',
    'What was taken off a stock is told in its movements as if it had been added',
    answers('products.movements', 'data.*.quantity', (quantity) => Math.abs(numberIn(quantity))),
  ),
  fault(
    'copied-campaign-without-mails-19',
    'A campaign that is made after another one has none of its auto-responders',
    afterwards('campaigns.create', async (exchange, { id }) => {
      if (textOf(exchange, 'copiedFrom') === '') return
      for (const one of await readList(exchange, `/campaigns/${textIn(id)}/autoresponders/email`)) {
        await write(exchange, 'DELETE', `/autoresponders/email/${textIn(one['id'])}`, {})
      }
    }),
  ),
  fault(
    'campaign-members-only-added-19',
    'Saying who sells in a campaign adds those, and whoever is not named stays',
    bodies('campaigns.setMembers', async (body, exchange) => {
      const { members } = await read(exchange, `/campaigns/${idIn(exchange)}`)
      const named = Array.isArray(body['memberIds']) ? (body['memberIds'] as unknown[]) : []
      return { ...body, memberIds: [...new Set([...named, ...recordsIn(members).map(({ id }) => id)])] }
    }),
  ),
  fault(
    'campaign-revenue-before-refunds-19',
    'The revenue of a campaign that is read has in it what was given back',
    replies('campaigns.get', async (reply, exchange) => {
      const { id, organizationId } = recordIn(reply)
      const sums = recordIn(
        await write(exchange, 'POST', '/orders/sums', { organizationId, filters: { campaignId: id } }),
      )
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.revenue', (revenue) =>
          typeof revenue === 'number' ? cents(revenue + numberIn(sums['refunded'])) : revenue,
        ),
      )
    }),
  ),
  fault(
    'archived-campaigns-not-found-by-id-19',
    'A search of campaigns by their ids leaves out those that are archived',
    searchedWithout(
      'campaigns',
      (row, exchange) =>
        filtersOf(exchange)['ids'] !== undefined &&
        filtersOf(exchange)['archived'] === undefined &&
        (row['archived'] === 'true' || typeof row['archivedAt'] === 'string'),
    ),
  ),
  fault(
    'offer-change-drops-shipping-19',
    'An offer of which something else is changed has no shipping price any more',
    bodies('offers.update', (body) => ('shipPrice' in body ? body : { ...body, shipPrice: 0 })),
  ),
  fault(
    'offers-not-found-by-sku-19',
    'Offers are not found by the SKU of their product',
    searchedWithout('offers', (row, exchange) => {
      const q = textOf(exchange, 'q').trim()
      return q !== '' && holds(row['productSku'], q) && !holds(row['displayName'], q)
    }),
  ),
  fault(
    'bulk-search-takes-first-page-19',
    'An action over all that a search finds is done with the first ten of it',
    steadily('bulkJobs.create', async (body, exchange) => {
      const { search, ...others } = body
      const action = bulkActions[textIn(body['action']) as BulkAction] as { list: string } | undefined
      if (!isRecord(search) || action === undefined) return body
      const { organizationId } = body
      const rows = await rowsOf(exchange, action.list, { organizationId, ...search, limit: 10 })
      return rows.length === 0 ? body : { ...others, ids: rows.map(({ id }) => id) }
    }),
  ),
  fault(
    'bulk-rows-open-to-others-19',
    'The rows of a bulk job can be read by somebody of another organization',
    admits('bulkJobs.rows', [404]),
  ),
  remembering(
    'import-blank-cells-clear-19',
    'An empty cell of an imported spreadsheet clears what the product has, instead of leaving it as it is',
    () => {
      const blank = new Map<string, Map<string, Fields>>()
      return on('sheetImports.addLines sheetImports.commit', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        const ofImport = blank.get(idIn(exchange)) ?? new Map<string, Fields>()
        blank.set(idIn(exchange), ofImport)
        if (exchange.call === 'sheetImports.addLines') {
          for (const { cells } of recordsIn(bodyOf(exchange)['lines'])) {
            if (!isRecord(cells)) continue
            const cleared = ['description', 'category'].filter(
              (name) => typeof cells[name] === 'string' && textIn(cells[name]).trim() === '',
            )
            const sku = textIn(cells['sku']).trim()
            if (sku !== '' && cleared.length > 0) {
              ofImport.set(sku, Object.fromEntries(cleared.map((name) => [name, ''])))
            }
          }
          return reply
        }
        if ((recordIn(reply)['resource'] ?? 'products') !== 'products') return reply
        for (const organizationId of await organizationIds(exchange)) {
          for (const [sku, fields] of ofImport) {
            const found = await rowsOf(exchange, 'products', { organizationId, q: sku })
            const id = textIn(found.find((row) => row['sku'] === sku)?.['id'])
            const product = id === '' ? {} : await read(exchange, `/products/${id}`)
            if (Object.keys(fields).some((name) => textIn(product[name]) !== '')) {
              await write(exchange, 'PUT', `/products/${id}`, fields)
            }
          }
        }
        ofImport.clear()
        return reply
      })
    },
  ),
  fault(
    'import-lines-from-the-same-19',
    'Lines of an import behind a line begin with that line itself',
    on('sheetImports.lines', (exchange) => {
      const after = Number(exchange.query.get('after') ?? 0)
      if (!(after > 0)) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.set('after', String(after - 1))
      return exchange.send({ query })
    }),
  ),
]

const parcels: Fault[] = [
  fault(
    'scan-takes-newest-parcel-19',
    'A scanned tracking number goes to the parcel of the order that was made last, not to the one that waits longest',
    on('fulfilments.scan', async (exchange) => {
      const { organizationId, carrier, trackingNumber } = bodyOf(exchange)
      const number = textOf(exchange, 'orderNumber').trim().replace('#', '')
      const ofOrder = (
        /^\d+$/.test(number) ? await rowsOf(exchange, 'fulfillments', { organizationId, q: number }) : []
      ).filter((row) => String(row['orderNumber']) === number && row['status'] !== 'cancelled')
      const plain = (text: unknown) =>
        textIn(text)
          .toUpperCase()
          .replaceAll(/[^A-Z\d]/g, '')
      const waiting = ofOrder.filter((row) => row['status'] === 'pending' && !row['trackingNumber'])
      if (waiting.length < 2 || ofOrder.some((row) => plain(row['trackingNumber']) === plain(trackingNumber))) {
        return exchange.send()
      }
      const newest = waiting
        .toSorted((one, other) => textIn(one['createdAt']).localeCompare(textIn(other['createdAt'])))
        .at(-1)
      const given = await write(exchange, 'PUT', `/fulfilments/${textIn(newest?.['id'])}/tracking`, {
        ...(carrier !== undefined && { carrier }),
        trackingNumber,
      })
      return isSuccess(given) ? given : exchange.send()
    }),
  ),
  fault(
    'steps-of-parcels-half-done-19',
    'Of several parcels of which one can not be taken a step further, the others are, though it is refused',
    refusals('fulfilments.takeSteps', [404, 409, 422], async (reply, exchange) => {
      const { fulfilmentIds, ...body } = bodyOf(exchange)
      const ids = Array.isArray(fulfilmentIds) ? (fulfilmentIds as unknown[]) : []
      if (ids.length < 2) return reply
      for (const id of ids) await write(exchange, 'POST', '/fulfilments/steps', { ...body, fulfilmentIds: [id] })
      return reply
    }),
  ),
]

const mails: Fault[] = [
  fault(
    'autoresponder-deleted-unseen-19',
    'An auto-responder that has changed since it was read is deleted all the same',
    deafTo('if-match', 'autoresponders.delete'),
  ),
  fault(
    'order-mail-reset-keeps-subject-19',
    'A mail about orders that is reset has its original body again, but not its subject',
    resetKeepsSubject,
  ),
  remembering(
    'provider-counts-deleted-mails-19',
    'How many auto-responders send through an email provider counts those that were deleted',
    () => {
      const through = new Map<string, string>()
      const deleted = new Set<string>()
      return on(
        'autoresponders.create autoresponders.list autoresponders.update autoresponders.delete autoresponders.restore plugins.list',
        async (exchange) => {
          const reply = await exchange.send()
          if (!isSuccess(reply)) return reply
          const id = exchange.path.split('/')[5] ?? ''
          if (exchange.call === 'autoresponders.delete') {
            deleted.add(id)
            return reply
          }
          if (exchange.call === 'autoresponders.restore') deleted.delete(id)
          if (exchange.call !== 'plugins.list') {
            const data = valueAt(parsed(reply.text), 'data')
            for (const one of recordsIn(Array.isArray(data) ? data : [data])) {
              through.set(textIn(one['id']), textIn(one['pluginInstanceId']))
            }
            return reply
          }
          const extra = (plugin: Fields) => [...deleted].filter((one) => through.get(one) === plugin['id']).length
          return withBody(
            reply,
            changed(parsed(reply.text), 'data.*', (plugin) =>
              isRecord(plugin) ? { ...plugin, usedBy: numberIn(plugin['usedBy']) + extra(plugin) } : plugin,
            ),
          )
        },
      )
    },
  ),
  remembering(
    'provider-password-to-new-host-19',
    'An email provider that is given another host keeps the password of the one before, which is sent there',
    () => {
      const passwords = new Map<string, string>()
      return on('plugins.create plugins.update', async (exchange) => {
        const reply = await exchange.send()
        const body = bodyOf(exchange)
        if (isSuccess(reply)) {
          const { password } = body
          if (typeof password === 'string') passwords.set(textIn(recordIn(reply)['id']), password)
          return reply
        }
        const password = passwords.get(idIn(exchange))
        if (exchange.call !== 'plugins.update' || reply.status !== 422) return reply
        if (!password || body['password'] !== undefined) return reply
        const kept = await exchange.send({ body: { ...body, password } })
        return isSuccess(kept) ? kept : reply
      })
    },
  ),
  fault(
    'mails-of-all-orders-19',
    'The mails of one order are those of the whole organization',
    unasked('mails.list', 'orderId'),
  ),
]

const letIn: Fault[] = [
  remembering(
    'webhook-secret-told-again-19',
    'Whoever repeats the request that made a webhook with its key is told its secret again',
    () => {
      const secrets = new Map<string, string>()
      return recordsAs('webhooks.create', (record, exchange) => {
        const key = keyOf(exchange)
        const secret = record['webhookSecret']
        if (key === undefined) return record
        if (typeof secret === 'string') secrets.set(key, secret)
        return { ...record, webhookSecret: secrets.get(key) ?? secret }
      })
    },
  ),
  fault(
    'api-token-ends-a-day-early-19',
    'An API token ends at the end of the day before the one that was chosen',
    bodies('apiTokens.create', (body) => {
      const day = body['expiresAt']
      const isLater = isDay(day) && dayBefore(day) > new Date().toISOString().slice(0, 10)
      return isLater ? { ...body, expiresAt: dayBefore(day) } : body
    }),
  ),
  fault(
    'declined-invites-not-listed-19',
    'An invite that was declined is not in the list of invites',
    replies('invites.list', (reply) => without(reply, ({ state }) => state === 'declined')),
  ),
  fault(
    'users-not-found-by-email-19',
    'The users of an organization are not found by their email addresses',
    foundWithout('members.list', (row, q) => holds(row['email'], q) && !holds(row['name'], q)),
  ),
  fault(
    'invitations-not-found-by-email-19',
    'Collaborations are not found by the email address that was invited',
    foundWithout(
      'collaborations.list',
      (row, q) => holds(row['email'], q) && !holds(row['partner'], q) && !holds(row['collaborator'], q),
    ),
  ),
]

const own: Fault[] = [
  fault(
    'tax-rate-of-two-decimals-19',
    'A tax rate with three decimals is rounded to two',
    requests('organizations.update', 'taxRate', (rate) => (typeof rate === 'number' ? cents(rate) : rate)),
  ),
  fault(
    'seller-address-on-one-line-19',
    'The lines of a seller’s address are kept as one',
    requests('sellers.update', 'address', (address) =>
      textIn(address)
        .trim()
        .replaceAll(/\s*\r?\n\s*/g, ', '),
    ),
  ),
  fault(
    'layouts-of-other-lists-lost-19',
    'How one list is arranged replaces how all other lists were arranged',
    bodies('users.setPreferences', async (body, exchange) => {
      const { lists } = body
      if (!isRecord(lists)) return body
      const before = valueAt(await read(exchange, '/users/me'), 'preferences.lists')
      const others = Object.keys(isRecord(before) ? before : {}).map((name) => [name, {}])
      return { ...body, lists: { ...(Object.fromEntries(others) as Fields), ...lists } }
    }),
  ),
  remembering(
    'second-default-view-19',
    'A view that a list began with stays its default when another one becomes that',
    beginsWithSeveral,
  ),
  fault(
    'archive-begun-before-stays-open-19',
    'An archive that was begun before another one is not given up, but told as open still',
    rowsAs('archives.list', (rows) =>
      rows.map((row, place) =>
        row['state'] === 'given_up' && rows.slice(0, place).some(({ state }) => state === 'open')
          ? { ...row, state: 'open', endedAt: null }
          : row,
      ),
    ),
  ),
]

const figures: Fault[] = [
  fault(
    'year-compared-with-days-before-19',
    'A report that is compared with the year before is compared with as many days before',
    requests('reports.read', 'compare', (compare) => (compare === 'year' ? 'previous' : compare)),
  ),
  fault(
    'average-of-averages-19',
    'The average order in the totals of a report is the average of its lines’ averages',
    replies('reports.read', (reply) => {
      const averages = recordsIn(valueAt(parsed(reply.text), 'data.lines'))
        .map((line) => valueAt(line, 'values.averageOrder'))
        .filter((value) => typeof value === 'number')
      if (averages.length === 0) return reply
      const mean = averages.reduce((sum, value) => sum + value, 0) / averages.length
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.totals.values.averageOrder', (value) =>
          typeof value === 'number' ? cents(mean) : value,
        ),
      )
    }),
  ),
  fault(
    'board-sum-without-unranked-19',
    'What all agents of the leaderboard took together leaves out those without a rank',
    recordsAs('leaderboard.read', (record) => ({
      ...record,
      revenue: cents(
        recordsIn(record['standings']).reduce(
          (sum, { rank, revenue }) => (typeof rank === 'number' ? sum + numberIn(revenue) : sum),
          0,
        ),
      ),
    })),
  ),
  fault(
    'one-goal-clears-others-19',
    'Setting the goal of a week clears those of a day and a month',
    bodies('leaderboard.setGoals', (body) => ({ today: null, week: null, month: null, ...body })),
  ),
  fault(
    'to-pack-without-part-refunds-19',
    'Orders to pack that were refunded in part are not counted on the dashboard',
    replies('dashboard.read', async (reply, exchange) => {
      const filters = { ...waitingIn.toPack.filters, paymentStatus: ['paid', 'overpaid'] }
      const count = await countOf(exchange, 'orders', askedOrganization(exchange), filters)
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.queue', (queue) =>
          recordsIn(queue).flatMap((entry) => {
            if (entry['of'] !== 'toPack') return [entry]
            return count === 0 ? [] : [{ ...entry, count }]
          }),
        ),
      )
    }),
  ),
  fault(
    'later-call-backs-counted-as-due-19',
    'The dashboard counts call-backs as due whose time has not come',
    replies('dashboard.read', async (reply, exchange) => {
      const all = await readList(exchange, `/calls/call-backs/me?organizationId=${askedOrganization(exchange)}`)
      const firstAt = all.map(({ callBackAt }) => textIn(callBackAt)).toSorted()[0]
      if (firstAt === undefined || firstAt === '') return reply
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.queue', (queue) => {
          const others = recordsIn(queue).filter((entry) => entry['of'] !== 'callBacks')
          const dead = others.filter((entry) => entry['of'] === 'deadMails')
          const before = others.filter((entry) => entry['of'] !== 'deadMails')
          return [...before, { of: 'callBacks', count: all.length, firstAt }, ...dead]
        }),
      )
    }),
  ),
  fault(
    'customers-found-by-phone-as-written-19',
    'Whoever looks for a phone number in another spelling finds no customer',
    replies('search.find', (reply, exchange) => {
      const q = exchange.query.get('q')?.trim() ?? ''
      if (!/^[\d\s()+./-]+$/.test(q) || digitsIn(q).length < 4) return reply
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.customers', (found) =>
          recordsIn(found).filter(
            ({ name, email, phone }) =>
              [name, email, phone].some((text) => holds(text, q)) || !digitsIn(phone).endsWith(digitsIn(q).slice(-4)),
          ),
        ),
      )
    }),
  ),
  fault(
    'exported-formulas-run-19',
    'A name that begins with an equals sign is exported as CSV so that a spreadsheet program runs it',
    toldAs('listExports.csv', (text) => text.replaceAll(/(^|[,"\n])'([=+\-@])/g, '$1$2')),
  ),
  fault(
    'audit-tells-tokens-as-people-19',
    'What was changed by an API token is told in the audit as changed by a person',
    answers('audit.list', 'data.*.actor.kind', (kind) => (kind === 'token' ? 'person' : kind)),
  ),
  fault(
    'deletions-told-as-updates-19',
    'The stream of events tells a deletion as an update',
    toldAs('events.stream', (text) => text.replaceAll('"kind":"deleted"', '"kind":"updated"')),
  ),
]

export const nineteenthStrangers: Fault[] = [
  ...customers,
  ...calls,
  ...selling,
  ...paying,
  ...goods,
  ...parcels,
  ...mails,
  ...letIn,
  ...own,
  ...figures,
]
