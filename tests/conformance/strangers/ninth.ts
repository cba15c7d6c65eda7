import { randomUUID } from 'node:crypto'
import { nothingWaits } from '../../../contract/extensions/fulfilments'
import { maxCount } from '../../../contract/schemas'
import { dayIn } from '../../../contract/rules/days'
import { standardPermissions } from '../../../contract/agentPermissions'
import {
  answer,
  changed,
  type Exchange,
  type Fault,
  isRecord,
  isSuccess,
  parsed,
  type Reply,
  rowsIn,
  valueAt,
  withBody,
} from '../mutants/exchange'
import { answers, byWhoeverMay, fault, on, refusals, remembering, replies, requests } from '../mutants/make'
import {
  afterwards,
  bodyOf,
  idIn,
  read,
  readList,
  recordIn,
  recordsAs,
  recordsIn,
  rowsOf,
  tokenIn,
  write,
} from '../mutants/selling'
import { allRows, bodies, type Fields, isDay, numberIn, refused, textIn, without } from './inCommon'

const stepOf = ({ path }: Exchange, place: number): string => path.split('/')[place] ?? ''

const cents = (value: unknown): number => Math.round(numberIn(value) * 100)

const partOf = (record: Fields, field: string): Fields => {
  const value = record[field]
  return isRecord(value) ? value : {}
}

const me = async (exchange: Exchange): Promise<string> => textIn((await read(exchange, '/users/me'))['id'])

/** The organization as the asker has it, with their role and what agents may do; empty where they are in none. */
const own = async (exchange: Exchange, organizationId: unknown): Promise<Fields> =>
  (await readList(exchange, '/organizations')).find(({ id }) => id === organizationId) ?? {}

const ownOfOrder = async (exchange: Exchange, order: Fields): Promise<Fields> => own(exchange, order['organizationId'])

const isAgent = (organization: Fields): boolean => organization['role'] === 'agent'

const withRecord = (reply: Reply, data: Fields): Reply => {
  const whole = parsed(reply.text)
  return isRecord(whole) ? withBody(reply, { ...whole, data }) : reply
}

const withRows = (reply: Reply, data: unknown[]): Reply => {
  const whole = parsed(reply.text)
  return isRecord(whole) ? withBody(reply, { ...whole, data }) : reply
}

const nothingFound = (reply: Reply): Reply => without(changedTotal(reply, rowsIn(reply.text).length), () => true)

function changedTotal(reply: Reply, total: unknown): Reply {
  return withBody(
    reply,
    changed(parsed(reply.text), 'meta.total', () => total),
  )
}

/** What is not said is as it is here; of a body that says none of it nothing is made. */
const filledUp = (body: Fields, others: object): Fields =>
  Object.keys(others).some((name) => body[name] !== undefined) ? { ...others, ...body } : body

const hasAmong = (value: unknown, wanted: string): boolean =>
  value === wanted || (Array.isArray(value) && value.includes(wanted))

const peopleAndRoles: Fault[] = [
  fault(
    'refund-limit-holds-for-each-refund-alone',
    'An agent gives back as much as the limit again and again: earlier refunds of the order are not counted.',
    refusals('orders.refund', [403], async (reply, exchange) => {
      const { amount } = bodyOf(exchange)
      if (typeof amount !== 'number') return reply
      const organization = await ownOfOrder(exchange, await read(exchange, `/orders/${idIn(exchange)}`))
      const limit = cents(partOf(organization, 'agents')['refundLimit'])
      return isAgent(organization) && limit > 0 && cents(amount) <= limit ? byWhoeverMay(reply, exchange) : reply
    }),
  ),
  fault(
    'refund-of-exactly-the-limit-is-too-much',
    'An agent may refund up to a limit of an order, and is refused the limit itself.',
    on('orders.refund', async (exchange) => {
      const { amount } = bodyOf(exchange)
      if (typeof amount !== 'number') return exchange.send()
      const order = await read(exchange, `/orders/${idIn(exchange)}`)
      const organization = await ownOfOrder(exchange, order)
      const limit = cents(partOf(organization, 'agents')['refundLimit'])
      return isAgent(organization) && limit > 0 && cents(order['refundedTotal']) + cents(amount) === limit
        ? refused(403, 'forbidden', 'You can refund less of an order. An owner can refund more.')
        : exchange.send()
    }),
  ),
  fault(
    'sums-of-transactions-of-all-orders',
    'An agent who sees their own orders alone is told the sums of the transactions of everybody.',
    replies('transactions.sums', async (reply, exchange) => {
      const organization = await own(exchange, bodyOf(exchange)['organizationId'])
      return isAgent(organization) && partOf(organization, 'agents')['seesAllOrders'] === false
        ? byWhoeverMay(reply, exchange)
        : reply
    }),
  ),
  fault(
    'agents-export-who-belongs-here',
    'The list of users is for owners alone, and agents who may export lists take it along as a file.',
    refusals('listExports.csv', [403], async (reply, exchange) => {
      const { resource, organizationId } = bodyOf(exchange)
      const organization = await own(exchange, organizationId)
      return resource === 'members' && partOf(organization, 'agents')['exports'] === true
        ? byWhoeverMay(reply, exchange)
        : reply
    }),
  ),
  remembering(
    'who-is-no-owner-any-more-acts-as-one',
    'Whoever changes settings no more still does, until they sign in anew.',
    () => {
      const seen = new Set<string>()
      const former = new Map<string, Set<string>>()
      return async (exchange) => {
        const token = tokenIn(exchange)
        if (token !== '') seen.add(token)
        const reply = await exchange.send()
        if (exchange.call === 'members.setRole' && isSuccess(reply)) {
          const userId = stepOf(exchange, 6)
          if (bodyOf(exchange)['role'] === 'agent') former.set(userId, new Set(seen))
          else former.delete(userId)
        }
        if (reply.status !== 403 || former.size === 0 || exchange.call.startsWith('users.')) return reply
        return former.get(await me(exchange))?.has(token) === true ? byWhoeverMay(reply, exchange) : reply
      }
    },
  ),
  remembering(
    'api-token-outlives-its-maker',
    'An API token still reads when its maker has been removed or disabled.',
    () => {
      const made = new Map<string, { id: string; until: number }>()
      const revoked = new Set<string>()
      return async (exchange) => {
        const reply = await exchange.send()
        if (exchange.call === 'apiTokens.create' && isSuccess(reply)) {
          const { id, token, expiresAt } = recordIn(reply)
          const until = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY
          if (typeof token === 'string') made.set(token, { id: textIn(id), until })
        }
        if (exchange.call === 'apiTokens.revoke' && isSuccess(reply)) revoked.add(idIn(exchange))
        const known = reply.status === 401 ? made.get(tokenIn(exchange)) : undefined
        if (known === undefined || revoked.has(known.id) || known.until <= Date.now()) return reply
        return exchange.method === 'GET' || exchange.call === 'search' ? byWhoeverMay(reply, exchange) : reply
      }
    },
  ),
  fault(
    'reading-token-adjusts-stock',
    'An API token that only reads adjusts the stock of a product.',
    refusals('products.adjustStock', [403], async (reply, exchange) => {
      if (!tokenIn(exchange).startsWith('odk_')) return reply
      const product = await read(exchange, `/products/${idIn(exchange)}`)
      return 'id' in product ? byWhoeverMay(reply, exchange) : reply
    }),
  ),
  fault(
    'token-ends-with-the-day-of-utc',
    'The last day of an API token ends where UTC has midnight, and not where the organization has it.',
    bodies('apiTokens.create', (body) =>
      isDay(body['expiresAt']) ? { ...body, expiresAt: `${body['expiresAt']}T23:59:59.999Z` } : body,
    ),
  ),
  fault(
    'settling-one-permission-resets-the-others',
    'An owner settles one of what agents may do, and all others become what they are at the beginning.',
    bodies('organizations.setPermissions', (body) => filledUp(body, standardPermissions)),
  ),
  remembering(
    'what-was-handed-over-is-called-back-by-nobody',
    'The call-backs of whoever is disabled or removed are not among those of the colleague who takes over.',
    () => {
      const whose = new Map<unknown, string>()
      return on('calls.close calls.callBacks', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        const person = await me(exchange)
        if (exchange.call === 'calls.close') {
          const call = recordIn(reply)
          if (call['callBackAt'] !== null) whose.set(call['id'], person)
          return reply
        }
        return without(reply, ({ id }) => (whose.get(id) ?? person) !== person)
      })
    },
  ),
  fault(
    'revoked-invite-looks-open',
    'Whoever opens the link of an invite that was revoked is shown one that is pending.',
    answers('invites.read', 'data.state', (state) => (state === 'revoked' ? 'pending' : state)),
  ),
]

const payingCustomers: Fault[] = [
  fault(
    'declined-card-ends-the-page',
    'Once a card was declined the payment page says that nothing can be paid there any more.',
    recordsAs('payments.get payments.pay', (payment) =>
      partOf(payment, 'attempt')['state'] === 'declined' && payment['canPay'] === true
        ? { ...payment, canPay: false, whyNot: 'This payment was declined.' }
        : payment,
    ),
  ),
  remembering(
    'attempt-that-is-sent-twice-is-two',
    'An attempt to pay that is sent again with its id is another attempt, as after a lost answer.',
    () => {
      const sent = new Set<string>()
      return on('payments.pay', async (exchange) => {
        const key = `${stepOf(exchange, 4)} ${textIn(bodyOf(exchange)['attemptId'])}`
        if (!sent.has(key)) {
          const first = await exchange.send()
          if (isSuccess(first)) sent.add(key)
          return first
        }
        const another = await exchange.send({ body: { ...bodyOf(exchange), attemptId: randomUUID() } })
        return isSuccess(another) ? another : exchange.send()
      })
    },
  ),
  remembering(
    'code-of-an-ended-link-opens-the-new-one',
    'The code of a payment link that another one has replaced opens the one that is out.',
    () => {
      const links = new Map<string, { code: string; digits: string; token: string }[]>()
      const plain = (code: unknown) =>
        textIn(code)
          .replaceAll(/[^\p{L}\p{N}]/gu, '')
          .toUpperCase()
      return on('orders.createPaymentLink payments.openCode', async (exchange) => {
        const reply = await exchange.send()
        if (exchange.call === 'orders.createPaymentLink') {
          const { payCode, linkUrl } = recordIn(reply)
          if (!isSuccess(reply) || typeof payCode !== 'string') return reply
          const order = await read(exchange, `/orders/${idIn(exchange)}`)
          const digits = textIn(partOf(order, 'customer')['phone']).replaceAll(/\D/g, '').slice(-4)
          const made = { code: plain(payCode), digits, token: textIn(linkUrl).split('/').at(-1) ?? '' }
          const before = links.get(idIn(exchange)) ?? []
          if (before.at(-1)?.code !== made.code) links.set(idIn(exchange), [...before, made])
          return reply
        }
        if (reply.status !== 404) return reply
        const { payCode, phoneDigits } = bodyOf(exchange)
        for (const ofOrder of links.values()) {
          const known = ofOrder.some(({ code, digits }) => code === plain(payCode) && digits === phoneDigits)
          if (known) return answer(200, { data: { token: ofOrder.at(-1)?.token } })
        }
        return reply
      })
    },
  ),
  fault(
    'payment-link-is-mailed-unasked',
    'A payment link that is to be read out is mailed to the customer as well.',
    on('orders.createPaymentLink', async (exchange) => {
      const body = bodyOf(exchange)
      if (body['mail'] !== false) return exchange.send()
      const mailed = await exchange.send({ body: { ...body, mail: true } })
      return isSuccess(mailed) ? mailed : exchange.send()
    }),
  ),
  fault(
    'refusal-to-the-bank-pays',
    'A customer who answers the question of the bank with no has paid.',
    requests('payments.answerBank', 'approved', () => true),
  ),
  fault(
    'wish-for-a-new-link-is-told-nobody',
    'A customer asks for a new payment link, and the timeline of the order has nothing of it.',
    recordsAs('orders.get', (order) => ({
      ...order,
      timeline: recordsIn(order['timeline']).filter(({ kind }) => kind !== 'payment_link_wanted'),
    })),
  ),
]

const ordersOverTime: Fault[] = [
  remembering(
    'cancelling-gives-the-offer-nothing-back',
    'A cancelled order puts its units back into stock, and what is left of its offers stays as it was.',
    () => {
      const done = new Set<string>()
      return afterwards('orders.cancel', async (exchange, order) => {
        const orderId = textIn(order['id'])
        if (order['status'] !== 'cancelled' || done.has(orderId)) return
        done.add(orderId)
        const items = recordsIn(order['items']).filter(({ offerId }) => typeof offerId === 'string')
        const asked = { organizationId: order['organizationId'], filters: { ids: items.map(({ offerId }) => offerId) } }
        for (const { id, quantity } of items.length === 0 ? [] : await rowsOf(exchange, 'offers', asked)) {
          const sold = items.reduce((sum, item) => (item['offerId'] === id ? sum + numberIn(item['quantity']) : sum), 0)
          const body = { quantity: Math.max(0, numberIn(quantity) - sold) }
          for (const token of exchange.tokens) await exchange.ask('PUT', `/api/v1/offers/${textIn(id)}`, token, body)
        }
      })
    },
  ),
  remembering(
    'new-address-misses-the-packed-parcel',
    'The address of an order is changed, and parcels that were packed before keep the old one.',
    () => {
      const kept = new Map<unknown, unknown>()
      const old = (parcel: Fields): Fields =>
        kept.has(parcel['id']) ? { ...parcel, shippingAddress: kept.get(parcel['id']) } : parcel
      return on('orders.updateAddress fulfilments.get fulfilments.packingList', async (exchange) => {
        const before =
          exchange.call === 'orders.updateAddress' ? await read(exchange, `/orders/${idIn(exchange)}`) : undefined
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (before === undefined) {
          const rows = valueAt(parsed(reply.text), 'data')
          return Array.isArray(rows)
            ? withRows(reply, recordsIn(rows).map(old))
            : withRecord(reply, old(recordIn(reply)))
        }
        for (const { id } of recordsIn(before['fulfilments'])) {
          if (!kept.has(id)) kept.set(id, before['shippingAddress'])
        }
        return reply
      })
    },
  ),
  remembering('placed-order-leaves-its-draft', 'A draft that has become an order is still among the drafts.', () => {
    const kept = new Map<string, { token: string; row: Fields }>()
    const placed = new Set<string>()
    return on('orderDrafts.keep orderDrafts.discard orderDrafts.list orders.place', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      if (exchange.call === 'orderDrafts.keep') {
        kept.set(idIn(exchange), { token: tokenIn(exchange), row: recordIn(reply) })
      }
      if (exchange.call === 'orderDrafts.discard') kept.delete(idIn(exchange))
      if (exchange.call === 'orders.place') placed.add(textIn(bodyOf(exchange)['draftId']))
      if (exchange.call !== 'orderDrafts.list') return reply
      const rows = recordsIn(valueAt(parsed(reply.text), 'data'))
      const left = [...kept]
        .filter(([id, { token, row }]) => {
          const isHere = row['organizationId'] === exchange.query.get('organizationId')
          return placed.has(id) && token === tokenIn(exchange) && isHere && rows.every((one) => one['id'] !== id)
        })
        .map(
          ([
            ,
            {
              row: { organizationId: _, content: __, ...row },
            },
          ]) => row,
        )
      return withRows(
        reply,
        [...rows, ...left].toSorted((a, b) => textIn(b['updatedAt']).localeCompare(textIn(a['updatedAt']))),
      )
    })
  }),
  fault(
    'nothing-is-sold-on-the-last-day',
    'On the day on which a campaign ends orders are refused as if it were over.',
    on('orders.place', async (exchange) => {
      const { organizationId, campaignId } = bodyOf(exchange)
      const campaign = await read(exchange, `/campaigns/${textIn(campaignId)}`)
      const end = textIn(campaign['endDate']).slice(0, 10)
      const zone = textIn((await own(exchange, organizationId))['timeZone'])
      return end !== '' && zone !== '' && end === dayIn(zone, new Date())
        ? refused(422, 'validation_failed', `This campaign ended on ${end}.`, 'body.campaignId')
        : exchange.send()
    }),
  ),
  fault(
    'old-orders-show-the-tax-of-today',
    'An order shows the tax rate that its organization has now instead of the one that it was sold with.',
    on('orders.get', async (exchange) => {
      const reply = await exchange.send()
      const order = recordIn(reply)
      const rate = isSuccess(reply) ? (await ownOfOrder(exchange, order))['taxRate'] : undefined
      return typeof rate === 'number' ? withRecord(reply, { ...order, taxRate: rate }) : reply
    }),
  ),
  fault(
    'refunded-lines-go-back-into-stock-unasked',
    'A refund by lines that says nothing of the stock puts the units back.',
    bodies('orders.refund', (body) =>
      Array.isArray(body['lines']) && body['restock'] === undefined ? { ...body, restock: true } : body,
    ),
  ),
  remembering(
    'key-of-somebody-else-answers-their-customer',
    'A key that somebody else has used for the same customer is answered with the record of theirs.',
    () => {
      const first = new Map<string, { person: string; fields: string; reply: Reply }>()
      return on('customers.create', async (exchange) => {
        const key = exchange.headers['idempotency-key']
        if (key === undefined) return exchange.send()
        const { organizationId: _, ...rest } = bodyOf(exchange)
        const [person, fields, known] = [await me(exchange), JSON.stringify(rest), first.get(key)]
        if (known && person !== '' && known.person !== person && known.fields === fields) return known.reply
        const reply = await exchange.send()
        if (isSuccess(reply) && !known) first.set(key, { person, fields, reply })
        return reply
      })
    },
  ),
  remembering(
    'of-two-adjustments-at-once-one-is-lost',
    'A stock is read, added to and written: of two who adjust it at the same time one is forgotten.',
    () => {
      const targets = new Map<string, number>()
      return on('products.adjustStock', async (exchange) => {
        const body = bodyOf(exchange)
        const { by, to, ...rest } = body
        const key = exchange.headers['idempotency-key']
        if (typeof by !== 'number' || by === 0 || to !== undefined) return exchange.send()
        const product = await read(exchange, `/products/${idIn(exchange)}`)
        if (typeof product['stock'] !== 'number') return exchange.send()
        const known = `${idIn(exchange)} ${key} ${JSON.stringify(body)}`
        const target = (key === undefined ? undefined : targets.get(known)) ?? product['stock'] + by
        if (target < 0 || target > maxCount) return exchange.send()
        targets.set(known, target)
        await new Promise((resolve) => setTimeout(resolve, 60))
        const reply = await exchange.send({ body: { ...rest, to: target } })
        if (reply.status !== 409 && reply.status !== 422) return reply
        const now = await exchange.ask('GET', exchange.path.replace(/\/stock$/, ''), tokenIn(exchange))
        return recordIn(now)['stock'] === target ? now : reply
      })
    },
  ),
]

const parcels: Fault[] = [
  remembering(
    'parcel-that-is-scanned-twice-is-refused',
    'The same number that is scanned for the same order once more is refused, as nothing waits.',
    () => {
      const scanned = new Set<string>()
      return on('fulfilments.scan', async (exchange) => {
        const { organizationId, orderNumber, trackingNumber } = bodyOf(exchange)
        const key = [organizationId, textIn(orderNumber).replace('#', ''), textIn(trackingNumber).trim()].join(' ')
        if (scanned.has(key)) return refused(409, 'not_possible', nothingWaits)
        const reply = await exchange.send()
        if (isSuccess(reply)) scanned.add(key)
        return reply
      })
    },
  ),
  fault(
    'steps-are-taken-in-part',
    'Several parcels are taken a step further all together or not at all: it is refused, and those that can have gone on.',
    refusals('fulfilments.takeSteps', [404, 409, 422], async (reply, exchange) => {
      const { step, fulfilmentIds } = bodyOf(exchange)
      for (const id of Array.isArray(fulfilmentIds) ? fulfilmentIds.slice(0, 100) : []) {
        await write(exchange, 'POST', `/fulfilments/${textIn(id)}/${textIn(step)}`, {})
      }
      return reply
    }),
  ),
]

const found: Fault[] = [
  fault(
    'lines-of-deleted-offers-are-not-found',
    'What was sold of offers that are gone is asked for as none, and nothing is found.',
    replies('search', (reply, exchange) => {
      const { resource, filters } = bodyOf(exchange)
      const isAsked = isRecord(filters) && hasAmong(filters['offerId'], 'none')
      return resource === 'orderLines' && isAsked ? nothingFound(reply) : reply
    }),
  ),
  fault(
    'movements-all-have-the-stock-of-now',
    'Each movement tells what is in stock now instead of what was in stock then.',
    on('products.movements', async (exchange) => {
      const reply = await exchange.send()
      const { stock } = isSuccess(reply) ? await read(exchange, `/products/${idIn(exchange)}`) : {}
      if (typeof stock !== 'number') return reply
      return withRows(
        reply,
        recordsIn(valueAt(parsed(reply.text), 'data')).map((row) => ({ ...row, stock })),
      )
    }),
  ),
  fault(
    'alike-by-email-minds-capitals',
    'Who is there already is not found by their email address when it is typed with capitals.',
    bodies('customers.findAlike', (body) => {
      const { email, ...rest } = body
      return typeof email === 'string' && email !== email.toLowerCase() ? rest : body
    }),
  ),
  remembering(
    'quick-search-finds-deleted-customers',
    'A customer who has been deleted is still found by what somebody types.',
    () => {
      const deleted = new Map<unknown, Fields>()
      return on('customers.delete customers.restore search.find', async (exchange) => {
        const before =
          exchange.call === 'customers.delete' ? await read(exchange, `/customers/${idIn(exchange)}`) : undefined
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (before !== undefined) deleted.set(before['id'], before)
        if (exchange.call === 'customers.restore') deleted.delete(recordIn(reply)['id'])
        if (exchange.call !== 'search.find') return reply
        const wanted = (exchange.query.get('q') ?? '').trim().toLowerCase()
        const data = recordIn(reply)
        const more = [...deleted.values()]
          .filter((one) => one['organizationId'] === exchange.query.get('organizationId') && wanted.length >= 3)
          .filter((one) => `${textIn(one['name'])} ${textIn(one['email'])}`.toLowerCase().includes(wanted))
          .map(({ id, name, email, phone }) => ({ id, name, email, phone }))
        return withRecord(reply, { ...data, customers: [...recordsIn(data['customers']), ...more].slice(0, 5) })
      })
    },
  ),
]

const figures: Fault[] = [
  fault(
    'average-of-averages',
    'The average order of a whole report is the average of those of its lines.',
    recordsAs('reports.read', (report) => {
      const lines = recordsIn(report['lines'])
      const averages = lines
        .map((line) => partOf(line, 'values')['averageOrder'])
        .filter((value) => typeof value === 'number')
      const mean = averages.reduce((sum, value) => sum + value, 0) / averages.length
      return averages.length === 0
        ? report
        : { ...changedValues(report, { averageOrder: Math.round(mean * 100) / 100 }) }
    }),
  ),
  fault(
    'leaderboard-wants-one-call-more',
    'Whoever has exactly as many calls as are asked for has no rank.',
    on('leaderboard.read', (exchange) => {
      const least = Number(exchange.query.get('minCalls') ?? 0)
      if (!(least > 0)) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.set('minCalls', String(least + 1))
      return exchange.send({ query })
    }),
  ),
  fault(
    'archived-products-wait-for-stock',
    'The dashboard counts archived products among those that are low in stock, which its list does not show.',
    on('dashboard.read', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const filters = { stockLevel: 'low', status: ['active', 'archived'] }
      const asked = { organizationId: exchange.query.get('organizationId'), filters }
      const count = (await allRows(exchange, 'products', asked)).length
      const record = recordIn(reply)
      const queue = recordsIn(record['queue'])
      if (count === 0) return reply
      return withRecord(reply, {
        ...record,
        queue: queue.some((entry) => entry['of'] === 'lowStock')
          ? queue.map((entry) => (entry['of'] === 'lowStock' ? { ...entry, count } : entry))
          : [...queue, { of: 'lowStock', count, firstAt: null }],
      })
    }),
  ),
  remembering(
    'report-is-mailed-to-everybody',
    'Somebody has a report mailed to themselves, and it says to everybody that they have, too.',
    () => {
      const mailed = new Set<unknown>()
      return on('savedReports.mail savedReports.list', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (exchange.call === 'savedReports.list') {
          return withRows(
            reply,
            recordsIn(valueAt(parsed(reply.text), 'data')).map((row) => ({
              ...row,
              isMailed: row['isMailed'] === true || mailed.has(row['id']),
            })),
          )
        }
        if (bodyOf(exchange)['isMailed'] === true) mailed.add(idIn(exchange))
        else mailed.delete(idIn(exchange))
        return reply
      })
    },
  ),
  fault(
    'share-of-a-partner-is-cut-off',
    'The share of a partner is cut off below the cent instead of being rounded to the nearest.',
    recordsAs('collaborations.statement', (statement) => {
      const points = cents(statement['share'])
      const cut = (sums: Fields): Fields => ({
        ...sums,
        share: Math.floor(((cents(sums['paid']) - cents(sums['refunded'])) * points) / 10_000) / 100,
      })
      return {
        ...statement,
        months: recordsIn(statement['months']).map(cut),
        totals: recordsIn(statement['totals']).map(cut),
      }
    }),
  ),
]

function changedValues(report: Fields, more: Fields): Fields {
  const totals = partOf(report, 'totals')
  return { ...report, totals: { ...totals, values: { ...partOf(totals, 'values'), ...more } } }
}

const told: Fault[] = [
  fault(
    'audit-takes-a-token-for-a-person',
    'What a program has done by its token is told in the audit log as done by a person.',
    answers('audit.list', 'data.*.actor.kind', (kind) => (kind === 'token' ? 'person' : kind)),
  ),
  fault(
    'undoing-leaves-no-trace',
    'What was restored, unmerged or undone is not in the audit log.',
    replies('audit.list', (reply) =>
      without(reply, ({ action }) => /\.(?:restore|unmerge|undo)$/.test(textIn(action))),
    ),
  ),
  fault(
    'webhooks-are-not-told-of-merges',
    'A webhook that is to be told of merged customers has no message of them.',
    replies('webhooks.deliveries', (reply) => without(reply, ({ event }) => event === 'customer.merged')),
  ),
  fault(
    'deletions-are-told-as-updates',
    'The stream of changes tells of what was deleted as if it had been changed.',
    replies('events.stream', (reply) => {
      const { live } = reply
      if (live === undefined) return reply
      const changes = async function* () {
        for await (const part of live) yield part.replaceAll('"kind":"deleted"', '"kind":"updated"')
      }
      return { ...reply, live: changes() }
    }),
  ),
]

const campaignsAndMails: Fault[] = [
  fault(
    'edited-autoresponder-wakes-up',
    'A paused auto-responder whose text is changed sends again.',
    afterwards('autoresponders.update', async (exchange, { id, paused }) =>
      paused === true ? write(exchange, 'POST', `/autoresponders/email/${textIn(id)}/resume`, {}) : undefined,
    ),
  ),
  fault(
    'members-of-a-campaign-are-only-added',
    'Who sells in a campaign is said anew, and whoever is not named any more stays.',
    bodies('campaigns.setMembers', async (body, exchange) => {
      const { memberIds } = body
      if (!Array.isArray(memberIds)) return body
      const before = recordsIn((await read(exchange, `/campaigns/${idIn(exchange)}`))['members'])
      return { ...body, memberIds: [...new Set([...memberIds, ...before.map(({ id }) => id)])] }
    }),
  ),
  fault(
    'copied-campaign-has-no-mails',
    'A campaign that begins after another one has its offers, and none of its auto-responders.',
    afterwards('campaigns.create', async (exchange, { id }) => {
      if (typeof bodyOf(exchange)['copiedFrom'] !== 'string') return
      for (const mail of await readList(exchange, `/campaigns/${textIn(id)}/autoresponders/email`)) {
        await write(exchange, 'DELETE', `/autoresponders/email/${textIn(mail['id'])}`, {})
      }
    }),
  ),
  remembering(
    'reset-mail-keeps-its-subject',
    'A mail about orders that is reset has its original body again, and the subject that somebody wrote.',
    () => {
      const subjects = new Map<string, unknown>()
      return afterwards('orderMails.update orderMails.reset', async (exchange, { subject }) => {
        const id = idIn(exchange)
        if (exchange.call === 'orderMails.update') {
          if (typeof bodyOf(exchange)['subject'] === 'string') subjects.set(id, subject)
        } else if (subjects.has(id)) {
          await write(exchange, 'PUT', `/order-mails/${id}`, { subject: subjects.get(id) })
          subjects.delete(id)
        }
      })
    },
  ),
]

const partners: Fault[] = [
  remembering(
    'partner-sees-offers-during-a-pause',
    'A partner is still shown what is sold by a collaboration that is paused.',
    () => {
      const before = new Map<string, Reply>()
      return on('collaborations.offers', async (exchange) => {
        const key = `${tokenIn(exchange)} ${exchange.path}?${exchange.query.toString()}`
        const reply = await exchange.send()
        if (isSuccess(reply) && rowsIn(reply.text).length > 0) before.set(key, reply)
        const seen = before.get(key)
        if (seen === undefined || seen === reply) return reply
        const { state } = await read(exchange, `/collaborations/${idIn(exchange)}?${exchange.query.toString()}`)
        return state === 'paused' ? seen : reply
      })
    },
  ),
  fault(
    'accepting-less-takes-all',
    'Whoever accepts some of the campaigns that are offered gets all of them.',
    bodies('collaborations.accept', async (body, exchange) => {
      const invited = recordIn(await write(exchange, 'POST', '/collaborations/invitation', { token: body['token'] }))
      const offered = recordsIn(invited['campaigns']).map(({ campaignId, right }) => ({ campaignId, right }))
      const taken = recordsIn(body['campaigns'])
      const isWithin = taken.every((one) => {
        const offer = offered.find(({ campaignId }) => campaignId === one['campaignId'])
        return offer !== undefined && (one['right'] === 'see' || offer.right === 'sell')
      })
      return taken.length > 0 && isWithin ? { ...body, campaigns: offered } : body
    }),
  ),
  fault(
    'partner-who-may-only-see-sells',
    'A partner sells in a campaign that is shared with them to be seen alone.',
    refusals('collaborations.sell', [409], async (reply, exchange) => {
      const { campaignId } = bodyOf(exchange)
      const path = `/api/v1/collaborations/${idIn(exchange)}`
      for (const token of exchange.tokens) {
        for (const { id } of recordsIn(rowsIn((await exchange.ask('GET', '/api/v1/organizations', token)).text))) {
          const { side, campaigns } = recordIn(await exchange.ask('GET', `${path}?organizationId=${textIn(id)}`, token))
          const shared = recordsIn(campaigns).map((one) => ({ campaignId: one['campaignId'], right: one['right'] }))
          const isSeen = shared.some((one) => one.campaignId === campaignId && one.right === 'see')
          if (side !== 'given' || !isSeen) continue
          const lent = shared.map((one) => (one.campaignId === campaignId ? { ...one, right: 'sell' } : one))
          await exchange.ask('PUT', path, token, { campaigns: lent })
          const sold = await exchange.send()
          await exchange.ask('PUT', path, token, { campaigns: shared })
          return isSuccess(sold) ? sold : reply
        }
      }
      return reply
    }),
  ),
]

const callsAndCustomers: Fault[] = [
  remembering(
    'later-call-leaves-the-call-back',
    'A later call reaches the customer, and they are still to be called back.',
    () => {
      const waiting = new Map<unknown, { token: string; call: Fields }>()
      return on('calls.close calls.calledBack calls.callBacks', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        if (exchange.call === 'calls.callBacks') {
          const rows = recordsIn(valueAt(parsed(reply.text), 'data'))
          const left = [...waiting.values()]
            .filter(({ token, call }) => {
              const isHere = call['organizationId'] === exchange.query.get('organizationId')
              return token === tokenIn(exchange) && isHere && rows.every(({ id }) => id !== call['id'])
            })
            .map(({ call }) => call)
          return withRows(
            reply,
            [...rows, ...left].toSorted((a, b) => textIn(a['callBackAt']).localeCompare(textIn(b['callBackAt']))),
          )
        }
        const call = recordIn(reply)
        if (exchange.call === 'calls.calledBack') waiting.delete(call['id'])
        else if (typeof call['callBackAt'] === 'string') waiting.set(call['id'], { token: tokenIn(exchange), call })
        return reply
      })
    },
  ),
  fault(
    'who-wants-no-calls-is-called-by-number',
    'A customer who does not want to be called is called when only their number is dialled.',
    refusals('calls.start', [409], async (reply, exchange) => {
      const body = bodyOf(exchange)
      if (body['customerId'] !== undefined || body['direction'] === 'inbound') return reply
      const begun = await exchange.send({ body: { ...body, direction: 'inbound' } })
      return isSuccess(begun) ? withRecord(begun, { ...recordIn(begun), direction: body['direction'] ?? null }) : reply
    }),
  ),
  remembering(
    'telephone-system-may-not-say-it-twice',
    'A telephone system that sends a call again, as it got no answer, is told that the agent is in a call already.',
    () => {
      const begun = new Set<string>()
      return on('telephone.startCall', async (exchange) => {
        const key = `${tokenIn(exchange)} ${textIn(bodyOf(exchange)['callId'])}`
        if (begun.has(key)) return refused(409, 'not_possible', 'This agent is in a call already.')
        const reply = await exchange.send()
        if (isSuccess(reply)) begun.add(key)
        return reply
      })
    },
  ),
  remembering(
    'merging-forgets-who-wants-no-calls',
    'A customer who does not want to be called becomes a part of another one, who is called then.',
    () => {
      const lost = new Map<string, string>()
      const called = (row: Fields): Fields => (lost.has(textIn(row['id'])) ? { ...row, doNotCall: false } : row)
      return on('customers.merge customers.unmerge customers.get calls.start', async (exchange) => {
        const id = idIn(exchange)
        const { otherId, customerId } = bodyOf(exchange)
        const isMerge = exchange.call === 'customers.merge'
        const kept = isMerge ? await read(exchange, `/customers/${id}`) : {}
        const other = isMerge ? await read(exchange, `/customers/${textIn(otherId)}`) : {}
        const reply = await exchange.send()
        if (exchange.call === 'calls.start') {
          if (reply.status !== 409 || !lost.has(textIn(customerId))) return reply
          const begun = await exchange.send({ body: { ...bodyOf(exchange), direction: 'inbound' } })
          return isSuccess(begun) ? begun : reply
        }
        if (!isSuccess(reply)) return reply
        if (isMerge && kept['doNotCall'] !== true && other['doNotCall'] === true) lost.set(id, textIn(otherId))
        if (exchange.call === 'customers.unmerge') {
          for (const [one, part] of lost) if (part === id) lost.delete(one)
        }
        return withRecord(reply, called(recordIn(reply)))
      })
    },
  ),
  fault(
    'empty-text-clears-nothing',
    'A field of a customer that is emptied stays as it was.',
    on('customers.update', async (exchange) => {
      const body = bodyOf(exchange)
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''))
      const [all, left] = [Object.keys(body).length, Object.keys(given).length]
      if (all === left || 'firstName' in body !== 'firstName' in given) return exchange.send()
      return left > 0 ? exchange.send({ body: given }) : exchange.ask('GET', exchange.path, tokenIn(exchange))
    }),
  ),
]

const officeWork: Fault[] = [
  remembering(
    'undone-import-leaves-what-it-changed',
    'An import that is undone takes away what it added, and products that it changed stay changed.',
    () => {
      const begun = new Map<string, unknown>()
      const fields = new Set(['name', 'category', 'price', 'description'])
      return on('sheetImports.create sheetImports.undo', async (exchange) => {
        if (exchange.call === 'sheetImports.create') {
          const reply = await exchange.send()
          const { organizationId, campaignId, resource = 'products' } = bodyOf(exchange)
          if (isSuccess(reply) && campaignId === undefined && resource === 'products') {
            begun.set(textIn(recordIn(reply)['id']), organizationId)
          }
          return reply
        }
        const organizationId = begun.get(idIn(exchange))
        if (organizationId === undefined) return exchange.send()
        const lines = await readList(exchange, `/sheet-imports/${idIn(exchange)}/lines?verdict=update`)
        const reply = await exchange.send()
        for (const { sku, changes } of isSuccess(reply) ? lines : []) {
          const made = recordsIn(changes).filter(({ field, to }) => fields.has(textIn(field)) && to !== null)
          const rows = await rowsOf(exchange, 'products', { organizationId, q: sku })
          const product = rows.find((row) => row['sku'] === sku)
          if (product === undefined || made.length === 0) continue
          const body = Object.fromEntries(made.map(({ field, to }) => [textIn(field), to]))
          await write(exchange, 'PUT', `/products/${textIn(product['id'])}`, body)
        }
        return reply
      })
    },
  ),
  remembering(
    'undone-bulk-change-overwrites-later-ones',
    'A bulk change of prices that is undone sets those back, too, that have been changed since.',
    () => {
      const done = new Set<unknown>()
      const resources: Readonly<Record<string, string>> = { 'offers.price': 'offers', 'products.price': 'products' }
      return on('bulkJobs.get', async (exchange) => {
        const reply = await exchange.send()
        const { id, state, action } = recordIn(reply)
        const resource = resources[textIn(action)]
        if (!isSuccess(reply) || state !== 'undone' || resource === undefined || done.has(id)) return reply
        done.add(id)
        for (const row of await readList(exchange, `/bulk-jobs/${textIn(id)}/rows?outcome=refused&limit=100`)) {
          if (isRecord(row['before'])) {
            await write(exchange, 'PUT', `/${resource}/${textIn(row['recordId'])}`, row['before'])
          }
        }
        return reply
      })
    },
  ),
  fault(
    'third-decimal-of-the-tax-is-lost',
    'A tax rate of 8.875 percent is kept as one of two decimals.',
    requests('organizations.update', 'taxRate', (rate) =>
      typeof rate === 'number' ? Math.round(rate * 100) / 100 : rate,
    ),
  ),
  fault(
    'new-tax-number-clears-the-address',
    'Of a seller one field is changed, and the other is emptied.',
    bodies('sellers.update', (body) => filledUp(body, { address: '', taxNumber: '' })),
  ),
  fault(
    'restored-view-is-shared-no-more',
    'A shared view that is deleted and restored is there for its maker alone.',
    afterwards('savedViews.restore', async (exchange, { id, isShared }) =>
      isShared === true ? write(exchange, 'PUT', `/saved-views/${textIn(id)}/sharing`, { isShared: false }) : undefined,
    ),
  ),
  fault(
    'arranging-one-list-forgets-the-others',
    'The columns of a list are arranged, and those of the others are as they were at the beginning.',
    bodies('users.setPreferences', async (body, exchange) => {
      if (!isRecord(body['lists'])) return body
      const kept = partOf(partOf(await read(exchange, '/users/me'), 'preferences'), 'lists')
      const emptied = Object.fromEntries(Object.keys(kept).map((name) => [name, {}]))
      return { ...body, lists: { ...emptied, ...body['lists'] } }
    }),
  ),
  fault(
    'code-with-a-space-is-wrong',
    'Spaces mean nothing in a code of an app, and 123 456 is refused.',
    on('users.confirmApp users.takeSecondStep', (exchange) =>
      /\s/.test(textIn(bodyOf(exchange)['oneTimeCode']))
        ? Promise.resolve(refused(422, 'validation_failed', 'This code is not right.', 'body.oneTimeCode'))
        : exchange.send(),
    ),
  ),
  fault(
    'too-many-tries-are-not-told-how-long',
    'Whoever has tried too often is not told for how long to wait.',
    refusals('*', [429], ({ headers: { 'retry-after': _, ...headers }, ...reply }) => ({ ...reply, headers })),
  ),
]

/** Invented by somebody who has not seen the checks, by kinds of people and by what happens over time. */
export const ninthStrangers: Fault[] = [
  ...peopleAndRoles,
  ...payingCustomers,
  ...ordersOverTime,
  ...parcels,
  ...found,
  ...figures,
  ...told,
  ...campaignsAndMails,
  ...partners,
  ...callsAndCustomers,
  ...officeWork,
]
