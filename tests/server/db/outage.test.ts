import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../server/db/database'
import { isConnectionLost, whyBusy } from '../../../server/db/errors'
import { refusalOf } from '../../../server/http/errors'
import { demo, knownOf, type Started, startOn } from '../http/start'
import { type Scratch, scratchPostgres } from '../postgres'
import { seedDemo } from '../../../server/db/demo'

/** A network between the server and PostgreSQL that can be made to fail. */
class Network {
  readonly #listener = createServer((socket) => this.#join(socket))
  readonly #sockets = new Set<Socket>()
  #swallows = false
  #port = 0
  constructor(readonly databaseUrl: URL) {}

  /** Its address for the database. */
  async open(): Promise<string> {
    this.#listener.listen(this.#port, '127.0.0.1')
    await once(this.#listener, 'listening')
    this.#port = (this.#listener.address() as AddressInfo).port
    const url = new URL(this.databaseUrl)
    url.search = ''
    url.host = `127.0.0.1:${this.#port}`
    return url.href
  }

  /** From now on what is sent is lost, and nobody is told. What was connected stays so, and dead, for ever. */
  fallSilent(): void {
    this.#swallows = true
  }

  /** New connections work again. */
  heal(): void {
    this.#swallows = false
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  close(): void {
    this.#listener.close()
    this.cut()
  }

  #join(near: Socket): void {
    const { searchParams, hostname, port } = this.databaseUrl
    const folder = searchParams.get('host')
    const far = folder === null ? connect(Number(port || 5432), hostname) : connect(`${folder}/.s.PGSQL.5432`)
    let isDead = this.#swallows
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from)
      from.on('data', (bytes) => {
        isDead ||= this.#swallows
        if (!isDead) to.write(bytes)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        this.#sockets.delete(from)
        isDead ||= this.#swallows
        if (!isDead) to.destroy()
      })
    }
  }
}

/** How often the database is taken over by another; `npm run figures -- silence` asks for more. */
const failovers = Number(process.env['FAILOVERS'] ?? 1)

const scratch: Scratch | undefined = await scratchPostgres()

describe.skipIf(scratch === undefined)('when PostgreSQL is away', () => {
  const network = new Network(new URL(scratch?.databaseUrl ?? 'postgresql://none'))
  let database: Database
  let server: Started
  let token = ''

  beforeAll(async () => {
    database = await openDatabase({ dataDir: '', databaseUrl: await network.open() })
    await seedDemo(database, new Date())
    server = await startOn(database)
    token = await server.login(demo)
  })
  afterAll(async () => {
    await server.stop()
    await database.close()
    network.close()
    await scratch?.stop()
  })

  const ask = () => server.call('GET', '/organizations', { token })
  const away = {
    status: 503,
    headers: { 'retry-after': '2' },
    body: { success: false, error: { code: 'unavailable' } },
  }

  /** The answers to as many requests as there are connections, and then some. */
  const many = () => Promise.all(Array.from({ length: 15 }, ask))

  async function untilWell(): Promise<void> {
    while ((await ask()).status !== 200) await delay(50)
  }

  test('AP-02 connections that are cut are a 503 at most, and the next request is good', async () => {
    await many()
    network.cut()
    for (const answer of await many()) expect([200, 503]).toContain(answer.status)
    await untilWell()
    const held = database.system(async (tx) => {
      await tx.execute(sql`select 1`)
      network.cut()
      await tx.execute(sql`select 1`)
    })
    await expect(held).rejects.toSatisfy(isConnectionLost)
    await untilWell()
  })

  test('AP-02 a connection that PostgreSQL ends is a 503', async () => {
    const held = database.system(async (tx) => {
      await tx.execute(sql`reset role`)
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
    })
    await expect(held).rejects.toSatisfy(isConnectionLost)
    await untilWell()
  })

  test('AP-02 who waits too long for a row that somebody holds is told that, and the connection stays good', async () => {
    const limits = await database.system((tx) => tx.execute(sql`show lock_timeout`))
    expect(limits.rows).toEqual([{ lock_timeout: '9s' }])
    const waited = database.system(async (tx) => {
      await tx.execute(sql`select id from users for update`)
      return database.system(async (second) => {
        await second.execute(sql`set local lock_timeout = 1`)
        await second.execute(sql`select id from users for update`)
      })
    })
    await expect(waited).rejects.toSatisfy((error) => whyBusy(error) === 'a lock was waited for too long')
    expect(await ask()).toMatchObject({ status: 200 })
  })

  test('AP-02 a database that is not there is a 503 with Retry-After, and health says so', async () => {
    network.close()
    await delay(10)
    expect(await ask()).toMatchObject(away)
    expect(await server.call('GET', '/api/health')).toMatchObject(away)
    await network.open()
    await untilWell()
    expect(await server.call('GET', '/api/health')).toMatchObject({ status: 200 })
  })

  test('AP-02 connections that die silently are given up, and the next ones are good', async () => {
    await many()
    network.fallSilent()
    const start = Date.now()
    const asked = many()
    expect(await server.call('GET', '/api/health')).toMatchObject(away)
    for (const answer of await asked) expect(answer).toMatchObject(away)
    network.heal()
    await untilWell()
    for (const answer of await many()) expect(answer.status).toBe(200)
    // Twelve seconds for those that had a connection, ten for those that waited for one.
    expect(Date.now() - start).toBeLessThan(40_000)
  })

  /** What the node that takes over does not have: the sessions of the one that is gone, and what they hold. */
  async function endSessions(): Promise<void> {
    const client = new Client({ connectionString: scratch?.databaseUrl })
    await client.connect()
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await client.end()
  }

  test(
    'AP-02 a database that falls silent under writes and is taken over loses nothing that was acknowledged',
    { timeout: 60_000 + failovers * 60_000 },
    async () => {
      const { orgId } = await knownOf(server, token)
      const search = { organizationId: orgId, resource: 'offers', limit: 20 }
      const { body } = await server.call('POST', '/search', { token, body: search })
      const lanes = (body as { data: { id: string }[] }).data.map(({ id }) => ({ id, sent: 0, acknowledged: 0 }))
      const statuses = new Map<number, number>()
      const write = async (lane: (typeof lanes)[number]) => {
        lane.sent += 1
        const { id, sent } = lane
        const { status } = await server.call('PUT', `/offers/${id}`, { token, body: { quantity: sent } })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 200) lane.acknowledged = sent
        return status
      }
      const silences: number[] = []
      for (let round = 0; round < failovers; round += 1) {
        const over = new AbortController()
        const writing = lanes.map(async (lane) => {
          while (!over.signal.aborted) if ((await write(lane)) !== 200) await delay(100)
        })
        await delay(100 + Math.random() * 400)
        network.fallSilent()
        const began = Date.now()
        await delay(100 + Math.random() * 3_000)
        await endSessions()
        network.heal()
        const before = lanes.map(({ acknowledged }) => acknowledged)
        while (!lanes.every(({ acknowledged }, index) => acknowledged > (before[index] ?? 0))) await delay(20)
        silences.push(Date.now() - began)
        over.abort()
        await Promise.all(writing)
      }
      const kept = await server.call('POST', '/search', { token, body: search })
      const quantities = new Map(
        (kept.body as { data: { id: string; quantity: number }[] }).data.map(({ id, quantity }) => [id, quantity]),
      )
      // A later one than was acknowledged may have been carried out, and its answer lost.
      const lost = lanes.filter(({ id, acknowledged, sent }) => {
        const quantity = quantities.get(id) ?? 0
        return quantity < acknowledged || quantity > sent
      })
      expect(lost).toEqual([])
      expect([...statuses.keys()].toSorted()).toEqual([200, 503])
      const shown = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
      console.log(
        `${failovers} failovers under ${lanes.length} writers, PostgreSQL: answers ` +
          `${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}; nothing acknowledged lost; ` +
          `from the silence until every writer was served again ${shown(Math.max(...silences))} at most, ` +
          `${shown(silences.reduce((sum, took) => sum + took, 0) / silences.length)} on average\n` +
          'simulated: what is sent is lost without a word, on every connection that there was, and new connections work ' +
          'after 0.1 to 3 s with none of the old sessions; no second node was there, so nothing is said of what a standby lags behind',
      )
      expect(Math.max(...silences)).toBeLessThan(45_000)
    },
  )
})

const saying = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('said the engine'), { code }) })

test.each(['08006', '08003', '57P01', '57P02', '57P03', '25006', 'ECONNREFUSED', 'EPIPE'])(
  'AP-02 %s means that the database is away',
  (code) => {
    expect(isConnectionLost(saying(code))).toBe(true)
    expect(refusalOf(saying(code))?.message).toMatch(/does not answer/)
  },
)

test.each([
  ['55P03', /lock/, /changing the same/, 429],
  ['57014', /statement/, /at once/, 503],
  ['53300', /too little/, /at once/, 503],
  ['53100', /too little/, /no room left/, 503],
  ['40P01', /at once/, /at once/, 503],
])('AP-02 %s means that the database is there, and has too much to do', (code, why, message, status) => {
  expect(isConnectionLost(saying(code))).toBe(false)
  expect(whyBusy(saying(code))).toMatch(why)
  const refusal = refusalOf(saying(code))
  expect(refusal).toMatchObject({ status, headers: { 'retry-after': '2' } })
  expect(refusal?.message).toMatch(message)
})

test.each(['23505', '22P02', '42601'])('%s means neither', (code) => {
  expect(isConnectionLost(saying(code))).toBe(false)
  expect(whyBusy(saying(code))).toBe(undefined)
})
