import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { demoPassword, demoPaymentTokens } from '../../../server/db/demo'
import { freePort } from '../../freePort'
import { programOf } from '../../serverProgram'
import { demo } from '../http/start'
import { scratchDatabase } from '../postgres'
import { startSmtpServer } from '../smtpServer'
import { startCollector } from './collector'

const scratch = await scratchDatabase('demo')
afterAll(() => scratch.stop())

/** A server in production that is asked by HTTP alone. */
async function startServer(env: Record<string, string>) {
  const port = await freePort()
  const child = spawn(process.execPath, programOf(), {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: scratch.dataDir,
      DATABASE_URL: scratch.databaseUrl ?? '',
      SECRET_KEY: randomBytes(32).toString('base64'),
      LOST_KEY: 'on',
      PORT: String(port),
      ...env,
    },
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'close')
  await expect.poll(() => said).toContain('runs at')
  return {
    said: () => said,
    lines: () =>
      said
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    ask: (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init),
    end: async () => {
      child.kill('SIGTERM')
      return ended
    },
  }
}

const post = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

test('AP-02 PM-01 requests, transactions, jobs and mails are told to a collector by their patterns, and the log names the trace', async () => {
  const [collector, smtp] = [await startCollector(), await startSmtpServer()]
  onTestFinished(async () => {
    collector.stop()
    await smtp.stop()
  })
  const server = await startServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_SERVICE_NAME: 'desk',
    // Longer than the test takes: what there is is handed over at the end.
    OTEL_BSP_SCHEDULE_DELAY: '60000',
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  })
  const [traceId, parentSpanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const signedIn = await server.ask(
    '/api/v1/users/login',
    post({ email: demo, password: demoPassword }, { traceparent: `00-${traceId}-${parentSpanId}-01` }),
  )
  const {
    data: { token },
  } = (await signedIn.json()) as { data: { token: string } }
  expect(signedIn.status).toBe(200)
  const authorization = `Bearer ${token}`
  await server.ask('/api/v1/users/me?q=of-nobody', { headers: { authorization } })
  await server.ask(`/api/v1/orders/token/${demoPaymentTokens.open}`)
  await server.ask(`/api/v1/nothing/${demoPaymentTokens.used}`)
  await server.ask('/customers/%zz')
  await server.ask('/api/v1/users/forgot-password/start', post({ email: demo }))
  await expect.poll(() => smtp.taken.length).toBeGreaterThan(0)
  const begun = Date.now()
  expect(await server.end()).toEqual([0, null])
  expect(Date.now() - begun).toBeLessThan(10_000)

  expect(collector.resource()).toMatchObject({ 'service.name': 'desk', 'service.version': expect.any(String) })
  const named = (name: string) => collector.spans.filter((span) => span.name === name)
  const [login] = named('POST /api/v1/users/login')
  expect(login).toMatchObject({
    traceId,
    parentSpanId,
    kind: 2,
    facts: {
      'http.request.method': 'POST',
      'http.route': '/api/v1/users/login',
      'http.response.status_code': 200,
      'url.path': '/api/v1/users/login',
      'url.scheme': 'http',
      'client.address': '127.0.0.1',
    },
  })
  // Past the body, which comes in by itself, they are still known to be of this request.
  const within = collector.spans.filter((span) => span.parentSpanId === login?.spanId)
  expect(within.length).toBeGreaterThan(0)
  for (const span of within) {
    expect(span).toMatchObject({ traceId, kind: 3, facts: { 'db.system.name': 'postgresql' } })
    expect(span.name).toMatch(/^transaction system$/)
  }
  const [asked] = named('GET /api/v1/users/me')
  expect(collector.spans.find((span) => span.parentSpanId === asked?.spanId)?.name).toBe('caller_of')
  expect(named('GET /api/v1/orders/token/:token')[0]?.facts['url.path']).toBe('/api/v1/orders/token/…')
  expect(named('GET').map(({ facts }) => facts['http.response.status_code'])).toEqual([404, 400])

  const [sent] = named('smtp send')
  expect(sent).toMatchObject({ kind: 3, facts: { 'server.address': '127.0.0.1' } })
  const job = collector.spans.find(({ spanId }) => spanId === sent?.parentSpanId)
  expect(job).toMatchObject({ name: 'jobs.sendMails', kind: 1 })
  expect(job?.parentSpanId).toBeUndefined()
  // Those who only look whether there is something to do are not told of.
  expect(
    new Set(collector.spans.filter(({ name }) => name.startsWith('jobs.')).map(({ traceId: of }) => of)).size,
  ).toBe(collector.spans.filter(({ name }) => name.startsWith('jobs.')).length)
  expect(named('jobs.beat')).toEqual([])

  const lines = server.lines().filter(({ msg }) => msg === 'incoming request' || msg === 'request completed')
  expect(lines.filter(({ trace_id: id }) => id === traceId).map(({ span_id: id }) => id)).toEqual([
    login?.spanId,
    login?.spanId,
  ])
  // But for the one address that can't be read.
  const untold = lines.filter(({ trace_id: id }) => !/^[\da-f]{32}$/.test(String(id)))
  expect(new Set(untold.map(({ reqId }) => reqId)).size).toBe(1)
  for (const secret of [token, demo, demoPassword, 'of-nobody', ...Object.values(demoPaymentTokens)]) {
    expect(collector.text()).not.toContain(secret)
  }
})

test.each([
  ['says 500', 'Internal Server Error'],
  ['never answers', 'timed out|timeout'],
])('AP-02 a collector that %s holds up neither requests nor the end, and is told once', async (kind, why) => {
  const collector = await startCollector((request, response) => {
    request.resume()
    if (kind === 'says 500') response.writeHead(500).end('no')
  })
  onTestFinished(collector.stop)
  const server = await startServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    OTEL_BSP_SCHEDULE_DELAY: '20',
  })
  for (let round = 0; round < 3; round += 1) {
    const before = collector.asked()
    expect((await server.ask('/api/health')).status).toBe(200)
    await expect.poll(() => collector.asked()).toBeGreaterThan(before)
  }
  await expect.poll(server.said).toContain('Traces are not taken')
  await server.ask('/api/health')
  const begun = Date.now()
  expect(await server.end()).toEqual([0, null])
  expect(Date.now() - begun).toBeLessThan(10_000)
  const told = server.lines().filter(({ msg }) => String(msg).startsWith('Traces'))
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({ level: 40, msg: expect.stringMatching(why) })
})

test('AP-02 with a misspelt address nothing is traced, which is said in a line', async () => {
  const server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })
  expect((await server.ask('/api/health')).status).toBe(200)
  expect(await server.end()).toEqual([0, null])
  expect(server.lines().map(({ msg }) => msg)).toContain(
    'OTEL_EXPORTER_OTLP_ENDPOINT: must be an http or https address such as http://localhost:4318; nothing is traced',
  )
})
