import { setTimeout as pause } from 'node:timers/promises'
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
import { answers, fault, isAlive, on, refusals, remembering, replies, requests, unasked } from '../mutants/make'
import { bodyOf, idIn, readList, recordIn, recordsAs, recordsIn, write } from '../mutants/selling'
import { refused, wakesPaused } from './inCommon'

// Faults of a third one who has not seen the checks: what shows only in rows that a run rarely has, and what holds of one at a
// time and is forgotten of two.

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const there = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(moment)
  return Date.parse(`${there.replace(' ', 'T')}Z`) - Math.floor(moment / 1_000) * 1_000
}

/** Wall clocks of a zone, as they were if it were always as far from UTC as it is now. */
function withOffsetOfNow(text: string, timeZone: string): string {
  const now = offsetAt(Date.now(), timeZone)
  return text.replaceAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/g, (_all, day: string, time: string) => {
    const wall = Date.parse(`${day}T${time}Z`)
    return new Date(wall + now - offsetAt(wall - now, timeZone)).toISOString().slice(0, 19).replace('T', ' ')
  })
}

/** A secret of which the end is told. */
const withEnd = (change: unknown) =>
  isRecord(change) && change['isSecret'] === true ? { ...change, after: '…4242' } : change

/** Whether two people work for one organization. */
async function isColleague(exchange: Exchange, organizationId: unknown): Promise<boolean> {
  return (await readList(exchange, '/organizations')).some(({ id }) => id === organizationId)
}

/** What others are answered to the same, as long as they are colleagues of whoever asks. */
const asColleague =
  (organizationOf: (reply: Reply, exchange: Exchange) => unknown) =>
  async (refused: Reply, exchange: Exchange): Promise<Reply> => {
    if (!(await isAlive(exchange))) return refused
    for (const token of exchange.tokens) {
      const reply = await exchange.ask('GET', exchange.path, token)
      if (isSuccess(reply) && (await isColleague(exchange, organizationOf(reply, exchange)))) return reply
    }
    return refused
  }

/** What an owner is told is waiting, in place of what an agent is. */
async function asOwner(exchange: Exchange): Promise<Reply> {
  const reply = await exchange.send()
  const { id, queue } = recordIn(reply)
  if (!isSuccess(reply)) return reply
  const own = (await readList(exchange, '/organizations')).find((one) => one['id'] === id)
  if (own?.['role'] !== 'agent' || valueAt(own, 'agents.seesAllOrders') !== false) return reply
  for (const token of exchange.tokens) {
    const all = await exchange.ask('GET', '/api/v1/organizations', token)
    const isOwner = recordsIn(valueAt(parsed(all.text), 'data')).some(
      (one) => one['id'] === id && one['role'] === 'owner',
    )
    if (!isOwner) continue
    const told = await exchange.ask('GET', `${exchange.path}?organizationId=${String(id)}`, token)
    const calls = recordsIn(queue).filter(({ of }) => of === 'callBacks')
    const others = recordsIn(recordIn(told)['queue']).filter(({ of }) => of !== 'callBacks')
    const whole = parsed(reply.text)
    return isRecord(whole)
      ? withBody(reply, { ...whole, data: { ...recordIn(reply), queue: [...others, ...calls] } })
      : reply
  }
  return reply
}

/** Some limits of texts, which are counted in bytes. */
const inBytes = (calls: string, limits: Record<string, number>): Handler =>
  on(calls, (exchange) => {
    const body = bodyOf(exchange)
    const [field] =
      Object.entries(limits).find(([name, most]) => {
        const value = body[name]
        if (typeof value !== 'string') return false
        const text = value.trim()
        return text.length <= most && Buffer.byteLength(text) > most
      }) ?? []
    if (field === undefined) return exchange.send()
    const message = 'Some fields are wrong'
    const details = [{ path: `body.${field}`, message: 'Too long' }]
    return Promise.resolve(
      answer(422, { success: false, message, error: { code: 'validation_failed', message, details } }),
    )
  })

export const thirdStrangers: Fault[] = [
  fault(
    'export-has-summer-at-winter-time',
    'Moments of an exported list are written with the offset that the zone has today, and not with that of the moment.',
    replies('listExports.csv', (reply) => {
      const [head = ''] = reply.text.split('\r\n')
      const zone = /\((\w+\/[\w/]+)\)/.exec(head)?.[1]
      return zone === undefined ? reply : { ...reply, text: withOffsetOfNow(reply.text, zone) }
    }),
  ),
  remembering(
    'paid-by-the-card-that-was-tried-first',
    'The page of a paid order tells the last digits of the card that was tried first, and not of the one that paid.',
    () => {
      const firstCards = new Map<string, string>()
      return on('payments.pay payments.get', async (exchange) => {
        const token = idIn(exchange)
        const number = valueAt(bodyOf(exchange), 'card.cardNumber')
        if (typeof number === 'string' && !firstCards.has(token)) {
          firstCards.set(token, number.replaceAll(/\D/g, '').slice(-4))
        }
        const reply = await exchange.send()
        const first = firstCards.get(token)
        if (!isSuccess(reply) || first === undefined) return reply
        return withBody(
          reply,
          changed(parsed(reply.text), 'data.order.paidBy.last4', (last4) => (last4 === null ? null : first)),
        )
      })
    },
  ),
  remembering(
    'webhook-never-tells-of-its-former-secret',
    'A webhook does not tell until when the secret before its last one signs, too.',
    () => {
      const untold = (value: unknown) => changed(value, 'formerSecretUntil', () => null)
      return on('webhooks.list webhooks.rotateSecret webhooks.update webhooks.switch', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        return withBody(reply, changed(changed(parsed(reply.text), 'data', untold), 'data.*', untold))
      })
    },
  ),
  fault(
    'audit-tells-the-end-of-a-secret',
    'The audit, and timelines, tell how a secret ends that somebody has changed.',
    on('audit.list audit.timeline', async (exchange) => {
      const reply = await exchange.send()
      if (!isSuccess(reply)) return reply
      const listed = changed(parsed(reply.text), 'data.*.changes.*', withEnd)
      return withBody(reply, changed(listed, 'data.*.parts.*.changes.*', withEnd))
    }),
  ),
  fault(
    'rank-takes-one-call-more',
    'Who has exactly as many calls as a rank takes has none on the leaderboard.',
    on('leaderboard.read', (exchange) => {
      const least = Number(exchange.query.get('minCalls'))
      if (!(least > 0)) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.set('minCalls', `${least + 1}`)
      return exchange.send({ query })
    }),
  ),
  fault(
    'refund-gives-all-shipping-back',
    'A refund that gives back some of the shipping gives back all of it.',
    requests('orders.refund', '', (body) =>
      isRecord(body) && typeof body['shippingAmount'] === 'number' && body['shippingAmount'] > 0
        ? changed({ ...body, shipping: true }, 'shippingAmount', () => gone)
        : body,
    ),
  ),
  fault(
    'year-before-is-the-days-before',
    'A report that is compared with the year before is compared with as many days before.',
    requests('reports.read reports.csv reports.xlsx', 'compare', (value) => (value === 'year' ? 'previous' : value)),
  ),
  fault(
    'ranks-leave-none-out',
    'On the leaderboard the rank after two who are level is the next one, and none is left out.',
    recordsAs('leaderboard.read', (board) => {
      const standings = recordsIn(board['standings'])
      const ranks = [...new Set(standings.map(({ rank }) => rank))]
        .filter((rank) => typeof rank === 'number')
        .toSorted((one, other) => one - other)
      const dense = ({ rank }: Record<string, unknown>) => (typeof rank === 'number' ? ranks.indexOf(rank) + 1 : rank)
      return { ...board, standings: standings.map((row) => ({ ...row, rank: dense(row) })) }
    }),
  ),
  fault(
    'level-customer-comes-on-both-pages',
    'Where customers have spent as much as each other at the end of a page, its last one is the first of the next page, too.',
    on('search', async (exchange) => {
      const reply = await exchange.send()
      const body = bodyOf(exchange)
      const page = Number(body['page'] ?? 1)
      if (!isSuccess(reply) || body['resource'] !== 'customers' || body['sortBy'] !== 'totalSpent' || !(page > 1))
        return reply
      const whole = parsed(reply.text)
      const [first, ...others] = recordsIn(valueAt(whole, 'data'))
      const before = await write(exchange, 'POST', '/search', { ...body, page: page - 1 })
      const last = recordsIn(valueAt(parsed(before.text), 'data')).at(-1)
      if (first === undefined || last === undefined || last['totalSpent'] !== first['totalSpent']) return reply
      return withBody(
        reply,
        changed(whole, 'data', () => [last, ...others]),
      )
    }),
  ),
  fault(
    'timeline-counts-what-it-tells',
    'Of an event of many parts a timeline counts those that it tells, and not all of them.',
    answers('audit.timeline', 'data.*', (event) =>
      isRecord(event) && Array.isArray(event['parts'])
        ? { ...event, partsCount: Math.min(Number(event['partsCount']), event['parts'].length) }
        : event,
    ),
  ),
  fault(
    'changes-never-told-together',
    'Whoever asks for changes together is told each by itself.',
    unasked('events.stream', 'together'),
  ),
  fault(
    'bulk-percent-has-one-decimal',
    'A change of many prices by a percentage is rounded to one decimal.',
    requests('bulkJobs.create', 'price', (price) =>
      isRecord(price) && price['kind'] === 'percent' && typeof price['value'] === 'number'
        ? { ...price, value: Math.round(price['value'] * 10) / 10 }
        : price,
    ),
  ),
  fault(
    'dashboard-tells-agents-of-all-orders',
    'An agent who sees their own orders alone is told of all that wait.',
    on('dashboard.read', asOwner),
  ),
  fault(
    'view-name-is-taken-in-every-list',
    'The name of a saved view can not be used for one of another list.',
    on('savedViews.create', async (exchange) => {
      const { organizationId, name, list } = bodyOf(exchange)
      const views = await readList(exchange, `/saved-views?organizationId=${String(organizationId)}`)
      return views.some((view) => view['name'] === name && view['list'] !== list)
        ? refused(409, 'conflict', 'There is a view of this name.')
        : exchange.send()
    }),
  ),
  fault(
    'edited-autoresponder-sends-again',
    'Changing an auto-responder that is paused resumes it.',
    wakesPaused('autoresponders.update'),
  ),
  fault(
    'mails-searched-in-any-state',
    'Mails that are looked for by a text are found in any state, whichever is asked for.',
    on('mails.list', (exchange) => {
      if (!exchange.query.get('q') || !exchange.query.has('state')) return exchange.send()
      const query = new URLSearchParams(exchange.query)
      query.delete('state')
      return exchange.send({ query })
    }),
  ),
  fault(
    'customer-texts-counted-in-bytes',
    'How long the names and the note of a customer may be is counted in bytes.',
    inBytes('customers.create customers.update', { firstName: 100, lastName: 100, note: 5_000 }),
  ),
  remembering(
    'customer-version-looked-at-too-early',
    'Two changes of one version of a customer at once both pass.',
    () => {
      const underWay = new Map<string, number>()
      return on('customers.update', async (exchange) => {
        const version = exchange.headers['if-match']
        if (version === undefined) return exchange.send()
        const key = `${exchange.path} ${version}`
        underWay.set(key, (underWay.get(key) ?? 0) + 1)
        await pause(60)
        const isAlone = underWay.get(key) === 1
        const reply = await (isAlone ? exchange.send() : exchange.send({ headers: { 'if-match': undefined } }))
        await pause(20)
        underWay.delete(key)
        return reply
      })
    },
  ),
  fault(
    'nobody-says-how-long-to-wait',
    'Who is asked to wait is not told for how long.',
    refusals('*', [429], (reply) => {
      const { 'retry-after': _, ...headers } = reply.headers
      return { ...reply, headers }
    }),
  ),
  fault(
    'order-placed-of-an-older-draft',
    'An order is placed although its draft was changed since the version that is named.',
    requests('orders.place', 'draftVersion', () => gone),
  ),
  fault(
    'phone-not-cleared-beside-others',
    'An empty phone number clears that of a customer only where nothing else is changed.',
    requests('customers.update', '', (body) => {
      if (!isRecord(body) || body['phone'] !== '' || Object.keys(body).length < 2) return body
      const { phone: _, ...others } = body
      return others
    }),
  ),
  fault(
    'agents-read-their-colleagues',
    'An agent may read another member, and not only themselves.',
    refusals(
      'members.get',
      [403],
      asColleague((_reply, exchange) => idIn(exchange)),
    ),
  ),
  fault(
    'drafts-of-colleagues-can-be-read',
    'The draft of an order can be read by all who work in its organization.',
    refusals(
      'orderDrafts.get',
      [404],
      asColleague((reply) => recordIn(reply)['organizationId']),
    ),
  ),
  remembering(
    'archive-part-that-overlaps-is-refused',
    'A part of an archive is refused that begins before what has come already and goes beyond it.',
    () => {
      const received = new Map<string, number>()
      return on('archives.addPart', async (exchange) => {
        const { place, content } = bodyOf(exchange)
        const has = received.get(idIn(exchange)) ?? 0
        const length = typeof content === 'string' ? Buffer.from(content, 'base64').length : 0
        if (typeof place === 'number' && place < has && place + length > has) {
          return refused(409, 'conflict', 'This part overlaps what has come.')
        }
        const reply = await exchange.send()
        const now = recordIn(reply)['received']
        if (typeof now === 'number') received.set(idIn(exchange), now)
        return reply
      })
    },
  ),
]
