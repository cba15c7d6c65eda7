import { standardPermissions } from '../../../contract/agentPermissions'
import { preferenceChoices } from '../../../contract/preferences'
import {
  answer,
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
import { fault, on, refusals, remembering, replies, requests, textOf, unasked } from '../mutants/make'
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
  allRows,
  bodies,
  cents,
  countOf,
  dayBefore,
  type Fields,
  filtersOf,
  isDay,
  numberIn,
  refused,
  textIn,
  without,
  beginsWithSeveral,
  resetSwitchesOn,
} from './inCommon'

/** A part of the path of a request, counted behind `/api/v1`. */
const partOf = ({ path }: Exchange, place: number): string => path.split('/')[place + 3] ?? ''

const within = (value: unknown): Fields => (isRecord(value) ? value : {})

/** Sends a query with another value of one of its fields. */
const asking = (calls: string, name: string, change: (value: string) => string): Handler =>
  on(calls, (exchange) => {
    const value = exchange.query.get(name)
    if (value === null) return exchange.send()
    const query = new URLSearchParams(exchange.query)
    query.set(name, change(value))
    return exchange.send({ query })
  })

/** Answers what another request of the fault's own does to the record, where it does anything. */
const andThen = (calls: string, next: (exchange: Exchange, record: Fields) => Promise<Reply | undefined>): Handler =>
  on(calls, async (exchange) => {
    const reply = await exchange.send()
    if (!isSuccess(reply)) return reply
    const changed = await next(exchange, recordIn(reply))
    return changed !== undefined && isSuccess(changed) ? changed : reply
  })

/** Gives the whole text of a file another look. */
const files = (calls: string, change: (text: string) => string): Handler =>
  replies(calls, async ({ live, ...reply }) => {
    const parts: string[] = []
    if (live) for await (const part of live) parts.push(part)
    return { ...reply, text: change(live ? parts.join('') : reply.text) }
  })

/** A list that has some more rows. */
function withRows(reply: Reply, more: readonly Fields[]): Reply {
  const body = parsed(reply.text)
  if (!isSuccess(reply) || !isRecord(body) || !Array.isArray(body['data'])) return reply
  const known = new Set(recordsIn(body['data']).map(({ id }) => id))
  return withBody(reply, {
    ...body,
    data: [...recordsIn(body['data']), ...more.filter(({ id }) => !known.has(id))],
  })
}

/** Whether a search leaves rows with a value in. */
const asksFor = (exchange: Exchange, name: string, value: string): boolean => {
  const asked = filtersOf(exchange)[name]
  return asked === undefined || [asked].flat().includes(value)
}

const wakes = (exchange: Exchange) => write(exchange, 'POST', `/autoresponders/email/${partOf(exchange, 2)}/resume`, {})

/** The cells of a line of CSV, as they are written. */
const cellsOf = (line: string): string[] =>
  (line.match(/(?:^|,)(?:"(?:[^"]|"")*"|[^,]*)/g) ?? []).map((cell, place) => (place === 0 ? cell : cell.slice(1)))

const sellingMails: Fault[] = [
  remembering('deleted-autoresponder-still-listed', 'the list of a campaign shows deleted auto-responders', () => {
    const known = new Map<string, Fields>()
    const deleted = new Set<string>()
    return on(
      'autoresponders.list autoresponders.create autoresponders.delete autoresponders.restore',
      async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        const { call } = exchange
        const ofCampaign = (row: Fields) => ({
          ...row,
          campaign: partOf(exchange, 1),
        })
        if (call === 'autoresponders.create') known.set(textIn(recordIn(reply)['id']), ofCampaign(recordIn(reply)))
        if (call === 'autoresponders.delete') deleted.add(partOf(exchange, 2))
        if (call === 'autoresponders.restore') deleted.delete(partOf(exchange, 2))
        if (call !== 'autoresponders.list') return reply
        for (const row of recordsIn(valueAt(parsed(reply.text), 'data'))) known.set(textIn(row['id']), ofCampaign(row))
        const back = [...known.values()].filter(
          ({ id, campaign }) => campaign === partOf(exchange, 1) && deleted.has(textIn(id)),
        )
        return withRows(
          reply,
          back.map(({ campaign: _campaign, ...row }) => row),
        )
      },
    )
  }),
  fault(
    'autoresponder-restored-awake',
    'a paused auto-responder that is deleted and restored sends again',
    andThen('autoresponders.restore', async (exchange, record) =>
      record['paused'] === true ? wakes(exchange) : undefined,
    ),
  ),
  remembering('provider-password-follows-host', 'another host of an email provider is given the old password', () => {
    const passwords = new Map<string, string>()
    return on('plugins.create plugins.update', async (exchange) => {
      const sent = bodyOf(exchange)
      const known = passwords.get(idIn(exchange))
      const isMoved = exchange.call === 'plugins.update' && sent['host'] !== undefined && !sent['password']
      const body = isMoved && known !== undefined ? { ...sent, password: known } : sent
      const reply = await exchange.send(body === sent ? {} : { body })
      const password = textIn(body['password'])
      if (isSuccess(reply) && password !== '') passwords.set(textIn(recordIn(reply)['id']), password)
      return reply
    })
  }),
  fault(
    'order-mail-reset-switches-on-too',
    'the original text of an order mail that is switched off switches it on',
    resetSwitchesOn,
  ),
  fault(
    'mails-of-every-order',
    'the list of mails takes no heed of the order that it is asked for',
    unasked('mails.list', 'orderId'),
  ),
]

const sellingOrders: Fault[] = [
  fault(
    'note-loses-line-breaks',
    'a note of an order is kept as one line',
    requests('orders.addNote', 'text', (text) => (typeof text === 'string' ? text.replaceAll(/\s*\n\s*/g, ' ') : text)),
  ),
  fault(
    'cancel-reason-not-kept',
    'the reason that an order is cancelled for is kept nowhere',
    requests('orders.cancel', 'reason', () => gone),
  ),
  fault(
    'emptied-address-line-stays',
    'a second address line that is left empty keeps what stood there before',
    bodies('orders.updateAddress', async (body, exchange) => {
      if (textIn(body['address2']) !== '') return body
      const before = textIn(within((await read(exchange, `/orders/${idIn(exchange)}`))['shippingAddress'])['address2'])
      return before === '' ? body : { ...body, address2: before }
    }),
  ),
  fault(
    'refund-always-restocks',
    'a refund by lines puts them back into stock without being told to',
    bodies('orders.refund', (body) =>
      Array.isArray(body['lines']) && body['restock'] !== true ? { ...body, restock: true } : body,
    ),
  ),
  fault(
    'order-sums-of-one-page',
    'the sums of orders are those of the first hundred that are found',
    on('orders.sums', async (exchange) => {
      const reply = await exchange.send()
      const data = recordIn(reply)
      if (!isSuccess(reply) || numberIn(data['rows']) <= 100) return reply
      const { organizationId, q, filters } = bodyOf(exchange)
      const rows = await rowsOf(exchange, 'orders', {
        organizationId,
        q,
        filters,
      })
      const sum = (name: string) => cents(rows.reduce((all, row) => all + numberIn(row[name]), 0))
      const [paid, refunded] = [sum('paidTotal'), sum('refundedTotal')]
      const sums = {
        rows: rows.length,
        total: sum('total'),
        tax: sum('taxTotal'),
        paid,
        refunded,
      }
      return withBody(reply, {
        data: { ...data, ...sums, net: cents(paid - refunded) },
      })
    }),
  ),
  fault(
    'sold-units-count-lines',
    'the units of a list of lines are how many lines there are',
    recordsAs('orderLines.sums', (sums) => ({ ...sums, units: sums['rows'] })),
  ),
  fault(
    'charged-with-what-failed',
    'the sum of transactions has the charges that failed',
    on('transactions.sums', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply) || !asksFor(exchange, 'type', 'charge') || !asksFor(exchange, 'status', 'failed'))
        return reply
      const { organizationId, q } = bodyOf(exchange)
      const filters = {
        ...filtersOf(exchange),
        type: 'charge',
        status: 'failed',
      }
      const found = await allRows(exchange, 'transactions', {
        organizationId,
        q,
        filters,
      })
      const failed = found.reduce((sum, { amount }) => sum + numberIn(amount), 0)
      const data = recordIn(reply)
      const more = (name: string) => cents(numberIn(data[name]) + failed)
      return withBody(reply, {
        data: { ...data, charged: more('charged'), net: more('net') },
      })
    }),
  ),
  fault(
    'customer-page-total-without-shipping',
    'the order that a payment token opens totals its goods alone',
    replies('orders.getByToken', (reply) => {
      const order = within(parsed(reply.text))
      return withBody(reply, {
        ...order,
        total: cents(numberIn(order['total']) - numberIn(order['shippingTotal'])),
      })
    }),
  ),
  remembering('pay-code-opens-without-phone', 'a pay code opens its link whatever digits of a phone are typed', () => {
    const tokens = new Map<string, string>()
    const codeOf = (typed: unknown) =>
      textIn(typed)
        .replaceAll(/[^A-Za-z\d]/g, '')
        .toUpperCase()
    return on('orders.createPaymentLink payments.openCode', async (exchange) => {
      const reply = await exchange.send()
      if (exchange.call === 'payments.openCode') {
        const token = tokens.get(codeOf(bodyOf(exchange)['payCode']))
        const isWrong = [403, 404, 409, 422].includes(reply.status) && /^\d{4}$/.test(textOf(exchange, 'phoneDigits'))
        return isWrong && token !== undefined ? answer(200, { data: { token } }) : reply
      }
      const { payCode, linkUrl } = recordIn(reply)
      if (isSuccess(reply) && codeOf(payCode) !== '') {
        tokens.set(codeOf(payCode), textIn(linkUrl).split('/').at(-1) ?? '')
      }
      return reply
    })
  }),
  remembering('placed-draft-still-listed', 'a draft stays in the list when its order has been placed', () => {
    const kept = new Map<string, Fields>()
    const placed = new Set<string>()
    return on('orderDrafts.keep orders.place orderDrafts.list', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'orderDrafts.keep') {
        const { content: _content, ...row } = recordIn(reply)
        kept.set(textIn(row['id']), { ...row, by: tokenIn(exchange) })
      }
      if (exchange.call === 'orders.place') placed.add(textOf(exchange, 'draftId'))
      if (exchange.call !== 'orderDrafts.list') return reply
      const back = [...kept.values()].filter(
        ({ id, by, organizationId }) =>
          placed.has(textIn(id)) && by === tokenIn(exchange) && organizationId === exchange.query.get('organizationId'),
      )
      return withRows(
        reply,
        back.map(({ by: _by, organizationId: _organizationId, ...row }) => row),
      )
    })
  }),
]

const parcels: Fault[] = [
  remembering('scan-twice-refused', 'a scan that is sent a second time is refused', () => {
    const scanned = new Set<string>()
    return on('fulfilments.scan', async (exchange) => {
      const { organizationId, orderNumber, trackingNumber } = bodyOf(exchange)
      const key = JSON.stringify([organizationId, textIn(orderNumber).replace('#', ''), trackingNumber])
      if (scanned.has(key)) {
        return refused(409, 'not_possible', 'No parcel of this order is waiting for a number.')
      }
      const reply = await exchange.send()
      if (isSuccess(reply)) scanned.add(key)
      return reply
    })
  }),
  fault(
    'scan-takes-newest-parcel',
    'a scan gives its number to the parcel that was packed last',
    on('fulfilments.scan', async (exchange) => {
      const { organizationId, orderNumber, carrier, trackingNumber } = bodyOf(exchange)
      const number = textIn(orderNumber).trim().replace('#', '')
      const found = await rowsOf(exchange, 'orders', {
        organizationId,
        q: number,
      })
      const order = found.find((row) => String(row['number']) === number)
      if (order === undefined) return exchange.send()
      const all = recordsIn((await read(exchange, `/orders/${String(order['id'])}`))['fulfilments'])
      const waiting = all.filter((one) => one['status'] === 'pending' && !one['trackingNumber'])
      const newest = waiting.toSorted((a, b) => textIn(a['createdAt']).localeCompare(textIn(b['createdAt']))).at(-1)
      const isThere = all.some((one) => one['trackingNumber'] === trackingNumber)
      if (newest === undefined || waiting.length < 2 || isThere) return exchange.send()
      return write(exchange, 'PUT', `/fulfilments/${String(newest['id'])}/tracking`, { carrier, trackingNumber })
    }),
  ),
  fault(
    'packing-list-by-number',
    'a packing list is sorted by order number instead of as it was asked for',
    rowsAs('fulfilments.packingList', (rows) =>
      rows.toSorted((one, other) => Number(one['orderNumber']) - Number(other['orderNumber'])),
    ),
  ),
  fault(
    'steps-of-those-that-can',
    'of several parcels those that can go a step further do, where one can’t',
    refusals('fulfilments.takeSteps', [409], async (reply, exchange) => {
      const { step, fulfilmentIds } = bodyOf(exchange)
      const ids = Array.isArray(fulfilmentIds) ? fulfilmentIds.map(String) : []
      const taken: Reply[] = []
      for (const id of ids) taken.push(await write(exchange, 'POST', `/fulfilments/${id}/${textIn(step)}`, {}))
      const changed = taken.filter(isSuccess).length
      return changed > 0 ? answer(200, { data: { changed } }) : reply
    }),
  ),
  remembering(
    'split-leaves-units-as-they-were',
    'a parcel that was split says that it has as many pieces as before',
    () => {
      const before = new Map<string, unknown>()
      return on('fulfilments.split fulfilments.get', async (exchange) => {
        const id = idIn(exchange)
        if (exchange.call === 'fulfilments.split') {
          const { units } = await read(exchange, `/fulfilments/${id}`)
          const reply = await exchange.send()
          if (isSuccess(reply) && !before.has(id)) before.set(id, units)
          return reply
        }
        const reply = await exchange.send()
        if (!isSuccess(reply) || !before.has(id)) return reply
        return withBody(reply, {
          data: { ...recordIn(reply), units: before.get(id) },
        })
      })
    },
  ),
  remembering('given-up-parcel-holds-its-units', 'what was in a parcel that was given up can go into no other', () => {
    const held = new Set<string>()
    return on('fulfilments.cancel fulfilments.pack', async (exchange) => {
      if (exchange.call === 'fulfilments.pack' && held.has(idIn(exchange))) {
        return refused(409, 'not_possible', 'All of this order is in parcels already.')
      }
      const reply = await exchange.send()
      if (isSuccess(reply) && exchange.call === 'fulfilments.cancel') held.add(textIn(recordIn(reply)['orderId']))
      return reply
    })
  }),
]

const buyers: Fault[] = [
  fault(
    'merge-of-both-notes-keeps-one-too',
    'of two customers who become one and keep both notes one note is kept',
    requests('customers.merge', 'keep.note', (side) => (side === 'both' ? 'kept' : side)),
  ),
  remembering(
    'merged-calls-stay-away',
    'the calls of a customer who became a part of another are not with that one',
    () => {
      const away = new Map<string, { keptId: string; calls: Set<unknown> }>()
      return on('customers.merge customers.unmerge customers.get', async (exchange) => {
        const { call } = exchange
        const otherId = textOf(exchange, 'otherId')
        const other = call === 'customers.merge' ? await read(exchange, `/customers/${otherId}`) : {}
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        const record = recordIn(reply)
        if (call === 'customers.unmerge') away.delete(idIn(exchange))
        if (call === 'customers.merge') {
          away.set(otherId, {
            keptId: idIn(exchange),
            calls: new Set(recordsIn(other['calls']).map(({ id }) => id)),
          })
        }
        const isAway = ({ id }: Fields) =>
          [...away.values()].some(({ keptId, calls }) => keptId === record['id'] && calls.has(id))
        const calls = recordsIn(record['calls'])
        const here = calls.filter((one) => !isAway(one))
        const callsCount = numberIn(record['callsCount']) - calls.length + here.length
        return calls.length === here.length ? reply : withBody(reply, { data: { ...record, calls: here, callsCount } })
      })
    },
  ),
  fault(
    'alike-by-phone-as-typed',
    'who has the number of a customer that is typed is found only where it is spelled the same',
    rowsAs('customers.findAlike', (rows, exchange) =>
      rows.flatMap((row) => {
        const alike = Array.isArray(row['alike']) ? (row['alike'] as unknown[]) : []
        if (!alike.includes('phone') || row['phone'] === textOf(exchange, 'phone')) return [row]
        const others = alike.filter((by) => by !== 'phone')
        return others.length > 0 ? [{ ...row, alike: others }] : []
      }),
    ),
  ),
  fault(
    'emptied-customer-field-stays',
    'what of a customer is cleared with an empty text stays as it was',
    bodies('customers.update', async (body, exchange) => {
      const emptied = ['lastName', 'email', 'phone', 'note'].filter((name) => body[name] === '')
      if (emptied.length === 0) return body
      const before = await read(exchange, `/customers/${idIn(exchange)}`)
      return {
        ...body,
        ...Object.fromEntries(emptied.map((name) => [name, before[name] ?? ''])),
      }
    }),
  ),
  fault(
    'star-is-no-version',
    'a change of whichever version there is, which If-Match says with a star, is refused',
    on('customers.update products.update offers.update campaigns.update', async (exchange) =>
      exchange.headers['if-match']?.trim() === '*'
        ? refused(422, 'validation_failed', 'Must be a version in quotes, such as "3"', 'headers.if-match')
        : exchange.send(),
    ),
  ),
]

const catalogue: Fault[] = [
  fault(
    'duplicate-has-the-stock',
    'a product that is made like another one begins with as much in stock',
    andThen('products.duplicate', async (exchange, record) => {
      const stock = numberIn((await read(exchange, `/products/${idIn(exchange)}`))['stock'])
      return stock > 0 ? move(exchange, record['id'], stock) : undefined
    }),
  ),
  fault(
    'offer-price-loses-a-cent',
    'prices of offers are cut off at the cent as floating point has them: 19.99 becomes 19.98',
    bodies('offers.create offers.update', (body) => {
      const price = body['basePrice']
      return typeof price === 'number' && price >= 0.02 ? { ...body, basePrice: Math.trunc(price * 100) / 100 } : body
    }),
  ),
  fault(
    'campaign-copied-without-mails',
    'a campaign that is made after another one has none of its auto-responders',
    afterwards('campaigns.create', async (exchange, record) => {
      if (bodyOf(exchange)['copiedFrom'] === undefined) return
      for (const { id } of await readList(exchange, `/campaigns/${String(record['id'])}/autoresponders/email`)) {
        await write(exchange, 'DELETE', `/autoresponders/email/${String(id)}`, {})
      }
    }),
  ),
  fault(
    'restored-campaign-is-active',
    'a completed campaign that is taken back from the archive is active again',
    andThen('campaigns.restore', async (exchange, record) => {
      if (record['status'] !== 'completed') return undefined
      const path = `/campaigns/${idIn(exchange)}`
      await write(exchange, 'PUT', path, { status: 'active' })
      return exchange.ask('GET', `/api/v1${path}`, tokenIn(exchange))
    }),
  ),
  fault(
    'campaign-revenue-with-refunds-too',
    'the revenue of a campaign has in it what was given back',
    on('campaigns.get', async (exchange) => {
      const reply = await exchange.send()
      const record = recordIn(reply)
      if (!isSuccess(reply) || typeof record['revenue'] !== 'number') return reply
      const { organizationId, id } = record
      const sums = recordIn(
        await write(exchange, 'POST', '/orders/sums', {
          organizationId,
          filters: { campaignId: id },
        }),
      )
      return withBody(reply, {
        data: {
          ...record,
          revenue: cents(record['revenue'] + numberIn(sums['refunded'])),
        },
      })
    }),
  ),
  fault(
    'gateway-cap-never-cleared',
    'a gateway keeps its monthly cap when it is taken away with null',
    bodies('gateways.update', async (body, exchange) => {
      if (body['monthlyCap'] !== null) return body
      const { monthlyCap: _cap, ...rest } = body
      const { displayName } = await read(exchange, `/gateways/${idIn(exchange)}`)
      return { displayName, ...rest }
    }),
  ),
]

const phone: Fault[] = [
  fault(
    'call-backs-only-once-due',
    'whom one is to call back is listed from the moment that it is due only',
    rowsAs('calls.callBacks', (rows) => rows.filter(({ callBackAt }) => Date.parse(textIn(callBackAt)) <= Date.now())),
  ),
  fault(
    'do-not-call-can-not-call',
    'who does not want to be called is not put through when they call themselves',
    on('calls.start', async (exchange) => {
      const { organizationId, customerId, phone: number, direction } = bodyOf(exchange)
      if (direction !== 'inbound') return exchange.send()
      const known =
        customerId === undefined
          ? recordsIn(
              valueAt(
                parsed(
                  (
                    await write(exchange, 'POST', '/customers/alike', {
                      organizationId,
                      phone: number,
                    })
                  ).text,
                ),
                'data',
              ),
            )
          : [await read(exchange, `/customers/${textIn(customerId)}`)]
      return known.some(({ doNotCall }) => doNotCall === true)
        ? refused(409, 'not_possible', 'This customer does not want to be called.')
        : exchange.send()
    }),
  ),
  fault(
    'call-note-cut-off',
    'the note of a call is cut off behind 255 characters',
    requests('calls.close', 'note', (note) => (typeof note === 'string' ? note.slice(0, 255) : note)),
  ),
  fault(
    'mean-in-place-of-median',
    'the time in which half of the calls were paid is the mean of all of them',
    on('calls.sums', async (exchange) => {
      const reply = await exchange.send()
      const data = recordIn(reply)
      if (!isSuccess(reply) || typeof data['median'] !== 'number') return reply
      const { organizationId, q } = bodyOf(exchange)
      const filters = { ...filtersOf(exchange), outcome: 'paid' }
      const found = await allRows(exchange, 'calls', {
        organizationId,
        q,
        filters,
      })
      const times = found.map(({ secondsToPaid }) => secondsToPaid).filter((time) => typeof time === 'number')
      const mean = Math.round(times.reduce((sum, time) => sum + time, 0) / Math.max(times.length, 1))
      return withBody(reply, { data: { ...data, median: mean } })
    }),
  ),
  remembering(
    'telephone-call-sent-again-refused',
    'a telephone system that sends the same call again is refused',
    () => {
      const begun = new Set<string>()
      return on('telephone.startCall', async (exchange) => {
        const key = `${tokenIn(exchange)} ${textOf(exchange, 'callId')}`
        if (begun.has(key)) return refused(409, 'not_possible', 'This agent is in a call already.')
        const reply = await exchange.send()
        if (isSuccess(reply)) begun.add(key)
        return reply
      })
    },
  ),
]

const lists: Fault[] = [
  fault(
    'none-of-many-is-any',
    'a search for none of the values of a column finds all rows',
    bodies('search orders.sums', (body, exchange) => {
      const filters = Object.entries(filtersOf(exchange))
      const given = filters.filter(([, value]) => !Array.isArray(value) || value.length > 0)
      return given.length === filters.length ? body : { ...body, filters: Object.fromEntries(given) }
    }),
  ),
  fault(
    'archived-not-found-by-id',
    'campaigns that are looked for by their ids are found only while they are not archived',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      const isById = bodyOf(exchange)['resource'] === 'campaigns' && filtersOf(exchange)['ids'] !== undefined
      return isById && isSuccess(reply) ? without(reply, ({ archivedAt }) => Boolean(archivedAt)) : reply
    }),
  ),
  fault(
    'export-of-a-hundred-rows',
    'a list as CSV ends behind its hundredth row',
    files('listExports.csv', (text) => {
      const lines = text.split('\r\n')
      return lines.length <= 102 ? text : `${lines.slice(0, 101).join('\r\n')}\r\n`
    }),
  ),
  fault(
    'audit-ends-before-its-last-day',
    'what was changed on the last day that the audit is asked for is left out',
    asking('audit.list audit.csv', 'createdTo', (day) => (isDay(day) ? dayBefore(day) : day)),
  ),
  remembering(
    'second-default-view',
    'a list has two default views when another one is made the default',
    beginsWithSeveral,
  ),
]

const figures: Fault[] = [
  fault(
    'ranks-without-gaps',
    'behind agents who share a rank the next rank is not left out',
    recordsAs('leaderboard.read', (board) => {
      const standings = recordsIn(board['standings'])
      const ranks = [...new Set(standings.map(({ rank }) => rank).filter((rank) => typeof rank === 'number'))]
      const dense = ranks.toSorted((one, other) => one - other)
      const rankOf = ({ rank }: Fields) => (typeof rank === 'number' ? dense.indexOf(rank) + 1 : rank)
      return {
        ...board,
        standings: standings.map((one) => ({ ...one, rank: rankOf(one) })),
      }
    }),
  ),
  fault(
    'goal-never-taken-away',
    'a goal of the team that is set to null stays as it was',
    bodies('leaderboard.setGoals', async (body, exchange) => {
      if (!Object.values(body).includes(null)) return body
      const board = await read(exchange, `/leaderboard?organizationId=${encodeURIComponent(partOf(exchange, 2))}`)
      const before = within(board['goals'])
      return Object.fromEntries(Object.entries(body).map(([name, goal]) => [name, goal ?? before[name] ?? null]))
    }),
  ),
  fault(
    'partly-refunded-not-to-pack',
    'the dashboard leaves orders out that are to be packed and were refunded in part',
    on('dashboard.read', async (exchange) => {
      const reply = await exchange.send()
      const record = recordIn(reply)
      if (!isSuccess(reply)) return reply
      const less = await countOf(exchange, 'orders', record['id'], {
        status: 'open',
        paymentStatus: 'partially_refunded',
        fulfillmentStatus: ['unfulfilled', 'partial'],
      })
      const queue = recordsIn(record['queue'])
        .map((entry) => (entry['of'] === 'toPack' ? { ...entry, count: numberIn(entry['count']) - less } : entry))
        .filter(({ count }) => numberIn(count) > 0)
      return withBody(reply, { data: { ...record, queue } })
    }),
  ),
  fault(
    'report-average-of-averages',
    'the average order of a whole report is the mean of the averages of its lines',
    recordsAs('reports.read', (report) => {
      const averages = recordsIn(report['lines'])
        .map((line) => within(line['values'])['averageOrder'])
        .filter((average) => typeof average === 'number')
      const totals = within(report['totals'])
      const values = within(totals['values'])
      if (averages.length === 0 || typeof values['averageOrder'] !== 'number') return report
      const averageOrder = cents(averages.reduce((sum, average) => sum + average, 0) / averages.length)
      return {
        ...report,
        totals: { ...totals, values: { ...values, averageOrder } },
      }
    }),
  ),
  fault(
    'report-file-shares-of-one',
    'shares in a report as CSV are parts of one below a head that says percent',
    files('reports.csv', (text) => {
      const [head = '', ...lines] = text.split('\r\n')
      const isShare = cellsOf(head).map((cell) => cell.replaceAll('"', '').endsWith(' (%)'))
      const written = (cell: string, place: number) =>
        isShare[place] && cell !== '' ? `${Math.round(Number(cell) * 100) / 10_000}` : cell
      return [head, ...lines.map((line) => cellsOf(line).map(written).join(','))].join('\r\n')
    }),
  ),
  remembering(
    'report-mailed-to-all',
    'a saved report that one person has mailed to them is said to be mailed to everybody',
    () => {
      const mailed = new Set<string>()
      return on('savedReports.mail savedReports.list', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (exchange.call === 'savedReports.mail') {
          if (bodyOf(exchange)['isMailed'] === true) mailed.add(idIn(exchange))
          else mailed.delete(idIn(exchange))
          return reply
        }
        const rows = recordsIn(valueAt(parsed(reply.text), 'data'))
        return withBody(reply, {
          ...within(parsed(reply.text)),
          data: rows.map((row) => (mailed.has(textIn(row['id'])) ? { ...row, isMailed: true } : row)),
        })
      })
    },
  ),
]

const office: Fault[] = [
  remembering('revoked-invite-still-listed', 'an invite that was revoked stays in the list', () => {
    const revoked = new Map<string, Fields>()
    return on('invites.revoke invites.list', async (exchange) => {
      if (exchange.call === 'invites.list') {
        const reply = await exchange.send()
        const here = exchange.query.get('organizationId')
        const back = [...revoked.values()].filter(({ organizationId }) => organizationId === here)
        return withRows(
          reply,
          back.map(({ organizationId: _organizationId, ...row }) => row),
        )
      }
      for (const { id: organizationId } of await readList(exchange, '/organizations')) {
        const rows = await readList(exchange, `/invites?organizationId=${String(organizationId)}`)
        const found = rows.find(({ id }) => id === idIn(exchange))
        if (found)
          revoked.set(idIn(exchange), {
            ...found,
            state: 'revoked',
            organizationId,
          })
      }
      const reply = await exchange.send()
      if (!isSuccess(reply)) revoked.delete(idIn(exchange))
      return reply
    })
  }),
  fault(
    'token-ends-as-its-day-begins-too',
    'an API token that is good until a day ends with the day before',
    bodies('apiTokens.create', (body) => {
      const day = body['expiresAt']
      return isDay(day) ? { ...body, expiresAt: dayBefore(day) } : body
    }),
  ),
  fault(
    'token-of-no-duties-does-all',
    'an API token that may change nothing may change all that its maker may',
    requests('apiTokens.create', 'duties', (duties) => (Array.isArray(duties) && duties.length === 0 ? null : duties)),
  ),
  fault(
    'permissions-begin-anew',
    'what is not said of what agents may do becomes what it was at first',
    bodies('organizations.setPermissions', (body) =>
      Object.keys(body).some((name) => name in standardPermissions) ? { ...standardPermissions, ...body } : body,
    ),
  ),
  fault(
    'tax-rate-of-two-decimals-too',
    'a tax rate is rounded to two decimals',
    requests('organizations.update', 'taxRate', (rate) => (typeof rate === 'number' ? cents(rate) : rate)),
  ),
  fault(
    'preferences-begin-anew',
    'what is not said of a person’s preferences becomes what it was at first',
    bodies('users.setPreferences', (body) => {
      const first = Object.fromEntries(Object.entries(preferenceChoices).map(([name, [choice]]) => [name, choice]))
      return Object.keys(body).length > 0 ? { ...first, ...body } : body
    }),
  ),
  fault(
    'organization-made-twice',
    'an organization that is made again with the same key becomes another one',
    deafTo('idempotency-key', 'users.createOrganization'),
  ),
  fault(
    'only-the-sharer-ends',
    'a partner can’t end a collaboration',
    on('collaborations.end', async (exchange) => {
      const { side } = await read(exchange, `/collaborations/${idIn(exchange)}`)
      return side === 'received'
        ? refused(403, 'forbidden', 'Only the organization that shares can end a collaboration.')
        : exchange.send()
    }),
  ),
  fault(
    'share-of-what-was-given-back',
    'a partner is owed a share of what was paid, whatever was refunded of it',
    recordsAs('collaborations.statement', (statement) => {
      const share = numberIn(statement['share'])
      const owed = (line: Fields) => ({
        ...line,
        share: Math.round(numberIn(line['paid']) * share) / 100,
      })
      const of = (name: string) => recordsIn(statement[name]).map(owed)
      return { ...statement, months: of('months'), totals: of('totals') }
    }),
  ),
  fault(
    'bulk-percent-is-whole',
    'prices are changed by whole percentages alone: 2.5 becomes 2',
    requests('bulkJobs.create', 'price', (price) => {
      const { kind, value } = within(price)
      return kind === 'percent' ? { kind, value: Math.trunc(numberIn(value)) || value } : price
    }),
  ),
  remembering('import-line-judged-once', 'a line of an import that is sent again stays as it was sent first', () => {
    const sent = new Map<string, unknown>()
    return on('sheetImports.addLines', async (exchange) => {
      const keyOf = ({ line }: Fields) => `${idIn(exchange)} ${String(line)}`
      const lines = recordsIn(bodyOf(exchange)['lines'])
      if (lines.length === 0) return exchange.send()
      const first = lines.map((line) => ({
        ...line,
        cells: sent.get(keyOf(line)) ?? line['cells'],
      }))
      const reply = await exchange.send({
        body: { ...bodyOf(exchange), lines: first },
      })
      if (isSuccess(reply)) for (const line of first) sent.set(keyOf(line), line.cells)
      return reply
    })
  }),
  remembering(
    'webhook-keeps-old-events',
    'a webhook is told of what it was told of before its events were changed',
    () => {
      const events = new Map<string, unknown[]>()
      return on('webhooks.create webhooks.list webhooks.update', async (exchange) => {
        const sent = bodyOf(exchange)
        const before = exchange.call === 'webhooks.update' ? (events.get(idIn(exchange)) ?? []) : []
        const isMore = before.length > 0 && Array.isArray(sent['events']) && sent['events'].length > 0
        const both = isMore ? [...new Set([...(sent['events'] as unknown[]), ...before])] : undefined
        const reply = await exchange.send(both ? { body: { ...sent, events: both } } : {})
        if (!isSuccess(reply)) return reply
        const rows =
          exchange.call === 'webhooks.list' ? recordsIn(valueAt(parsed(reply.text), 'data')) : [recordIn(reply)]
        for (const row of rows)
          if (Array.isArray(row['events'])) events.set(textIn(row['id']), row['events'] as unknown[])
        return reply
      })
    },
  ),
]

export const eighthStrangers: Fault[] = [
  ...sellingMails,
  ...sellingOrders,
  ...parcels,
  ...buyers,
  ...catalogue,
  ...phone,
  ...lists,
  ...figures,
  ...office,
]
