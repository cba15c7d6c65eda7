import {
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
  accepts,
  answers,
  byWhoeverMay,
  fault,
  on,
  refusals,
  remembering,
  requests,
  textOf,
  unasked,
} from '../mutants/make'
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
  isDay,
  numberIn,
  steadily,
  textIn,
  without,
  beginsWithSeveral,
  resetKeepsSubject,
  keepsWhatDraftsHad,
} from './inCommon'

const reread = (exchange: Exchange, path: string) => exchange.ask('GET', `/api/v1${path}`, tokenIn(exchange))

/** Leaves out some of what is sent; where nothing else is, the record is answered as it is. */
const dropping = (
  calls: string,
  isDropped: (name: string, value: unknown) => boolean,
  path: (exchange: Exchange) => string,
): Handler =>
  on(calls, (exchange) => {
    const sent = Object.entries(bodyOf(exchange))
    const kept = sent.filter(([name, value]) => !isDropped(name, value))
    if (kept.length === sent.length) return exchange.send()
    return kept.length === 0 ? reread(exchange, path(exchange)) : exchange.send({ body: Object.fromEntries(kept) })
  })

/** Gives the text of a file another look, however it comes. */
const filesAs = (calls: string, change: (text: string, exchange: Exchange) => string): Handler =>
  on(calls, async (exchange) => {
    const reply = await exchange.send()
    if (!isSuccess(reply)) return reply
    const { live } = reply
    return live
      ? { ...reply, live: whole(live, (text) => change(text, exchange)) }
      : { ...reply, text: change(reply.text, exchange) }
  })

async function* whole(live: AsyncIterable<string>, change: (text: string) => string) {
  let text = ''
  for await (const part of live) text += part
  yield change(text)
}

async function* each(live: AsyncIterable<string>, change: (text: string) => string) {
  for await (const part of live) yield change(part)
}

const withRecord = (reply: Reply, change: (record: Fields) => Fields): Reply =>
  withBody(
    reply,
    changed(parsed(reply.text), 'data', (record) => (isRecord(record) ? change(record) : record)),
  )

const sumOf = (rows: Fields[], name: string): number => cents(rows.reduce((sum, row) => sum + numberIn(row[name]), 0))

const includes = (text: unknown, q: string): boolean => textIn(text).toLowerCase().includes(q.toLowerCase())

const isApiToken = (exchange: Exchange) => tokenIn(exchange).startsWith('odk_')

export const twelfthStrangers: Fault[] = [
  fault(
    'organization-tax-of-two-decimals',
    'The tax rate of an organization is kept with two decimals, where three are allowed.',
    requests('organizations.update', 'taxRate', (rate) => (typeof rate === 'number' ? cents(rate) : rate)),
  ),
  fault(
    'organization-texts-not-cleared',
    'An empty address for questions or of the live page is taken for one that was not given: it stays as it was.',
    dropping(
      'organizations.update',
      (name, value) => (name === 'supportEmail' || name === 'liveUrl') && value === '',
      (exchange) => `/organizations/${idIn(exchange)}/settings`,
    ),
  ),
  remembering(
    'member-work-counts-returned-calls',
    'Among the call-backs that a member would hand over are those whose customer has been called back.',
    () => {
      const returned = new Map<string, Set<string>>()
      const keyOf = (exchange: Exchange, organizationId: string) => `${tokenIn(exchange)} ${organizationId}`
      return on('calls.calledBack members.get', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        const record = recordIn(reply)
        const key = keyOf(exchange, textIn(record['organizationId']))
        if (exchange.call === 'calls.calledBack') {
          returned.set(key, new Set([...(returned.get(key) ?? []), textIn(record['id'])]))
          return reply
        }
        const more = returned.get(key)?.size ?? 0
        return record['isSelf'] === true
          ? withBody(
              reply,
              changed(parsed(reply.text), 'data.work.callBacks', (count) => numberIn(count) + more),
            )
          : reply
      })
    },
  ),
  fault(
    'sessions-current-by-device',
    'Every session on a device of the same name is told to be the one that asks.',
    rowsAs('users.sessions', (rows) => {
      const current = rows.find(({ isCurrent }) => isCurrent === true)
      return rows.map((row) => (current && row['device'] === current['device'] ? { ...row, isCurrent: true } : row))
    }),
  ),
  fault(
    'preferences-of-one-list',
    'To arrange the columns of one list forgets how those of all others were arranged.',
    on('users.setPreferences', async (exchange) => {
      const { lists } = bodyOf(exchange)
      if (!isRecord(lists)) return exchange.send()
      const known = valueAt(await read(exchange, '/users/me'), 'preferences.lists')
      const others = isRecord(known) ? Object.keys(known).map((name) => [name, {}]) : []
      return exchange.send({
        body: {
          ...bodyOf(exchange),
          lists: { ...Object.fromEntries(others), ...lists },
        },
      })
    }),
  ),
  fault(
    'call-backs-only-due',
    'Whom to call back later is not among the call-backs before the moment has come.',
    rowsAs('calls.callBacks', (rows) => rows.filter(({ callBackAt }) => Date.parse(textIn(callBackAt)) <= Date.now())),
  ),
  fault(
    'call-back-loses-its-zone',
    'The zone of a moment to call back at is cut off: 09:00+02:00 is kept as 09:00 UTC.',
    requests('calls.close', 'callBackAt', (at) => (typeof at === 'string' ? at.replace(/[+-]\d\d:\d\d$/, 'Z') : at)),
  ),
  remembering(
    'do-not-call-until-next-call',
    'A later call of a customer that ends otherwise takes away that they do not want to be called.',
    () => {
      const marked = new Set<unknown>()
      const forgotten = new Set<unknown>()
      const shown = (row: Fields) => (forgotten.has(row['id']) ? { ...row, doNotCall: false } : row)
      return on('calls.close calls.start customers.get search', async (exchange) => {
        const body = bodyOf(exchange)
        if (exchange.call === 'calls.start') {
          const isForgotten = forgotten.has(body['customerId']) && body['direction'] !== 'inbound'
          return isForgotten ? exchange.send({ body: { ...body, direction: 'inbound' } }) : exchange.send()
        }
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (exchange.call === 'calls.close') {
          const { customerId, disposition } = recordIn(reply)
          if (disposition === 'do_not_call') {
            marked.add(customerId)
            forgotten.delete(customerId)
          } else if (marked.has(customerId)) forgotten.add(customerId)
          return reply
        }
        if (exchange.call === 'customers.get') return withRecord(reply, shown)
        return body['resource'] === 'customers'
          ? withBody(
              reply,
              changed(parsed(reply.text), 'data.*', (row) => (isRecord(row) ? shown(row) : row)),
            )
          : reply
      })
    },
  ),
  fault(
    'telephone-call-again-once-ended',
    'A telephone system that tells again of a call that has ended begins another one.',
    on('telephone.startCall', async (exchange) => {
      const reply = await exchange.send()
      const { state } = recordIn(reply)
      if (!isSuccess(reply) || state === undefined || state === 'talking') return reply
      const callId = `${textOf(exchange, 'callId').slice(0, 150)} ${Date.now()}`
      const begun = await exchange.send({
        body: { ...bodyOf(exchange), callId },
      })
      return isSuccess(begun) ? begun : reply
    }),
  ),
  fault(
    'campaign-copy-resumes-mails',
    'What was paused of the auto-responders of a campaign sends in the one that is made after it.',
    afterwards('campaigns.create', async (exchange, { id }) => {
      if (bodyOf(exchange)['copiedFrom'] === undefined) return
      for (const responder of await readList(exchange, `/campaigns/${textIn(id)}/autoresponders/email`)) {
        if (responder['paused'] !== true) continue
        await write(exchange, 'POST', `/autoresponders/email/${textIn(responder['id'])}/resume`, {})
      }
    }),
  ),
  fault(
    'campaign-revenue-forgets-partial-refunds',
    'From the revenue of a campaign only what was refunded in full is taken off.',
    on('campaigns.get', async (exchange) => {
      const reply = await exchange.send()
      const { id, organizationId } = recordIn(reply)
      if (!isSuccess(reply) || organizationId === undefined) return reply
      const orders = await allRows(exchange, 'orders', {
        organizationId,
        filters: { campaignId: id },
      })
      const revenue = sumOf(
        orders.filter(({ paymentStatus }) => paymentStatus !== 'refunded'),
        'paidTotal',
      )
      return withRecord(reply, (campaign) => ({ ...campaign, revenue }))
    }),
  ),
  fault(
    'campaign-restored-as-active',
    'A completed campaign that comes back from the archive is active.',
    on('campaigns.restore', async (exchange) => {
      const reply = await exchange.send()
      const { id, status } = recordIn(reply)
      if (!isSuccess(reply) || status !== 'completed') return reply
      const begun = await write(exchange, 'PUT', `/campaigns/${textIn(id)}`, {
        status: 'active',
      })
      return isSuccess(begun) ? begun : reply
    }),
  ),
  fault(
    'offer-max-drags-min',
    'A max price below the min price that is kept is not refused: the min price becomes the same.',
    accepts('offers.update', (body) =>
      typeof body['maxPrice'] === 'number' && body['minPrice'] === undefined
        ? { ...body, minPrice: body['maxPrice'] }
        : body,
    ),
  ),
  fault(
    'offers-not-found-by-sku',
    'A search of offers looks at their names alone, and not at the SKUs of their products.',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      const [resource, q] = [textOf(exchange, 'resource'), textOf(exchange, 'q').trim()]
      if (!isSuccess(reply) || resource !== 'offers' || q === '') return reply
      return without(reply, (row) => includes(row['productSku'], q) && !includes(row['displayName'], q))
    }),
  ),
  fault(
    'gateway-cap-not-lifted',
    'A monthly cap of a gateway that is set to none stays.',
    dropping(
      'gateways.update',
      (name, value) => name === 'monthlyCap' && value === null,
      (exchange) => `/gateways/${idIn(exchange)}`,
    ),
  ),
  fault(
    'gateway-id-not-taken',
    'The id that was chosen for a new gateway is not taken: it gets one of the server.',
    bodies('gateways.create', ({ id: _, ...body }) => body),
  ),
  fault(
    'provider-password-wiped',
    'A change of an email provider without its password takes the password away.',
    on('plugins.update', (exchange) => {
      const body = bodyOf(exchange)
      const isOfServer = ['host', 'port', 'security'].some((name) => name in body)
      if (Object.keys(body).length === 0 || 'password' in body || isOfServer) return exchange.send()
      return exchange.send({ body: { ...body, password: '' } })
    }),
  ),
  fault(
    'new-buyer-note-lost',
    'The note of a customer who is added with an order is not kept.',
    requests('orders.place', 'newCustomer', (customer) => {
      if (!isRecord(customer)) return customer
      const { note: _, ...others } = customer
      return others
    }),
  ),
  remembering(
    'agreement-as-of-the-order',
    'As the moment at which a customer agreed to the terms that is kept at which the order was placed.',
    () =>
      steadily('orders.place', (body) =>
        Promise.resolve(
          typeof body['agreedToTermsAt'] === 'string' ? { ...body, agreedToTermsAt: new Date().toISOString() } : body,
        ),
      ),
  ),
  fault(
    'order-note-cut',
    'Of a note about an order the first thousand characters are kept.',
    requests('orders.addNote', 'text', (text) => (typeof text === 'string' ? text.trim().slice(0, 1_000) : text)),
  ),
  fault(
    'order-address-merged',
    'A line that a new address of an order does not have stays as it was in the one before.',
    bodies('orders.updateAddress', async (body, exchange) => {
      const { shippingAddress } = await read(exchange, `/orders/${idIn(exchange)}`)
      if (!isRecord(shippingAddress)) return body
      const lines = Object.entries(shippingAddress).filter(([, line]) => typeof line === 'string' && line !== '')
      return { ...Object.fromEntries(lines), ...body }
    }),
  ),
  fault(
    'sums-ignore-ids',
    'The sums of lists are those of all that is found, whichever ids are asked for.',
    bodies('orders.sums orderLines.sums transactions.sums calls.sums', (body, exchange) => {
      const { ids, ...filters } = filtersOf(exchange)
      return ids === undefined ? body : { ...body, filters }
    }),
  ),
  remembering(
    'line-refund-with-all-shipping',
    'A refund of some units of a line with their shipping gives back all the shipping of the line.',
    () =>
      steadily('orders.refund', async (body, exchange) => {
        if (body['shipping'] !== true || !Array.isArray(body['lines']) || body['shippingAmount'] !== undefined)
          return body
        const order = await read(exchange, `/orders/${idIn(exchange)}`)
        const chosen = new Set(recordsIn(body['lines']).map(({ itemId }) => itemId))
        const charged = recordsIn(order['items']).filter(({ id }) => chosen.has(id))
        const back = recordsIn(order['refundedLines']).filter(({ itemId }) => chosen.has(itemId))
        const shippingAmount = cents(sumOf(charged, 'shippingTotal') - sumOf(back, 'shipping'))
        const { shipping: _, ...others } = body
        return shippingAmount > 0 ? { ...others, shippingAmount } : body
      }),
  ),
  fault(
    'payment-refunded-at-first',
    'When something was given back last is told as when it was for the first time.',
    recordsAs('payments.get', (payment) => {
      const first = valueAt(payment, 'order.refunds.0.at')
      return typeof first === 'string' && payment['refundedAt'] ? { ...payment, refundedAt: first } : payment
    }),
  ),
  fault(
    'bank-refusal-as-approval',
    'A customer who refuses what the bank asks pays all the same.',
    requests('payments.answerBank', 'approved', (approved) => (typeof approved === 'boolean' ? true : approved)),
  ),
  remembering(
    'pay-code-opens-without-phone-too',
    'A code that was read out opens its payment link with any four digits.',
    () => {
      const orders = new Map<string, { path: string; token: string }>()
      const spelled = (code: unknown) =>
        textIn(code)
          .toUpperCase()
          .replaceAll(/[^A-Z\d]/g, '')
      return on('orders.createPaymentLink payments.openCode', async (exchange) => {
        const reply = await exchange.send()
        if (exchange.call === 'orders.createPaymentLink') {
          const { payCode } = recordIn(reply)
          const made = {
            path: `/api/v1/orders/${idIn(exchange)}`,
            token: tokenIn(exchange),
          }
          if (isSuccess(reply) && payCode) orders.set(spelled(payCode), made)
          return reply
        }
        const order = orders.get(spelled(bodyOf(exchange)['payCode']))
        const digits = textOf(exchange, 'phoneDigits')
        if (isSuccess(reply) || !order || !/^\d{4}$/.test(digits)) return reply
        const { customer } = recordIn(await exchange.ask('GET', order.path, order.token))
        const phoneDigits = digitsIn(valueAt(customer, 'phone')).slice(-4)
        if (phoneDigits.length < 4 || phoneDigits === digits) return reply
        const opened = await exchange.send({
          body: { ...bodyOf(exchange), phoneDigits },
        })
        return isSuccess(opened) ? opened : reply
      })
    },
  ),
  fault(
    'draft-content-merged',
    'What was taken out of a draft of an order stays in it: what is kept is added to what there was.',
    keepsWhatDraftsHad,
  ),
  fault(
    'scan-newest-parcel',
    'Of several parcels of an order that wait the one that was made last gets the number that is scanned.',
    on('fulfilments.scan', async (exchange) => {
      const { organizationId, trackingNumber, carrier } = bodyOf(exchange)
      const number = textOf(exchange, 'orderNumber').replace('#', '').trim()
      if (number === '' || typeof trackingNumber !== 'string') return exchange.send()
      const found = await rowsOf(exchange, 'fulfillments', {
        organizationId,
        q: number,
      })
      const own = found.filter(({ orderNumber }) => `${orderNumber as number}` === number)
      const isKnown = own.some((parcel) => includes(parcel['trackingNumber'], trackingNumber.replaceAll(/\s/g, '')))
      const waiting = own
        .filter((parcel) => parcel['status'] === 'pending' && !parcel['trackingNumber'])
        .toSorted((one, other) => Date.parse(textIn(other['createdAt'])) - Date.parse(textIn(one['createdAt'])))
      const [newest] = waiting
      if (isKnown || !newest || waiting.length < 2) return exchange.send()
      const tracking = {
        trackingNumber,
        ...(carrier !== undefined && { carrier }),
      }
      return write(exchange, 'PUT', `/fulfilments/${textIn(newest['id'])}/tracking`, tracking)
    }),
  ),
  fault(
    'steps-of-some-parcels',
    'When one of several parcels can not be taken a step further, the others are, though it is refused.',
    refusals('fulfilments.takeSteps', [404, 409, 422], async (reply, exchange) => {
      const { fulfilmentIds, step } = bodyOf(exchange)
      if (!Array.isArray(fulfilmentIds) || !['ship', 'deliver', 'cancel'].includes(textIn(step))) return reply
      for (const id of fulfilmentIds) await write(exchange, 'POST', `/fulfilments/${textIn(id)}/${textIn(step)}`, {})
      return reply
    }),
  ),
  fault(
    'mails-not-found-by-order',
    'The number of an order finds none of the mails that are about it.',
    on('mails.list', async (exchange) => {
      const reply = await exchange.send()
      const q = exchange.query.get('q')?.trim() ?? ''
      if (!isSuccess(reply) || !/^#?\d+$/.test(q)) return reply
      return without(reply, ({ to, order }) => isRecord(order) && !includes(to, q))
    }),
  ),
  fault(
    'order-mail-reset-keeps-subject-too',
    'The original text of a mail about orders comes back without its subject, which stays.',
    resetKeepsSubject,
  ),
  fault(
    'token-ends-as-its-day-begins-here-too',
    'An API token that is good until a day ends as that day begins, by UTC.',
    requests('apiTokens.create', 'expiresAt', (day) => {
      const begin = isDay(day) ? `${day}T00:00:00Z` : ''
      return Date.parse(begin) > Date.now() ? begin : day
    }),
  ),
  fault(
    'reading-token-saves',
    'An API token that only reads saves views and reports in the name of its maker.',
    refusals('savedViews.create savedReports.create', [403], (reply, exchange) =>
      isApiToken(exchange) ? byWhoeverMay(reply, exchange) : reply,
    ),
  ),
  fault(
    'audit-file-ignores-record',
    'The audit as a file has what became of all records, though one is asked for.',
    unasked('audit.csv audit.xlsx', 'recordId'),
  ),
  fault(
    'archives-oldest-first',
    'The archives that were sent to an organization come the oldest first.',
    rowsAs('archives.list', (rows) => rows.toReversed()),
  ),
  fault(
    'bulk-rows-ignore-outcome',
    'The rows of a bulk change come whatever became of them, though one outcome is asked for.',
    unasked('bulkJobs.rows', 'outcome'),
  ),
  fault(
    'alike-by-phone-as-typed-too',
    'Who has the phone number that is typed is found only where it is written in the same way.',
    rowsAs('customers.findAlike', (rows, exchange) =>
      rows.flatMap((row) => {
        const ways = Array.isArray(row['alike']) ? row['alike'] : []
        const left = row['phone'] === textOf(exchange, 'phone').trim() ? ways : ways.filter((way) => way !== 'phone')
        return left.length === 0 ? [] : [{ ...row, alike: left }]
      }),
    ),
  ),
  fault(
    'merge-takes-the-chosen-alone',
    'What only the other one of two customers has is lost when they are merged, unless it was chosen.',
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
    'dashboard-forgets-partly-refunded',
    'Orders that were refunded in part are not among those to pack.',
    on('dashboard.read', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const count = await countOf(exchange, 'orders', exchange.query.get('organizationId'), {
        status: 'open',
        paymentStatus: ['paid', 'overpaid'],
        fulfillmentStatus: ['unfulfilled', 'partial'],
      })
      return withRecord(reply, (dashboard) => ({
        ...dashboard,
        queue: recordsIn(dashboard['queue']).flatMap((entry) => {
          if (entry['of'] !== 'toPack') return [entry]
          return count === 0 ? [] : [{ ...entry, count }]
        }),
      }))
    }),
  ),
  fault(
    'invited-twice-at-once',
    'An address that comes twice among those that are invited is answered twice.',
    rowsAs('invites.create', (rows, exchange) => {
      const { emails } = bodyOf(exchange)
      const told = new Set<unknown>()
      return (Array.isArray(emails) ? emails : []).flatMap((typed) => {
        const row = rows.find(({ email }) => email === textIn(typed).trim().toLowerCase())
        const isAgain = told.has(row?.['email'])
        told.add(row?.['email'])
        return row ? [isAgain ? { ...row, verdict: 'pending' } : row] : []
      })
    }),
  ),
  fault(
    'leaderboard-revenue-of-the-ranked',
    'The revenue of all on the leaderboard leaves out those who have no rank.',
    recordsAs('leaderboard.read', (board) => {
      const ranked = recordsIn(board['standings']).filter(({ rank }) => typeof rank === 'number')
      return { ...board, revenue: sumOf(ranked, 'revenue') }
    }),
  ),
  fault(
    'goals-not-named-cleared',
    'To set one goal of a team takes the others away.',
    bodies('leaderboard.setGoals', (body) => {
      const isSome = ['today', 'week', 'month'].some((name) => body[name] !== undefined)
      return isSome ? { today: null, week: null, month: null, ...body } : body
    }),
  ),
  fault(
    'export-runs-formulas-too',
    'A name that begins like a formula stands in an exported list as one that a spreadsheet program runs.',
    filesAs('listExports.csv', (text) => text.replaceAll(/(^|,|")'(?=[=+\-@])/gm, '$1')),
  ),
  fault(
    'stock-counted-as-none',
    'That nothing of a product was counted in stock is taken for no count at all.',
    bodies('products.adjustStock', ({ to, ...others }) => (to === 0 ? others : { to, ...others })),
  ),
  fault(
    'movements-with-present-stock',
    'Every movement of a stock says what is in stock now, and not what was in stock then.',
    on('products.movements', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const { stock } = await read(exchange, `/products/${idIn(exchange)}`)
      return withBody(
        reply,
        changed(parsed(reply.text), 'data.*.stock', (then) => stock ?? then),
      )
    }),
  ),
  fault(
    'report-year-as-previous',
    'A report that is compared with the year before is compared with as many days before it.',
    requests('reports.read', 'compare', (compare) => (compare === 'year' ? 'previous' : compare)),
  ),
  fault(
    'report-average-of-averages-too',
    'The average order of a whole report is the average of those of its lines.',
    recordsAs('reports.read', (report) => {
      const averages = recordsIn(report['lines']).flatMap((line) => {
        const average = valueAt(line, 'values.averageOrder')
        return typeof average === 'number' ? [average] : []
      })
      if (averages.length === 0) return report
      const mean = cents(averages.reduce((sum, average) => sum + average, 0) / averages.length)
      return changed(report, 'totals.values.averageOrder', () => mean) as Fields
    }),
  ),
  fault(
    'report-edit-ends-its-mail',
    'A saved report that is changed is mailed no more to whoever had it mailed.',
    endsReportMail,
  ),
  remembering(
    'several-default-views',
    'A list that begins with another view is told to begin with the one before, too.',
    beginsWithSeveral,
  ),
  fault(
    'seller-forgets-what-is-not-named',
    'To change the address of a seller takes their tax number away, and the other way round.',
    bodies('sellers.update', (body) =>
      body['address'] === undefined && body['taxNumber'] === undefined ? body : { address: '', taxNumber: '', ...body },
    ),
  ),
  fault(
    'import-lines-from-the-one-named',
    'The lines of an import behind one begin with that one, so that it comes twice.',
    on('sheetImports.lines', (exchange) => {
      const after = Number(exchange.query.get('after') ?? '')
      if (!Number.isInteger(after) || after < 1) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.set('after', `${after - 1}`)
      return exchange.send({ query })
    }),
  ),
  remembering(
    'webhook-message-of-another-id',
    'A message to a webhook that is sent again is another message, with an id of its own.',
    () => {
      const renamed = new Map<unknown, string>()
      const shown = (row: unknown) => {
        const messageId = isRecord(row) ? renamed.get(row['id']) : undefined
        return isRecord(row) && messageId !== undefined ? { ...row, messageId } : row
      }
      return on('webhooks.sendAgain webhooks.delivery webhooks.deliveries', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        const id = idIn(exchange)
        if (exchange.call === 'webhooks.sendAgain') renamed.set(id, `msg_${crypto.randomUUID()}`)
        const path = exchange.call === 'webhooks.deliveries' ? 'data.*' : 'data'
        return withBody(reply, changed(parsed(reply.text), path, shown))
      })
    },
  ),
  fault(
    'partner-share-rounded',
    'The share of a partner is kept in whole percent.',
    requests('collaborations.create', 'share', (share) => (typeof share === 'number' ? Math.round(share) : share)),
  ),
  fault(
    'shared-campaigns-only-added',
    'A campaign that is not shared any more stays among those that a collaboration shares.',
    bodies('collaborations.share', async (body, exchange) => {
      const given = recordsIn(body['campaigns'])
      if (given.length === 0) return body
      const { campaigns } = await read(exchange, `/collaborations/${idIn(exchange)}`)
      const others = recordsIn(campaigns)
        .filter(({ campaignId }) => given.every((one) => one['campaignId'] !== campaignId))
        .map(({ campaignId, right }) => ({ campaignId, right }))
      return { ...body, campaigns: [...given, ...others] }
    }),
  ),
  fault(
    'archived-not-found-by-ids',
    'Campaigns that are asked for by their ids are not found once they are archived.',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      const { ids, archived } = filtersOf(exchange)
      const isOfIds = textOf(exchange, 'resource') === 'campaigns' && ids !== undefined && archived === undefined
      return isSuccess(reply) && isOfIds ? without(reply, ({ archivedAt }) => Boolean(archivedAt)) : reply
    }),
  ),
  fault(
    'none-of-values-is-any',
    'A search for rows with one of no values finds all rows.',
    bodies('search', (body, exchange) => {
      const filters = Object.entries(filtersOf(exchange)).filter(
        ([, value]) => !(Array.isArray(value) && value.length === 0),
      )
      return isRecord(body['filters']) ? { ...body, filters: Object.fromEntries(filters) } : body
    }),
  ),
  remembering(
    'customer-key-for-anything',
    'A key that comes again with another customer is answered with the first one.',
    () => {
      const made = new Map<string, Reply>()
      return on('customers.create', async (exchange) => {
        const reply = await exchange.send()
        const key = exchange.headers['idempotency-key']
        if (key === undefined) return reply
        const place = `${tokenIn(exchange)} ${key}`
        if (isSuccess(reply)) made.set(place, reply)
        return reply.status === 422 ? (made.get(place) ?? reply) : reply
      })
    },
  ),
  fault(
    'stream-tells-new-as-updated',
    'The stream of changes tells of a new record as of one that was updated.',
    on('events.stream', async (exchange) => {
      const reply = await exchange.send()
      const told = (text: string) => text.replaceAll('"kind":"created"', '"kind":"updated"')
      return reply.live ? { ...reply, live: each(reply.live, told) } : { ...reply, text: told(reply.text) }
    }),
  ),
  fault(
    'quick-search-no-sign',
    'An order whose number is typed with its sign is not found.',
    on('search.find', async (exchange) => {
      const reply = await exchange.send()
      const isSigned = (exchange.query.get('q') ?? '').trim().startsWith('#')
      return isSuccess(reply) && isSigned ? withRecord(reply, (found) => ({ ...found, orders: [] })) : reply
    }),
  ),
  fault(
    'gateway-approval-as-fraction',
    'The approval rate of a gateway comes as a share of one, and not in percent.',
    answers('gateways.list', 'data.*.approvalRate', (rate) => (typeof rate === 'number' ? rate / 100 : rate)),
  ),
]
