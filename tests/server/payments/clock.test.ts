import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { Random } from '../../../server/db/demoData/random'
import { outbox, systemOrgId } from '../../../server/db/schema/outbox'
import { startOutboxWorker } from '../../../server/jobs/outbox'
import { passingSecrets } from '../../../server/secrets'
import { demo, startSomewhere, startOn } from '../http/start'
import { Till } from './world'
import { wrongSums } from './sales'

/** How often the clock jumps; `npm run figures -- clock` asks for more. */
const jumps = Number(process.env['CLOCK_JUMPS'] ?? 4)
const day = 86_400_000

const servers = await startSomewhere()
afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

describe.each(servers)('on $kind, a clock that is not the database’s', (server) => {
  test.each([-day, day])('AU-01 wrong by %d ms signs in as well as a right one', async (wrong) => {
    const node = await startOn(server.database, { now: () => new Date(Date.now() + wrong) })
    const token = await node.login(demo)
    expect((await node.call('GET', '/users/me', { token })).status).toBe(200)
    await node.stop()
  })

  test('ML-01 a mail that was written while the clock was a day ahead is sent', async () => {
    let tell: () => void = () => undefined
    const isSent = new Promise<void>((resolve) => {
      tell = resolve
    })
    const payload = { to: 'nia@new.example', subject: 'From tomorrow', text: '' }
    const runAt = new Date(Date.now() + day)
    await server.database.system((tx) =>
      tx.insert(outbox).values({ orgId: systemOrgId, topic: 'mail', payload, dedupeKey: 'tomorrow', runAt }),
    )
    const worker = startOutboxWorker({
      database: server.database,
      secrets: passingSecrets(),
      allowsPrivateSmtp: false,
      forgetDelivered: false,
      log: () => {},
      sendMail: ({ subject }) => {
        if (subject === payload.subject) tell()
        return Promise.resolve('kept')
      },
    })
    await isSent
    await worker.stop()
  })

  test(
    'jumping a day back and forth sells, is paid and gives back, to the cent, and compares once a day',
    { timeout: 60_000 + jumps * 5_000 },
    async () => {
      const till = await Till.open(server)
      const dice = new Random(11)
      const statuses = new Map<string, number>()
      const note = (what: string, { status }: { status: number }) => {
        const line = `${what} ${status}`
        statuses.set(line, (statuses.get(line) ?? 0) + 1)
        return status
      }
      const begin = Date.now()
      let earlier: string | undefined
      for (let jump = 0; jump < jumps; jump += 1) {
        till.time = new Date(begin + day * dice.pick([-1, 0, 1]))
        const order = await till.order()
        const token = await till.link(order.id)
        // Made before the jump, its link may be over by now, or not have begun.
        if (earlier !== undefined) {
          note('read of before', await server.call('GET', `/payments/${earlier}`))
          note('pay of before', await till.pay(earlier))
        }
        expect(note('pay', await till.pay(token))).toBe(200)
        await till.round()
        const { items } = await till.read(order.id)
        const lines = items.map(({ id }) => ({ itemId: id, quantity: 1 }))
        expect(note('refund', await till.refund(order.id, { lines, restock: true }))).toBe(200)
        earlier = await till.link((await till.order()).id)
      }
      expect([...statuses.keys()].filter((line) => / 5\d\d$/.test(line))).toEqual([])
      const twice = await till.rows(
        sql`select gateway_instance_id, day from reconciliations where day is not null group by 1, 2 having count(*) > 1`,
      )
      expect(twice).toEqual([])
      expect(await wrongSums(server.database, till.shop.orgId, [])).toEqual([])
      console.log(
        `${server.kind}: ${jumps} jumps of a day; ${[...statuses].map(([line, times]) => `${line} × ${times}`).join(', ')}; every sum is right`,
      )
      await till.server.stop()
    },
  )
})
