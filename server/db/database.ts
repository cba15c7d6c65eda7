import { resolve } from 'node:path'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Client, Pool } from 'pg'
import { migrate } from './migrate'
import { openEmbedded } from './pglite/embedded'
import { transactionsOn } from './transactions'

/** What runs inside a transaction: drizzle's query builder, the same over both engines. It ends with the transaction. */
export type Transaction = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | '$with' | 'with' | '$count'
>

export interface DatabaseOptions {
  /** Folder of the embedded database; used when there is no databaseUrl. */
  dataDir: string
  databaseUrl?: string | undefined
  log?: ((message: string) => void) | undefined
}

/** Who a session belongs to, and where they belong. */
export interface SessionOwner {
  id: string
  email: string
  name: string
  organization_name: string | null
  /** The first joined first. */
  org_ids: string[]
  /** Whether the session was used within the last minute. */
  is_seen_lately: boolean
}

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Runs `work` in one transaction that sees only the records of one organization. It may run again when the engine
   * asks for a retry (40001, 40P01), so it must not do anything but use `tx`; on PGlite it holds the only connection,
   * so it must not wait for the network, nor open another transaction.
   */
  tenant<T>(orgId: string, work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs `work` in one transaction that precedes an organization: users, sessions, user tokens, organizations,
   * memberships, invites, the outbox, rate limits, and reading payment links. Nothing else is open to it.
   */
  system<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Tells who a live session belongs to, in one statement, as every request asks it. */
  ownerOf(tokenHash: string): Promise<SessionOwner | undefined>
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
