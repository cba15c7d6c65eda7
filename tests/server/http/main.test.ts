import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../freePort'
import { programOf } from '../../serverProgram'
import { emptyFolder } from '../folders'
import { smallDisk } from '../smallDisk'
import { everyWay } from '../../everyWay'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = await emptyFolder()

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function startServer(env: Record<string, string>): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, programOf(), {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', SEED: 'none', PORT: '0', ...env },
  })
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { child, said: () => said }
}

async function ends(env: Record<string, string>): Promise<[code: number, said: string]> {
  const { child, said } = startServer(env)
  const [code] = (await once(child, 'close')) as [number]
  return [code, said()]
}

const ready = ({ child, said }: ReturnType<typeof startServer>) =>
  new Promise<void>((resolve) => child.stdout?.on('data', () => said().includes('runs at') && resolve()))

test.each([
  [{ PORT: 'many' }, 'PORT: must be a number from 0 to 65535'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be fatal, error, warn, info, debug, trace or silent'],
  [{ SEED: 'all' }, 'SEED: must be demo or none'],
  [{ SIGNUP: 'no' }, 'SIGNUP: must be open, invitation or closed'],
  [{ API_HOST: 'api.example.com' }, 'API_HOST: must be an http or https address such as https://api.example.com'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY: must be addresses of proxies, such as 10.0.0.0/8, loopback'],
  [{ WORKER: 'off' }, 'WORKER: off needs DATABASE_URL, as no worker can share the embedded database'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must be an address such as postgresql://user@host/database'],
])('a wrong setting %j: one line, exit code 2', async (env, message) => {
  expect(await ends(env)).toEqual([2, `offerdesk: ${message}\n`])
})

test('a port that is taken: one line, exit code 2, before a database is made', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const dataDir = join(folder, 'never')
  expect(await ends({ PORT: String(port), DATA_DIR: dataDir })).toEqual([
    2,
    `offerdesk: port ${port} is in use; set PORT to another one\n`,
  ])
  expect(existsSync(dataDir)).toBe(false)
  other.close()
})

test('an address that this machine has not: one line, exit code 2', async () => {
  expect(await ends({ HOST: '192.0.2.1' })).toEqual([
    2,
    'offerdesk: 192.0.2.1 is no address of this machine; set HOST to one that is, or to 0.0.0.0 for all of them\n',
  ])
})

test('a folder that can not be made, or holds half a database: one line that names it, exit code 2', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(await ends({ DATA_DIR: file })).toEqual([
    2,
    `offerdesk: DATA_DIR ${file} can't be made or written to: a file is in the way. Choose another one.\n`,
  ])
  const damaged = await emptyFolder()
  rmSync(join(damaged, 'postgres/PG_VERSION'))
  const [code, said] = await ends({ DATA_DIR: damaged })
  expect([code, said.trim().split('\n')]).toEqual([
    2,
    [expect.stringContaining(`The database in ${damaged}/postgres is damaged: PG_VERSION is missing.`)],
  ])
  rmSync(damaged, { recursive: true })
})

test.runIf(everyWay)(
  'a full disk while the database is made: one line, exit code 1; with room it is made',
  async ({ skip }) => {
    const disk = await smallDisk(10 * 2 ** 20)
    if (typeof disk === 'string') return skip(disk)
    onTestFinished(() => disk.remove())
    const dataDir = join(disk.folder, 'data')
    expect(await ends({ DATA_DIR: dataDir })).toEqual([
      1,
      `offerdesk: The disk of ${dataDir} is full. Make room and start again: nothing that was saved is lost.\n`,
    ])
    await disk.grow(200 * 2 ** 20)
    const server = startServer({ DATA_DIR: dataDir })
    await ready(server)
    server.child.kill('SIGTERM')
    expect(await once(server.child, 'close')).toEqual([0, null])
  },
)

test('PostgreSQL that is not there: one line, exit code 2', async () => {
  const [code, said] = await ends({ DATABASE_URL: 'postgresql://offerdesk@localhost:1/none' })
  expect(code).toBe(2)
  expect(said.trim().split('\n')).toEqual([
    expect.stringMatching(
      /PostgreSQL does not answer at localhost:1 \(.*ECONNREFUSED.*\): start it, or mend DATABASE_URL$/,
    ),
  ])
})

test('a server whose output nobody reads any more goes on', async () => {
  const port = await freePort()
  const { child } = startServer({ PORT: String(port) })
  child.stdout?.destroy()
  const ended = once(child, 'close')
  const asked = async (): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined))?.status ?? delay(100).then(asked)
  expect(await Promise.race([asked(), ended])).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('stopping waits for a request in hand for some seconds, and no longer', async () => {
  const port = await freePort()
  const server = startServer({ PORT: String(port) })
  await ready(server)
  const slow = connect(port, '127.0.0.1')
  slow.on('error', () => undefined)
  // A body that never comes in whole, of a request that the server says it has.
  const head = ['host: x', 'content-type: application/json', 'content-length: 9', 'expect: 100-continue']
  slow.write(`POST /api/v1/search HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n{`)
  expect(String((await once(slow, 'data'))[0])).toContain('100 Continue')
  const start = Date.now()
  server.child.kill('SIGTERM')
  expect(await once(server.child, 'close')).toEqual([0, null])
  expect(Date.now() - start).toBeLessThan(10_000)
  expect(server.said()).toContain('Stopped before everything had ended.')
})

test('in production every line is for programs to read, from the start to the end', async () => {
  const port = await freePort()
  const server = startServer({ NODE_ENV: 'production', PORT: String(port), METRICS_PORT: '' })
  await ready(server)
  const answer = await fetch(`http://127.0.0.1:${port}/api/health`, { headers: { 'x-request-id': 'proxy-1' } })
  expect(answer.headers.get('x-request-id')).toBe('proxy-1')
  const [code, refused] = await ends({ NODE_ENV: 'production', PORT: '0' })
  expect(code).toBe(2)
  expect(JSON.parse(refused)).toMatchObject({ level: 60, msg: expect.stringContaining(String(server.child.pid)) })
  server.child.kill('SIGTERM')
  await once(server.child, 'close')
  const lines = server
    .said()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; reqId?: string })
  expect(lines.filter(({ reqId }) => reqId === 'proxy-1').map(({ msg }) => msg)).toContain('request completed')
})

test('a folder in use: one line that names the other process, exit code 2; a signal ends the first one cleanly', async () => {
  const first = startServer({})
  await ready(first)
  const [code, said] = await ends({})
  expect(code).toBe(2)
  expect(said.trim().split('\n')).toHaveLength(1)
  expect(said).toContain(String(first.child.pid))
  first.child.kill('SIGTERM')
  expect(await once(first.child, 'close')).toEqual([0, null])
})
