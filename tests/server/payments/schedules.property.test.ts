import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { startEverywhere } from '../http/start'
import { BadLine, openTill, Schedule, step } from './schedules'

const servers = await startEverywhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

/** `npm run figures -- payments` asks for more. */
const schedules = Number(process.env['PAYMENT_SCHEDULES'] ?? 40)

test.each(servers)(
  'PY-04 LI-02 LI-03 LI-04 on $kind whatever is lost, late, doubled or at once: never more kept than the total, the ledger zero, nothing unknown',
  async (base) => {
    const runs = Math.ceil(schedules / servers.length)
    const ends = new Map<string, number>()
    let steps = 0
    const line = new BadLine()
    const till = await openTill(base, line)
    const offerId = await till.shop.addOffer(await till.shop.addProduct(1_000_000), { quantity: 1_000_000 })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20, size: 'max' }), async (taken) => {
        const schedule = await Schedule.begin(till, line, offerId)
        await schedule.take({ kind: 'link' })
        for (const one of taken) await schedule.take(one)
        await schedule.rest()
        const end = await schedule.judge()
        ends.set(end, (ends.get(end) ?? 0) + 1)
        steps += taken.length
      }),
      { numRuns: runs, endOnFailure: true },
    )
    const found = [...ends].toSorted().map(([end, count]) => `${end} ${count}`)
    console.log(
      `${base.kind}: ${runs} schedules of ${steps} steps; never more kept than the total, the ledger zero, nothing unknown\n  ${found.join(', ')}`,
    )
    expect(ends.size).toBeGreaterThan(1)
  },
  60_000 + schedules * 2_000,
)
