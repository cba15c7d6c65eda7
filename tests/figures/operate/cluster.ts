import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { unprivilegedAccount } from '../../server/account'
import { atEnd, end, guard } from './ends'

const versions = '/usr/lib/postgresql'

/** A program of PostgreSQL 15 or later, as Debian installs it. Throws where there is none. */
export function programOfPostgres(name: string): string {
  const [oldest] = (existsSync(versions) ? readdirSync(versions) : [])
    .filter((version) => Number(version) >= 15)
    .toSorted((a, b) => Number(a) - Number(b))
  if (oldest === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  return join(versions, oldest, 'bin', name)
}

/** Runs a program of PostgreSQL as whoever it runs as, and waits for its end. */
export async function postgresDoes(name: string, args: readonly string[]): Promise<void> {
  const account = await unprivilegedAccount()
  const child = spawn(programOfPostgres(name), args, { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}: ${said}`)
}

/** A server of PostgreSQL that writes to its disk as one for customers does. */
export class Postgres {
  readonly folder: string
  readonly port: number
  #process: ChildProcess | undefined

  /** `folder` holds its data and its socket. */
  constructor(folder: string, port: number) {
    this.folder = folder
    this.port = port
    atEnd(() => this.end('SIGQUIT'))
  }

  get data(): string {
    return join(this.folder, 'data')
  }

  /** Makes the cluster; who comes by TCP needs a password unless all are trusted. */
  async init(...settings: string[]): Promise<void> {
    await this.adopt()
    const isTrusting = settings.includes('trust')
    const auth = isTrusting ? ['-A', 'trust'] : ['--auth-local=peer', '--auth-host=scram-sha-256']
    await postgresDoes('initdb', ['-D', this.data, '-U', 'postgres', '-E', 'UTF8', '--no-instructions', ...auth])
    this.set(...settings.filter((setting) => setting !== 'trust'))
  }

  /** Gives the folder to whoever PostgreSQL runs as. */
  async adopt(): Promise<void> {
    const account = await unprivilegedAccount()
    if (account) chownSync(this.folder, account.uid, account.gid)
  }

  set(...settings: string[]): void {
    const file = join(this.data, 'postgresql.auto.conf')
    const own = [`port = ${this.port}`, `unix_socket_directories = '${this.folder}'`, `listen_addresses = 'localhost'`]
    appendFileSync(file, `${[...own, ...settings].join('\n')}\n`)
  }

  async start(): Promise<void> {
    const account = await unprivilegedAccount()
    const child = spawn(programOfPostgres('postgres'), ['-D', this.data], { ...account, cwd: '/', stdio: 'ignore' })
    this.#process = child
    guard(child)
    await this.untilItAnswers()
  }

  async untilItAnswers(): Promise<void> {
    for (let left = 400; ; left -= 1) {
      try {
        return void (await this.ask('select 1'))
      } catch (error) {
        // A refusal is an answer.
        if (error instanceof Error && /password|Peer|no pg_hba/.test(error.message)) return
        if (left === 0 || this.#process?.exitCode !== null) throw error
        await delay(50)
      }
    }
  }

  url(user: string, database: string): string {
    return `postgresql://${user}@localhost:${this.port}/${database}`
  }

  async ask<Row extends object>(statement: string, database = 'postgres'): Promise<Row[]> {
    const client = new Client({ connectionString: this.url('postgres', database) })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(statement)).rows
    } finally {
      await client.end()
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.#process) await end(this.#process, signal)
  }

  /** As when the power is cut: the postmaster and all that serve connections at once. */
  async kill(): Promise<void> {
    const child = this.#process
    if (child?.pid === undefined) return
    const { stdout } = spawn('pgrep', ['-P', String(child.pid)])
    let pids = ''
    for await (const chunk of stdout) pids += String(chunk)
    const ended = end(child, 'SIGKILL')
    for (const pid of pids.trim().split('\n')) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It has ended already.
      }
    }
    await ended
  }
}
