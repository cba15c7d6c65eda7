import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFs } from './durableFs'
import type { Started } from './engine'
import { startParams } from './parameters'
import { answerTo } from './wire'

/** Authentication succeeded, and ready for a query: what a server says once it knows its client. */
const welcome = Uint8Array.of(0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49)

/** The newest of what PostgreSQL complained of; its own words say more than the error that it ends with. */
let complaint: string | undefined

function note(line: string): boolean {
  const [, said] = /(?:PANIC|FATAL): {2}(.*)/.exec(line) ?? []
  complaint = said ?? complaint
  // It is not printed.
  return false
}

const tell = (started: Started) => parentPort?.postMessage(started, [])

async function start(): Promise<PGlite | undefined> {
  const { dataDir } = workerData as { dataDir: string }
  const fs = new DurableFs(dataDir)
  try {
    const postgres = await PGlite.create({ fs, extensions: { pg_trgm }, startParams, onStderr: note })
    tell({ type: 'ready', syncs: fs.syncs.buffer })
    return postgres
  } catch (error) {
    tell({ type: 'failed', reason: complaint ?? (error instanceof Error ? error.message : String(error)) })
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
