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
import { type Database, openDatabase } from '../../../server/db/database'
import { searchedSums } from '../../../server/db/searchedSums'
import { type Asked, reportOf } from '../../../server/reports/report'
import { prove, rollUp } from '../../../server/reports/rollUp'
import { scratchDatabases } from '../postgres'
import { reckoned } from './reckoning'
import { type Chance, chanceOf, day, happen, moveTo, openWorld, sell, type World, zones } from './world'

const engines = await scratchDatabases()
/** Questions that are asked; `npm run figures -- reports` asks more. */
const cases = Number(process.env['REPORT_CASES'] ?? 24)
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
    to: isExact && below(2) === 0 ? new Date(end).toISOString() : dated(end),
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

describe.each(engines)('figures on $kind', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await openDatabase(engine)
  }, 60_000)
  afterAll(async () => {
    await database.close()
    await engine.stop()
  })

  const read = ({ orgId }: World, asked: Asked) => database.tenant(orgId, (tx) => reportOf(tx, asked))

  /** Expects that the lists find the rows of figures, and that those add up to them. */
  const expectRows = async ({ orgId }: World, asked: Asked, { lines, totals }: Report) => {
    const some = [{ keys: [], ...totals }, ...lines.slice(0, 2)]
    for (const measure of asked.measures.filter((name) => partsOf(name).length === 1).slice(0, 4)) {
      const [name = 'sold'] = partsOf(measure)
      const { list, sum } = parts[name]
      for (const { keys, values } of some) {
        const { from, to } = asked
        const filters = filtersOfPart(name, { from, to, filters: asked.filters ?? {}, keys })
        const sums: Record<string, number | string | null> = await database.tenant(orgId, (tx) =>
          searchedSums(tx, list, { filters }),
        )
        expect({ name, filters, told: sums[sum] }).toEqual({ name, filters, told: values[measure] })
      }
    }
  }

  test(
    'RP-01 RP-02 every figure is what its rows add up to, in any zone, over changes of the clocks',
    async () => {
      for (let seed = 1; seed <= cases / 8; seed += 1) {
        const chance = chanceOf(seed)
        const world = await openWorld(database, chance.oneOf(zones))
        await sell(database, world, chance, 40)
        for (let asked = 0; asked < 8; asked += 1) {
          if (chance.below(3) === 0) await rollUp(database, world.orgId)
          for (let happened = chance.below(3); happened > 0; happened -= 1) await happen(database, world, chance)
          if (chance.below(6) === 0) await moveTo(database, world, chance.oneOf(zones))
          const request = someRequest(chance, world)
          const report = await read(world, request)
          const about = { seed, zone: world.zone, request }
          expect({ about, ...bare(report) }).toEqual({ about, ...bare(reckoned(world, request)) })
          await expectRows(world, request, report)
        }
      }
    },
    300_000 + cases * 5_000,
  )

  test('RP-02 what is kept is compared with its rows: what is wrong is told and added up anew', async () => {
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
  }, 300_000)
})
