import { changed, type Fault, gone, isRecord, isSuccess, parsed, valueAt, withBody } from '../mutants/exchange'
import { answers, fault, on, replies, requests } from '../mutants/make'
import { bodyOf, idIn, recordsAs, recordsIn, write } from '../mutants/selling'

// Faults of a third one who has not seen the checks: most of them show only in rows that a run rarely has.

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
  {
    id: 'paid-by-the-card-that-was-tried-first',
    about:
      'The page of a paid order tells the last digits of the card that was tried first, and not of the one that paid.',
    make: () => {
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
  },
  {
    id: 'webhook-never-tells-of-its-former-secret',
    about: 'A webhook does not tell until when the secret before its last one signs, too.',
    make: () => {
      const untold = (value: unknown) => changed(value, 'formerSecretUntil', () => null)
      return on('webhooks.list webhooks.rotateSecret webhooks.update webhooks.switch', async (exchange) => {
        const reply = await exchange.send()
        if (!isSuccess(reply)) return reply
        return withBody(reply, changed(changed(parsed(reply.text), 'data', untold), 'data.*', untold))
      })
    },
  },
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
]
