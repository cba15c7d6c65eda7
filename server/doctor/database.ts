import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Client, type ClientConfig, Pool } from 'pg'
import { type Config, InvalidConfig } from '../config'
import { actingAsJob } from '../db/acting'
import { connectionTo } from '../db/database'
import { shownHost } from '../db/address'
import { clientOf } from '../db/hosts'
import { newCounts } from '../db/load'
import { whatIsUnfit } from '../db/migrate'
import { openEmbedded } from '../db/pglite/embedded'
import { FolderInUse } from '../db/pglite/lock'
import { inPlainWords } from '../db/plainWords'
import { secondsBehind } from '../db/standby'
import { type Transactions, transactionsOn } from '../db/transactions'
import { refuseMissingKey } from '../health/nodes'
import { hearWorkers } from '../health/workers'
import { listHeld } from '../mail/held'
import { isStrangeKey, strangeKey } from '../sealed'
import { sealedByKey } from '../rotateSecrets'
import { openSecrets } from '../secrets'
import { type Finding, fine, lineOf, wrong } from './finding'

interface Seen {
  now: () => number
  /** Whether the keys that seal secrets can be read. */
  hasKey: boolean
  /** Whether a server of ours runs on this machine already. */
  isServing: boolean
  /** Seconds by which a standby may be behind. */
  mostBehind: number
}

/** Whether the database can be reached and worked with, as it is. */
export async function* databaseFindings(config: Config, seen: Seen): AsyncGenerator<Finding> {
  const databaseUrl = config.directUrl ?? config.databaseUrl
  yield* databaseUrl === undefined ? embeddedFindings(config, seen) : postgresFindings(databaseUrl, config, seen)
}

async function* postgresFindings(databaseUrl: string, config: Config, seen: Seen): AsyncGenerator<Finding> {
  const connection = { ...connectionTo(databaseUrl) }
  const There = clientOf(databaseUrl, connection)
  try {
    yield* serverFindings(There, connection, seen, config.connections + connectionsBeside)
    yield* contentFindings(There, connection, config, seen)
    if (config.directUrl !== undefined && config.databaseUrl !== undefined)
      yield await poolerFinding(config.databaseUrl)
    if (config.readUrl !== undefined) yield await standbyFinding(config.readUrl, seen.mostBehind)
  } catch (error) {
    yield wrong(lineOf(inPlainWords(error, databaseUrl)))
  }
}

/** What an address beside the first one leads to, or what it is that does not answer there. */
async function findingAt(
  url: string,
  want: 'primary' | 'standby',
  unwell: (why: string) => string,
  ask: (client: Client) => Promise<Finding>,
): Promise<Finding> {
  const connection = connectionTo(url)
  const There = clientOf(url, connection, want)
  const client = new There(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await ask(client)
  } catch (error) {
    return wrong(unwell(lineOf(inPlainWords(error, url))))
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Whether what stands between the server and PostgreSQL lets it through. */
const poolerFinding = (databaseUrl: string) =>
  findingAt(
    databaseUrl,
    'primary',
    (why) => `DATABASE_URL, beside DATABASE_DIRECT_URL, leads to no PgBouncer that lets us through: ${why}`,
    async (client) => {
      await client.query('select 1')
      return fine(`PgBouncer at ${shownHost(client)} lets us through`)
    },
  )

const standbyFinding = (readUrl: string, mostBehind: number) =>
  findingAt(
    readUrl,
    'standby',
    (why) => `DATABASE_READ_URL: ${why}; reports are read from the primary meanwhile`,
    async (client) => {
      const { rows } = await client.query<{ behind: number }>(secondsBehind)
      const behind = Math.round(rows[0]?.behind ?? Infinity)
      return (rows[0]?.behind ?? Infinity) > mostBehind
        ? wrong(
            `The standby at ${shownHost(client)} has replayed nothing for ${behind} seconds: see whether it follows, and whether a server runs; reports are read from the primary meanwhile`,
          )
        : fine(`The standby at ${shownHost(client)} answers, ${behind} seconds behind`)
    },
  )

/** Seconds by which clocks may differ: codes of authenticator apps hold for thirty. */
const secondsApart = 30
/** Beside those that are shared, the one that listens, and the one that brings the tables up to date. */
const connectionsBeside = 2
/** With fewer left than that, those of a server may all be taken by others. */
const fewLeft = 3

interface Server {
  version: string
  clock: number
  most: number
  used: number
  of_role: number
  of_database: number
}

async function* serverFindings(
  There: typeof Client,
  connection: ClientConfig,
  { now, isServing }: Seen,
  needed: number,
): AsyncGenerator<Finding> {
  const client = new There(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    const before = now()
    const { rows } = await client.query<Server>(`
      select current_setting('server_version') as version, extract(epoch from clock_timestamp())::float8 * 1000 as clock,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true), '0')::int as most,
        (select count(*) - 1 from pg_stat_activity where backend_type = 'client backend')::int as used,
        (select rolconnlimit from pg_roles where rolname = current_user) as of_role,
        (select datconnlimit from pg_database where datname = current_database()) as of_database`)
    const [server] = rows
    if (!server) throw new Error('PostgreSQL told nothing of itself')
    yield fine(`PostgreSQL ${server.version} answers at ${shownHost(client)}`)
    const apart = Math.round(Math.abs(server.clock - (before + now()) / 2) / 1000)
    yield apart > secondsApart
      ? wrong(`The clocks of this machine and of PostgreSQL are ${apart} seconds apart: let both keep time by NTP`)
      : fine('The clocks of this machine and of PostgreSQL agree')
    yield connectionFinding(server, isServing, needed)
  } finally {
    await client.end()
  }
}

function connectionFinding({ most, used, of_role, of_database }: Server, isServing: boolean, needed: number): Finding {
  const limits = [
    { at: of_role, of: 'the role', mend: 'ALTER ROLE … CONNECTION LIMIT' },
    { at: of_database, of: 'the database', mend: 'ALTER DATABASE … CONNECTION LIMIT' },
    { at: most, of: 'PostgreSQL', mend: 'max_connections' },
  ].filter(({ at }) => at >= 0)
  const tight = limits.find(({ at }) => at < needed)
  if (tight) {
    return wrong(
      `A server takes ${needed} connections, and ${tight.of} may have ${tight.at}: raise it by ${tight.mend}`,
    )
  }
  const inUse = `of ${most} that PostgreSQL takes ${used} are in use`
  if (!isServing && most - used < needed) {
    return wrong(`A server takes ${needed} connections, and ${inUse}: raise max_connections`)
  }
  if (isServing && most - used < fewLeft) {
    return wrong(
      `Servers that want more connections get none, as ${inUse}: raise max_connections, or lower DATABASE_CONNECTIONS`,
    )
  }
  return fine(`There is room for the ${needed} connections of a server: ${inUse}`)
}

const ownSchemaFirst = `select set_config('search_path', current_schema(), false)`

async function* contentFindings(
  There: typeof Client,
  connection: ClientConfig,
  config: Config,
  { hasKey, isServing }: Seen,
): AsyncGenerator<Finding> {
  const unfit = await whatIsUnfit(() => new There(connection))
  for (const text of unfit) yield wrong(text)
  if (unfit.length > 0) return
  yield fine('The tables are up to date, and their roles are there')
  const pool = new Pool({ ...connection, Client: There, max: 1, pipeline: true })
  pool.on('error', () => undefined)
  // The roles of transactions have no schema of their own name.
  pool.on('connect', (client) => void client.query(ownSchemaFirst).catch(() => undefined))
  try {
    const database = transactionsOn(pool, newCounts())
    if (hasKey) yield await keyFinding(database, config)
    yield await heldFinding(database)
    // In a unit of many servers WORKER is set beside the settings that a command reads.
    if (!config.isWorker || isServing) {
      const { areSilent, lastAt } = await actingAsJob('tellReadiness', () => hearWorkers(database))
      const since = lastAt === null ? 'yet' : `since ${lastAt.toISOString()}`
      yield areSilent
        ? wrong(`No worker has reported ${since}, so that no mails are sent: start offerdesk worker`)
        : fine('A worker is at work')
    }
  } catch (error) {
    yield wrong(`The database can't be read: ${lineOf(error instanceof Error ? (error.cause ?? error) : error)}`)
  } finally {
    await pool.end()
  }
}

async function heldFinding(database: Transactions): Promise<Finding> {
  const held = (await listHeld(database)).reduce((sum, { count }) => sum + count, 0)
  return held === 0
    ? fine('No mail is held back')
    : wrong(
        `${held} ${held === 1 ? 'mail' : 'mails'} of a restored backup ${held === 1 ? 'is' : 'are'} held back: see offerdesk mails list, then offerdesk mails send or drop`,
      )
}

async function keyFinding(database: Transactions, config: Config): Promise<Finding> {
  const secrets = openSecrets(config)
  if (await isStrangeKey(database, secrets)) return wrong(strangeKey(config))
  const kind = config.databaseUrl === undefined ? 'pglite' : 'postgres'
  try {
    await refuseMissingKey({ ...database, kind }, secrets, config)
  } catch (error) {
    if (error instanceof InvalidConfig) return wrong(error.message)
    throw error
  }
  const ours = secrets.keyIds()
  const missing = [...(await sealedByKey(database))].filter(([key]) => !ours.includes(key))
  const named = missing.map(([key, count]) => `${count} by ${key}`).join(', ')
  return missing.length === 0
    ? fine('The keys open what is sealed')
    : wrong(
        `Secrets are sealed by keys that are not here (${named}): add them to SECRET_KEY, or type those secrets anew`,
      )
}

async function* embeddedFindings(config: Config, seen: Seen): AsyncGenerator<Finding> {
  const folder = resolve(config.dataDir)
  if (!existsSync(join(folder, 'postgres', 'PG_VERSION')))
    return yield fine('The database is made when the server first starts')
  // What is opened is written to, by whoever opens it.
  const owner = statSync(join(folder, 'postgres')).uid
  if (process.getuid?.() === 0 && owner !== 0 && !seen.isServing) {
    return yield wrong(
      `The database in ${folder} is of account ${owner}: ask as that one, as by runuser -u offerdesk -- offerdesk doctor`,
    )
  }
  try {
    const embedded = await openEmbedded(folder)
    try {
      yield fine(`The database in ${folder} opens`)
      yield* contentFindings(Client, embedded.connection, config, seen)
    } finally {
      await embedded.close()
    }
  } catch (error) {
    if (error instanceof FolderInUse && seen.isServing && error.isHere)
      yield fine('The database is in use by the server that runs')
    else yield wrong(lineOf(error))
  }
}
