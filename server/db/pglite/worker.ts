import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFs } from './durableFs'
import type { Start, Told } from './engine'
import { startParams } from './parameters'
import { answerTo } from './wire'

/** Authentication succeeded, and ready for a query: what a server says once it knows its client. */
const welcome = Uint8Array.of(0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49)

/** The newest of what PostgreSQL complained of; its own words say more than the error that it ends with. */
let complaint: string | undefined

/** Who is being served. */
let client: MessagePort | undefined

function note(line: string): boolean {
  const [, level, said] = /(PANIC|FATAL): {2}(.*)/.exec(line) ?? []
  complaint = said ?? complaint
  if (level === 'PANIC') stop(complaint ?? level)
  // It is not printed.
  return false
}

/**
 * Where PostgreSQL panics its process ends, and what it has written so far is put right at the next start. PGlite goes on
 * instead, with a memory that is no longer to be trusted.
 */
function stop(reason: string): never {
  client?.postMessage(reason, [])
  tell({ type: 'stopped', reason })
  process.exit(1)
}

const tell = (told: Told) => parentPort?.postMessage(told, [])

/** The file system's own number for a full disk, and for a quota that is used up. */
const full = new Set([51, 19])

function inWords(error: unknown): string {
  if (error instanceof Error) return error.message
  // Emscripten throws objects that are no errors.
  const { errno } = error as { errno?: number }
  return errno !== undefined && full.has(errno) ? 'No space left on device' : `error ${errno ?? String(error)}`
}

async function start(): Promise<PGlite | undefined> {
  const { dataDir, wasm } = workerData as Start
  const fs = new DurableFs(dataDir)
  try {
    const postgres = await PGlite.create({
      fs,
      pgliteWasmModule: wasm,
      extensions: { pg_trgm },
      startParams,
      onStderr: note,
    })
    tell({ type: 'ready', syncs: fs.syncs.buffer })
    return postgres
  } catch (error) {
    tell({ type: 'failed', reason: complaint ?? inWords(error) })
    return undefined
  }
}

const postgres = await start()
if (postgres === undefined) {
  parentPort?.close()
} else {
  parentPort?.on('message', (message: { type: 'connect'; port: MessagePort } | { type: 'close' }) => {
    if (message.type === 'connect') serve(postgres, message.port)
    else void postgres.close().then(() => parentPort?.close())
  })
}

const statement = (text: string) => {
  const bytes = new TextEncoder().encode(`${text}\0`)
  const message = new Uint8Array(bytes.length + 5)
  message[0] = 0x51
  new DataView(message.buffer).setUint32(1, bytes.length + 4)
  message.set(bytes, 5)
  return message
}

/** Serves one connection, in PostgreSQL's wire protocol. Every message holds whole protocol messages. */
function serve(postgres: PGlite, port: MessagePort): void {
  port.once('message', () => {
    port.on('message', (bytes: Uint8Array) => void answer(bytes))
    void begin()
  })
  async function begin(): Promise<void> {
    client = port
    // There is one session for all: whatever an earlier connection left in it goes.
    await answerTo(postgres, statement('rollback'))
    await answerTo(postgres, statement('discard all'))
    port.postMessage(welcome, [])
  }
  async function answer(bytes: Uint8Array): Promise<void> {
    const said = await answerTo(postgres, bytes)
    port.postMessage(said, [said.buffer])
  }
}
