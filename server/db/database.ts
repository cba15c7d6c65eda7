import { resolve } from 'node:path'
import { Client, Pool } from 'pg'
import { inTime } from '../inTime'
import { DatabaseAway } from './errors'
import { differenceOf, type SchemaDifference } from './applied'
import { addressOf, usualConnections } from './address'
import { clientOf } from './hosts'
import { migrate } from './migrate'
import { type Load, loadOf, newCounts } from './load'
import { inPlainWords } from './plainWords'
import { type Notices, noticesOfPool, noticesOfServer } from './notices'
import { openEmbedded } from './pglite/embedded'
import { type StandbyState, standbyOf } from './standby'
import { type Transactions, transactionsOn } from './transactions'

export interface DatabaseOptions {
  /** Folder of the embedded database; used when there is no databaseUrl. */
  dataDir: string
  databaseUrl?: string | undefined
  /** PostgreSQL itself, where `databaseUrl` leads to PgBouncer in its transaction mode. */
  directUrl?: string | undefined
  /** A standby, for what may be some seconds old. */
  readUrl?: string | undefined
  /** How many connections are shared, beside the one that listens. */
  connections?: number | undefined
  /** Seconds by which it may be behind, where not as many as usual. */
  mostBehind?: number | undefined
  log?: ((message: string) => void) | undefined
  /** Told when the embedded database has stopped and can't be started again. */
  onLost?: ((reason: Error) => void) | undefined
  /** Told how many migrations the database had lacked. */
  onMigrated?: ((applied: number) => void) | undefined
}

export interface Database extends Transactions, Notices {
  readonly kind: 'pglite' | 'postgres'
  /** Runs `work`, which only reads, on what may be some seconds old: on the standby where there is one that is fit. */
  reading: Transactions['tenant']
  /** How the standby is; undefined where there is none. */
  standby(): Promise<StandbyState | undefined>
  /** Whether so many wait for a connection that one more would wait too long. */
  isOverloaded(): boolean
  /** Rejects when the engine does not answer within some seconds. */
  ping(): Promise<void>
  /** How busy its connections are. */
  load(): Load
  /** How the tables differ from those that this version was made for. */
  schemaDifference(): Promise<SchemaDifference>
  /** Does something with the files of the embedded database while nobody else works with it; undefined on PostgreSQL. */
  readonly alone?: (work: () => Promise<void>) => Promise<void>
  /** Refreshes the planner's figures and frees dead rows, as after a bulk insert. */
  analyze(): Promise<void>
  /** Waits for running transactions, then lets go of the engine. */
  close(): Promise<void>
}

const secondsToConnect = 10
const secondsPerStatement = 10
/** Less, so that who waits for others is told from who asks for too much. */
const secondsForLock = 9
/** A statement that PostgreSQL has not ended by itself by then was sent to nobody: its connection is cut. */
const secondsToAnswer = secondsPerStatement + 2
const secondsToPing = 3
/** They are served in half a second or so; whoever comes after them is better told to come again. */
const mostWaiting = 200

/**
 * Opens the database, migrated: PostgreSQL at `databaseUrl`, else the embedded one in `dataDir`. Rejects with
 * `FolderInUse` when another process has opened the folder, and with `Unfit` for a database that it can't work with.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === undefined ? openPglite(options) : openPostgres(options.databaseUrl, options)
}

/** How a connection to PostgreSQL is made, by {@link clientOf} where there are several servers. */
export const connectionTo = (databaseUrl: string) => ({
  connectionString: addressOf(databaseUrl).url.href,
  application_name: 'offerdesk',
  connectionTimeoutMillis: secondsToConnect * 1000,
  keepAlive: true,
  keepAliveInitialDelayMillis: secondsToConnect * 1000,
})

/** How many it has to a standby. */
const connectionsToStandby = 5

/** What PostgreSQL ends by itself, in milliseconds. */
const limits = {
  statement_timeout: secondsPerStatement * 1000,
  lock_timeout: secondsForLock * 1000,
  idle_in_transaction_session_timeout: 2 * secondsPerStatement * 1000,
}

async function openPostgres(databaseUrl: string, options: DatabaseOptions): Promise<Database> {
  const { directUrl, readUrl, connections = usualConnections, mostBehind, log, onMigrated } = options
  const connection = connectionTo(databaseUrl)
  // Locks of a session and what is listened to need a session of their own, which PgBouncer gives to nobody.
  const direct = connectionTo(directUrl ?? databaseUrl)
  const Direct = clientOf(directUrl ?? databaseUrl, direct)
  // PgBouncer takes no such settings, by which it is found out before anything is done through it that it can't.
  const { schema, applied } = await migrate(() => new Direct({ ...direct, ...limits })).catch((error: unknown) => {
    throw inPlainWords(error, directUrl ?? databaseUrl)
  })
  onMigrated?.(applied)
  // The roles of transactions have no schema of their own name, by which the role's own path may find it.
  const path = schema !== 'public' && { search_path: schema }
  const isPooled = directUrl !== undefined
  const ofSession = !isPooled && { ...limits, ...(path && { options: `-c search_path=${path.search_path}` }) }
  const ofTransaction = isPooled ? { ...limits, ...path } : undefined
  const pool = new Pool({
    ...connection,
    Client: directUrl === undefined ? Direct : clientOf(databaseUrl, connection),
    ...ofSession,
    max: connections,
    query_timeout: secondsToAnswer * 1000,
    pipeline: true,
  })
  // A lost idle connection is replaced by the next query.
  pool.on('error', (error) => log?.(`PostgreSQL closed an idle connection: ${error.message}`))
  surviveLosses(pool)
  const counted = newCounts()
  const notices = noticesOfServer(() => new Direct(direct), log)
  const transactions = transactionsOn(pool, counted, ofTransaction)
  const reads = readUrl === undefined ? undefined : connectionTo(readUrl)
  const standby =
    readUrl === undefined || !reads
      ? undefined
      : standbyOf(
          {
            ...reads,
            Client: clientOf(readUrl, reads, 'standby'),
            ...ofSession,
            max: connectionsToStandby,
            query_timeout: secondsToAnswer * 1000,
            pipeline: true,
          },
          ofTransaction,
          { primary: transactions, log, mostBehind },
        )
  return {
    kind: 'postgres',
    ...transactions,
    reading: (orgId, work) => (standby ?? transactions).tenant(orgId, work),
    standby: async () => standby?.state(),
    load: () => loadOf(pool, counted),
    listen: notices.listen,
    isOverloaded: () => pool.waitingCount >= mostWaiting,
    ping: () => ping(pool),
    schemaDifference: differenceOf(pool, schema),
    analyze: async () => {
      // It takes as long as there is much, which is more than a statement of a request may.
      const client = new Direct(direct)
      await client.connect()
      await client.query('vacuum (analyze)').finally(() => client.end())
    },
    close: async () => {
      await notices.close()
      await standby?.close()
      await pool.end()
    },
  }
}

async function openPglite({ dataDir, log, onLost, onMigrated }: DatabaseOptions): Promise<Database> {
  const embedded = await openEmbedded(resolve(dataDir), { log, onLost })
  let schema: string
  try {
    const migrated = await migrate(() => new Client({ ...embedded.connection }))
    schema = migrated.schema
    onMigrated?.(migrated.applied)
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
  surviveLosses(pool)
  const counted = newCounts()
  const notices = noticesOfPool(pool)
  const upkeep = embedded.keepUp(pool)
  const transactions = transactionsOn(pool, counted)
  return {
    kind: 'pglite',
    ...transactions,
    reading: (orgId, work) => transactions.tenant(orgId, work),
    standby: async () => undefined,
    load: () => loadOf(pool, counted),
    listen: notices.listen,
    isOverloaded: () => pool.waitingCount >= mostWaiting,
    ping: () => ping(pool),
    schemaDifference: differenceOf(pool, schema),
    alone: async (work) => {
      const client = await pool.connect()
      try {
        await client.query('checkpoint')
        await work()
      } finally {
        client.release()
      }
    },
    analyze: () => upkeep.run(),
    close: async () => {
      upkeep.stop()
      await pool.end()
      await embedded.close()
    },
  }
}

/** A connection that is lost while it is used fails its statements, which say so; its event must not end the process. */
function surviveLosses(pool: Pool): void {
  pool.on('connect', (client) => client.on('error', () => undefined))
}

const ping = async (pool: Pool): Promise<void> => {
  await inTime(pool.query('select 1'), secondsToPing * 1000, DatabaseAway)
}
