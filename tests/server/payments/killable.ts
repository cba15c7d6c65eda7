import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { startServer } from '../../e2e/startServer'
import { freePort } from '../../freePort'
import { programOf } from '../../serverProgram'
import type { Scratch } from '../postgres'

interface Asking {
  token?: string
  /** The same key is the same work, however often it is asked for. */
  key?: string
  body?: object
}

/** A server that is killed and started again, whoever asks it something meanwhile; on PostgreSQL with a worker apart. */
export class Killable {
  readonly #env: Record<string, string>
  readonly #hasWorker: boolean
  #server: Awaited<ReturnType<typeof startServer>> | undefined
  #worker: ChildProcess | undefined
  #onAnswer: () => void = () => undefined
  kills = { server: 0, worker: 0 }

  constructor({ dataDir, databaseUrl }: Scratch) {
    this.#hasWorker = databaseUrl !== undefined
    this.#env = {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? '',
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      LOG_LEVEL: 'silent',
      VALIDATE_ANSWERS: '0',
      SMTP_PRIVATE_HOSTS: 'on',
      WORKER: this.#hasWorker ? 'off' : 'on',
    }
  }

  async start(): Promise<void> {
    this.#startWorker()
    this.#server = await startServer(await freePort(), this.#env)
  }

  #startWorker(): void {
    if (!this.#hasWorker) return
    const env = { ...process.env, ...this.#env }
    this.#worker = spawn(process.execPath, programOf('worker'), { env, stdio: 'ignore' })
  }

  async killServer(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    await server?.kill()
    this.kills.server += 1
  }

  async killWorker(): Promise<void> {
    if (!this.#worker) return
    await end(this.#worker, 'SIGKILL')
    this.#worker = undefined
    this.kills.worker += 1
  }

  /** Kills the server, or the worker, or both, as chance has it, and starts them again. */
  async killOne(): Promise<void> {
    const chance = this.#hasWorker ? Math.random() : 0
    if (chance > 0.3) {
      await this.killWorker()
      this.#startWorker()
    }
    if (chance > 0.6) return
    await this.killServer()
    this.#server = await startServer(await freePort(), this.#env)
  }

  /** Kills whoever does the jobs, and starts it again. */
  async killWhoWorks(): Promise<void> {
    if (this.#hasWorker) {
      await this.killWorker()
      this.#startWorker()
    } else {
      await this.killServer()
      this.#server = await startServer(await freePort(), this.#env)
    }
  }

  async stop(): Promise<void> {
    const server = this.#server
    const worker = this.#worker
    this.#server = undefined
    this.#worker = undefined
    if (worker) await end(worker, 'SIGTERM')
    await server?.stop()
  }

  /** Waits for so many more answers, and for some milliseconds into the work for the next one. */
  async answers(count: number): Promise<void> {
    let left = count
    await new Promise<void>((resolve) => {
      this.#onAnswer = () => {
        left -= 1
        if (left <= 0) resolve()
      }
    })
    await delay(Math.random() * 20)
  }

  /** Asks until somebody answers. Rejects with an answer that is no 200. */
  async ask<Data>(method: string, path: string, asking: Asking = {}): Promise<Data> {
    for (;;) {
      const answer = await this.#askOnce(method, path, asking).catch(() => undefined)
      if (answer?.status === 200) {
        this.#onAnswer()
        return (JSON.parse(answer.text) as { data: Data }).data
      }
      if (answer && answer.status < 500) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      // The next server is not there yet.
      await delay(20)
    }
  }

  async #askOnce(method: string, path: string, { token, key, body }: Asking) {
    if (!this.#server) return undefined
    const response = await fetch(`${this.#server.url}/api/v1${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'close')
  child.kill(signal)
  await ended
}
