import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { startServer } from '../../e2e/startServer'
import { freePort } from '../../freePort'
import { demo, startOn } from '../http/start'
import { scratchPostgres } from '../postgres'
import { openShop } from '../shop'
import { type Ask, openFloor, sell, steps, wrongSums } from './sales'

/** How many sell, and how much; `npm run figures -- sales` asks for more. */
const agents = Number(process.env['SALES_AGENTS'] ?? 8)
const sales = Number(process.env['SALES'] ?? 24)
const perSecond = Number(process.env['SALES_PER_SECOND'] ?? 20)

const scratch = await scratchPostgres('demo')
afterAll(() => scratch?.stop())

test.skipIf(scratch === undefined)(
  'AP-02 many agents who sell in one campaign at once are all served, and every sum is right',
  { timeout: 60_000 + sales * 1_000 },
  async () => {
    if (scratch?.databaseUrl === undefined) return
    const { databaseUrl } = scratch
    const database = await openDatabase(scratch)
    const shop = await openShop(await startOn(database), demo)
    const floor = await openFloor(database, shop, { agents, buyers: Math.max(4, Math.round(agents / 5)) })
    const env = { SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), NODE_ENV: 'production', LOG_LEVEL: 'warn' }
    const server = await startServer(await freePort(), { ...env, DATABASE_URL: databaseUrl })
    const ask: Ask = async (path, body, token) => {
      const response = await fetch(`${server.url}/api/v1${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: (await response.json()) as Awaited<ReturnType<Ask>>['body'] }
    }
    // What is compiled and prepared at the first time is no agent's wait.
    await sell(ask, shop, floor, { sales: Math.min(agents, 10), perSecond })
    const begin = performance.now()
    const { times, refused } = await sell(ask, shop, floor, { sales, perSecond })
    const seconds = (performance.now() - begin) / 1_000
    await server.stop()
    const asked = sql`select deadlocks::int from pg_stat_database where datname = current_database()`
    const [stats] = (await database.system((tx) => tx.execute<{ deadlocks: number }>(asked))).rows
    // How soon a server ends is no matter of what it sells.
    const logged = (server.output().match(/"level":[4-6]0\b.*"msg":"[^"]*"/g) ?? []).filter(
      (line) => !line.includes('Stopped before everything had ended.'),
    )
    const wrong = await wrongSums(database, shop.orgId, floor.offerIds)
    await database.close()
    console.log(`${agents} agents, ${perSecond} sales/s wanted in one campaign, one node, PostgreSQL without fsync`)
    console.log(
      `  ${times.pay.length} of ${sales} sold in ${seconds.toFixed(1)} s: ${(times.pay.length / seconds).toFixed(1)}/s`,
    )
    for (const step of steps) {
      const sorted = times[step].toSorted((a, b) => a - b)
      const at = (share: number) =>
        `${(sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0).toFixed(0).padStart(6)} ms`
      console.log(`  ${step.padEnd(6)} p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}`)
    }
    console.log(`  refused: ${[...refused].map(([what, count]) => `${count} × ${what}`).join('; ') || 'none'}`)
    console.log(
      `  deadlocks: ${stats?.deadlocks ?? '?'}; warnings in the log: ${logged.length}; wrong sums: ${wrong.length}`,
    )
    expect({ refused: [...refused], wrong, deadlocks: stats?.deadlocks, logged }).toEqual({
      refused: [],
      wrong: [],
      deadlocks: 0,
      logged: [],
    })
    expect(times.pay).toHaveLength(sales)
  },
)
