import { Agent, get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../server/http/errors'
import { stopServer } from '../../../server/http/stopping'
import { ofPerson } from '../../../server/longReads'
import { demo, knownOf, type Started, startSomewhere, startOn } from './start'

const servers = await startSomewhere()

afterAll(() => Promise.all(servers.map(({ stop }) => stop())))

const away = {
  status: 503,
  headers: { 'retry-after': '2' },
  body: { success: false, error: { code: 'unavailable' } },
}

/** What a server on a real port says to these bytes. */
async function said(app: Started['app'], bytes: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  return text
}

test('AP-02 a full disk is told from too much at once', () => {
  const of = (code: string) => refusalOf(new Error('failed', { cause: Object.assign(new Error('inner'), { code }) }))
  expect(of('53100')).toMatchObject({ status: 503, message: expect.stringContaining('no room left') as string })
  expect(of('53300')).toMatchObject({ status: 503, message: expect.stringContaining('Too much') as string })
})

/** How many at once; `npm run figures -- slow` asks for more. */
const slowOnes = Number(process.env['SLOW_ONES'] ?? 60)

/** Sends these bytes and then one after the other without an end, and returns what the server says as it hangs up. */
async function drip(app: Started['app'], bytes: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  socket.on('error', () => undefined)
  if (bytes !== '') socket.write(bytes)
  const dripping = bytes === '' ? undefined : setInterval(() => socket.write('x'), 40)
  await once(socket, 'close')
  clearInterval(dripping)
  return text
}

describe.each(servers)('on $kind', (server: Started) => {
  let token = ''
  beforeAll(async () => {
    token = await server.login(demo)
  })

  const ask = () => server.call('GET', '/organizations', { token })

  test('AP-02 RP-01 a person has a few reports read at once, is told when they ask for too many, and others are not held up', async () => {
    const { database } = server
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const reading: typeof database.reading = async (orgId, work) => {
      await held
      return database.reading(orgId, work)
    }
    const node = await startOn({ ...database, reading })
    const { orgId } = await knownOf(server, token)
    const body = { organizationId: orgId, measures: ['orders'], dimensions: [], from: '2026-01-01', to: '2026-01-31' }
    const report = () => node.call('POST', '/reports', { token, body })
    const refused: unknown[] = []
    const asked = Array.from({ length: ofPerson.atOnce + ofPerson.places + 2 }, async () => {
      const answer = await report()
      if (answer.status !== 200) refused.push(answer)
    })
    await expect.poll(() => refused.length).toBe(2)
    const tooMany = { status: 429, headers: { 'retry-after': '5' }, body: { error: { code: 'too_many_reads' } } }
    expect(refused).toMatchObject([tooMany, tooMany])
    expect(await node.call('GET', '/organizations', { token })).toMatchObject({ status: 200 })
    letGo()
    await Promise.all(asked)
    expect(refused).toHaveLength(2)
    expect(await report()).toMatchObject({ status: 200 })
    await node.stop()
  })

  test('AP-02 what would wait too long for the database is refused after a second, and nothing else', async () => {
    const pauses: number[] = []
    const node = await startOn(server.database, { pause: async (milliseconds) => void pauses.push(milliseconds) })
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    // All connections, and as many as may wait for one.
    const waiting = Array.from({ length: 10 + 200 }, () =>
      server.database.system(async (tx) => {
        await tx.execute(sql`select 1`)
        await held
      }),
    )
    expect(server.database.isOverloaded()).toBe(true)
    expect(await node.call('GET', '/organizations', { token })).toMatchObject(away)
    expect(pauses).toEqual([1_000])
    expect(await node.call('GET', '/api/openapi.json')).toMatchObject({ status: 200 })
    letGo()
    await Promise.all(waiting)
    expect(server.database.isOverloaded()).toBe(false)
    expect(await ask()).toMatchObject({ status: 200 })
    expect(pauses).toEqual([1_000])
    await node.stop()
  })

  test('AP-02 on a connection that is still open while the server stops: 503 that closes it, and the answer in hand', async () => {
    let isAsked = () => {}
    let letGo = () => {}
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const node = await startOn(server.database, {
      whoAsks: async () => {
        isAsked()
        await held
        throw new Error('too late')
      },
    })
    const sockets: Socket[] = []
    node.app.server.on('connection', (socket: Socket) => sockets.push(socket))
    await node.app.listen({ port: 0, host: '127.0.0.1' })
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`
    const inHand = said(node.app, get('/api/v1/organizations'))
    await asked
    const socket = connect((node.app.server.address() as AddressInfo).port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    // Half a request, so that the connection is not idle.
    socket.write(get('/api/health').slice(0, -2))
    while ((sockets[1]?.bytesRead ?? 0) === 0) await new Promise((resolve) => setImmediate(resolve))
    const stopped = stopServer({
      app: node.app,
      jobs: [],
      database: { close: async () => undefined },
    })
    await new Promise((resolve) => setImmediate(resolve))
    socket.write('\r\n')
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1\.1 503 /)
    expect(text).toMatch(/\r\nconnection: close\r\n/i)
    expect(text).toMatch(/\r\nretry-after: 2\r\n/i)
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject(away.body)
    letGo()
    expect(await inHand).toMatch(/^HTTP\/1\.1 500 /)
    expect(await stopped).toBe(true)
  })

  test('AP-02 behind a proxy, a stopping server takes no new connections and answers once more on each that is open', async () => {
    const node = await startOn(server.database)
    await node.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = node.app.server.address() as AddressInfo
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const health = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        get({ agent, host: '127.0.0.1', port, path: '/api/health' }, (answer) => resolve(answer.resume())).once(
          'error',
          reject,
        )
      })
    expect((await health()).headers.connection).toBe('keep-alive')
    const stopped = stopServer({
      app: node.app,
      jobs: [],
      database: { close: async () => undefined },
      isBehindProxy: true,
    })
    await expect.poll(() => node.app.server.listening).toBe(false)
    const { statusCode, headers } = await health()
    expect([statusCode, headers.connection]).toEqual([200, 'close'])
    await expect(health()).rejects.toThrow(/ECONNREFUSED/)
    expect(await stopped).toBe(true)
  })

  test('AP-02 who sends a request byte by byte, or none, is told so in time, and nobody else waits for that', async () => {
    const node = await startOn(server.database, { arrival: { head: 1_000, whole: 2_000, look: 100 } })
    expect(node.app.server).toMatchObject({ headersTimeout: 1_000, requestTimeout: 2_000 })
    await node.app.listen({ port: 0, host: '127.0.0.1' })
    const post =
      'POST /api/v1/users/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{'
    const slow = Array.from({ length: slowOnes }, (_, index) =>
      drip(node.app, ['', 'GET /api/health HTTP/1.1\r\nx-long: ', post][index % 3] ?? ''),
    )
    const health = async () => (await fetch(new URL('/api/health', node.app.listeningOrigin))).status
    expect(new Set(await Promise.all(slow.slice(0, 20).map(health)))).toEqual(new Set([200]))
    const texts = await Promise.all(slow)
    expect(new Set(texts.map((text) => text.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']))
    expect(await health()).toBe(200)
    console.log(`${server.kind}: ${slowOnes} slow connections, each ended with 408`)
    node.app.server.closeAllConnections()
    await node.app.close()
  })

  test('AP-02 the head of a request is not given more time than the whole, or Node takes the longer of both', async () => {
    const node = await startOn(server.database)
    const { headersTimeout, requestTimeout } = node.app.server
    expect(headersTimeout).toBeLessThan(requestTimeout)
    await node.app.close()
  })

  test('AP-02 what Node refuses by itself has the one error body, too', async () => {
    const node = await startOn(server.database)
    await node.app.listen({ port: 0, host: '127.0.0.1' })
    const head = 'GET /api/health HTTP/1.1\r\nhost: x\r\n'
    for (const [bytes, status, code] of [
      [`${head}expect: a miracle\r\n\r\n`, 417, 'expectation_failed'],
      [`${head}cookie: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
      ['NONSENSE\r\n\r\n', 400, 'bad_request'],
    ] as const) {
      const text = await said(node.app, bytes)
      expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      expect(text).toMatch(/\r\nx-content-type-options: nosniff\r\n/i)
      expect(text).toContain("frame-ancestors 'none'")
      expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toEqual({
        success: false,
        message: expect.any(String),
        error: { code, message: expect.any(String) },
      })
    }
    await node.app.close()
  })
})
