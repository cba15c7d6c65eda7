import { resolve } from 'node:path'
import { Client, Pool } from 'pg'
import { migrate } from './migrate'
import { openEmbedded } from './pglite/embedded'
import { type Transactions, transactionsOn } from './transactions'

export interface DatabaseOptions {
  /** Folder of the embedded database; used when there is no databaseUrl. */
  dataDir: string
  databaseUrl?: string | undefined
  log?: ((message: string) => void) | undefined
}

export interface Database extends Transactions {
  readonly kind: 'pglite' | 'postgres'
  /** Rejects when the engine does not answer. */
  ping(): Promise<void>
  /** Refreshes the planner's figures and frees dead rows, as after a bulk insert. */
  analyze(): Promise<void>
  /** Waits for running transactions, then lets go of the engine. */
  close(): Promise<void>
}

const secondsToConnect = 10
const secondsPerStatement = 10

/**
 * Opens the database, migrated: PostgreSQL at `databaseUrl`, else the embedded one in `dataDir`. Rejects with
 * `FolderInUse` when another process has opened the folder.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === undefined ? openPglite(options) : openPostgres(options.databaseUrl, options)
}

async function openPostgres(databaseUrl: string, { log }: DatabaseOptions): Promise<Database> {
  await migrate(() => new Client({ connectionString: databaseUrl }))
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'offerdesk',
    max: 10,
    connectionTimeoutMillis: secondsToConnect * 1000,
    statement_timeout: secondsPerStatement * 1000,
    idle_in_transaction_session_timeout: 2 * secondsPerStatement * 1000,
    pipeline: true,
  })
  // A lost idle connection is replaced by the next query.
  pool.on('error', (error) => log?.(`PostgreSQL closed an idle connection: ${error.message}`))
  return {
    kind: 'postgres',
    ...transactionsOn(pool),
    ping: () => ping(pool),
    analyze: async () => void (await pool.query('vacuum (analyze)')),
    close: () => pool.end(),
  }
}

async function openPglite({ dataDir, log }: DatabaseOptions): Promise<Database> {
  const embedded = await openEmbedded(resolve(dataDir), log)
  try {
    await migrate(() => new Client({ ...embedded.connection }))
  } catch (error) {
    await embedded.close()
    throw error
  }
  // PGlite is one session: the pool's queue is what keeps transactions apart.
  const pool = new Pool({
    ...embedded.connection,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: secondsToConnect * 1000,
  })
  pool.on('error', (error) => log?.(`The embedded database failed: ${error.message}`))
  const upkeep = embedded.keepUp(pool)
  return {
    kind: 'pglite',
    ...transactionsOn(pool),
    ping: () => ping(pool),
    analyze: () => upkeep.run(),
    close: async () => {
      upkeep.stop()
      await pool.end()
      await embedded.close()
    },
  }
}

async function ping(pool: Pool): Promise<void> {
  await pool.query('select 1')
}
