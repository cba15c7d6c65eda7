import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readyMade } from '../../contract/forms/reports'
import { daysLater, dayIn } from '../../contract/rules/days'
import { leaderboardPeriods } from '../../contract/rules/leaderboardPeriods'
import { dashboardPeriods } from '../../contract/rules/dashboardPeriods'
import { daysOf } from '../../contract/rules/businessDays'
import type { ReportRequest } from '../../contract/extensions/reports'
import { type Database, openDatabase } from '../../server/db/database'
import { zoneOfOrganization } from '../../server/db/organizations'
import { prove, rollUp } from '../../server/reports/rollUp'
import { startServer } from '../e2e/startServer'
import { freePort } from '../freePort'
import { demo, startOn } from '../server/http/start'
import { type Ask, type Floor, openFloor, sell, steps } from '../server/payments/sales'
import { type Scratch, scratchDatabases } from '../server/postgres'
import { openShop, type TestShop } from '../server/shop'
import { print, progress } from './figures'
import { days, fillShop, idInShop } from './reportShop'

const runs = Number(process.env['REPORT_RUNS'] ?? 40)
/** How many orders there are; where there are none, nothing is measured. */
const sizes = {
  pglite: Number(process.env['REPORT_ORDERS_EMBEDDED'] ?? 100_000),
  postgres: Number(process.env['REPORT_ORDERS'] ?? 1_000_000),
}
const [perSecond, secondsOfSelling] = [20, 20]
/** Milliseconds that a report, and a leaderboard, may take (p95). */
const bounds = { report: 300, leaderboard: 100 }

interface Asked {
  about: string
  bound: number
  method: 'GET' | 'POST'
  path: string
  body?: object
}

type Question = Omit<ReportRequest, 'organizationId'>

/** The dashboard, what it shows, every ready-made report of a month and of two years, others of every kind, and the leaderboard. */
function everything(orgId: string, zone: string): Asked[] {
  const today = dayIn(zone, new Date())
  const last = (length: number) => ({ from: daysLater(today, 1 - length), to: today })
  const report = (about: string, question: Question): Asked => ({
    about,
    bound: bounds.report,
    method: 'POST',
    path: '/reports',
    body: { organizationId: orgId, ...question },
  })
  const sale = ['sales', 'orders', 'averageOrder', 'refundsBySale'] as const
  const money = ['revenue', 'charged', 'refunds', 'approvalRate'] as const
  const [campaignId, agentId] = [[idInShop('campaign 7')], [idInShop('agent 7')]]
  const moments = { from: new Date(Date.now() - 7 * 86_400_000).toISOString(), to: new Date().toISOString() }
  return [
    { about: 'dashboard', bound: bounds.report, method: 'GET', path: `/dashboard?organizationId=${orgId}` },
    ...dashboardPeriods.map((period) =>
      report(`its figures, ${period}`, {
        measures: ['revenue', 'orders', 'averageOrder', 'paidShareOfLinks', 'refunds'],
        dimensions: ['day'],
        ...daysOf(period, today),
        compare: 'previous',
      }),
    ),
    ...readyMade.flatMap(({ name, measures, dimensions }) => {
      const question = { measures: [...measures], dimensions: [...dimensions] }
      return [
        report(`${name}, 30 days and those before`, { ...question, ...last(30), compare: 'previous' }),
        report(`${name}, a year and the one before`, { ...question, ...last(365), compare: 'year' }),
        report(`${name}, two years`, { ...question, ...last(days), compare: 'none' }),
      ]
    }),
    ...(
      [
        [
          'sale, by month and campaign, a year',
          { measures: [...sale], dimensions: ['month', 'campaign'], ...last(365) },
        ],
        ['sale, by week and agent, a year', { measures: [...sale], dimensions: ['week', 'agent'], ...last(300) }],
        ['sale, by day and agent, 30 days', { measures: [...sale], dimensions: ['day', 'agent'], ...last(30) }],
        [
          'sale, by agent and gateway, two years',
          { measures: [...sale], dimensions: ['agent', 'gateway'], ...last(days) },
        ],
        [
          'sale, by day of a campaign, a year',
          { measures: [...sale], dimensions: ['day'], filters: { campaignId }, ...last(365) },
        ],
        [
          'sale, by agent in a campaign, 30 days',
          { measures: [...sale], dimensions: ['agent'], filters: { campaignId }, ...last(30) },
        ],
        [
          'sale, by agent in a campaign, two years',
          { measures: [...sale], dimensions: ['agent'], filters: { campaignId }, ...last(days) },
        ],
        [
          'items, by offer and agent, 7 days',
          { measures: ['itemSales'], dimensions: ['agent', 'offer'], filters: { agentId }, ...last(7) },
        ],
        [
          'money, by month and gateway, two years',
          { measures: [...money], dimensions: ['month', 'gateway'], ...last(days) },
        ],
        [
          'money, by day of an agent, a year',
          { measures: [...money], dimensions: ['day'], filters: { agentId }, ...last(365) },
        ],
        [
          'money, by campaign and gateway, two years',
          { measures: [...money], dimensions: ['campaign', 'gateway'], ...last(days) },
        ],
        ['totals of sale and money, two years', { measures: [...sale, ...money], ...last(days), compare: 'previous' }],
        [
          'totals of sale and money, the last 168 hours',
          { measures: [...sale, ...money], ...moments, compare: 'previous' },
        ],
      ] satisfies [string, Question][]
    ).map(([about, question]) => report(about, question)),
    ...leaderboardPeriods.flatMap((period) =>
      ['', '/best/me'].map((path) => ({
        about: `leaderboard${path === '' ? '' : ', own best'}, ${period}`,
        bound: bounds.leaderboard,
        method: 'GET' as const,
        path: `/leaderboard${path}?organizationId=${orgId}&period=${period}`,
      })),
    ),
  ]
}

const at = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN
const shown = (milliseconds: number) => `${milliseconds.toFixed(0).padStart(5)} ms`

type Call = (
  method: string,
  path: string,
  options: { token: string; body?: unknown },
) => Promise<{ status: number; body: object }>

/** Milliseconds that the processor has worked for this process with its threads, and for each that serves its connections. */
async function worked(database: Database): Promise<Map<string, number>> {
  const { user, system } = process.cpuUsage()
  const { rows } = await database.system((tx) =>
    tx.execute<{ pid: number }>(sql`select pid from pg_stat_activity where datname = current_database()`),
  )
  const times = new Map([['own', (user + system) / 1_000]])
  for (const { pid } of rows) {
    const file = `/proc/${pid}/stat`
    // PGlite has no process of its own.
    if (database.kind !== 'postgres' || !existsSync(file)) continue
    // User and system time are the 14th and 15th, in hundredths of a second.
    const told = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ').slice(11, 13) ?? []
    times.set(
      `${pid}`,
      told.reduce((sum, time) => sum + Number(time) * 10, 0),
    )
  }
  return times
}

/** What was worked since: whoever has ended meanwhile, as nobody had need of it, is left out. */
const since = (before: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>) =>
  [...now].reduce((sum, [who, time]) => sum + time - (before.get(who) ?? 0), 0)

/** Each one after the other, by one person. */
async function measureEach(database: Database, call: Call, token: string, asked: readonly Asked[]): Promise<void> {
  const slow: string[] = []
  for (const { about, bound, method, path, body } of asked) {
    const times: number[] = []
    let before = new Map<string, number>()
    for (let run = 0; run <= runs; run += 1) {
      // The first is nobody's: it fills caches.
      if (run === 1) before = await worked(database)
      const begun = performance.now()
      const answer = await call(method, path, { token, body })
      if (run > 0) times.push(performance.now() - begun)
      if (answer.status !== 200) throw new Error(`${about}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    const processor = since(before, await worked(database)) / runs
    const isSlow = at(times, 0.95) > bound
    if (isSlow) slow.push(about)
    print(
      `  ${about.padEnd(52)} p50 ${shown(at(times, 0.5))}  p95 ${shown(at(times, 0.95))}  processor ${shown(processor)}${isSlow ? `  over ${bound} ms` : ''}`,
    )
  }
  print(
    `  ${asked.length - slow.length} of ${asked.length} within ${bounds.report} ms, leaderboards within ${bounds.leaderboard} ms (p95)`,
  )
}

/** The steps of sales, alone and while somebody reads four times a second, by turns. */
async function measureSelling(scratch: Scratch, shop: TestShop, floor: Floor, asked: readonly Asked[]): Promise<void> {
  const env = { SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), NODE_ENV: 'production', LOG_LEVEL: 'warn' }
  const server = await startServer(await freePort(), { ...env, DATABASE_URL: scratch.databaseUrl ?? '' })
  const send = async (method: string, path: string, body?: object, token?: string) => {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Awaited<ReturnType<Ask>>['body'] }
  }
  const ask: Ask = (path, body, token) => send('POST', path, body, token)
  const token = floor.tokens[0] ?? ''
  const times = { alone: sold(), beside: sold() }
  const seconds = { alone: 0, beside: 0 }
  let reads = 0
  const read = async (isOver: () => boolean) => {
    const going: Promise<void>[] = []
    while (!isOver()) {
      const { method, path, body } = asked[(reads += 1) % asked.length] ?? { method: 'GET', path: '/' }
      going.push(
        send(method, path, body, token).then((answer) => {
          if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
        }),
      )
      await delay(250)
    }
    await Promise.all(going)
  }
  // What is compiled and prepared at the first time is no agent's wait.
  await sell(ask, shop, floor, { sales: 40, perSecond })
  for (const kind of ['alone', 'beside', 'alone', 'beside', 'alone', 'beside'] as const) {
    progress(`selling ${kind === 'alone' ? 'alone' : 'beside readers'}`)
    let isOver = false
    const reading = kind === 'beside' ? read(() => isOver) : undefined
    const since = performance.now()
    const of = await sell(ask, shop, floor, { sales: perSecond * secondsOfSelling, perSecond })
    seconds[kind] += (performance.now() - since) / 1_000
    isOver = true
    await reading
    if (of.refused.size > 0) throw new Error(`refused: ${[...of.refused].join('; ')}`)
    for (const step of steps) times[kind][step].push(...of.times[step])
  }
  await server.stop()
  print(
    `\nSelling at ${perSecond} orders a second, by turns alone and beside ${reads} reads of all these, four a second`,
  )
  const rateOf = (kind: 'alone' | 'beside') => times[kind].pay.length / seconds[kind]
  print(
    `  sold and paid a second: ${rateOf('alone').toFixed(1)} alone, ${rateOf('beside').toFixed(1)} beside (${(rateOf('beside') / rateOf('alone')).toFixed(2)})`,
  )
  for (const step of steps) {
    const line = ([0.5, 0.95] as const).map((share) => {
      const [alone, beside] = [at(times.alone[step], share), at(times.beside[step], share)]
      return `p${share * 100} ${shown(alone)} alone, ${shown(beside)} beside (${(beside / alone).toFixed(2)})`
    })
    print(`  ${step.padEnd(6)} ${line.join('   ')}`)
  }
}
const sold = () => ({ place: [] as number[], link: [] as number[], pay: [] as number[] })

/** Reports, the dashboard and the leaderboard of an organization that has sold for two years, on every database there is. */
export async function measureReports() {
  for (const scratch of await scratchDatabases('demo')) {
    const size = sizes[scratch.kind]
    if (size === 0) {
      await scratch.stop()
      continue
    }
    const opened = await openDatabase(scratch)
    const { orgId } = await openShop(await startOn(opened), demo)
    await opened.close()
    progress(`filling ${scratch.kind} with ${size.toLocaleString('en')} orders`)
    await fillShop(scratch, orgId, size)
    const database = await openDatabase(scratch)
    progress('adding up what is over')
    const begun = performance.now()
    await rollUp(database, orgId)
    const added = performance.now()
    const wrong = await prove(database, orgId)
    const proven = performance.now()
    await database.analyze()
    if (wrong.length > 0) throw new Error(`kept sums are wrong: ${wrong.join(', ')}`)
    print(
      `\n${scratch.kind}, ${size.toLocaleString('en')} orders in ${days} days, ${runs} times each; all days added up in ` +
        `${((added - begun) / 1_000).toFixed(0)} s, and proven in ${((proven - added) / 1_000).toFixed(0)} s`,
    )
    // Nobody waits for the rest of a second here, as who looks at a leaderboard does.
    const node = await startOn(database, { pause: () => Promise.resolve() })
    const token = await node.login(demo)
    const asked = everything(orgId, await database.tenant(orgId, (tx) => zoneOfOrganization(tx, orgId)))
    await measureEach(database, node.call, token, asked)
    if (scratch.databaseUrl !== undefined) {
      const shop = await openShop(node, demo)
      const floor = await openFloor(database, shop, { agents: 50, buyers: 10 })
      await measureSelling(scratch, shop, floor, asked)
    }
    await database.close()
    await scratch.stop()
  }
}
