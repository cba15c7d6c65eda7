import {
  answer,
  type Changes,
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
import { admits, fault, on, refusals, remembering, replies, requests, textOf } from '../mutants/make'
import {
  afterwards,
  bodyOf,
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
import {
  bodies,
  countOf,
  dayBefore,
  type Fields,
  isDay,
  numberIn,
  refused,
  textIn,
  beginsWithSeveral,
  keepsWhatDraftsHad,
} from './inCommon'

// Faults of a fourth one who has not seen the checks: what goes wrong in the daily work of staff.

const cents = (value: number): number => Math.round(value * 100) / 100
const digitsOf = (value: string): string => value.replaceAll(/\D/g, '')
/** Changes the data of a successful answer by what else is asked. */
const data = (calls: string, change: (found: unknown, exchange: Exchange) => Promise<unknown>): Handler =>
  replies(calls, async (reply, exchange) => {
    const whole = parsed(reply.text)
    if (!isRecord(whole) || !('data' in whole)) return reply
    return withBody(reply, {
      ...whole,
      data: await change(whole['data'], exchange),
    })
  })

const records = (calls: string, change: (record: Fields, exchange: Exchange) => Promise<Fields>): Handler =>
  data(calls, async (found, exchange) => (isRecord(found) ? change(found, exchange) : found))

/** Answers a refusal by what comes of another request. */
const insists = (calls: string, statuses: number[], change: (exchange: Exchange) => Changes | undefined): Handler =>
  refusals(calls, statuses, async (reply, exchange) => {
    const changes = change(exchange)
    if (changes === undefined) return reply
    const other = await exchange.send({
      ...changes,
      headers: { ...changes.headers, 'idempotency-key': undefined },
    })
    return isSuccess(other) ? other : reply
  })

/** Leaves a detail of a refusal untold. */
const untold = (calls: string, statuses: number[], name: string): Handler =>
  refusals(calls, statuses, (reply) => {
    const whole = parsed(reply.text)
    return valueAt(whole, `error.details.${name}`) === undefined
      ? reply
      : withBody(
          reply,
          changed(whole, 'error.details', () => gone),
        )
  })

const ownOrganizations = async (exchange: Exchange): Promise<string[]> =>
  (await readList(exchange, '/organizations')).map(({ id }) => textIn(id))

async function inAny<Found>(
  exchange: Exchange,
  find: (organizationId: string) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (const organizationId of await ownOrganizations(exchange)) {
    const found = await find(organizationId)
    if (found !== undefined) return found
  }
  return undefined
}

const offersOf = (exchange: Exchange, organizationId: unknown, ids: string[]): Promise<Fields[]> =>
  ids.length === 0 ? Promise.resolve([]) : rowsOf(exchange, 'offers', { organizationId, filters: { ids } })

const linesIn = (exchange: Exchange): Fields[] => recordsIn(bodyOf(exchange)['lines'])
const offerIdsIn = (lines: Fields[]): string[] => [...new Set(lines.map(({ offerId }) => textIn(offerId)))]

/** Changes offers meanwhile; undefined where none is to be changed. */
async function offersAside(
  exchange: Exchange,
  change: (offer: Fields, lines: Fields[]) => Fields | undefined,
): Promise<(() => Promise<unknown>) | undefined> {
  const lines = linesIn(exchange)
  const back: (() => Promise<unknown>)[] = []
  for (const offer of await offersOf(exchange, bodyOf(exchange)['organizationId'], offerIdsIn(lines))) {
    const path = `/offers/${textIn(offer['id'])}`
    const fields = change(
      offer,
      lines.filter(({ offerId }) => offerId === offer['id']),
    )
    if (fields === undefined) continue
    const before = Object.fromEntries(Object.keys(fields).map((name) => [name, offer[name]]))
    if (isSuccess(await write(exchange, 'PUT', path, fields))) back.push(() => write(exchange, 'PUT', path, before))
  }
  return back.length === 0 ? undefined : () => Promise.all(back.map((put) => put()))
}

const sales: Fault[] = [
  fault(
    'max-quantity-per-line-only',
    'The most units of an offer in one order are looked at line by line: two lines together may have more',
    pushes('orders.place', (exchange) =>
      offersAside(exchange, ({ maxQuantity }, lines) => {
        const sum = lines.reduce((units, { quantity }) => units + numberIn(quantity), 0)
        const most = typeof maxQuantity === 'number' ? maxQuantity : Number.POSITIVE_INFINITY
        const isEachFine = lines.every(({ quantity }) => numberIn(quantity) <= most)
        return lines.length > 1 && isEachFine && sum > most ? { maxQuantity: sum } : undefined
      }),
    ),
  ),
  fault(
    'price-above-base-without-max-sold',
    'An offer without a max price is sold at any price above its own',
    pushes('orders.place', (exchange) =>
      offersAside(exchange, ({ basePrice, minPrice, maxPrice }, lines) => {
        const highest = Math.max(0, ...lines.map(({ unitPrice }) => numberIn(unitPrice)))
        const hasNone = maxPrice === null || maxPrice === undefined
        return hasNone && highest > Math.max(numberIn(basePrice), numberIn(minPrice))
          ? { basePrice: highest }
          : undefined
      }),
    ),
  ),
  fault(
    'older-draft-version-placed',
    'An order is placed although its draft has been changed since the version that was seen',
    requests('orders.place', 'draftVersion', () => gone),
  ),
  remembering(
    'cancelled-order-keeps-offer-units',
    'A cancelled order gives nothing back to the quantities of its offers',
    () => {
      const cancelled = new Set<unknown>()
      return afterwards('orders.cancel', async (exchange, { id, organizationId, items }) => {
        if (cancelled.has(id)) return
        cancelled.add(id)
        for (const { offerId, quantity } of recordsIn(items)) {
          const [offer] = await offersOf(exchange, organizationId, offerId ? [textIn(offerId)] : [])
          const left = Math.max(0, numberIn(offer?.['quantity']) - numberIn(quantity))
          if (offer)
            await write(exchange, 'PUT', `/offers/${textIn(offerId)}`, {
              quantity: left,
            })
        }
      })
    },
  ),
  fault(
    'order-note-cut-at-255',
    'A note of an order keeps its first 255 characters',
    requests('orders.addNote', 'text', (value) => (typeof value === 'string' ? value.slice(0, 255) : value)),
  ),
  fault(
    'order-sums-net-of-total',
    'What orders keep is reckoned of what they come to, not of what was paid',
    recordsAs('orders.sums', (sums) => ({
      ...sums,
      net: cents(numberIn(sums['total']) - numberIn(sums['refunded'])),
    })),
  ),
  fault(
    'order-address-keeps-absent-lines',
    'A line that is absent of the new address of an order stays as it was',
    bodies('orders.updateAddress', async (body, exchange) => {
      const { shippingAddress } = await read(exchange, `/orders/${idIn(exchange)}`)
      const lines = Object.entries(isRecord(shippingAddress) ? shippingAddress : {})
      return {
        ...Object.fromEntries(lines.filter(([, line]) => textIn(line) !== '')),
        ...body,
      }
    }),
  ),
  fault(
    'order-line-name-follows-offer',
    'What an order has sold is called as its offer is called today',
    records('orders.get', async (order, exchange) => {
      const items = recordsIn(order['items'])
      const ids = offerIdsIn(items.filter(({ offerId }) => typeof offerId === 'string'))
      const offers = await offersOf(exchange, order['organizationId'], ids)
      return {
        ...order,
        items: items.map((item) => ({
          ...item,
          name: offers.find(({ id }) => id === item['offerId'])?.['displayName'] ?? item['name'],
        })),
      }
    }),
  ),
  fault(
    'line-sums-count-lines-as-units',
    'The units of sold lines are as many as there are lines',
    recordsAs('orderLines.sums', (sums) => ({ ...sums, units: sums['rows'] })),
  ),
  fault(
    'transaction-sums-charge-what-failed',
    'The sums of transactions have charges that failed in what was charged',
    records('transactions.sums', async (sums, exchange) => {
      const { organizationId, q, filters } = bodyOf(exchange)
      const given = isRecord(filters) ? filters : {}
      if (given['type'] === 'refund' || (given['status'] !== undefined && given['status'] !== 'failed')) return sums
      const more = { ...given, type: 'charge', status: 'failed' }
      const failed = await rowsOf(exchange, 'transactions', {
        organizationId,
        q,
        filters: more,
      })
      const sum = failed.reduce((all, { amount }) => all + numberIn(amount), 0)
      return {
        ...sums,
        charged: cents(numberIn(sums['charged']) + sum),
        net: cents(numberIn(sums['net']) + sum),
      }
    }),
  ),
]

const isPhone = /^[\d\s+\-()./]+$/

const finding: Fault[] = [
  fault(
    'total-max-left-out',
    'A search up to a total finds what is below it, and not what is exactly it',
    requests('search', 'filters.totalMax', (most) =>
      Number.isFinite(Number(most)) && most !== '' ? cents(Number(most) - 0.01) : most,
    ),
  ),
  fault(
    'filter-takes-first-of-several',
    'Of several values of a filter the first alone is looked for',
    requests('search', 'filters', (filters) =>
      isRecord(filters)
        ? Object.fromEntries(
            Object.entries(filters).map(([name, value]) => [
              name,
              name !== 'ids' && Array.isArray(value) && value.length > 1 ? (value[0] as unknown) : value,
            ]),
          )
        : filters,
    ),
  ),
  fault(
    'archived-campaign-not-found-by-id',
    'A campaign that is archived is not found by its id',
    replies('search', (reply, exchange) => {
      const { resource, filters } = bodyOf(exchange)
      if (resource !== 'campaigns' || !isRecord(filters) || !('ids' in filters)) return reply
      const whole = parsed(reply.text)
      const rows = recordsIn(valueAt(whole, 'data'))
      const shown = rows.filter(({ archived, archivedAt }) => archived !== 'true' && !archivedAt)
      const away = rows.length - shown.length
      const counted = changed(whole, 'meta.total', (total) => Math.max(0, numberIn(total) - away))
      return withBody(
        reply,
        changed(counted, 'data', () => shown),
      )
    }),
  ),
  fault(
    'find-phone-as-it-is-spelled',
    'A customer is found by a phone number only as it was typed for them',
    replies('search.find', (reply, exchange) => {
      const q = (exchange.query.get('q') ?? '').trim()
      const digits = digitsOf(q).replace(/^00/, '')
      if (!isPhone.test(q) || digits.length < 5) return reply
      const isSpelled = ({ phone }: Fields) => !digitsOf(textIn(phone)).includes(digits) || textIn(phone).includes(q)
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.customers', (rows) => recordsIn(rows).filter(isSpelled)),
      )
    }),
  ),
  fault(
    'find-puts-beginnings-last',
    'What begins with the letters that are looked for comes behind what has them elsewhere',
    replies('search.find', (reply, exchange) => {
      const q = (exchange.query.get('q') ?? '').trim().toLowerCase()
      const begins = ({ name }: Fields) => textIn(name).toLowerCase().startsWith(q)
      const turned = (rows: unknown) => {
        const all = recordsIn(rows)
        return [...all.filter((row) => !begins(row)), ...all.filter(begins)]
      }
      const whole = ['customers', 'campaigns', 'products'].reduce<unknown>(
        (body, kind) => changed(body, `data.${kind}`, turned),
        parsed(reply.text),
      )
      return withBody(reply, whole)
    }),
  ),
]

const drafting: Fault[] = [
  fault(
    'drafts-by-when-they-began',
    'Drafts are listed by when they were begun, whichever was changed last',
    rowsAs('orderDrafts.list', (rows) =>
      rows.toSorted((one, other) => Date.parse(textIn(other['createdAt'])) - Date.parse(textIn(one['createdAt']))),
    ),
  ),
  fault(
    'draft-refuses-what-is-no-number',
    'A draft is refused while a quantity or a price in it is not a number',
    on('orderDrafts.keep', (exchange) => {
      const lines = recordsIn(valueAt(exchange.body, 'content.lines'))
      const isNumber = (typed: unknown) => /^\s*(\d+([.,]\d+)?)?\s*$/.test(textIn(typed))
      const wrong = lines.findIndex(({ quantity, unitPrice }) => !isNumber(quantity) || !isNumber(unitPrice))
      if (wrong < 0) return exchange.send()
      const path = `body.content.lines.${wrong}.quantity`
      return Promise.resolve(refused(422, 'validation_failed', 'Must be a number', path))
    }),
  ),
  fault(
    'draft-keeps-what-was-cleared',
    'What is no longer in a draft stays in it: each keeping is laid over the one before',
    keepsWhatDraftsHad,
  ),
  fault(
    'placed-draft-names-no-order',
    'Of a draft that has become an order it is not said which',
    untold('orderDrafts.get orderDrafts.keep', [404, 409], 'placedOrder'),
  ),
]

const people: Fault[] = [
  remembering(
    'customer-email-in-capitals',
    'The email of a customer is kept in the capitals that it was typed in',
    () => {
      const typed = new Map<string, string>()
      const shown = (record: Fields): Fields => {
        const email = typed.get(textIn(record['id']))
        return email !== undefined && email.toLowerCase() === record['email'] ? { ...record, email } : record
      }
      return on('customers.create customers.update customers.get', async (exchange) => {
        const reply = await exchange.send()
        const { id } = recordIn(reply)
        if (!isSuccess(reply) || typeof id !== 'string') return reply
        if (exchange.method !== 'GET') {
          const email = textOf(exchange, 'email').trim()
          if (email !== '') typed.set(id, email)
        }
        return withBody(
          reply,
          changed(parsed(reply.text), 'data', (record) => (isRecord(record) ? shown(record) : record)),
        )
      })
    },
  ),
  fault(
    'customer-field-never-emptied',
    'An empty text does not clear a field of a customer',
    on('customers.update', async (exchange) => {
      const all = Object.entries(bodyOf(exchange))
      const filled = all.filter(([, value]) => value !== '')
      if (filled.length === all.length) return exchange.send()
      if (filled.length > 0) return exchange.send({ body: Object.fromEntries(filled) })
      return exchange.ask('GET', `/api/v1/customers/${idIn(exchange)}`, tokenIn(exchange))
    }),
  ),
  remembering(
    'deleted-customer-still-alike',
    'Who has been deleted is still told to be alike a customer that is typed',
    () => {
      const deleted = new Map<string, Fields>()
      return on('customers.delete customers.restore customers.findAlike', async (exchange) => {
        if (exchange.call === 'customers.delete') {
          const customer = await read(exchange, `/customers/${idIn(exchange)}`)
          const reply = await exchange.send()
          if (isSuccess(reply) && customer['id'] !== undefined) deleted.set(idIn(exchange), customer)
          return reply
        }
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (exchange.call === 'customers.restore') {
          deleted.delete(idIn(exchange))
          return reply
        }
        const { organizationId } = bodyOf(exchange)
        const email = textOf(exchange, 'email').trim().toLowerCase()
        const phone = digitsOf(textOf(exchange, 'phone'))
        const more = [...deleted.values()].flatMap((customer) => {
          if (customer['organizationId'] !== organizationId) return []
          const byEmail = email !== '' && customer['email'] === email
          const byPhone = phone.length >= 7 && digitsOf(textIn(customer['phone'])) === phone
          const alike = [...(byEmail ? ['email'] : []), ...(byPhone ? ['phone'] : [])]
          return alike.length > 0 ? [{ ...customer, alike }] : []
        })
        return withBody(
          reply,
          changed(parsed(reply.text), 'data', (rows) => [...recordsIn(rows), ...more]),
        )
      })
    },
  ),
  fault(
    'merge-of-both-notes-keeps-one',
    'Of two customers who become one, of whose notes both are chosen, one note is lost',
    requests('customers.merge', 'keep.note', (note) => (note === 'both' ? 'kept' : note)),
  ),
  fault(
    'merge-leaves-empty-what-other-has',
    'What nobody has chosen stays empty in a merge, although the other customer has it',
    requests('customers.merge', 'keep', (keep) =>
      isRecord(keep)
        ? {
            name: 'kept',
            email: 'kept',
            phone: 'kept',
            shippingAddress: 'kept',
            note: 'kept',
            ...keep,
          }
        : keep,
    ),
  ),
  fault(
    'merged-customer-without-into-whom',
    'Of a customer who was merged it is not said with whom',
    untold('customers.get', [404], 'mergedInto'),
  ),
]

const calling: Fault[] = [
  fault(
    'unwanted-caller-turned-away',
    'Who does not want to be called can not call either',
    on('calls.start', async (exchange) => {
      const { organizationId, customerId, phone, direction } = bodyOf(exchange)
      if (direction !== 'inbound') return exchange.send()
      const known =
        typeof customerId === 'string'
          ? [await read(exchange, `/customers/${customerId}`)]
          : await rowsOf(exchange, 'customers', {
              organizationId,
              q: textIn(phone),
            })
      return known.some(({ doNotCall }) => doNotCall === true)
        ? refused(409, 'not_possible', 'This customer does not want to be called.')
        : exchange.send()
    }),
  ),
  fault(
    'call-back-without-moment-closed',
    'A call that is to be returned is closed without a moment, and is due a day later',
    insists('calls.close', [400, 409, 422], (exchange) => {
      const body = bodyOf(exchange)
      const { disposition, callBackAt } = body
      if (disposition !== 'call_back' || (callBackAt !== null && callBackAt !== undefined)) return undefined
      return {
        body: {
          ...body,
          callBackAt: new Date(Date.now() + 86_400_000).toISOString(),
        },
      }
    }),
  ),
  fault(
    'unanswered-call-ends-call-back',
    'A call that reached nobody counts as the call-back of its customer',
    afterwards('calls.close', async (exchange, { id, organizationId, customerId, disposition }) => {
      if (customerId === null || (disposition !== 'no_answer' && disposition !== 'voicemail')) return
      const due = await readList(exchange, `/calls/call-backs/me?organizationId=${textIn(organizationId)}`)
      for (const call of due.filter((row) => row['customerId'] === customerId && row['id'] !== id)) {
        await write(exchange, 'POST', `/calls/${textIn(call['id'])}/called-back`, {})
      }
    }),
  ),
  remembering(
    'do-not-call-marks-nobody',
    'A call that ends with do not call leaves its customer as one to call',
    () => {
      const closed = new Set<unknown>()
      const shown = (record: Fields): Fields =>
        closed.has(record['id']) ? { ...record, disposition: 'do_not_call' } : record
      return on('calls.close customers.get', async (exchange) => {
        const isMarking = exchange.call === 'calls.close' && textOf(exchange, 'disposition') === 'do_not_call'
        const reply = await (isMarking
          ? exchange.send({
              body: { ...bodyOf(exchange), disposition: 'not_interested' },
            })
          : exchange.send())
        if (!isSuccess(reply)) return reply
        if (isMarking) closed.add(recordIn(reply)['id'])
        const path = exchange.call === 'calls.close' ? 'data' : 'data.calls.*'
        return withBody(
          reply,
          changed(parsed(reply.text), path, (record) => (isRecord(record) ? shown(record) : record)),
        )
      })
    },
  ),
  fault(
    'call-backs-hidden-until-due',
    'Whom one is to call back is told once it is due, and not before',
    rowsAs('calls.callBacks', (rows) => rows.filter(({ callBackAt }) => Date.parse(textIn(callBackAt)) <= Date.now())),
  ),
  fault(
    'called-back-stays-listed',
    'To say that nobody has to call back any more does nothing',
    on('calls.calledBack', async (exchange) => {
      const call = await inAny(exchange, async (organizationId) =>
        (await readList(exchange, `/calls/call-backs/me?organizationId=${organizationId}`)).find(
          ({ id }) => id === idIn(exchange),
        ),
      )
      return call === undefined ? exchange.send() : answer(200, { data: call })
    }),
  ),
  fault(
    'ongoing-call-until-closed',
    'A call that has ended is told to be the ongoing one until it is wrapped up',
    data('calls.ongoing', async (found, exchange) => {
      if (found !== null) return found
      const open = await inAny(exchange, async (organizationId) =>
        (await readList(exchange, `/calls/open/me?organizationId=${organizationId}`)).at(0),
      )
      if (open === undefined) return found
      const { id, customerId, phone, startedAt, endedAt } = open
      return { id, customerId, phone, startedAt, endedAt }
    }),
  ),
]

const offerLimits = new Set(['shipPrice', 'minPrice', 'maxQuantity'])

const goods: Fault[] = [
  fault(
    'offer-zero-not-saved',
    'A shipping price, a min price or a max quantity of zero is taken for none given',
    on('offers.update', async (exchange) => {
      const all = Object.entries(bodyOf(exchange))
      const some = all.filter(([name, value]) => value !== 0 || !offerLimits.has(name))
      if (some.length === all.length) return exchange.send()
      if (some.length > 0) return exchange.send({ body: Object.fromEntries(some) })
      const offer = await inAny(exchange, async (organizationId) =>
        (await offersOf(exchange, organizationId, [idIn(exchange)])).at(0),
      )
      return offer === undefined ? exchange.send() : answer(200, { data: offer })
    }),
  ),
  fault(
    'offer-made-of-archived-product',
    'An offer is made of a product that has been archived',
    pushes('offers.create', async (exchange) => {
      const path = `/products/${textOf(exchange, 'productId')}`
      if ((await read(exchange, path))['status'] !== 'archived') return undefined
      await write(exchange, 'POST', `${path}/restore`, {})
      return () => write(exchange, 'POST', `${path}/archive`, {})
    }),
  ),
  fault(
    'any-version-of-offer-refused',
    'A change of an offer in whichever version, as `*` says, is refused as outdated',
    on('offers.update', (exchange) =>
      exchange.headers['if-match']?.trim() === '*'
        ? exchange.send({ headers: { 'if-match': '"0"' } })
        : exchange.send(),
    ),
  ),
  fault(
    'product-price-loses-a-cent',
    'Prices of products are cut to cents in floating point: 19.99 becomes 19.98',
    requests('products.create products.update', 'price', (price) =>
      typeof price === 'number' ? Math.trunc(price * 100) / 100 : price,
    ),
  ),
  fault(
    'counted-stock-is-added',
    'A stock that was counted is added to what there is',
    bodies('products.adjustStock', ({ to, ...body }) => (typeof to === 'number' ? { ...body, by: to } : body)),
  ),
  fault(
    'movements-tell-stock-of-today',
    'Each movement of a stock tells what is in stock now, not what was then',
    data('products.movements', async (rows, exchange) => {
      const { stock } = await read(exchange, `/products/${idIn(exchange)}`)
      return recordsIn(rows).map((row) => ({ ...row, stock: numberIn(stock) }))
    }),
  ),
  fault(
    'copy-of-product-has-its-stock',
    'A product that is made like another one begins with the stock of that one',
    records('products.duplicate', async (copy, exchange) => {
      const { stock } = await read(exchange, `/products/${idIn(exchange)}`)
      const made = await read(exchange, `/products/${textIn(copy['id'])}`)
      if (numberIn(stock) === 0 || made['stock'] !== 0) return copy
      await move(exchange, copy['id'], numberIn(stock))
      return { ...copy, stock }
    }),
  ),
  remembering(
    'key-with-other-product-answered',
    'Another product with a key that was used is answered as the first one was, and not made',
    () => {
      const first = new Map<string, Reply>()
      return on('products.create', async (exchange) => {
        const key = exchange.headers['idempotency-key']
        const reply = await exchange.send()
        if (key === undefined) return reply
        const whose = `${tokenIn(exchange)} ${key}`
        if (isSuccess(reply)) first.set(whose, first.get(whose) ?? reply)
        return reply.status === 422 || reply.status === 409 ? (first.get(whose) ?? reply) : reply
      })
    },
  ),
  fault(
    'movements-of-other-organizations',
    "The movements of another organization's product are answered",
    admits('products.movements', [404]),
  ),
]

const campaigning: Fault[] = [
  fault(
    'campaign-members-only-added',
    'Who does not sell in a campaign any more stays among its members',
    bodies('campaigns.setMembers', async (body, exchange) => {
      const { members } = await read(exchange, `/campaigns/${idIn(exchange)}`)
      const before = recordsIn(members).map(({ id }) => id)
      const wanted = Array.isArray(body['memberIds']) ? (body['memberIds'] as unknown[]) : undefined
      return wanted === undefined ? body : { ...body, memberIds: [...new Set([...before, ...wanted])] }
    }),
  ),
  fault(
    'campaign-begins-a-day-early',
    'The day on which a campaign begins is kept as the day before, as it is read in another zone',
    requests('campaigns.create campaigns.update', 'startDate', (day) => (isDay(day) ? dayBefore(day) : day)),
  ),
  fault(
    'campaign-revenue-with-refunds',
    'The revenue of a campaign has in it what was given back',
    records('campaigns.get', async (campaign, exchange) => {
      const { id, organizationId } = campaign
      const sums = await write(exchange, 'POST', '/orders/sums', {
        organizationId,
        filters: { campaignId: id },
      })
      const { paid } = recordIn(sums)
      return isSuccess(sums) ? { ...campaign, revenue: paid } : campaign
    }),
  ),
  fault(
    'copied-offers-ship-for-nothing',
    'The offers of a campaign that is made after another one lose their shipping prices',
    afterwards('campaigns.create', async (exchange, { id, organizationId }) => {
      if (textOf(exchange, 'copiedFrom') === '') return
      const own = organizationId ?? bodyOf(exchange)['organizationId']
      const offers = await rowsOf(exchange, 'offers', {
        organizationId: own,
        filters: { campaignId: id },
      })
      for (const offer of offers.filter(({ shipPrice }) => numberIn(shipPrice) > 0)) {
        await write(exchange, 'PUT', `/offers/${textIn(offer['id'])}`, {
          shipPrice: 0,
        })
      }
    }),
  ),
  fault(
    'campaign-kinds-without-types',
    'The kinds of campaigns are their categories; no type is told',
    rowsAs('campaigns.kinds', (rows) => rows.filter(({ field }) => field === 'category')),
  ),
]

const zeroed = (values: unknown): unknown =>
  isRecord(values)
    ? Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === null ? 0 : value]))
    : values

const reporting: Fault[] = [
  remembering(
    'two-views-a-list-begins-with',
    'A list begins with a view, and with the one that was chosen before, too',
    beginsWithSeveral,
  ),
  fault(
    'saved-report-loses-its-filters',
    'A report is saved without what it is narrowed to',
    requests('savedReports.create savedReports.update', 'question.filters', () => gone),
  ),
  fault(
    'report-compares-with-days-before',
    'A report that is to be compared with the year before is compared with the days before it',
    requests('reports.read', 'compare', (compare) => (compare === 'year' ? 'previous' : compare)),
  ),
  fault(
    'report-zero-for-no-ratio',
    'Where there is nothing to divide by, a report tells zero',
    replies('reports.read', (reply) => {
      const paths = ['totals.values', 'totals.before', 'lines.*.values', 'lines.*.before']
      const whole = paths.reduce<unknown>((body, path) => changed(body, `data.${path}`, zeroed), parsed(reply.text))
      return withBody(reply, whole)
    }),
  ),
  fault(
    'report-file-of-everything',
    'A report as CSV is of everything, whatever it is narrowed to',
    requests('reports.csv', 'filters', () => gone),
  ),
  fault(
    'exported-list-unsorted',
    'A list as CSV comes in the order that it has of itself, however it is sorted',
    bodies('listExports.csv', ({ sortBy: _by, sortOrder: _order, ...body }) => body),
  ),
  fault(
    'dashboard-counts-archived-as-low',
    'The dashboard has archived products among those that are low in stock',
    records('dashboard.read', async (board, exchange) => {
      const organizationId = exchange.query.get('organizationId')
      const filters = { status: 'archived', stockLevel: 'low' }
      const away = await countOf(exchange, 'products', organizationId, filters)
      const queue = recordsIn(board['queue'])
      const added = (entry: Fields) =>
        entry['of'] === 'lowStock' ? { ...entry, count: numberIn(entry['count']) + away } : entry
      const isThere = queue.some((entry) => entry['of'] === 'lowStock')
      if (away === 0) return board
      return {
        ...board,
        queue: isThere ? queue.map(added) : [...queue, { of: 'lowStock', count: away, firstAt: null }],
      }
    }),
  ),
  fault(
    'dashboard-tells-call-backs-of-later',
    'The dashboard has among the call-backs that are due those of later',
    records('dashboard.read', async (board, exchange) => {
      const organizationId = exchange.query.get('organizationId') ?? ''
      const [first, ...more] = await readList(exchange, `/calls/call-backs/me?organizationId=${organizationId}`)
      if (first === undefined) return board
      const entry = {
        of: 'callBacks',
        count: more.length + 1,
        firstAt: first['callBackAt'],
      }
      return {
        ...board,
        queue: [...recordsIn(board['queue']).filter((each) => each['of'] !== 'callBacks'), entry],
      }
    }),
  ),
  fault(
    'leaderboard-drops-who-has-no-rank',
    'Who has too few calls for a rank is not on the leaderboard at all',
    recordsAs('leaderboard.read', (board) => ({
      ...board,
      standings: recordsIn(board['standings']).filter(({ rank }) => rank !== null),
    })),
  ),
  fault(
    'best-period-may-be-this-one',
    'The best day, week or month that somebody has had may be the one that is not over',
    data('leaderboard.best', async (best, exchange) => {
      const query = new URLSearchParams({
        organizationId: exchange.query.get('organizationId') ?? '',
      })
      query.set('period', exchange.query.get('period') ?? 'today')
      const board = await read(exchange, `/leaderboard?${query.toString()}`)
      const { id } = await read(exchange, '/users/me')
      const own = numberIn(recordsIn(board['standings']).find((standing) => standing['id'] === id)?.['revenue'])
      const most = isRecord(best) ? numberIn(best['revenue']) : 0
      return own > most ? { revenue: own, from: board['from'], to: board['to'] } : best
    }),
  ),
  fault(
    'goal-alone-resets-the-others',
    'A goal that is changed alone takes the other goals away',
    bodies('leaderboard.setGoals', (body) =>
      Object.keys(body).some((name) => ['today', 'week', 'month'].includes(name))
        ? { today: null, week: null, month: null, ...body }
        : body,
    ),
  ),
]

const clearable = ['category', 'description']

const importing: Fault[] = [
  remembering(
    'line-sent-again-judged-as-before',
    'A line of an import that is sent again is judged as it was first sent',
    () => {
      const first = new Map<string, unknown>()
      return bodies('sheetImports.addLines', (body, exchange) => {
        if (!Array.isArray(body['lines'])) return body
        const lines = (body['lines'] as unknown[]).map((each) => {
          if (!isRecord(each)) return each
          const key = `${idIn(exchange)} ${String(each['line'])}`
          if (!first.has(key)) first.set(key, each['cells'])
          return { ...each, cells: first.get(key) }
        })
        return { ...body, lines }
      })
    },
  ),
  remembering('empty-cell-clears-product', 'An empty cell of an import clears what the product has there', () => {
    const organizations = new Map<string, unknown>()
    const emptied = new Map<string, Map<string, Fields>>()
    return on('sheetImports.create sheetImports.addLines sheetImports.commit', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const { id, resource = 'products' } = recordIn(reply)
      const importId = textIn(id)
      if (exchange.call === 'sheetImports.create') organizations.set(importId, bodyOf(exchange)['organizationId'])
      if (resource !== 'products') return reply
      if (exchange.call === 'sheetImports.addLines') {
        const ofImport = emptied.get(importId) ?? new Map<string, Fields>()
        for (const { cells } of linesIn(exchange)) {
          if (!isRecord(cells)) continue
          const empty = clearable.filter(
            (column) => typeof cells[column] === 'string' && textIn(cells[column]).trim() === '',
          )
          if (empty.length > 0) {
            ofImport.set(textIn(cells['sku']).trim(), Object.fromEntries(empty.map((column) => [column, ''])))
          }
        }
        emptied.set(importId, ofImport)
      }
      if (exchange.call !== 'sheetImports.commit') return reply
      for (const [sku, fields] of emptied.get(importId) ?? []) {
        const found = await rowsOf(exchange, 'products', {
          organizationId: organizations.get(importId),
          q: sku,
        })
        const product = found.find((row) => row['sku'] === sku)
        if (product) await write(exchange, 'PUT', `/products/${textIn(product['id'])}`, fields)
      }
      emptied.delete(importId)
      return reply
    })
  }),
  fault(
    'import-lines-from-the-last-again',
    'The lines of an import behind one begin with that one',
    on('sheetImports.lines', (exchange) => {
      const after = Number(exchange.query.get('after') ?? '0')
      if (!Number.isInteger(after) || after < 1) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.set('after', String(after - 1))
      return exchange.send({ query })
    }),
  ),
]

export const fourthStrangers: Fault[] = [
  ...sales,
  ...finding,
  ...drafting,
  ...people,
  ...calling,
  ...goods,
  ...campaigning,
  ...reporting,
  ...importing,
]
