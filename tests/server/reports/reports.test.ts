import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../../contract/extensions/reports'
import {
  type Dimension,
  dimensionNames,
  filtersOfPart,
  isSplitBy,
  isTime,
  measureNames,
  parts,
  partsOf,
} from '../../../contract/rules/measures'
import { leaderboardPeriods } from '../../../contract/rules/leaderboardPeriods'
import { type Database, openDatabase } from '../../../server/db/database'
import { searchedSums } from '../../../server/db/searchedSums'
import { bestOf, boardAt } from '../../../server/leaderboard/tallies'
import { type Asked, reportOf } from '../../../server/reports/report'
import { prove, rollUp } from '../../../server/reports/rollUp'
import { someDatabases } from '../postgres'
import { reckoned, reckonedBoard } from './reckoning'
import { type Chance, chanceOf, day, happen, isThorough, moveTo, openWorld, sell, type World, zones } from './world'

const engines = await someDatabases()
/** Questions that are asked of all engines together; `npm run figures -- reports` asks more. */
const cases = Math.ceil(Number(process.env['REPORT_CASES'] ?? 48) / engines.length)
/** Of one organization: filling it costs more than asking it. */
const together = isThorough ? 100 : 8
const dated = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Whatever can be asked of a world. */
function someRequest({ below, oneOf }: Chance, world: World): Asked {
  const [one, other] = [oneOf(dimensionNames), oneOf(dimensionNames)]
  const two = one !== other && !(isTime(one) && isTime(other)) ? [one, other] : [one]
  const dimensions = oneOf<Dimension[]>([[], [one], two, two])
  const narrowing = oneOf(['campaign', 'agent', 'gateway', 'offer', 'none', 'none'] as const)
  const demanded: Dimension[] = narrowing === 'none' ? dimensions : [...dimensions, narrowing]
  const possible = measureNames.filter((name) => demanded.every((dimension) => isSplitBy(name, dimension)))
  if (possible.length === 0) return someRequest({ below, oneOf }, world)
  const some = (ids: readonly (string | null)[]) => [...new Set([oneOf(ids), oneOf(ids)])].map((id) => id ?? 'none')
  const end = Date.now() - below(400) * day
  const start = end - oneOf([0, 1, 6, 29, 364, below(400)]) * day
  const compare = oneOf(['none', 'previous', 'year'] as const)
  const isExact = compare === 'none' && below(3) === 0
  return {
    measures: oneOf([possible, [oneOf(possible)]]),
    dimensions,
    from: isExact ? new Date(start).toISOString() : dated(start),
    // The day that a moment is of in UTC may be over where the organization is.
    to: isExact ? oneOf([new Date(end).toISOString(), dated(end + day)]) : dated(end),
    compare,
    filters: {
      ...(narrowing === 'campaign' && { campaignId: some(world.campaignIds) }),
      ...(narrowing === 'agent' && { agentId: some(world.agentIds) }),
      ...(narrowing === 'gateway' && { gatewayInstanceId: some([...world.gatewayIds, null]) }),
      ...(narrowing === 'offer' && { offerId: some(world.offerIds) }),
    },
  }
}

/** Without what names and the order of lines add. */
const bare = ({ totals, lines }: Pick<Report, 'totals' | 'lines'>) => ({
  totals,
  lines: lines
    .map(({ keys, ...figures }) => ({
      keys: keys.map(({ dimension, id, days }) => ({ dimension, id, ...(days ? { days } : {}) })),
      ...figures,
    }))
    .map((line) => [JSON.stringify(line.keys), line] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, line]) => line),
})

const figuresIn = ({ totals, lines }: Report) =>
  [totals, ...lines].reduce(
    (count, { values, before }) => count + Object.keys(values).length + Object.keys(before ?? {}).length,
    0,
  )

// Both at once: each takes turns between asking and reckoning. Of one engine one test has the connection.
describe.concurrent.each(engines)('figures on $kind', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase(engine)
  })
  afterAll(async () => {
    await database.close()
    await engine.stop()
  })

  const read = ({ orgId }: World, asked: Asked) => database.tenant(orgId, (tx) => reportOf(tx, asked))

  /** Expects that the lists find the rows of figures, and that those add up to them; tells of how many. */
  const expectRows = ({ orgId }: World, asked: Asked, { lines, totals }: Report) =>
    database.tenant(orgId, async (tx) => {
      const some = [{ keys: [], ...totals }, ...lines.slice(0, 2)]
      const whole = asked.measures.filter((name) => partsOf(name).length === 1).slice(0, 3)
      for (const measure of whole) {
        const [name = 'sold'] = partsOf(measure)
        const { list, sum } = parts[name]
        for (const { keys, values } of some) {
          const { from, to } = asked
          const filters = filtersOfPart(name, { from, to, filters: asked.filters ?? {}, keys })
          const sums: Record<string, number | string | null> = await searchedSums(tx, list, { filters })
          expect({ name, filters, told: sums[sum] }).toEqual({ name, filters, told: values[measure] })
        }
      }
      return whole.length * some.length
    })

  /** Expects that a leaderboard of some moment, and somebody's best, are what the rows say. */
  const expectBoard = async (world: World, { below, oneOf }: Chance) => {
    const { orgId, zone } = world
    const period = oneOf(leaderboardPeriods)
    const now = new Date(Date.now() - below(90) * day - below(24 * 60) * 60_000)
    const agentId = world.agentIds.find((id) => id !== null) ?? ''
    const told = await database.tenant(orgId, async (tx) => ({
      board: await boardAt(tx, { period, now, zone }),
      best: await bestOf(tx, { agentId, period, now, zone }),
    }))
    const { from, ...tallies } = told.board
    const { best, ...due } = reckonedBoard(world, period, now, agentId)
    const about = { zone, period, now }
    expect({ about, from, now: Object.fromEntries(tallies.now), before: Object.fromEntries(tallies.before) }).toEqual({
      about,
      ...due,
    })
    expect({ about, best: told.best && { from: told.best.from, revenue: told.best.revenue } }).toEqual({ about, best })
  }

  test.sequential(
    'RP-01 RP-02 LB-01 every figure is what its rows add up to, in any zone, over changes of the clocks',
    async () => {
      const did = { changes: 0, orders: 0, figures: 0, lists: 0, boards: 0 }
      for (let asked = 0, seed = engines.indexOf(engine) + 1; asked < cases; seed += engines.length) {
        const chance = chanceOf(seed)
        const world = await openWorld(database, chance.oneOf(zones))
        await sell(database, world, chance, isThorough ? 150 : 40)
        for (const last = Math.min(cases, asked + together); asked < last; asked += 1) {
          if (chance.below(isThorough ? 6 : 3) === 0) await rollUp(database, world.orgId)
          for (let left = chance.below(3); left > 0; left -= 1) {
            await happen(database, world, chance)
            did.changes += 1
          }
          if (chance.below(isThorough ? 50 : 6) === 0) await moveTo(database, world, chance.oneOf(zones))
          const request = someRequest(chance, world)
          const report = await read(world, request)
          const about = { seed, zone: world.zone, request }
          expect({ about, ...bare(report) }).toEqual({ about, ...bare(reckoned(world, request)) })
          did.figures += figuresIn(report)
          did.lists += await expectRows(world, request, report)
          if (chance.below(4) === 0) {
            await expectBoard(world, chance)
            did.boards += 1
          }
        }
        did.orders += world.orders.length
        if (isThorough) console.error(`  … ${asked} of ${cases} on ${engine.kind}`)
      }
      const told = Object.entries(did).map(([name, count]) => [name, count.toLocaleString('en')])
      const { changes, orders, figures, lists, boards } = Object.fromEntries(told)
      console.log(
        `${engine.kind}: ${cases.toLocaleString('en')} questions about ${orders} orders, ${changes} changes between them, in ${zones.length} zones; ` +
          `${figures} figures equal the rows, added up one by one, and ${lists} their lists; and so do ${boards} leaderboards`,
      )
    },
    300_000 + cases * 5_000,
  )

  test.sequential('RP-02 what is kept is compared with its rows: what is wrong is told and added up anew', async () => {
    const chance = chanceOf(1)
    const world = await openWorld(database, 'America/Chicago')
    const { orgId } = world
    await sell(database, world, chance, 30)
    const asked: Asked = {
      measures: ['sales', 'units', 'revenue'],
      dimensions: ['campaign'],
      from: dated(Date.now() - 500 * day),
      to: dated(Date.now()),
      compare: 'none',
    }
    const due = bare(reckoned(world, asked))
    await rollUp(database, orgId)
    expect(await prove(database, orgId)).toEqual([])
    const report = await read(world, asked)
    expect(bare(report)).toEqual(due)
    expect(report.provenAt).not.toBeNull()
    await database.tenant(orgId, (tx) =>
      tx.execute(
        sql`delete from figure_sums where list = 'orders' and split = 1 and campaign_id = ${world.campaignIds[0]}`,
      ),
    )
    expect(bare(await read(world, asked))).not.toEqual(due)
    expect((await prove(database, orgId)).length).toBeGreaterThan(0)
    // What is noted as wrong is read from its rows at once.
    expect(bare(await read(world, asked))).toEqual(due)
    await rollUp(database, orgId)
    expect(await prove(database, orgId)).toEqual([])
    expect(bare(await read(world, asked))).toEqual(due)
    await database.tenant(orgId, (tx) => tx.execute(sql`insert into board_sums select * from board_sums limit 1`))
    expect((await prove(database, orgId)).length).toBeGreaterThan(0)
    await expectBoard(world, chance)
  })
})
