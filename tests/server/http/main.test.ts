import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'offerdesk-main-'))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function startServer(env: Record<string, string>): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
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
  [{ SEED: 'all' }, 'SEED: must be demo or none'],
  [{ API_HOST: 'api.example.com' }, 'API_HOST: must be an http or https address such as https://api.example.com'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY: must be addresses of proxies, such as 10.0.0.0/8, loopback'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must be an address such as postgresql://user@host/database'],
])('a wrong setting %j: one line, exit code 2', async (env, message) => {
  expect(await ends(env)).toEqual([2, `offerdesk: ${message}\n`])
})

test('a port that is taken: one line, exit code 2', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  expect(await ends({ PORT: String(port) })).toEqual([
    2,
    `offerdesk: port ${port} is in use; set PORT to another one\n`,
  ])
  other.close()
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
