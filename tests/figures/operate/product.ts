import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { askerAt } from './asking'
import { atEnd, end, guard } from './ends'

const run = promisify(execFile)

/** The server of a checkout as it is built, with no more of the app than that it is there. */
export function builtProduct(source: string, folder: string): string {
  mkdirSync(join(folder, 'dist'), { recursive: true })
  for (const page of ['index.html', 'public.html', 'pay.html']) {
    writeFileSync(join(folder, 'dist', page), '<title>Offerdesk</title>')
  }
  const build = ['--no-install', 'vite', 'build', '--config', 'vite/server.config.ts', '--logLevel', 'warn']
  const built = '.cache/operated'
  const env = { ...process.env, SERVER_OUT: built }
  execFileSync('npx', build, { cwd: source, env, stdio: ['ignore', 'ignore', 'inherit'] })
  cpSync(join(source, built), join(folder, 'dist/server'), { recursive: true })
  cpSync(join(source, 'package.json'), join(folder, 'package.json'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return folder
}

const programOf = (product: string) => join(product, 'dist/server/main.js')

/** Runs a command of a product to its end, and tells what it says. */
export async function offerdesk(
  product: string,
  args: string[],
  env: Record<string, string>,
  typed = '',
): Promise<string> {
  const running = run(process.execPath, [programOf(product), ...args], { env: { ...process.env, ...env } })
  running.child.stdin?.end(typed)
  return (await running).stdout
}

/** A server, or a worker, of a product. */
export class Node {
  readonly port: number
  readonly #env: Record<string, string>
  #process: ChildProcess | undefined
  said = ''

  constructor(port: number, env: Record<string, string>) {
    this.port = port
    this.#env = { ...env, PORT: String(port) }
    atEnd(() => this.stop())
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  get hasEnded(): boolean {
    return this.#process?.exitCode !== null
  }

  begin(product: string, command = 'serve'): void {
    const child = spawn(process.execPath, [programOf(product), command], {
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.said += String(chunk)))
    guard(child)
    this.#process = child
  }

  async start(product: string): Promise<void> {
    this.begin(product)
    const asker = askerAt({ host: '127.0.0.1', port: this.port })
    const isThere = async () => (await asker.once('/api/health').catch(() => undefined))?.status === 200
    while (!(await isThere())) {
      if (this.hasEnded) throw new Error(`a node ended: ${this.said}`)
      await delay(50)
    }
  }

  async stop(): Promise<void> {
    if (this.#process) await end(this.#process, 'SIGTERM')
  }
}

/** What nodes behind a proxy are set to. */
export const settingsFor = (databaseUrl: string): Record<string, string> => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  PUBLIC_URL: 'https://desk.example',
  TRUST_PROXY: 'loopback',
  SIGNUP: 'invitation',
  LOG_LEVEL: 'warn',
  WORKER: 'off',
})
