import type { Report } from '../../../contract/extensions/reports'
import type { LeaderboardPeriod } from '../../../contract/rules/leaderboardPeriods'
import type { Asked } from '../../../server/reports/report'
import { day, type World } from './world'

// Whatever is said here is said a second time on purpose: nothing of it may come from what it judges.

/** A row of a list, by what figures know of it. */
interface Row {
  at: Date
  list: 'orders' | 'orderLines' | 'transactions' | 'calls'
  id: string
  keys: Readonly<Partial<Record<string, string | null>>>
  status: string
  /** Of an order: how far its customer has come with its links. */
  reached?: number
  /** Cents, and units. */
  amounts: Readonly<Record<string, number>>
}

function rowsOf(world: World): Row[] {
  const known = new Map(world.orders.map((order) => [order.id, order]))
  const orderOf = (id: string) => known.get(id) ?? raise(`no order ${id}`)
  const keysOf = ({ campaignId, agentId }: World['orders'][number]) => ({
    campaign: campaignId,
    agent: agentId ?? null,
  })
  return [
    ...world.orders.map((order): Row => ({
      at: order.createdAt,
      list: 'orders',
      id: order.id,
      keys: { ...keysOf(order), gateway: order.gatewayInstanceId ?? null },
      status: order.status ?? '',
      reached: reachedBy(world, order.id),
      amounts: {
        total: order.totalCents,
        tax: order.taxCents ?? 0,
        paid: order.paidCents ?? 0,
        refunded: order.refundedCents ?? 0,
      },
    })),
    ...world.lines.map((line): Row => {
      const order = orderOf(line.orderId)
      const onTop = order.pricesIncludeTax ? 0 : (line.taxCents ?? 0)
      return {
        at: order.createdAt,
        list: 'orderLines',
        id: line.id,
        keys: { ...keysOf(order), offer: line.offerId ?? null },
        status: order.status ?? '',
        amounts: { total: line.totalCents + (line.shippingCents ?? 0) + onTop, units: line.quantity },
      }
    }),
    ...world.calls.map((call): Row => {
      const order = call.orderId ? orderOf(call.orderId) : undefined
      const [first] = world.lines
        .filter(({ orderId }) => orderId === call.orderId)
        .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0) || (one.id < other.id ? -1 : 1))
      const paid = world.links.flatMap(({ orderId, usedAt }) => (usedAt && orderId === call.orderId ? [+usedAt] : []))
      const isCounted = ['sold', 'link_sent', 'call_back', 'not_interested', 'do_not_call'].includes(
        call.disposition ?? '',
      )
      return {
        at: call.startedAt,
        list: 'calls',
        id: call.id,
        keys: {
          agent: call.agentId,
          campaign: (order ?? call).campaignId ?? null,
          offer: (order ? first : call)?.offerId ?? null,
        },
        status: order ? (paid.length > 0 ? 'paid' : 'sold') : isCounted ? 'missed' : 'uncounted',
        amounts: { took: Math.max(0, Math.floor((Math.min(...paid) - +call.startedAt) / 1_000)) },
      }
    }),
    ...world.transactions.map((moved): Row => ({
      at: moved.createdAt,
      list: 'transactions',
      id: moved.id,
      keys: { ...keysOf(orderOf(moved.orderId)), gateway: moved.gatewayInstanceId },
      status: `${moved.type} ${moved.status}`,
      amounts: { amount: moved.amountCents },
    })),
  ]
}

/** 0 without a link, 1 with one, 2 of one that was opened, 3 tried, 4 paid. */
function reachedBy({ links, attempts }: World, orderId: string): number {
  const own = links.filter((link) => link.orderId === orderId)
  const isTried = attempts.some((attempt) => attempt.orderId === orderId)
  return Math.max(0, ...own.map(({ usedAt, openedAt }) => (usedAt ? 4 : isTried ? 3 : openedAt ? 2 : 1)))
}

function raise(message: string): never {
  throw new Error(message)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What the clocks of a zone show. */
function clockOf(moment: Date, zone: string): string {
  const clock =
    clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(zone, clock)
  return clock.format(moment)
}

const knownDays = new Map<string, Map<number, string>>()

/** The day that it is there; asked again and again of the same moments. */
function dayAt(moment: Date, zone: string): string {
  const known = knownDays.get(zone) ?? new Map<number, string>()
  knownDays.set(zone, known)
  const shown = known.get(moment.getTime()) ?? clockOf(moment, zone).slice(0, 10)
  known.set(moment.getTime(), shown)
  return shown
}

const number = (date: string) => Date.parse(`${date}T00:00:00Z`) / day
const dated = (of: number) => new Date(of * day).toISOString().slice(0, 10)

function backBy(compare: string, days: number): (date: string) => string {
  if (compare === 'previous') return (date) => dated(number(date) - days)
  return (date) => {
    const [year, rest] = [date.slice(0, 4), date.slice(4)]
    return `${Number(year) - 1}${rest === '-02-29' ? '-02-28' : rest}`
  }
}

/** Whether a moment is one of a period's, whose ends are days or moments. */
const within = (at: Date, from: string, to: string, zone: string) =>
  (from.length > 10 ? at >= new Date(from) : dayAt(at, zone) >= from) &&
  (to.length > 10 ? at <= new Date(to) : dayAt(at, zone) <= to)

function partOf(unit: string, date: string): string {
  if (unit === 'day') return date
  if (unit === 'month') return `${date.slice(0, 7)}-01`
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return dated(number(date) - ((weekday + 6) % 7))
}

const filterKeys = { campaignId: 'campaign', agentId: 'agent', gatewayInstanceId: 'gateway', offerId: 'offer' } as const
const isPlaced = ({ status }: Row) => status === 'open' || status === 'completed'

/** A figure of rows; the formula of each, once more. */
function figureOf(measure: string, rows: readonly Row[]): number | null {
  const of = (list: Row['list'], which: (row: Row) => boolean = () => true) =>
    rows.filter((row) => row.list === list && which(row))
  const sum = (some: readonly Row[], amount: (row: Row) => number | undefined) =>
    some.reduce((total, row) => total + (amount(row) ?? raise(`no amount for ${measure}`)), 0)
  const placed = of('orders', isPlaced)
  const lines = of('orderLines', isPlaced)
  const having = (status: string) => of('transactions', (row) => row.status === status)
  const amount = (row: Row) => row.amounts['amount']
  const [charged, refunded] = [sum(having('charge succeeded'), amount), sum(having('refund succeeded'), amount)]
  const answered = (status: string) => having(status).filter(({ keys }) => keys['gateway'] !== null).length
  const [approved, declined] = [answered('charge succeeded'), answered('charge failed')]
  const total = (row: Row) => row.amounts['total']
  const calls = (...statuses: string[]) => of('calls', ({ status }) => statuses.includes(status))
  const within = (share: number) => {
    const times = calls('paid').map(({ amounts }) => amounts['took'] ?? 0)
    return times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? null
  }
  const reaching = (stage: number) => of('orders', ({ reached = 0 }) => reached >= stage).length
  switch (measure) {
    case 'sales':
      return sum(placed, total) / 100
    case 'orders':
      return placed.length
    case 'averageOrder':
      return placed.length === 0 ? null : Math.round(sum(placed, total) / placed.length) / 100
    case 'tax':
      return sum(placed, ({ amounts }) => amounts['tax']) / 100
    case 'itemSales':
      return sum(lines, total) / 100
    case 'units':
      return sum(lines, ({ amounts }) => amounts['units'])
    case 'revenueBySale':
      return sum(of('orders'), ({ amounts }) => (amounts['paid'] ?? 0) - (amounts['refunded'] ?? 0)) / 100
    case 'refundsBySale':
      return sum(of('orders'), ({ amounts }) => amounts['refunded']) / 100
    case 'links':
      return reaching(1)
    case 'linksOpened':
      return reaching(2)
    case 'linksTried':
      return reaching(3)
    case 'linksPaid':
      return reaching(4)
    case 'paidShareOfLinks':
      return reaching(1) === 0 ? null : reaching(4) / reaching(1)
    case 'calls':
      return calls('paid', 'sold', 'missed').length
    case 'soldCalls':
      return calls('paid', 'sold').length
    case 'soldShareOfCalls': {
      const counted = calls('paid', 'sold', 'missed').length
      return counted === 0 ? null : calls('paid', 'sold').length / counted
    }
    case 'paidCalls':
      return calls('paid').length
    case 'ringToPaid':
      return within(0.5)
    case 'ringToPaidMost':
      return within(0.9)
    case 'revenue':
      return (charged - refunded) / 100
    case 'charged':
      return charged / 100
    case 'refunds':
      return refunded / 100
    case 'approvalRate':
      return approved + declined === 0 ? null : approved / (approved + declined)
    case 'declines':
      return having('charge failed').length
    default:
      return raise(`${measure} is not known`)
  }
}

/** What a report of a world has to say, added up row by row. Periods that are compared are of days. */
export function reckoned(world: World, asked: Asked): Pick<Report, 'totals' | 'lines'> {
  const { zone } = world
  const { from, to, compare } = asked
  const filters = Object.entries(asked.filters ?? {}).flatMap(([name, ids]) => (ids ? [[name, ids] as const] : []))
  const rows = rowsOf(world).filter(({ keys }) =>
    filters.every(([name, ids]) => ids.includes(keys[filterKeys[name as keyof typeof filterKeys]] ?? 'none')),
  )
  const back = compare === 'none' ? undefined : backBy(compare, number(to) - number(from) + 1)
  const current = rows.filter(({ at }) => within(at, from, to, zone))
  const before = back && rows.filter(({ at }) => within(at, back(from), back(to), zone))
  const values = (of: readonly Row[]) => Object.fromEntries(asked.measures.map((name) => [name, figureOf(name, of)]))
  const time = asked.dimensions.find((name) => ['day', 'week', 'month'].includes(name))
  const records = asked.dimensions.filter((name) => name !== time)
  const [first, last] = [dayOf(from, zone), dayOf(to, zone)]
  const days = Array.from({ length: number(last) - number(first) + 1 }, (_, place) => dated(number(first) + place))
  const parts = time ? [...new Set(days.map((date) => partOf(time, date)))] : ['']
  const lines: Report['lines'] = []
  for (const part of parts) {
    const own = days.filter((date) => !time || partOf(time, date) === part)
    const olds = back && new Set(own.map(back))
    const ofPart = (some: readonly Row[], dates: ReadonlySet<string>) =>
      time ? some.filter(({ at }) => dates.has(dayAt(at, zone))) : some
    const ownRows = ofPart(current, new Set(own))
    // A day of 28 February that stands for two of a leap year is counted with either.
    const oldRows = before && olds && own.flatMap((date) => (time ? ofPart(before, new Set([back(date)])) : []))
    const beforeRows = time ? oldRows : before
    const keyed = (row: Row) => JSON.stringify(records.map((name) => row.keys[name] ?? null))
    const keys = records.length === 0 ? ['[]'] : [...new Set([...ownRows, ...(beforeRows ?? [])].map(keyed))]
    const counted = (some: readonly Row[]) => some.filter((row) => asked.measures.some((name) => concerns(name, row)))
    const known =
      records.length === 0
        ? keys
        : keys.filter((key) => counted([...ownRows, ...(beforeRows ?? [])]).some((row) => keyed(row) === key))
    for (const key of known) {
      const ids = [...(JSON.parse(key) as (string | null)[])]
      lines.push({
        keys: asked.dimensions.map((dimension) => ({
          dimension,
          id: dimension === time ? part : (ids[records.indexOf(dimension)] ?? 'none'),
          name: '',
          ...(dimension === time
            ? {
                days: {
                  from: own[0] === first ? from : (own[0] ?? ''),
                  to: own.at(-1) === last ? to : (own.at(-1) ?? ''),
                },
              }
            : {}),
        })),
        values: values(ownRows.filter((row) => keyed(row) === key)),
        before: beforeRows ? values(beforeRows.filter((row) => keyed(row) === key)) : null,
      })
    }
  }
  return {
    totals: { values: values(current), before: before ? values(before) : null },
    lines: asked.dimensions.length === 0 ? [] : lines,
  }
}

const dayOf = (given: string, zone: string) => (given.length > 10 ? dayAt(new Date(given), zone) : given)

const lists: Readonly<Record<string, Row['list']>> = {
  calls: 'calls',
  soldCalls: 'calls',
  soldShareOfCalls: 'calls',
  paidCalls: 'calls',
  ringToPaid: 'calls',
  ringToPaidMost: 'calls',
  itemSales: 'orderLines',
  units: 'orderLines',
  revenue: 'transactions',
  charged: 'transactions',
  refunds: 'transactions',
  approvalRate: 'transactions',
  declines: 'transactions',
}
// Of calls that were not paid nothing tells how long they took.
const concerns = (measure: string, { list, status }: Row) =>
  (lists[measure] ?? 'orders') === list && (!measure.startsWith('ringToPaid') || status === 'paid')

const boardUnits: Readonly<Record<LeaderboardPeriod, string>> = { today: 'day', week: 'week', month: 'month' }
const counting: ReadonlySet<unknown> = new Set(['sold', 'link_sent', 'call_back', 'not_interested', 'do_not_call'])

/** What a leaderboard has to say at a moment: of the period, of the one before, and an agent's best before that period. */
export function reckonedBoard(world: World, period: LeaderboardPeriod, now: Date, ofAgent: string) {
  const unit = boardUnits[period]
  const partAt = (moment: Date) => partOf(unit, dayAt(moment, world.zone))
  const from = partAt(now)
  const sold = world.orders.filter(({ status, agentId }) => agentId && (status === 'open' || status === 'completed'))
  const called = world.calls.filter(({ orderId, disposition }) => orderId || counting.has(disposition))
  const net = ({ paidCents = 0, refundedCents = 0 }: World['orders'][number]) => paidCents - refundedCents
  const tallies = (part: string) => {
    const [orders, talks] = [
      sold.filter(({ createdAt }) => partAt(createdAt) === part),
      called.filter(({ startedAt }) => partAt(startedAt) === part),
    ]
    const agents = new Set([...orders, ...talks].map(({ agentId }) => agentId ?? ''))
    return Object.fromEntries(
      [...agents].map((id) => {
        const own = orders.filter(({ agentId }) => agentId === id)
        const talked = talks.filter(({ agentId }) => agentId === id)
        const sum = (of: (order: World['orders'][number]) => number) => own.reduce((total, one) => total + of(one), 0)
        const isSold = talked.filter(({ orderId }) => orderId)
        const calls = { calls: talked.length, sold: isSold.length }
        return [id, { net: sum(net), orders: own.length, total: sum(({ totalCents }) => totalCents), ...calls }]
      }),
    )
  }
  const own = sold.filter(({ agentId, createdAt }) => agentId === ofAgent && partAt(createdAt) < from)
  const periods = [...new Set(own.map(({ createdAt }) => partAt(createdAt)))].map((part) => ({
    from: part,
    revenue: own.filter(({ createdAt }) => partAt(createdAt) === part).reduce((sum, one) => sum + net(one), 0) / 100,
  }))
  // Of equal ones the latest.
  const [best] = periods
    .filter(({ revenue }) => revenue > 0)
    .toSorted((a, b) => b.revenue - a.revenue || (a.from < b.from ? 1 : -1))
  return { from, now: tallies(from), before: tallies(partOf(unit, dated(number(from) - 1))), best: best ?? null }
}
