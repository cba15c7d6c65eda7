import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../../server/config'
import { openDatabase } from '../../../server/db/database'
import { examine } from '../../../server/doctor/examine'
import { proxyFindings } from '../../../server/doctor/proxy'
import { ownVersion } from '../../../server/files'
import { probeHeader, sealProbe } from '../../../server/http/probe'
import { createSecrets } from '../../../server/secrets'
import { guard } from '../../figures/operate/ends'
import { hasNginx, selfSigned, writeSite } from '../../figures/operate/nginx'
import { freePort } from '../../freePort'
import { type Started, startOn } from '../http/start'
import { scratchDatabase } from '../postgres'

const key = Buffer.alloc(32, 1)
const scratch = await scratchDatabase()
const database = await openDatabase(scratch)
const folder = mkdtempSync(join(tmpdir(), 'offerdesk-proxy-'))
// The proxy may run by an account of its own.
chmodSync(folder, 0o755)

/** Servers that trust nobody, their own machine, and one address of it. */
const trusting = { nobody: '', here: 'loopback', one: '127.0.0.1' }
type Trusting = keyof typeof trusting
const servers: Partial<Record<Trusting, { started: Pick<Started, 'app' | 'stop'>; port: number }>> = {}
const portOf = (name: Trusting) => servers[name]?.port ?? 0

beforeAll(async () => {
  for (const name of ['nobody', 'here', 'one'] as const) {
    const config = readConfig({ NODE_ENV: 'test', TRUST_PROXY: trusting[name] })
    const started = await startOn(database, { config, secrets: createSecrets([key]), version: ownVersion() })
    servers[name] = { started, port: await freePort() }
    await started.app.listen({ port: portOf(name), host: '127.0.0.1' })
  }
})
afterAll(async () => {
  for (const server of Object.values(servers)) {
    server.started.app.server.closeAllConnections()
    await server.started.app.close()
  }
  await database.close()
  await scratch.stop()
  rmSync(folder, { recursive: true, force: true })
})

const settings = (publicUrl: string, name: Trusting) => ({
  SECRET_KEY: key.toString('base64'),
  PUBLIC_URL: publicUrl,
  TRUST_PROXY: trusting[name],
})

async function wrongs(publicUrl: string, name: Trusting, more: object = {}): Promise<string[]> {
  const found: string[] = []
  const config = readConfig({ NODE_ENV: 'production', ...settings(publicUrl, name), ...more })
  for await (const { isWrong, text } of proxyFindings(config)) if (isWrong) found.push(text)
  return found
}

test('without a proxy all is well; a server with other keys, and nobody, are told apart', async () => {
  const at = `http://127.0.0.1:${portOf('nobody')}`
  expect(await wrongs(at, 'nobody')).toEqual([])
  expect(await wrongs(at, 'nobody', { SECRET_KEY: Buffer.alloc(32, 2).toString('base64') })).toEqual([
    expect.stringMatching(/it answers 401, as by a server with other keys or of another release/),
  ])
  const nobody = `http://127.0.0.1:${await freePort()}`
  expect(await wrongs(nobody, 'nobody')).toEqual([
    expect.stringMatching(
      /^PUBLIC_URL http:\S+ does not lead to this server when it is asked from here \(.*ECONNREFUSED/,
    ),
  ])
  expect(await wrongs(at, 'nobody', { TRUST_PROXY: '0.0.0.0/0' })).toEqual([
    expect.stringMatching(/^TRUST_PROXY names 0\.0\.0\.0\/0, which is not proxies alone: /),
  ])
})

test('whoever has no key, or an old answer to show, is answered as if nothing were there', async () => {
  const secrets = createSecrets([key])
  const ask = async (proof?: string, path = '/api/v1/events') => {
    const headers = proof === undefined ? {} : { [probeHeader]: proof }
    const answer = await fetch(`http://127.0.0.1:${portOf('nobody')}${path}`, { headers })
    const { 'x-request-id': _, date: __, ...rest } = Object.fromEntries(answer.headers)
    return { status: answer.status, headers: rest, body: (await answer.text()).replaceAll(/[\da-f-]{36}/g, 'id') }
  }
  const without = await ask()
  expect(without.status).toBe(401)
  const good = sealProbe(secrets, Date.now())
  for (const proof of [
    '',
    'doctor',
    'x'.repeat(5_000),
    `${good.slice(0, -4)}AAAA`,
    sealProbe(createSecrets([Buffer.alloc(32, 2)]), Date.now()),
    sealProbe(secrets, Date.now() - 61_000),
    secrets.seal('a password'),
  ]) {
    expect(await ask(proof)).toEqual(without)
  }
  expect((await ask(good)).status).toBe(200)
  expect((await ask(good, '/api/v1/orders')).status).not.toBe(200)
})

describe.skipIf(!hasNginx)('behind nginx', () => {
  const forwarding = 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;'
  const sites: string[] = []
  let port = 0

  /** A site of nginx in front of a server, and its address. */
  async function site(to: number, how: string, { tls = '', version = '1.1' } = {}): Promise<string> {
    const own = await freePort()
    sites.push(`server {
  listen 127.0.0.1:${own}${tls === '' ? '' : ' ssl'};
  ${tls}
  location / { proxy_pass http://127.0.0.1:${to}; proxy_http_version ${version}; proxy_set_header Connection ""; ${how} }
}`)
    return `${tls === '' ? 'http' : 'https'}://127.0.0.1:${own}`
  }
  const at: Record<string, string> = {}

  beforeAll(async () => {
    const [certificate, own] = [join(folder, 'own.pem'), join(folder, 'own.key')]
    selfSigned('desk.example', certificate, own)
    at['good'] = await site(portOf('here'), forwarding, {
      tls: `ssl_certificate ${certificate}; ssl_certificate_key ${own};`,
    })
    // As nginx speaks unless it is told otherwise, it waits for more, where it does not heed what the server says.
    const heedless = `${forwarding} proxy_ignore_headers X-Accel-Buffering;`
    at['held'] = await site(portOf('here'), heedless, { version: '1.0' })
    at['as it is'] = await site(portOf('here'), forwarding, { version: '1.0' })
    at['untrusted'] = await site(portOf('nobody'), forwarding)
    at['silent'] = await site(portOf('here'), 'proxy_set_header X-Forwarded-For "";')
    at['handed on'] = await site(portOf('here'), '')
    at['replaced'] = await site(portOf('here'), 'proxy_set_header X-Forwarded-For $remote_addr;')
    const inner = await site(portOf('one'), forwarding)
    port = Number(new URL(inner).port)
    at['two'] = await site(port, `${forwarding} proxy_bind 127.0.0.2;`)
    at['down'] = await site(await freePort(), forwarding)
    const { program, given } = writeSite(folder, sites.join('\n'))
    rmSync(join(folder, 'nginx.pid'), { force: true })
    const nginx = spawn(program, given, { stdio: 'ignore' })
    guard(nginx)
    await vi.waitUntil(() => existsSync(join(folder, 'nginx.pid')), { timeout: 20_000 })
    return async () => {
      const ended = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await ended
    }
  })

  test('all is well where the proxy tells where requests are from, and holds nothing back', async () => {
    const found = ['good', 'as it is', 'replaced'].map((name) => wrongs(at[name] ?? '', 'here'))
    expect(await Promise.all(found)).toEqual([[], [], []])
    // As the program asks.
    const env = { ...settings(at['good'] ?? '', 'here'), DATA_DIR: join(folder, 'data'), PORT: String(portOf('here')) }
    const told: string[] = []
    for await (const { text } of examine({ env })) told.push(text)
    expect(told).toContain(`Changes come through ${at['good']} as they happen`)
    expect(told).toContain(`The server knows where requests by ${at['good']} are from`)
  })

  test.concurrent.each<[string, Trusting, RegExp]>([
    [
      'held',
      'here',
      /^What changes is held back on the way from http:.*put proxy_buffering off; into the location of \/api/,
    ],
    ['untrusted', 'nobody', /for the proxy at 127\.0\.0\.1, as TRUST_PROXY is not set: set it to loopback$/],
    [
      'silent',
      'here',
      /^The proxy at 127\.0\.0\.1 does not tell where requests are from, .*proxy_add_x_forwarded_for;$/,
    ],
    ['handed on', 'here', /^The proxy at 127\.0\.0\.1 hands on what visitors claim of their addresses: /],
    ['two', 'one', /for the proxy at 127\.0\.0\.2, which TRUST_PROXY does not name: set it to 127\.0\.0\.1,loopback$/],
    ['down', 'here', /does not lead to this server when it is asked from here \(it answers 502\): /],
  ])('doctor finds what is wrong: %s', async (name, trusts, message) => {
    expect(await wrongs(at[name] ?? '', trusts)).toEqual([expect.stringMatching(message)])
  })
})
