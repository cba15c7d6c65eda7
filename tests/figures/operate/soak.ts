import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../../server/db/database'
import { residentMemory } from '../../residentMemory'
import { signedInPeople } from '../../server/signedInPeople'
import type { Asker } from './asking'
import { ownFolder, run } from './ends'
import { openFloor, owner, ownPostgres } from './floor'
import { Load, shown } from './load'
import { builtProduct } from './product'
import { openStand, type Stand } from './selling'

// People who listen and sell for a long time through three nodes: `npm run figures -- soak -- --minutes 60 --rate 20`.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '20' },
    agents: { type: 'string', default: '50' },
    connections: { type: 'string', default: '3' },
    // Just started, a node compiles its code and plans its statements while it answers.
    warm: { type: 'string', default: '60' },
  },
})
const seconds = Number(values.minutes) * 60
const warm = Number(values.warm)
const rate = Number(values.rate)
const agents = Number(values.agents)
const say = (text: string) => process.stdout.write(`${text}\n`)
const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)}`

/** The sessions of people who sell. */
async function sessionsOf(databaseUrl: string, { organizationId }: Stand): Promise<string[]> {
  const database = await openDatabase({ dataDir: '', databaseUrl })
  return signedInPeople(database, organizationId, agents, 'agent').finally(() => database.close())
}

/** What each stream has heard of each order, and when. */
class Listening {
  readonly heard: { id: string; at: number }[] = []
  /** When an order was placed. */
  readonly placed = new Map<string, number>()
  ends = 0
  open = 0

  async listen(asker: Asker, organizationId: string, token: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const stream = await asker.stream(`/events?organizationId=${organizationId}`, { token, signal })
        if (stream.statusCode !== 200) throw new Error(String(stream.statusCode))
        this.open += 1
        const seen = new Set<string>()
        let rest = ''
        for await (const chunk of stream) {
          const lines = `${rest}${String(chunk)}`.split('\n')
          rest = lines.pop() ?? ''
          for (const line of lines) this.#hear(line, seen)
        }
      } catch {
        // It is opened anew below.
      }
      if (signal.aborted) return
      this.ends += 1
      await delay(500)
    }
  }

  #hear(line: string, seen: Set<string>): void {
    const [, id] = /^data: \{"resource":"orders","id":"([^"]+)"/.exec(line) ?? []
    if (id === undefined || seen.has(id)) return
    seen.add(id)
    this.heard.push({ id, at: performance.now() })
  }

  /** Milliseconds from when an order was asked for until a stream told of it. */
  get lags(): number[] {
    return this.heard.flatMap(({ id, at }) => {
      const placed = this.placed.get(id)
      return placed === undefined ? [] : [at - placed]
    })
  }
}

await run(async () => {
  const postgres = await ownPostgres('log_lock_waits = on', 'deadlock_timeout = 200ms')
  const databaseUrl = postgres.url('offerdesk', 'offerdesk')
  const { nodes, worker, asker } = await openFloor(builtProduct('.', ownFolder('product')), databaseUrl, {
    DATABASE_CONNECTIONS: values.connections,
  })
  const stand = await openStand(asker, owner, { offers: 20, customers: 50 })
  const tokens = await sessionsOf(databaseUrl, stand)
  const load = new Load(asker)
  const listening = new Listening()
  const stopping = new AbortController()
  for (const token of tokens) void listening.listen(asker, stand.organizationId, token, stopping.signal)
  while (listening.open < agents) await delay(50)

  const began = performance.now()
  const memory: number[][] = []
  const lookEvery = ((warm + seconds) * 1_000) / 12
  const looks = setInterval(() => void memory.push([...nodes, worker].map(({ pid }) => residentMemory(pid))), lookEvery)
  memory.push([...nodes, worker].map(({ pid }) => residentMemory(pid)))
  const sales = Math.round((warm + seconds) * rate)
  let [number, sold] = [0, 0]
  const agent = async (token: string) => {
    for (;;) {
      const mine = number++
      if (mine >= sales) return
      await delay(Math.max(0, began + (mine * 1_000) / rate - performance.now()))
      const asked = performance.now()
      const order = await load.sell(stand, mine, token)
      if (order === undefined) continue
      sold += 1
      listening.placed.set(order, asked)
      // What agents look at between calls.
      const list = { organizationId: stand.organizationId, resource: 'orders', limit: 25 }
      await load.ask('search', '/search', { token, body: list })
      await load.ask('read', `/orders/${order}`, { token })
    }
  }
  await Promise.all(tokens.map(agent))
  const took = (performance.now() - began) / 1_000
  clearInterval(looks)
  await delay(2_000)
  stopping.abort()

  say(
    `${agents} agents with open streams, ${rate} orders a second wanted for ${seconds} s after the first ${warm} s, through three nodes of ${values.connections} connections and nginx`,
  )
  say(`  ${sold} of ${sales} sold and paid, ${(sold / took).toFixed(1)} a second`)
  const warmed = began + warm * 1_000
  const quarter = (from: number) => ((took - warm) * 1_000 * from) / 4 + warmed
  for (const [call, times] of load.times) {
    const between = (from: number, to: number) =>
      shown(times.filter(({ at }) => at >= from && at < to).map((time) => time.took))
    const [first, last] = [between(quarter(0), quarter(1)), between(quarter(3), quarter(4))]
    say(`  ${call.padEnd(7)} first quarter ${first}   last ${last}   before ${between(began, warmed)}`)
  }
  say(
    `  streams heard ${listening.heard.length} times of an order after ${shown(listening.lags)}; ${listening.ends} ended`,
  )
  say('  memory of the nodes and the worker, in MiB')
  for (const row of memory) say(`    ${row.map((bytes) => mebibytes(bytes).padStart(5)).join(' ')}`)
  const [stats] = await postgres.ask<{ deadlocks: number }>(
    "select deadlocks::int from pg_stat_database where datname = 'offerdesk'",
  )
  for (const [what, count] of load.faults) say(`  ${count} × ${what}`)
  const warnings = [...nodes, worker].flatMap(({ said }) => said.match(/"level":[45]0\b.*"msg":"[^"]*"/g) ?? [])
  for (const line of [...new Set(warnings)].slice(0, 5)) say(`  logged: ${line.slice(0, 300)}`)
  say(
    `  ${load.count} requests, ${load.faults.size === 0 ? 'none' : 'some'} refused or dropped; ${stats?.deadlocks} deadlocks; ${warnings.length} warnings in the logs`,
  )
  if (load.faults.size > 0 || sold < sales || listening.ends > 0) process.exitCode = 1
})
