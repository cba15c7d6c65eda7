import { type CalendarPart, firstDayOf, lastDayOf } from '../../rules/calendarParts'
import { dayIn, daysLater } from '../../rules/days'
import { nothing, ranksOf, type Tally } from '../../rules/leaderboard'
import type { LeaderboardPeriod } from '../../rules/leaderboardPeriods'
import { dayAt } from '../../rules/reportPeriods'
import { cents } from '../engine/amounts'
import { confirmed, difference } from '../engine/compare'
import { recordOf, type Row, walk } from '../engine/listing'
import type { Run } from '../engine/run'
import { textOf } from '../engine/text'
import { fieldsOf, listOf } from './paying'

const rule = 'leaderboard.figures'

const parts: Readonly<Record<LeaderboardPeriod, CalendarPart>> = { today: 'day', week: 'week', month: 'month' }
const periods = Object.keys(parts) as LeaderboardPeriod[]

/** Rows of a list at most that a board is reckoned from. */
const mostRows = 500

/** What was sold and called, by the lists. */
interface Sold {
  orders: readonly Row[]
  calls: readonly Row[]
  zone: string
}

const isWithin = (row: Row, zone: string, from: string, to: string) => {
  const day = dayAt(new Date(textOf(row['createdAt'])), zone)
  return day >= from && day <= to
}

/** What each agent has sold from one day to another. */
function talliesOf({ orders, calls, zone }: Sold, from: string, to: string): Map<string, Tally> {
  const tallies = new Map<string, Tally>()
  const add = (row: Row, more: (tally: Tally) => Partial<Tally>) => {
    const id = textOf(row['agentId'] ?? '')
    const tally = tallies.get(id) ?? nothing
    if (id !== '' && isWithin(row, zone, from, to)) tallies.set(id, { ...tally, ...more(tally) })
  }
  for (const row of orders) {
    const net = cents(row['paidTotal']) - cents(row['refundedTotal'])
    add(row, (tally) => ({ net: tally.net + net, orders: tally.orders + 1, total: tally.total + cents(row['total']) }))
  }
  for (const row of calls) {
    if (row['outcome'] === 'uncounted') continue
    const isSold = (row['orderId'] ?? null) !== null
    add(row, (tally) => ({ calls: tally.calls + 1, sold: tally.sold + (isSold ? 1 : 0) }))
  }
  return tallies
}

/** Every order and call from a day on; undefined where there are too many. */
async function soldSince(
  run: Run,
  organizationId: string,
  zone: string,
  createdFrom: string,
): Promise<Sold | undefined> {
  const placed = { createdFrom, status: ['open', 'completed'] }
  const orders = await walk(run, { organizationId, resource: 'orders', filters: placed }, { most: mostRows })
  const calls = await walk(run, { organizationId, resource: 'calls', filters: { createdFrom } }, { most: mostRows })
  if (orders.total > orders.rows.length || calls.total > calls.rows.length) return undefined
  return { orders: orders.rows, calls: calls.rows, zone }
}

/** What a board tells otherwise than its lists; undefined where it tells what they come to. */
function wrongBoard(board: Row, sold: Sold, period: LeaderboardPeriod, today: string): string | undefined {
  const from = firstDayOf(parts[period], today)
  const due = { from, to: lastDayOf(parts[period], from) }
  const days = difference(due, board)
  if (days !== undefined) return days
  const now = talliesOf(sold, due.from, due.to)
  const before = talliesOf(sold, firstDayOf(parts[period], daysLater(from, -1)), daysLater(from, -1))
  const ranking = { by: 'revenue', minCalls: 0 } as const
  const [ranks, earlier] = [ranksOf(now, ranking), ranksOf(before, ranking)]
  const standings = new Map(listOf(board['standings']).map((row) => [row.id, row]))
  // Some may have sold as a partner's people, who are on no board.
  const isWhole = [...now.keys(), ...before.keys()].every((id) => standings.has(id))
  for (const [id, tally] of now) {
    const { net, orders, total, calls, sold: closed } = tally
    const row = standings.get(id)
    if (row === undefined && calls === 0) continue
    if (row === undefined) return `nothing of ${id}, who has ${orders} orders and ${calls} calls`
    const averageOrder = orders === 0 ? null : Math.round(total / orders) / 100
    const [rank, was] = [ranks.get(id), earlier.get(id)]
    const climbed = rank === undefined || was === undefined ? null : was - rank
    const told = { ...row, averageOrder: row['averageOrder'] ?? null, climbed: row['climbed'] ?? null }
    const figures = { orders, calls, sold: closed, revenue: net / 100, averageOrder, ...(isWhole && { climbed }) }
    const wrong = difference(figures, told)
    if (wrong !== undefined) return `of ${textOf(row['name'] ?? id)}, ${wrong}`
  }
  return undefined
}

/** Every standing of every period is what the lists of orders and calls come to, and so is the best one before. */
export async function checkBoards(run: Run, organizationId: string, zone: string): Promise<void> {
  const start = (today: string) => firstDayOf('month', daysLater(firstDayOf('month', today), -1))
  for (const period of periods) {
    const { exchange: board, wrong: strange } = await confirmed(async () => {
      const today = dayIn(zone, new Date())
      const sold = await soldSince(run, organizationId, zone, start(today))
      const exchange = await run.succeed(rule, 'leaderboard.read', { query: { organizationId, period } })
      const isSameDay = dayIn(zone, new Date()) === today
      const wrong = sold && isSameDay ? wrongBoard(recordOf(exchange), sold, period, today) : undefined
      return { exchange, wrong }
    })
    const expected = `what each agent has sold, as the lists of ${period} have it`
    run.verify(rule, board, strange === undefined, expected, strange)
  }
  await checkBest(run, organizationId, zone)
}

/** The best day, week or month before this one, by all that somebody has sold. */
async function checkBest(run: Run, organizationId: string, zone: string): Promise<void> {
  const me = recordOf(await run.succeed('session.me', 'users.me'))
  const filters = { agentId: me.id, status: ['open', 'completed'] }
  const own = await walk(run, { organizationId, resource: 'orders', filters }, { most: mostRows })
  if (own.total > own.rows.length) return
  for (const period of periods) {
    const exchange = await run.succeed(rule, 'leaderboard.best', { query: { organizationId, period } })
    const part = parts[period]
    const now = firstDayOf(part, dayIn(zone, new Date()))
    const sums = new Map<string, number>()
    for (const row of own.rows) {
      const first = firstDayOf(part, dayAt(new Date(textOf(row['createdAt'])), zone))
      const net = cents(row['paidTotal']) - cents(row['refundedTotal'])
      if (first < now) sums.set(first, (sums.get(first) ?? 0) + net)
    }
    const most = Math.max(0, ...sums.values())
    const { data } = exchange.json as { data: unknown }
    const { revenue, from, to } = fieldsOf(data) as { revenue?: unknown; from?: unknown; to?: unknown }
    const isNone = (data ?? null) === null
    // Of two that are as good either may be told.
    const isBest = sums.get(textOf(from)) === most && cents(revenue) === most && to === lastDayOf(part, textOf(from))
    const expected = most > 0 ? `the best ${part} before, with ${most / 100}` : `no best ${part}, as there was none`
    run.verify(rule, exchange, most > 0 ? !isNone && isBest : isNone, expected)
  }
}
