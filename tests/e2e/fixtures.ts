import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Page, test as base } from 'playwright/test'
import { Backend } from './backend/server'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A server process of ours, and what it has printed. */
export interface Running {
  url: string
  output: () => string
}

/** Starts our server on a port of its own, with a folder of its own. */
async function startServer(
  port: number,
  env: Record<string, string>,
): Promise<Running & { stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'offerdesk-e2e-'))
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, DATABASE_URL: '', ...env },
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('runs at')) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${port}`, output: () => output, stop }
}

interface WorkerFixtures {
  /** The app's own server, which only delivers the app. */
  delivery: Running
  sharedBackend: Backend
  /** The whole product: app, server and demo data. */
  reference: Running
}
interface TestFixtures {
  backend: Backend
  /** Signs Ann in without the sign-in page, and opens an address. */
  open: (path: string) => Promise<Page>
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  sharedBackend: [
    async ({}, use) => {
      const backend = await new Backend().start()
      await use(backend)
      await backend.stop()
    },
    { scope: 'worker' },
  ],
  delivery: [
    async ({ sharedBackend }, use, { parallelIndex }) => {
      const server = await startServer(5400 + parallelIndex, { SEED: 'none', API_HOST: sharedBackend.url })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  reference: [
    async ({}, use, { parallelIndex }) => {
      const server = await startServer(5420 + parallelIndex, { SEED: 'demo' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ delivery }, use) => use(delivery.url),
  backend: async ({ sharedBackend }, use) => {
    sharedBackend.reset()
    await use(sharedBackend)
  },
  open: async ({ page, backend }, use) => {
    await use(async (path) => {
      backend.sessions.set('tkn_ann', 'ann@one.example')
      await page.addInitScript(() => {
        if (sessionStorage.getItem('opened')) return
        sessionStorage.setItem('opened', 'yes')
        localStorage.setItem('auth_token', 'tkn_ann')
      })
      await page.goto(path)
      return page
    })
  },
})

export { expect } from 'playwright/test'

export const offersTab = '/campaigns/cmp_1?tab=offers'

/** The row of a table that begins with this text. */
export const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Chooses an action of a row's menu, whose button is the last one of the row. */
export async function chooseAction(page: Page, name: string, action: 'Edit' | 'Delete') {
  await row(page, name).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: action }).click()
}
