import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableFs } from './durableFs'

/** Authentication succeeded, and ready for a query: what a server says once it knows its client. */
const welcome = Uint8Array.of(0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49)

/** Without -F (which turns fsync off), and with the one sync method that reaches the file system's fsync. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'TimeZone=UTC',
]

const { dataDir } = workerData as { dataDir: string }
const fs = new DurableFs(dataDir)
const postgres = await PGlite.create({ fs, extensions: { pg_trgm }, startParams })
parentPort?.postMessage({ type: 'ready', syncs: fs.syncs.buffer }, [])

parentPort?.on('message', (message: { type: 'connect'; port: MessagePort } | { type: 'close' }) => {
  if (message.type === 'connect') serve(message.port)
  else void postgres.close().then(() => parentPort?.close())
})

/** Serves one connection, in PostgreSQL's wire protocol. Every message holds whole protocol messages. */
function serve(port: MessagePort): void {
  port.once('message', () => {
    port.postMessage(welcome, [])
    port.on('message', (bytes: Uint8Array) => {
      const answer = postgres.execProtocolRawSync(bytes)
      port.postMessage(answer, [answer.buffer as ArrayBuffer])
    })
  })
}
