import { standardPermissions } from '../../../contract/agentPermissions'
import {
  changed,
  type Exchange,
  type Fault,
  gone,
  isRecord,
  isSuccess,
  parsed,
  valueAt,
  withBody,
} from '../mutants/exchange'
import { answers, fault, on, refusals, remembering, replies, requests, textOf, unasked } from '../mutants/make'
import { bodyOf, idIn, read, recordIn, recordsAs, recordsIn, rowsAs, rowsOf, tokenIn, write } from '../mutants/selling'
import {
  allRows,
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
  refused,
  rowOf,
  steadily,
  textIn,
  without,
  beginsWithSeveral,
  resetKeepsSubject,
  listedIn,
  addsWebhookEvents,
} from './inCommon'

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const plainCode = (code: unknown): string =>
  textIn(code)
    .replaceAll(/[^\da-z]/gi, '')
    .toUpperCase()
const plainNumber = (number: unknown): string => textIn(number).replaceAll(/\s/g, '').toUpperCase()
const has = (value: unknown, part: string): boolean => textIn(value).toLowerCase().includes(part)
const bySide = (field: string) => (one: Fields, other: Fields) => (textIn(one[field]) < textIn(other[field]) ? -1 : 1)

/** Sends a query with a value changed. */
const asksWith = (calls: string, name: string, change: (value: string) => string) =>
  on(calls, (exchange) => {
    const value = exchange.query.get(name)
    if (value === null) return exchange.send()
    const query = new URLSearchParams(exchange.query)
    query.set(name, change(value))
    return exchange.send({ query })
  })

const sellingAndMoney: Fault[] = [
  fault(
    'part-refund-gives-all-shipping-18',
    'A refund of some units of a line with shipping gives back all shipping of the line',
    steadily('orders.refund', async (body, exchange) => {
      const lines = recordsIn(body['lines'])
      if (body['shipping'] !== true || body['shippingAmount'] !== undefined || lines.length === 0) return body
      const { items, refundedLines } = await read(exchange, `/orders/${idIn(exchange)}`)
      if (recordsIn(refundedLines).length > 0) return body
      const amount = recordsIn(items)
        .filter(({ id }) => lines.some(({ itemId }) => itemId === id))
        .reduce((sum, { shippingTotal }) => sum + numberIn(shippingTotal), 0)
      if (amount <= 0) return body
      const { shipping: _shipping, ...rest } = body
      return { ...rest, shippingAmount: cents(amount) }
    }),
  ),
  fault(
    'refund-restocks-unasked-18',
    'A refund by lines puts the units back into stock though nobody asked for that',
    bodies('orders.refund', (body) =>
      Array.isArray(body['lines']) && body['restock'] === undefined ? { ...body, restock: true } : body,
    ),
  ),
  fault(
    'cancel-with-reason-keeps-money-18',
    'An order that is cancelled with a reason is not refunded, though that was asked for',
    bodies('orders.cancel', (body) => (textIn(body['reason']) === '' ? body : { ...body, refund: false })),
  ),
  fault(
    'transaction-sums-count-failed-18',
    'The sums of transactions count charges that failed as charged',
    replies('transactions.sums', async (reply, exchange) => {
      const { organizationId, q } = bodyOf(exchange)
      const filters = filtersOf(exchange)
      if (filters['status'] !== undefined || filters['type'] === 'refund') return reply
      const failed = await allRows(exchange, 'transactions', {
        organizationId,
        q,
        filters: { ...filters, type: 'charge', status: 'failed' },
      })
      const sum = failed.reduce((all, { amount }) => all + numberIn(amount), 0)
      const more = (value: unknown) => cents(numberIn(value) + sum)
      return withBody(reply, changed(changed(parsed(reply.text), 'data.charged', more), 'data.net', more))
    }),
  ),
  fault(
    'line-sums-count-lines-as-units-18',
    'The sums of order lines tell the number of lines as that of units',
    recordsAs('orderLines.sums', (record) => ({ ...record, units: record['rows'] })),
  ),
  fault(
    'agreed-when-placed-18',
    'An order tells that its customer agreed to the terms when it was placed, not when they did',
    recordsAs('orders.get orders.place', (record) =>
      typeof record['agreedToTermsAt'] === 'string' ? { ...record, agreedToTermsAt: record['createdAt'] } : record,
    ),
  ),
  fault(
    'address-keeps-second-line-18',
    'An order that goes elsewhere without a second line of the address keeps the one before',
    bodies('orders.updateAddress', async (body, exchange) => {
      if (textIn(body['address2']).trim() !== '') return body
      const { shippingAddress } = await read(exchange, `/orders/${idIn(exchange)}`)
      const before = textIn(valueAt(shippingAddress, 'address2'))
      return before === '' ? body : { ...body, address2: before }
    }),
  ),
  remembering('code-opens-without-phone-18', 'A code opens its payment link with any four digits', () => {
    const digitsOf = new Map<string, string>()
    return on('orders.createPaymentLink orders.payments payments.openCode', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call !== 'payments.openCode') {
        const record = recordIn(reply)
        const code = plainCode(record['payCode'] ?? valueAt(record, 'link.payCode'))
        if (code !== '' && !digitsOf.has(code)) {
          const { customer } = await read(exchange, `/orders/${idIn(exchange)}`)
          const digits = digitsIn(valueAt(customer, 'phone')).slice(-4)
          if (digits.length === 4) digitsOf.set(code, digits)
        }
        return reply
      }
      const phoneDigits = digitsOf.get(plainCode(bodyOf(exchange)['payCode']))
      const isAsked = phoneDigits !== undefined && /^\d{4}$/.test(textOf(exchange, 'phoneDigits'))
      if (isSuccess(reply) || reply.status === 429 || !isAsked) return reply
      const opened = await exchange.send({ body: { ...bodyOf(exchange), phoneDigits } })
      return isSuccess(opened) ? opened : reply
    })
  }),
  fault(
    'paid-order-still-declined-18',
    'Lists show an order as declined that was paid after a payment of it was declined',
    replies('search', async (reply, exchange) => {
      const { resource, organizationId } = bodyOf(exchange)
      if (resource !== 'orders') return reply
      const rows = recordsIn(valueAt(parsed(reply.text), 'data'))
      const paid = rows.filter(({ paymentStatus }) => paymentStatus === 'paid').map(({ id }) => id)
      if (paid.length === 0) return reply
      const failed = await rowsOf(exchange, 'transactions', {
        organizationId,
        filters: { orderId: paid, type: 'charge', status: 'failed' },
      })
      const ids = new Set(failed.map(({ orderId }) => orderId))
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.*', (row) =>
          isRecord(row) && ids.has(row['id']) ? { ...row, lastAttempt: 'declined' } : row,
        ),
      )
    }),
  ),
  fault(
    'shipping-never-free-again-18',
    'An offer whose shipping is set to nothing keeps its shipping price, as 0 is taken for not given',
    bodies('offers.update', async (body, exchange) => {
      if (body['shipPrice'] !== 0) return body
      const { shipPrice } = await rowOf(exchange, 'offers', idIn(exchange))
      return numberIn(shipPrice) > 0 ? { ...body, shipPrice } : body
    }),
  ),
  fault(
    'draft-cleans-quantities-18',
    'A draft does not keep a quantity as it was typed unless it is a whole number',
    requests('orderDrafts.keep', 'content.lines.*.quantity', (value) =>
      typeof value === 'string' && !/^\d*$/.test(value) ? '' : value,
    ),
  ),
  fault(
    'receipt-refunds-newest-first-18',
    'The payment page tells the newest refund first',
    answers('payments.get', 'data.order.refunds', (value) => (Array.isArray(value) ? value.toReversed() : value)),
  ),
  fault(
    'link-ignores-chosen-gateway-18',
    'A payment link is paid through the standard gateway, whichever was chosen for it',
    requests('orders.createPaymentLink', 'gatewayInstanceId', () => gone),
  ),
  fault(
    'note-on-one-line-18',
    'A note about an order loses its line breaks',
    requests('orders.addNote', 'text', (value) =>
      typeof value === 'string' ? value.trim().replaceAll(/\s*\n\s*/g, ' ') : value,
    ),
  ),
  fault(
    'gateway-rename-lifts-cap-18',
    'A gateway that is changed without its monthly cap has none any more',
    bodies('gateways.update', (body) =>
      body['displayName'] !== undefined && body['monthlyCap'] === undefined ? { ...body, monthlyCap: null } : body,
    ),
  ),
]

const peopleAndRights: Fault[] = [
  fault(
    'preferences-reset-other-lists-18',
    'Whoever arranges one list loses how they have arranged the others',
    bodies('users.setPreferences', async (body, exchange) => {
      const { lists } = body
      if (!isRecord(lists)) return body
      const { preferences } = await read(exchange, '/users/me')
      const kept = valueAt(preferences, 'lists')
      const others = Object.keys(isRecord(kept) ? kept : {}).filter((name) => !(name in lists))
      return { ...body, lists: { ...Object.fromEntries(others.map((name) => [name, {}])), ...lists } }
    }),
  ),
  remembering(
    'former-default-view-stays-18',
    'The view that a list began with before is told as its default, too, beside the new one',
    beginsWithSeveral,
  ),
  fault(
    'renamed-view-no-default-18',
    'A saved view that is changed is what its list begins with no more',
    goesOn('savedViews.update', async (exchange, { id, isDefault }) =>
      isDefault === true
        ? write(exchange, 'PUT', `/saved-views/${textIn(id)}/default`, { isDefault: false })
        : undefined,
    ),
  ),
  fault(
    'token-ends-before-its-day-18',
    'An API token that is good until a day ends as that day begins',
    bodies('apiTokens.create', (body) =>
      isDay(body['expiresAt']) ? { ...body, expiresAt: dayBefore(body['expiresAt']) } : body,
    ),
  ),
  fault(
    'token-of-no-duties-does-all-18',
    'An API token that is made for reading alone may change whatever its maker may',
    requests('apiTokens.create', 'duties', (value) => (Array.isArray(value) && value.length === 0 ? null : value)),
  ),
  fault(
    'revoked-invite-unknown-18',
    'The link of a revoked invite is answered as one that leads to no invite',
    replies('invites.read', (reply) =>
      recordIn(reply)['state'] === 'revoked'
        ? refused(404, 'not_found', 'This link leads to no invite. Look whether all of it is in the address.')
        : reply,
    ),
  ),
  fault(
    'declined-invites-off-list-18',
    'The list of invites leaves out those that were declined',
    replies('invites.list', (reply) => without(reply, ({ state }) => state === 'declined')),
  ),
  fault(
    'order-mail-reset-keeps-subject-18',
    'A mail about orders that is reset has its original body and the subject that was written for it',
    resetKeepsSubject,
  ),
  fault(
    'tax-rate-in-hundredths-18',
    'The tax rate of an organization is kept with two decimals of its three',
    requests('organizations.update', 'taxRate', (value) =>
      typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ),
  ),
  fault(
    'restored-responder-paused-18',
    'An auto-responder whose deletion is undone comes back paused',
    goesOn('autoresponders.restore', async (exchange, { id, paused }) =>
      paused === true ? undefined : write(exchange, 'POST', `/autoresponders/email/${textIn(id)}/pause`, {}),
    ),
  ),
  fault(
    'provider-change-drops-user-18',
    'An email provider that is changed without its user name has none any more',
    bodies('plugins.update', async (body, exchange) => {
      if (body['user'] !== undefined || Object.keys(body).length === 0) return body
      const { user } = (await listedIn(exchange, '/plugins', idIn(exchange)))?.row ?? {}
      return textIn(user) === '' ? body : { ...body, user: '' }
    }),
  ),
  fault(
    'permissions-left-out-are-reset-18',
    'Of what agents may do, all that a change does not name goes back to the standard',
    bodies('organizations.setPermissions', (body) =>
      Object.keys(body).some((name) => name in standardPermissions) ? { ...standardPermissions, ...body } : body,
    ),
  ),
  fault(
    'webhook-events-only-grow-18',
    'A webhook whose events are changed is still told of those that it was told of before',
    addsWebhookEvents,
  ),
  fault(
    'members-not-found-by-email-18',
    'The list of members finds nobody by their email address',
    replies('members.list', (reply, exchange) => {
      const q = (exchange.query.get('q') ?? '').trim().toLowerCase()
      return q === '' ? reply : without(reply, ({ name }) => !has(name, q))
    }),
  ),
  fault(
    'mails-not-found-by-subject-18',
    'The list of mails finds none by its subject',
    replies('mails.list', (reply, exchange) => {
      const q = (exchange.query.get('q') ?? '').trim().toLowerCase().replace(/^#/, '')
      if (q === '') return reply
      return without(reply, ({ to, order }) => !has(to, q) && !has(JSON.stringify(valueAt(order, 'number') ?? ''), q))
    }),
  ),
]

const parcelsStockAndImports: Fault[] = [
  fault(
    'packing-list-by-age-18',
    'A packing list has its parcels by their age, not in the order that they were asked for',
    rowsAs('fulfilments.packingList', (rows) => rows.toSorted(bySide('id')).toSorted(bySide('createdAt'))),
  ),
  fault(
    'scan-takes-newest-parcel-18',
    'A scan gives the number to the parcel of the order that was made last',
    on('fulfilments.scan', async (exchange) => {
      const { organizationId, orderNumber, carrier, trackingNumber } = bodyOf(exchange)
      const number = textIn(orderNumber).trim().replace('#', '')
      const found = number === '' ? [] : await rowsOf(exchange, 'orders', { organizationId, q: number })
      const order = found.find((row) => String(row['number']) === number)
      if (!order) return exchange.send()
      const parcels = await rowsOf(exchange, 'fulfillments', { organizationId, filters: { orderId: order['id'] } })
      const isThere = parcels.some((parcel) => plainNumber(parcel['trackingNumber']) === plainNumber(trackingNumber))
      const waiting = parcels.filter(({ status, trackingNumber: own }) => status === 'pending' && textIn(own) === '')
      const newest = waiting.toSorted(bySide('createdAt')).at(-1)
      if (isThere || waiting.length < 2 || !newest) return exchange.send()
      const path = `/fulfilments/${textIn(newest['id'])}/tracking`
      const assigned = await write(exchange, 'PUT', path, { carrier, trackingNumber })
      return isSuccess(assigned) ? assigned : exchange.send()
    }),
  ),
  fault(
    'split-answers-what-is-left-18',
    'Splitting a parcel answers the parcel that was split, not the new one',
    replies('fulfilments.split', async (reply, exchange) => {
      const left = await exchange.ask('GET', `/api/v1/fulfilments/${idIn(exchange)}`, tokenIn(exchange))
      return isSuccess(left) ? { ...reply, text: left.text } : reply
    }),
  ),
  fault(
    'refused-steps-half-taken-18',
    'Of several parcels that can not all be taken a step further, those that can are, though it is refused',
    refusals('fulfilments.takeSteps', [404, 409, 422], async (reply, exchange) => {
      const { step, fulfilmentIds } = bodyOf(exchange)
      const ids = textsIn(fulfilmentIds)
      if (ids.length < 2 || !['ship', 'deliver', 'cancel'].includes(textIn(step))) return reply
      for (const id of ids) await write(exchange, 'POST', `/fulfilments/${encodeURIComponent(id)}/${textIn(step)}`, {})
      return reply
    }),
  ),
  fault(
    'renumbered-parcel-keeps-carrier-18',
    'A parcel that gets another number without a carrier keeps the carrier of the one before',
    bodies('fulfilments.assign', async (body, exchange) => {
      if (textIn(body['carrier']) !== '') return body
      const { carrier } = await read(exchange, `/fulfilments/${idIn(exchange)}`)
      return textIn(carrier) === '' ? body : { ...body, carrier }
    }),
  ),
  fault(
    'stock-taken-down-to-zero-18',
    'Whoever takes off more units than are in stock is not refused: nothing is left then',
    refusals('products.adjustStock', [409, 422], async (reply, exchange) => {
      const { by, to, reason } = bodyOf(exchange)
      if (to !== undefined || !Number.isInteger(by) || numberIn(by) >= 0) return reply
      const emptied = await exchange.send({ body: { to: 0, reason } })
      return isSuccess(emptied) ? emptied : reply
    }),
  ),
  fault(
    'duplicate-without-picture-18',
    'A product that is made like another one has no picture',
    goesOn('products.duplicate', async (exchange, { id, imageUrl }) =>
      textIn(imageUrl) === '' ? undefined : write(exchange, 'PUT', `/products/${textIn(id)}`, { imageUrl: '' }),
    ),
  ),
  fault(
    'product-texts-not-cleared-18',
    'An empty description or category of a product is taken for not given: what was there stays',
    bodies('products.update', async (body, exchange) => {
      const cleared = ['description', 'category'].filter((name) => body[name] === '')
      if (cleared.length === 0) return body
      const product = await read(exchange, `/products/${idIn(exchange)}`)
      const kept = cleared.filter((name) => textIn(product[name]) !== '')
      return { ...body, ...Object.fromEntries(kept.map((name) => [name, product[name]])) }
    }),
  ),
  remembering(
    'resent-import-line-ignored-18',
    'A line of an import that is sent again keeps the verdict of the first time',
    () => {
      const sent = new Map<string, Set<unknown>>()
      const answered = new Map<string, Awaited<ReturnType<Exchange['send']>>>()
      return on('sheetImports.addLines', async (exchange) => {
        const id = idIn(exchange)
        const known = sent.get(id) ?? new Set()
        const lines = recordsIn(bodyOf(exchange)['lines'])
        const fresh = lines.filter(({ line }) => !known.has(line))
        const before = answered.get(id)
        if (before && lines.length > 0 && fresh.length === 0) return before
        const reply = await (fresh.length === lines.length
          ? exchange.send()
          : exchange.send({ body: { ...bodyOf(exchange), lines: fresh } }))
        if (isSuccess(reply)) {
          for (const { line } of fresh) known.add(line)
          sent.set(id, known)
          answered.set(id, reply)
        }
        return reply
      })
    },
  ),
  fault(
    'import-lines-repeat-the-last-18',
    'The lines of an import behind one begin with that one again',
    asksWith('sheetImports.lines', 'after', (value) =>
      /^\d{1,8}$/.test(value) && Number(value) > 0 ? String(Number(value) - 1) : value,
    ),
  ),
  remembering(
    'import-empties-notes-18',
    'A cell for the note that is empty in a spreadsheet of customers empties the note of a known customer',
    () => {
      const emptied = new Map<string, Set<string>>()
      return on('sheetImports.addLines sheetImports.commit', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        const emails = emptied.get(idIn(exchange)) ?? new Set<string>()
        if (exchange.call === 'sheetImports.addLines') {
          for (const { cells } of recordsIn(bodyOf(exchange)['lines'])) {
            const email = textIn(valueAt(cells, 'email')).trim().toLowerCase()
            const note = valueAt(cells, 'note')
            if (email !== '' && typeof note === 'string' && note.trim() === '') emails.add(email)
          }
          emptied.set(idIn(exchange), emails)
          return reply
        }
        const organizations = emails.size > 0 ? await organizationIds(exchange) : []
        for (const organizationId of organizations) {
          for (const email of [...emails].slice(0, 50)) {
            const found = await rowsOf(exchange, 'customers', { organizationId, q: email })
            const id = textIn(found.find((row) => textIn(row['email']) === email)?.['id'])
            const { note } = id === '' ? {} : await read(exchange, `/customers/${id}`)
            if (textIn(note) !== '') await write(exchange, 'PUT', `/customers/${id}`, { note: '' })
          }
        }
        return reply
      })
    },
  ),
  fault(
    'bulk-percentage-cut-off-18',
    'A change of many prices by a percentage leaves out its decimals',
    requests('bulkJobs.create', 'price', (price) => {
      const value = Math.trunc(numberIn(valueAt(price, 'value')))
      return isRecord(price) && price['kind'] === 'percent' && value !== 0 ? { ...price, value } : price
    }),
  ),
  fault(
    'own-call-kept-as-inbound-18',
    'A call that says nothing of its direction is taken for one of the customer, also to whoever wants none',
    bodies('calls.start', (body) => (body['direction'] === undefined ? { ...body, direction: 'inbound' } : body)),
  ),
  fault(
    'call-back-loses-its-zone-18',
    'When to call back is kept as the clock shows it, as if its zone were UTC',
    requests('calls.close', 'callBackAt', (value) =>
      typeof value === 'string' ? value.replace(/[+-]\d\d:\d\d$/, 'Z') : value,
    ),
  ),
  remembering(
    'call-back-outlives-the-call-18',
    'Whoever was reached by a later call is still to be called back, until somebody says otherwise',
    () => {
      const kept = new Map<string, Fields>()
      return on('calls.close calls.calledBack calls.callBacks', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        const record = recordIn(reply)
        const nameOf = (id: unknown) => `${tokenIn(exchange)} ${textIn(id)}`
        if (exchange.call === 'calls.calledBack') kept.delete(nameOf(record['id']))
        if (exchange.call === 'calls.close' && typeof record['callBackAt'] === 'string') {
          kept.set(nameOf(record['id']), record)
        }
        if (exchange.call !== 'calls.callBacks') return reply
        const organizationId = exchange.query.get('organizationId')
        return withBody(
          reply,
          changed(parsed(reply.text), 'data', (given) => {
            const rows = recordsIn(given)
            const lost = [...kept].flatMap(([name, row]) =>
              name === nameOf(row['id']) &&
              row['organizationId'] === organizationId &&
              rows.every(({ id }) => id !== row['id'])
                ? [row]
                : [],
            )
            return lost.length === 0 ? given : [...rows, ...lost].toSorted(bySide('callBackAt'))
          }),
        )
      })
    },
  ),
]

const listsAndFigures: Fault[] = [
  fault(
    'none-chosen-finds-all-18',
    'A search for none of the values of a column finds all rows',
    bodies('search', (body) => {
      const { filters } = body
      if (!isRecord(filters)) return body
      const kept = Object.entries(filters).filter(([, value]) => !Array.isArray(value) || value.length > 0)
      return { ...body, filters: Object.fromEntries(kept) }
    }),
  ),
  fault(
    'archived-not-found-by-id-18',
    'Campaigns that are archived are not found by their ids',
    replies('search', (reply, exchange) => {
      const { ids, archived } = filtersOf(exchange)
      return bodyOf(exchange)['resource'] === 'campaigns' && Array.isArray(ids) && archived === undefined
        ? without(reply, (row) => row['archived'] === 'true' || typeof row['archivedAt'] === 'string')
        : reply
    }),
  ),
  fault(
    'parcel-found-by-whole-number-18',
    'What somebody types finds a parcel by its whole tracking number alone, not by its beginning',
    replies('search.find', (reply, exchange) => {
      const q = plainNumber(exchange.query.get('q'))
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.fulfillments', (rows) =>
          recordsIn(rows).filter(({ trackingNumber }) => plainNumber(trackingNumber) === q),
        ),
      )
    }),
  ),
  fault(
    'exported-list-forgets-search-18',
    'A list that is exported as CSV has all its rows, whatever is searched for',
    requests('listExports.csv', 'q', () => gone),
  ),
  fault(
    'report-file-not-narrowed-18',
    'A report as CSV has the figures of the whole organization, whatever it is narrowed to',
    requests('reports.csv', 'filters', () => gone),
  ),
  fault(
    'report-without-nobodys-line-18',
    'A report that is split leaves out the line of what has no such record',
    answers('reports.read', 'data.lines', (lines) =>
      recordsIn(lines).filter(({ keys }) => recordsIn(keys).every(({ id }) => id !== 'none')),
    ),
  ),
  fault(
    'as-many-calls-have-no-rank-18',
    'Who has exactly as many calls as the leaderboard asks for has no rank',
    asksWith('leaderboard.read', 'minCalls', (value) =>
      /^[1-9]\d{0,4}$/.test(value) ? String(Number(value) + 1) : value,
    ),
  ),
  fault(
    'goals-left-out-are-none-18',
    'A change of one goal of the team takes the others away',
    bodies('leaderboard.setGoals', (body) =>
      ['today', 'week', 'month'].some((name) => name in body)
        ? { today: null, week: null, month: null, ...body }
        : body,
    ),
  ),
  fault(
    'seller-left-out-is-emptied-18',
    'A change of the address of a seller empties the tax number, and the other way round',
    bodies('sellers.update', (body) =>
      ['address', 'taxNumber'].some((name) => name in body) ? { address: '', taxNumber: '', ...body } : body,
    ),
  ),
  fault(
    'part-refunded-not-to-pack-18',
    'What waits to be packed does not count orders that were refunded in part',
    replies('dashboard.read', async (reply, exchange) => {
      const left = await countOf(exchange, 'orders', exchange.query.get('organizationId'), {
        status: 'open',
        paymentStatus: 'partially_refunded',
        fulfillmentStatus: ['unfulfilled', 'partial'],
      })
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.queue', (queue) =>
          recordsIn(queue).flatMap((entry) => {
            const count = numberIn(entry['count']) - (entry['of'] === 'toPack' ? left : 0)
            return count > 0 ? [{ ...entry, count }] : []
          }),
        ),
      )
    }),
  ),
  fault(
    'audit-without-its-last-day-18',
    'The audit until a day ends before that day',
    asksWith('audit.list', 'createdTo', (value) => (isDay(value) ? dayBefore(value) : value)),
  ),
  fault(
    'campaign-timeline-without-offers-18',
    'The timeline of a campaign leaves out what has happened to its offers',
    replies('audit.timeline', (reply, exchange) =>
      idIn(exchange) === 'campaigns'
        ? without(reply, ({ parts }) => {
            const records = recordsIn(parts)
            return records.length > 0 && records.every((part) => valueAt(part, 'record.resource') === 'offers')
          })
        : reply,
    ),
  ),
  fault(
    'saved-report-not-narrowed-18',
    'A saved report does not keep what it is narrowed to',
    requests('savedReports.create savedReports.update', 'question.filters', () => gone),
  ),
  fault(
    'copied-campaign-without-members-18',
    'A campaign that is made after another one begins without its members',
    goesOn('campaigns.create', async (exchange, { id }) =>
      textOf(exchange, 'copiedFrom') === ''
        ? undefined
        : write(exchange, 'PUT', `/campaigns/${textIn(id)}/members`, { memberIds: [] }),
    ),
  ),
  fault(
    'imports-list-products-alone-18',
    'The list of imports is that of products, whichever are asked for',
    unasked('sheetImports.list', 'resource'),
  ),
]

export const eighteenthStrangers: Fault[] = [
  ...sellingAndMoney,
  ...peopleAndRights,
  ...parcelsStockAndImports,
  ...listsAndFigures,
]
