import { fork } from 'node:child_process'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { ownProgram } from '../../files'
import { DiskFull } from '../errors'
import { type Engine, startEngine } from './engine'
import { createDatabase, FolderUnusable, holdsDatabase, makeFolder } from './folder'
import { lockFolder } from './lock'
import { upkeepOf, type Upkeep } from './upkeep'

/** PGlite in a thread of its own: a long statement must not stall HTTP. */
export interface Embedded {
  /** How node-postgres reaches it: one connection at a time. */
  readonly connection: pg.ClientConfig
  /** How often the disk was asked to keep what it holds, since the engine started. */
  readonly syncs: () => number
  keepUp(pool: pg.Pool): Upkeep
  close(): Promise<void>
}

export interface EmbeddedOptions {
  log?: ((message: string) => void) | undefined
  /** Told when the engine has stopped and can't be started again. */
  onLost?: ((reason: Error) => void) | undefined
}

/**
 * Opens the folder's database and makes it first if need be. Rejects with `FolderInUse` while another process has it,
 * and with `FolderUnusable` when it is damaged or can't be made.
 */
export async function openEmbedded(dataDir: string, { log, onLost }: EmbeddedOptions = {}): Promise<Embedded> {
  await makeFolder(dataDir)
  const lock = await lockFolder(dataDir)
  const folder = join(dataDir, 'postgres')
  try {
    if (!(await holdsDatabase(folder))) await createDatabase(folder, makeDatabase)
    const engine = await keepRunning(folder, log, onLost)
    return {
      connection: { stream: () => engine.connect(), user: 'postgres', database: 'postgres', pipeline: true },
      syncs: engine.syncs,
      keepUp: (pool) => upkeepOf(pool, log),
      close: async () => {
        await engine.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Makes a folder's database of what `fill` puts into it: it is there once all of it is, and after a crash it is not. Rejects as
 * {@link openEmbedded} does, and with {@link FolderUnusable} where there is a database already.
 */
export async function fillEmbedded<T>(dataDir: string, fill: (connection: pg.ClientConfig) => Promise<T>): Promise<T> {
  await makeFolder(dataDir)
  const lock = await lockFolder(dataDir)
  const folder = join(dataDir, 'postgres')
  const done: { with?: T } = {}
  try {
    if (await holdsDatabase(folder)) {
      throw new FolderUnusable(`There is a database in ${dataDir} already: choose another folder, or move it away`)
    }
    await createDatabase(folder, async (making) => {
      await makeDatabase(making)
      done.with = await openedAlone(making, fill)
    })
    if (!('with' in done)) throw new Error('the database was not filled')
    return done.with
  } finally {
    await lock.release()
  }
}

/** Opens the files of a database that nobody else has, for as long as `work` takes. */
export async function openedAlone<T>(folder: string, work: (connection: pg.ClientConfig) => Promise<T>): Promise<T> {
  const engine = startEngine(folder)
  await engine.ready
  try {
    return await work({ stream: () => engine.connect(), user: 'postgres', database: 'postgres', pipeline: true })
  } finally {
    await engine.close()
  }
}

/** What the process that makes a database says when it has ended its work. */
export interface Made {
  failure?: string
  isDiskFull?: boolean
}

/** Makes a database in a process of its own: what memory that takes, some 150 MB, is never given back while it lives. */
async function makeDatabase(folder: string): Promise<void> {
  const program = ownProgram('db/pglite/make')
  const child = fork(program, [folder], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const { failure, isDiskFull } = await new Promise<Made>((resolve) => {
    child.once('message', (made: Made) => resolve(made))
    child.once('error', (error) => resolve({ failure: error.message }))
    child.once('exit', (code, signal) => resolve({ failure: `The database was not made: ${signal ?? code}` }))
  })
  if (child.connected) child.disconnect()
  if (isDiskFull) throw new DiskFull(dirname(folder))
  if (failure !== undefined) throw new FolderUnusable(failure)
}

const endsPerMinute = 3

/** An engine that is started again whenever its thread ends by itself; connections of the old one are cut. */
async function keepRunning(folder: string, log: EmbeddedOptions['log'], onLost: EmbeddedOptions['onLost']) {
  let isClosing = false
  let syncs: Uint32Array = new Uint32Array(1)
  let engine = await started()
  const ends: number[] = []

  async function started(): Promise<Engine> {
    const next = startEngine(folder)
    syncs = await next.ready
    return next
  }

  async function restart(reason: unknown): Promise<void> {
    if (isClosing) return
    // It would fill again at once.
    if (reason instanceof DiskFull) throw reason
    log?.(`The embedded database stopped and is started again: ${String(reason)}`)
    ends.push(Date.now())
    const lately = ends.filter((end) => end > Date.now() - 60_000)
    if (lately.length > endsPerMinute) {
      throw new FolderUnusable(`The database in ${folder} stopped ${lately.length} times in a minute`)
    }
    // Whoever connects from now on waits for this one.
    engine = startEngine(folder)
    syncs = await engine.ready
    watch()
  }

  function watch(): void {
    void engine.ended.then(restart).catch((error: Error) => onLost?.(error))
  }

  watch()
  return {
    connect: () => engine.connect(),
    syncs: () => Atomics.load(syncs, 0),
    close: () => {
      isClosing = true
      return engine.close()
    },
  }
}
