import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../freePort'
import { emptyFolder } from '../folders'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'offerdesk-package-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The product as it is when it is built, with no more of the app than that it is there. */
async function builtProduct(): Promise<string> {
  const product = join(folder, 'product')
  mkdirSync(join(product, 'dist'), { recursive: true })
  for (const file of ['package.json', 'README.md', 'LICENSE', 'docs', 'server']) {
    cpSync(file, join(product, file), { recursive: true, filter: (path) => !path.endsWith('.png') })
  }
  for (const page of ['index.html', 'public.html', 'pay.html'])
    writeFileSync(join(product, 'dist', page), '<title>Offerdesk</title>')
  const built = process.env['BUILT_SERVER'] ?? '.cache/packed'
  if (process.env['BUILT_SERVER'] === undefined) {
    const build = ['--no-install', 'vite', 'build', '--config', 'vite/server.config.ts', '--logLevel', 'warn']
    await run('npx', build, { env: { ...process.env, SERVER_OUT: built } })
  }
  cpSync(built, join(product, 'dist/server'), { recursive: true })
  return product
}

const isUnreachable = (error: unknown) =>
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED|E40\d|E50\d/.test(
    String((error as { stderr?: string }).stderr),
  )

test('npm pack makes one file, which npm install -g turns into a program that starts', async ({ skip }) => {
  const product = await builtProduct()
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: product,
  })
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }]
  const folders = new Set(packed.files.map(({ path }) => path.replace(/^([^/]+\/?).*/, '$1')))
  expect([...folders].toSorted()).toEqual(['LICENSE', 'README.md', 'dist/', 'docs/', 'package.json'])
  expect(
    packed.files.map(({ path }) => path).filter((path) => /\.ts$|test|^docs\/(?!running\.md$)/.test(path)),
  ).toEqual([])

  const prefix = join(folder, 'prefix')
  const install = ['install', '--global', '--prefix', prefix, '--prefer-offline', '--no-audit', '--no-fund']
  try {
    await run('npm', [...install, join(folder, packed.filename)], { cwd: folder })
  } catch (error) {
    if (isUnreachable(error)) return skip('no registry can be reached')
    throw error
  }
  const program = join(prefix, 'bin/offerdesk')
  const installed = join(prefix, 'lib/node_modules/offerdesk/node_modules')
  // What only the build needs does not come along.
  expect(['react', 'tsx', 'vite'].filter((name) => existsSync(join(installed, name)))).toEqual([])
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect((await run(program, ['--version'])).stdout).toBe(`${version}\n`)

  const port = await freePort()
  const dataDir = await emptyFolder()
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: '', PORT: String(port) }
  const server = spawn(program, [], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'close')
  await Promise.race([once(server.stdout, 'data'), ended])
  const health = await fetch(`http://127.0.0.1:${port}/api/health`)
  expect(await health.json()).toEqual({ status: 'ok', version })
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  rmSync(dataDir, { recursive: true })
})
