import { lowStock } from '../../products'
import { dayIn } from '../../rules/days'
import { nothing, ranksOf, type Tally } from '../../rules/leaderboard'
import { type RankedBy, rankedBy } from '../../rules/leaderboardPeriods'
import { type Waiting, waitingIn } from '../../rules/workQueue'
import { maxAmount } from '../../schemas'
import { difference } from '../engine/compare'
import type { Exchange } from '../engine/exchange'
import type { Fields } from '../engine/fields'
import { recordOf, type Row, rowsOf, totalOf } from '../engine/listing'
import type { Run } from '../engine/run'
import { attempt } from '../engine/steps'
import { type Tenant, tenantIn } from '../engine/tenant'
import { textOf } from '../engine/text'
import type { Shop, World } from '../engine/world'
import { checkBoards } from './boardFigures'
import { refuseForeign } from './intrusion'
import { checkOwnDay } from './ownDay'
import { quietPlace } from './ownOrganization'
import { zoneOf } from './ownPlace'
import { quietOrganization, countWaiting } from './phoneCalls'
import { makeProduct, place, placement, refuseOutdated, shopOf } from './sellingBasics'

/** What waits is counted as its lists do (DB-01). */
export async function checkDashboard(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  await attempt(run, 'dashboard.queue', () => checkQueue(run, world))
  const { organizationId } = world.first
  await attempt(run, 'dashboard.own', async () =>
    checkOwnDay(run, organizationId, await zoneOf(run, 'dashboard.own', organizationId)),
  )
}

/** A server may take a second for each board: where the account has a second organization, nothing waits for it. */
export const laneOfBoard = async (run: Run, world: World): Promise<string | undefined> =>
  run.isFull && quietPlace(world) !== undefined ? 'board' : undefined

/** Who has sold how much is told as it is (LB-01). */
export async function checkLeaderboard(run: Run, world: World): Promise<void> {
  if (!run.isFull) return
  // Before much is sold beside it, as somebody may be level with the account until then.
  await attempt(run, 'leaderboard.ranks', () => checkRanks(run, world.first))
  await attempt(run, 'leaderboard.figures', async () => {
    const quiet = quietPlace(world)
    const shop = await shopOf(run, world, quiet === undefined ? world.first : await tenantIn(run, world.first, quiet))
    await attempt(run, 'leaderboard.figures', () => checkFigures(run, shop))
    await attempt(run, 'leaderboard.figures', () => checkCallsCounted(run, world, quiet))
    const { organizationId } = shop.tenant
    const zone = await zoneOf(run, 'leaderboard.figures', organizationId)
    await attempt(run, 'leaderboard.figures', () => checkBoards(run, organizationId, zone))
  })
  await attempt(run, 'leaderboard.goals', () => checkGoals(run, world))
}

/** Whoever looks, and where. */
type Seen = Pick<Tenant, 'organizationId' | 'account'>

/** How many each list shows. */
async function shownOf(run: Run, { organizationId, account: as }: Seen): Promise<Partial<Record<Waiting, number>>> {
  const shown: Partial<Record<Waiting, number>> = {}
  for (const of of ['linksEnding', 'declined', 'toPack', 'lowStock'] as const) {
    const { list: resource, filters } = waitingIn[of]
    const body = { organizationId, resource, filters, limit: 1, page: 1 }
    shown[of] = totalOf(await run.succeed('dashboard.queue', 'search.search', { as, body }))
  }
  const mails = { organizationId, state: 'dead', limit: '1', page: '1' }
  shown.deadMails = totalOf(await run.succeed('dashboard.queue', 'mails.list', { as, query: mails }))
  return shown
}

/** The queue is as its lists are, also once something low in stock has come, and once it was put away. */
async function checkQueue(run: Run, { first, marker }: World): Promise<void> {
  await compareQueue(run, first)
  if (run.lacks('products.create')) return
  const [{ id }] = await makeProduct(run, first, `${marker}-low`, { stock: lowStock })
  await compareQueue(run, first)
  const { list: resource, filters } = waitingIn.lowStock
  const body = { organizationId: first.organizationId, resource, filters: { ...filters, ids: [id] }, limit: 1, page: 1 }
  const low = await run.succeed('dashboard.queue', 'search.search', { body })
  run.verify(
    'dashboard.queue',
    low,
    totalOf(low) === 1,
    `a product of which ${lowStock} are left as low`,
    'it is not found',
  )
  await run.succeed('products.archive', 'products.archive', { params: { productId: id }, body: {} })
  await compareQueue(run, first)
}

/** What waits for somebody is as many as their lists show. */
export async function compareQueue(run: Run, seen: Seen): Promise<void> {
  const { organizationId, account: as } = seen
  const queue = () => run.succeed('dashboard.queue', 'dashboard.read', { as, query: { organizationId } })
  // Whoever has no such call has no such filters.
  await queue()
  const before = await shownOf(run, seen)
  const told = await queue()
  const after = await shownOf(run, seen)
  for (const [of, count] of Object.entries(before)) {
    // What others have changed in between says nothing.
    if (after[of as Waiting] !== count) continue
    const entry = countWaiting(told, of as Waiting)
    run.verify('dashboard.queue', told, entry === count, `${count} of ${of}, as its list has`, `${entry}`)
  }
}

const boardOf = (run: Run, organizationId: string, more: Record<string, string> = {}, rule = 'leaderboard.figures') =>
  run.succeed(rule as 'leaderboard.figures', 'leaderboard.read', { query: { organizationId, ...more } })

const standingsOf = (exchange: Exchange): Row[] => (recordOf(exchange)['standings'] ?? []) as Row[]
const cents = (value: unknown) => Math.round(Number(value) * 100)

/** What the board tells of whoever asks, and how it is compared with what is due. */
async function ownStanding(run: Run, organizationId: string) {
  const me = recordOf(await run.succeed('session.me', 'users.me'))
  const own = async (): Promise<[Row | undefined, Exchange]> => {
    const exchange = await boardOf(run, organizationId)
    return [standingsOf(exchange).find(({ id }) => id === me.id), exchange]
  }
  const [before] = await own()
  return {
    countOf: (name: 'orders' | 'calls') => Number(before?.[name] ?? 0),
    expect: async (due: Record<string, number>, what: string) => {
      const [row, exchange] = await own()
      const is = Object.fromEntries(Object.keys(due).map((name) => [name, Number(row?.[name] ?? 0)]))
      const wrong = difference(due, is) ?? (row && difference({ name: me['name'] }, row))
      run.verify('leaderboard.figures', exchange, wrong === undefined, what, wrong)
    },
  }
}

/** An order changes what it should, and nothing that it should not. */
async function checkFigures(run: Run, shop: Shop): Promise<void> {
  const { organizationId } = shop.tenant
  const { countOf, expect } = await ownStanding(run, organizationId)
  const orders = countOf('orders')
  const [order] = await place(run, shop, placement(shop, [{ offerId: shop.offer.id, quantity: 1, unitPrice: 20 }]))
  await expect({ orders: orders + 1 }, 'one order more')
  await run.succeed('orders.cancel', 'orders.cancel', { params: { orderId: order.id }, body: {} })
  await expect({ orders }, 'no cancelled order')
  await checkDays(run, organizationId)
}

/** Calls count as they ended, where whoever asks is in none. */
async function checkCallsCounted(run: Run, world: World, quiet: string | undefined): Promise<void> {
  const organizationId = await quietOrganization(run, [quiet ?? world.first.organizationId])
  if (organizationId === undefined) return
  const { countOf, expect } = await ownStanding(run, organizationId)
  const calls = countOf('calls')
  for (const [disposition, counted] of [
    ['wrong_number', 0],
    ['not_interested', 1],
  ] as const) {
    const phone = run.phones.next()
    const started = await run.succeed('calls.life', 'calls.start', { body: { organizationId, phone } })
    const call = recordOf(started)
    run.journal.made('calls', call.id, world.first.account.name, phone)
    const params = { callId: call.id }
    await run.succeed('calls.life', 'calls.end', { params, body: {} })
    await run.succeed('calls.life', 'calls.close', { params, body: { disposition } })
    await expect({ calls: calls + counted }, `${calls + counted} calls that count after one with ${disposition}`)
  }
}

/** The days are those of the organization's zone, and the orders are those that its list has in them. */
async function checkDays(run: Run, organizationId: string): Promise<void> {
  const zone = await zoneOf(run, 'leaderboard.figures', organizationId)
  const asked = new Date()
  const exchange = await boardOf(run, organizationId, { period: 'month' })
  const month = dayIn(zone, asked).slice(0, 7)
  if (dayIn(zone, new Date()).slice(0, 7) !== month) return
  const { from, to } = recordOf(exchange) as Row & { from: string; to: string }
  run.verify('leaderboard.figures', exchange, from === `${month}-01`, `a month from ${month}-01`, from)
  const [one] = standingsOf(exchange)
  if (one === undefined) return
  const filters = { agentId: one.id, status: ['open', 'completed'], createdFrom: from, createdTo: to }
  const body = { organizationId, resource: 'orders', filters, limit: 1, page: 1 }
  const listed = await run.succeed('leaderboard.figures', 'search.search', { body })
  // What partners have sold is nobody's of the team.
  const isAll = totalOf(listed) === one['orders']
  run.verify(
    'leaderboard.figures',
    exchange,
    isAll,
    `${totalOf(listed)} orders, as their list has`,
    String(one['orders']),
  )
}

/** Ranks follow the figures, and who is level shares one. */
async function checkRanks(run: Run, { organizationId }: Tenant): Promise<void> {
  const board = (more: Record<string, string>) => boardOf(run, organizationId, more, 'leaderboard.ranks')
  // Who has exactly as many calls as a rank takes has one.
  const most = Math.max(0, ...standingsOf(await board({ period: 'month' })).map(({ calls }) => Number(calls)))
  for (const by of rankedBy) {
    // The shorter the time, the more are level.
    for (const [period, least] of [
      ['today', 0],
      ['week', 0],
      ['month', 0],
      ['month', most],
      ...(by === 'revenue' ? [['month', most + 1] as const] : []),
    ] as const) {
      const minCalls = String(least)
      const exchange = await board({ by, period, minCalls })
      const rows = standingsOf(exchange)
      const tallies = new Map<string, Tally>(rows.map((row) => [row.id, tallyOf(row, by)]))
      const due = ranksOf(tallies, { by, minCalls: Number(minCalls) })
      for (const { id, rank, name, calls } of rows) {
        const isDue = rank === (due.get(id) ?? null)
        const of = `${textOf(name ?? id)} by ${by}, with ${textOf(calls)} calls where a rank takes ${minCalls}`
        run.verify('leaderboard.ranks', exchange, isDue, `rank ${due.get(id) ?? 'none'} of ${of}`, String(rank))
      }
      const ranks = rows.map(({ rank }) => (typeof rank === 'number' ? rank : Infinity))
      const isSorted = ranks.every((rank, place) => place === 0 || rank >= (ranks[place - 1] ?? 0))
      run.verify('leaderboard.ranks', exchange, isSorted, 'the best first', ranks.join(', '))
      const all = rows.reduce((sum, { revenue }) => sum + cents(revenue), 0)
      const together = cents(recordOf(exchange)['revenue'])
      const expected = `${all / 100} together, of those without a rank too`
      run.verify('leaderboard.figures', exchange, together === all, expected, String(together / 100))
    }
  }
  for (const wrong of [{ by: 'luck' }, { period: 'year' }, { minCalls: '-1' }]) {
    await run.refuse('leaderboard.ranks', 'leaderboard.read', { query: { organizationId, ...wrong } }, [400, 422])
  }
}

/** As much of a tally as a rank depends on, of what is shown. */
function tallyOf(row: Row, by: RankedBy): Tally {
  const orders = Number(row['orders'])
  const shown = { net: cents(row['revenue']), orders, calls: Number(row['calls']), sold: Number(row['sold']) }
  return { ...nothing, ...shown, total: by === 'averageOrder' ? cents(row['averageOrder'] ?? 0) * orders : 0 }
}

/** Goals are settled and put back as they were. */
async function checkGoals(run: Run, { first, second }: World): Promise<void> {
  const { organizationId } = first
  const listed = await run.succeed('session.organizations', 'organizations.list')
  if (rowsOf(listed).find(({ id }) => id === organizationId)?.['role'] !== 'owner') {
    run.recorder.skip('leaderboard.goals', 'the first account is not told to be an owner of its organization')
    return
  }
  const ask = { params: { organizationId } }
  const now = async (): Promise<Row> =>
    recordOf(await boardOf(run, organizationId, {}, 'leaderboard.goals'))['goals'] as Row
  const { today = null, week = null, month = null } = await now()
  const other = { today: 12.5, week: null, month: maxAmount }
  const larger = { today: maxAmount, week: 0.01 }
  const further = { week: maxAmount, month: 1_234.56 }
  const changes: [body: Fields, due: Fields][] = [
    [other, other],
    // What is left out stays.
    [larger, { ...other, ...larger }],
    [{ month: null }, { ...larger, month: null }],
    [further, { ...larger, ...further }],
    [
      { today, week, month },
      { today, week, month },
    ],
  ]
  for (const [body, due] of changes) {
    const changed = await run.succeed('leaderboard.goals', 'leaderboard.setGoals', { ...ask, body })
    for (const told of [recordOf(changed), await now()]) {
      const wrong = difference(due, told)
      run.verify('leaderboard.goals', changed, wrong === undefined, 'the goals as they were sent', wrong)
    }
  }
  for (const body of [{}, { today: 0 }, { week: 'much' }, { month: 0.001 }]) {
    await run.refuse('leaderboard.goals', 'leaderboard.setGoals', { ...ask, body }, [400, 422])
  }
  await refuseOutdated(run, 'leaderboard.setGoals', { ...ask, body: { month } }, now)
  if (second === undefined) return
  for (const [name, foreign] of [
    ['leaderboard.setGoals', { ...ask, body: { month: 1 } }],
    ['leaderboard.read', { query: { organizationId } }],
    ['leaderboard.best', { query: { organizationId } }],
    ['dashboard.read', { query: { organizationId } }],
  ] as const) {
    await refuseForeign(run, second, first, name, { ...foreign, isValid: true })
  }
}
