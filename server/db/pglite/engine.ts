import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { MessageChannel, Worker } from 'node:worker_threads'
import { ownProgram } from '../../files'
import { DiskFull } from '../errors'
import { Channel } from './channel'
import { engineFailure } from './folder'

/** What the worker is told at its start. */
export interface Start {
  dataDir: string
  wasm: WebAssembly.Module
}

/** What the worker says of its start, and of its end when PostgreSQL gave up. */
export type Told =
  | { type: 'ready'; syncs: SharedArrayBuffer }
  | { type: 'failed'; reason: string }
  | { type: 'stopped'; reason: string }

/** PGlite in a thread of its own, over one folder. */
export interface Engine {
  /** How often the disk was asked to keep what it holds. Rejects with `FolderUnusable` when the engine can't start. */
  readonly ready: Promise<Uint32Array>
  /** Resolves when the thread has ended, for whatever reason, with that reason if there is one. */
  readonly ended: Promise<unknown>
  /** What is sent before the engine is ready waits for it. */
  connect(): Channel
  /** Ends once the folder holds everything. */
  close(): Promise<void>
}

let compiled: WebAssembly.Module | undefined

/**
 * PostgreSQL itself, compiled once for all engines of this process. What it never runs is not even looked at, and what it runs
 * is compiled well once it has run for a tenth of a second or so: by the bytes that V8 waits for otherwise, a start compiles
 * a thousand functions twice, which takes a second more.
 */
function wasm(): WebAssembly.Module {
  if (compiled) return compiled
  setFlagsFromString('--wasm-lazy-validation')
  setFlagsFromString('--wasm-tiering-budget=100000000')
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  compiled = new WebAssembly.Module(readFileSync(join(main, '../pglite.wasm')))
  return compiled
}

/** Starts the engine; the database is made first when the folder is empty. */
export function startEngine(folder: string): Engine {
  const worker = new Worker(ownProgram('db/pglite/worker'), {
    workerData: { dataDir: folder, wasm: wasm() } satisfies Start,
    // What it reads and answers lives shortly; with more room it would be left lying about.
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 512 },
  })
  let reason: unknown
  // Without a listener an error of the thread would end the whole process.
  worker.on('error', (error) => {
    reason = error
  })
  const ended = new Promise<unknown>((resolve) => worker.once('exit', () => resolve(reason)))
  const ready = new Promise<Uint32Array>((resolve, reject) => {
    worker.on('message', (told: Told) => {
      if (told.type === 'ready') return resolve(new Uint32Array(told.syncs))
      const failure = engineFailure(folder, told.reason)
      reject(failure)
      reason = failure instanceof DiskFull ? failure : told.reason
    })
    void ended.then((why) => reject(engineFailure(folder, `it can't be opened (${String(why)})`)))
  })
  return {
    ready,
    ended,
    connect: () => {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage({ type: 'connect', port: port2 }, [port2])
      return new Channel(port1, folder)
    },
    close: async () => {
      worker.postMessage({ type: 'close' }, [])
      await ended
    },
  }
}
