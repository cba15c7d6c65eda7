import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { startSomewhere } from '../http/start'
import { openCounterparts } from './counterparts'
import { atOnce, play, schedules } from './schedules'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

/** `npm run figures -- payments` asks for more. */
const wanted = Number(process.env['PAYMENT_SCHEDULES'] ?? 40)
/** Ends earlier, with as many as were played by then. */
const minutes = process.env['PAYMENT_MINUTES']

// Both at once: each waits for its database most of the time.
test.concurrent.each(servers)(
  'PY-04 LI-02 LI-03 LI-04 on $kind whatever is lost, late, doubled, wrong or at once: never more kept than the total, the ledger zero, nothing unknown',
  async (base) => {
    const ends = new Map<string, number>()
    const [counts, world] = [{ schedules: 0, steps: 0, stripe: 0 }, await openCounterparts(base)]
    const { shop } = world.till
    const offerId = await shop.addOffer(await shop.addProduct(1_000_000), { quantity: 1_000_000 })
    await fc.assert(
      fc.asyncProperty(schedules, async (planned) => {
        for (const end of await play(world, offerId, planned)) ends.set(end, (ends.get(end) ?? 0) + 1)
        counts.schedules += planned.length
        counts.steps += planned.reduce((sum, { steps }) => sum + steps.length, 0)
        counts.stripe += planned.filter(({ kind }) => kind === 'stripe').length
        if (counts.schedules % 500 === 0) console.error(`${base.kind}: ${counts.schedules} schedules`)
      }),
      {
        numRuns: Math.ceil(wanted / servers.length / atOnce),
        endOnFailure: true,
        ...(minutes === undefined ? {} : { interruptAfterTimeLimit: Number(minutes) * 60_000 }),
      },
    )
    await world.stop()
    const found = [...ends].toSorted().map(([end, count]) => `${end} ${count}`)
    console.log(
      `${base.kind}: ${counts.schedules} schedules of ${counts.steps} steps, ${counts.stripe} of them through Stripe's stand-in; never more kept than the total, the ledger zero, nothing unknown\n  ${found.join(', ')}`,
    )
    expect(ends.size).toBeGreaterThan(1)
  },
  60_000 + wanted * 2_000,
)
