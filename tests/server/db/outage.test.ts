import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../server/db/database'
import { isUnavailable } from '../../../server/db/errors'
import { demo, type Started, startOn } from '../http/start'
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
    await expect(held).rejects.toSatisfy(isUnavailable)
    await untilWell()
  })

  test('AP-02 a connection that PostgreSQL ends is a 503', async () => {
    const held = database.system(async (tx) => {
      await tx.execute(sql`reset role`)
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
    })
    await expect(held).rejects.toSatisfy(isUnavailable)
    await untilWell()
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
})

test.each(['08006', '08003', '57P01', '57P02', '57P03', '53300', '53100', '57014', '25006', 'ECONNREFUSED', 'EPIPE'])(
  'AP-02 %s means that the database is away',
  (code) => {
    const cause = Object.assign(new Error('said the engine'), { code })
    expect(isUnavailable(new Error('Failed query', { cause }))).toBe(true)
  },
)

test.each(['23505', '22P02', '42601', '40001'])('%s does not', (code) => {
  expect(isUnavailable(Object.assign(new Error('said the engine'), { code }))).toBe(false)
})
