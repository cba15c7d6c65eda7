import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { check } from '../../contract/conformance/check'
import { demoLogins, demoPassword, demoPaymentTokens } from '../../server/db/demo'
import { type Scratch, scratchDatabases } from '../server/postgres'

const root = fileURLToPath(new URL('../../', import.meta.url))
const [email, secondEmail] = demoLogins
const accounts = {
  email,
  secondEmail,
  password: demoPassword,
  secondPassword: demoPassword,
  orderToken: demoPaymentTokens.open,
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The reference server as a process of its own, as a backend team would see it. */
async function started({ dataDir, databaseUrl }: Scratch): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: `${port}`,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    SEED: 'demo',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'development',
  }
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('runs at') && resolve())
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return { url: `http://127.0.0.1:${port}`, child }
}

const runs = {
  pglite: [
    ['core', 1],
    ['full', 2],
  ],
  postgres: [['full', 3]],
} as const

const scratches = await scratchDatabases()
const servers = await Promise.all(
  scratches.map(async (scratch) => ({ kind: scratch.kind, ...(await started(scratch)) })),
)

afterAll(async () => {
  await Promise.all(
    servers.map(async ({ child }) => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    }),
  )
  await Promise.all(scratches.map((scratch) => scratch.stop()))
})

describe.each(servers)('the reference server on $kind', ({ kind, url }) => {
  test.each<readonly ['core' | 'full', number]>(runs[kind])(
    'conforms at level %s with seed %i',
    async (level, seed) => {
      const report = await check({ baseUrl: url, ...accounts, level, readOnly: false, seed })
      expect(report.findings).toEqual([])
      // Their links come by mail only.
      expect(report.notExercised).toEqual(['users.resetPassword', 'users.completeSignup'])
      expect(report.skipped.map(({ rule }) => rule)).toEqual(['access.endedToken'])
      // There is no call to delete an auto-responder; all else is gone again.
      expect(report.leftovers).toHaveLength(3)
      expect(report.leftovers.every((line) => line.startsWith('auto-responder'))).toBe(true)
    },
    180_000,
  )
})
