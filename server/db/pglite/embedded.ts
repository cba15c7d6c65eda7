import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import type pg from 'pg'
import { Channel } from './channel'
import { lockFolder } from './lock'
import { upkeepOf, type Upkeep } from './upkeep'

/** PGlite in a thread of its own: a long statement must not stall HTTP. */
export interface Embedded {
  /** How node-postgres reaches it: one connection at a time. */
  readonly connection: pg.ClientConfig
  /** How often the disk was asked to keep what it holds, since the start. */
  readonly syncs: () => number
  keepUp(pool: pg.Pool): Upkeep
  close(): Promise<void>
}

/** Opens the folder's database and makes it first if need be. Rejects with `FolderInUse` while another process has it. */
export async function openEmbedded(dataDir: string, log?: (message: string) => void): Promise<Embedded> {
  await mkdir(dataDir, { recursive: true })
  const lock = await lockFolder(dataDir)
  const worker = new Worker(new URL('./boot.mjs', import.meta.url), {
    workerData: { dataDir: join(dataDir, 'postgres') },
  })
  const exited = once(worker, 'exit').then(() => lock.release())
  try {
    const syncs = await ready(worker)
    worker.on('error', (error) => log?.(`The embedded database stopped: ${String(error)}`))
    return {
      connection: { stream: () => connect(worker), user: 'postgres', database: 'postgres', pipeline: true },
      syncs: () => Atomics.load(syncs, 0),
      keepUp: (pool) => upkeepOf(pool, log),
      close: async () => {
        worker.postMessage({ type: 'close' }, [])
        await exited
      },
    }
  } catch (error) {
    await worker.terminate()
    await exited
    throw error
  }
}

async function ready(worker: Worker): Promise<Uint32Array> {
  // Rejects when the worker fails first.
  const [{ syncs }] = (await once(worker, 'message')) as [{ syncs: SharedArrayBuffer }]
  return new Uint32Array(syncs)
}

function connect(worker: Worker): Channel {
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ type: 'connect', port: port2 }, [port2])
  return new Channel(port1)
}
