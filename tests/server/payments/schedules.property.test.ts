import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { startEverywhere } from '../http/start'
import { openCounterparts } from './counterparts'
import { Schedule, schedule } from './schedules'

const servers = await startEverywhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

/** `npm run figures -- payments` asks for more. */
const schedules = Number(process.env['PAYMENT_SCHEDULES'] ?? 40)

// Both at once: each waits for its database most of the time.
test.concurrent.each(servers)(
  'PY-04 LI-02 LI-03 LI-04 on $kind whatever is lost, late, doubled, wrong or at once: never more kept than the total, the ledger zero, nothing unknown',
  async (base) => {
    const runs = Math.ceil(schedules / servers.length)
    const ends = new Map<string, number>()
    const gateways = new Map<string, number>()
    let steps = 0
    const world = await openCounterparts(base)
    const { shop } = world.till
    const offerId = await shop.addOffer(await shop.addProduct(1_000_000), { quantity: 1_000_000 })
    const count = (counts: Map<string, number>, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
    const list = (counts: Map<string, number>) =>
      [...counts]
        .toSorted()
        .map(([what, times]) => `${what} ${times}`)
        .join(', ')
    await fc.assert(
      fc.asyncProperty(schedule, async ({ kind, steps: taken }) => {
        const one = await Schedule.begin(world, kind, offerId)
        await one.take({ kind: 'link' })
        for (const each of taken) await one.take(each)
        await one.rest()
        count(ends, await one.judge())
        count(gateways, kind)
        steps += taken.length
      }),
      { numRuns: runs, endOnFailure: true },
    )
    await world.stop()
    console.log(
      `${base.kind}: ${runs} schedules of ${steps} steps (${list(gateways)}); never more kept than the total, the ledger zero, nothing unknown\n  ${list(ends)}`,
    )
    expect(ends.size).toBeGreaterThan(1)
  },
  60_000 + schedules * 2_000,
)
