import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, DatabaseError } from 'pg'
import { openDatabase } from '../../server/db/database'
import { seedDemo } from '../../server/db/demo'
import { ownRoles } from '../../server/db/roles'
import { everyWay } from '../everyWay'
import { copied, demoFolder, demoIngredients, emptyFolder } from './folders'
import { madeOnce } from './madeOnce'
import { type Account, unprivilegedAccount } from './account'
import { startPgBouncer } from './pgBouncer'

const run = promisify(execFile)

/** What PostgreSQL answers where others have what is to go. */
const inUse = '55006'

/** What a database of a test begins with. */
type Content = 'nothing' | 'demo'

/** A place for a database of a test, on one engine. */
export interface Scratch {
  kind: 'pglite' | 'postgres'
  /** PGlite's folder; used when there is no databaseUrl. */
  dataDir: string
  databaseUrl: string | undefined
  /** PostgreSQL itself, where databaseUrl leads to PgBouncer: for every test with THROUGH_PGBOUNCER. */
  directUrl?: string | undefined
  stop(): Promise<void>
}

/**
 * PGlite always; PostgreSQL too where its programs are installed or DATABASE_URL is set. On PostgreSQL the database
 * belongs to an ordinary role, as in production.
 */
export async function scratchDatabases(content: Content = 'nothing'): Promise<Scratch[]> {
  const onPostgres = await scratchPostgres(content)
  return [await scratchFolder(content), ...(onPostgres === undefined ? [] : [onPostgres])]
}

/**
 * For what does not depend on which: {@link scratchDatabase} alone, as the checker's tests go over PGlite, and with
 * `EVERY_WAY=1` all there are.
 */
export const someDatabases = async (content: Content = 'nothing'): Promise<Scratch[]> =>
  everyWay ? scratchDatabases(content) : [await scratchDatabase(content)]

/** PostgreSQL where there is one, else PGlite. */
export const scratchDatabase = async (content: Content = 'nothing'): Promise<Scratch> =>
  (await scratchPostgres(content)) ?? (await scratchFolder(content))

const scratchFolder = async (content: Content): Promise<Scratch> =>
  folderScratch(content === 'demo' ? await demoFolder() : await emptyFolder())

const folderScratch = (dataDir: string): Scratch => ({
  kind: 'pglite',
  dataDir,
  databaseUrl: undefined,
  stop: () => rm(dataDir, { recursive: true, force: true }),
})

/** One more database on PostgreSQL; undefined where there is none. */
export async function scratchPostgres(content: Content = 'nothing'): Promise<Scratch | undefined> {
  const server = await startedServer()
  if (server === undefined) return undefined
  if (content === 'nothing') return createdOn(server, '')
  if (server.hasTemplate) return createdOn(server, `template ${demoTemplate} strategy file_copy`)
  const filled = await createdOn(server, '')
  await fillWithDemo(filled.directUrl ?? filled.databaseUrl)
  return filled
}

async function createdOn(server: Server, template: string): Promise<Scratch & { databaseUrl: string }> {
  const name = `offerdesk_${randomBytes(6).toString('hex')}`
  await server.query(`create database ${name} owner ${server.owner} ${template}`)
  const directUrl = server.urlOf(name)
  const bouncer = process.env['THROUGH_PGBOUNCER'] === undefined ? undefined : await startPgBouncer(directUrl)
  return {
    kind: 'postgres',
    dataDir: join(tmpdir(), 'offerdesk-unused'),
    databaseUrl: bouncer?.url ?? directUrl,
    ...(bouncer && { directUrl }),
    async stop() {
      await bouncer?.stop()
      await drop(server, name)
    },
  }
}

/** A database with all that another holds, to which nobody is connected. */
export async function copyOf({ kind, dataDir, databaseUrl }: Scratch): Promise<Scratch> {
  if (kind === 'pglite') return folderScratch(copied(dataDir))
  const server = await startedServer()
  if (server === undefined || databaseUrl === undefined) throw new Error('there is no PostgreSQL to copy it on')
  return createdOn(server, `template ${new URL(databaseUrl).pathname.slice(1)} strategy file_copy`)
}

/** Drops a database, again where its sessions take longer to end than the five seconds that PostgreSQL waits for them. */
async function drop(server: Server, name: string): Promise<void> {
  try {
    await server.query(`drop database ${name} with (force)`)
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === inUse)) throw error
    await drop(server, name)
  }
}

/** A database of somebody else, in which a role of its own may do nothing yet. */
export interface Foreign {
  databaseUrl: string
  role: string
  /** What an administrator does there. */
  prepare(statement: string): Promise<void>
  stop(): Promise<void>
}

/** Undefined where there is no PostgreSQL of our own, whose administrator we are. */
export async function foreignPostgres(): Promise<Foreign | undefined> {
  if ((await postgresPrograms()) === undefined) return undefined
  const server = await startedServer()
  if (server === undefined) return undefined
  const role = `ordinary_${randomBytes(6).toString('hex')}`
  await server.query(`create role ${role} login`)
  await server.query(`create database ${role}`)
  const urlFor = (user: string) => Object.assign(new URL(server.urlOf(role)), { username: user }).href
  return {
    databaseUrl: urlFor(role),
    role,
    prepare: (statement) => queryOnce(urlFor('postgres'), statement),
    async stop() {
      await drop(server, role)
      await server.query(`drop role ${role}`)
    },
  }
}

/** A cluster of its own, to which nobody has done anything yet. */
export interface Cluster {
  /** What an administrator does in a database. */
  administer: (statement: string, database?: string) => Promise<void>
  urlFor: (user: string, database: string) => string
  stop: () => Promise<void>
}

/** Undefined where there are no programs of PostgreSQL. */
export async function bareCluster(): Promise<Cluster | undefined> {
  const programs = await postgresPrograms()
  if (programs === undefined) return undefined
  const { query, urlFor, stop } = await startCluster(programs)
  await query(`drop database ${demoTemplate}`)
  for (const role of ownRoles) await query(`drop role ${role}`)
  const administer = (statement: string, database = 'postgres') => queryOnce(urlFor('postgres', database), statement)
  return { administer, urlFor, stop }
}

/** A server that takes the writes, and one that follows it. */
export interface Replicated {
  /** The address of a new database for both, in the order in which they are tried: the standby first. */
  urls: { both: string; standby: string }
  primary: Pick<Cluster, 'stop'> & { query: Server['query'] }
  standby: Pick<Cluster, 'stop'> & { query: Server['query'] }
  stop: () => Promise<void>
}

/** Undefined where there are no programs of PostgreSQL. */
export async function replicatedPostgres(content: Content = 'demo'): Promise<Replicated | undefined> {
  const programs = await postgresPrograms()
  if (programs === undefined) return undefined
  const account = await unprivilegedAccount()
  const primary = await startCluster(programs)
  const name = content === 'demo' ? demoTemplate : 'postgres'
  const folder = await mkdtemp(join(tmpdir(), 'offerdesk-pg-'))
  await own(folder, account)
  const from = ['-h', primary.folder, '-U', 'postgres', '-D', join(folder, 'data')]
  await finished(
    spawn(join(programs, 'pg_basebackup'), [...from, '-R', '-X', 'stream', '-c', 'fast'], {
      ...account,
      cwd: folder,
      stdio: 'ignore',
    }),
  )
  const standby = await startedIn(programs, folder, account)
  const folders = [folder, primary.folder].map(encodeURIComponent).join(',')
  return {
    urls: {
      both: `postgresql://offerdesk@localhost/${name}?host=${folders}&target_session_attrs=read-write`,
      standby: standby.urlOf(name),
    },
    primary,
    standby,
    stop: async () => {
      await standby.stop().catch(() => undefined)
      await primary.stop().catch(() => undefined)
    },
  }
}

async function fillWithDemo(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ dataDir: '', databaseUrl })
  await seedDemo(database, new Date())
  await database.close()
}

/** The database of demo data that others are copies of. */
const demoTemplate = 'offerdesk_demo'

interface Server {
  owner: string
  hasTemplate: boolean
  query: (statement: string) => Promise<void>
  urlOf(database: string): string
}

let shared: Promise<Server> | undefined

async function startedServer(): Promise<Server | undefined> {
  const programs = await postgresPrograms()
  const given = process.env['DATABASE_URL']
  if (programs !== undefined) {
    // For all that this process tests: each start takes a second.
    shared ??= startCluster(programs)
    return shared
  }
  return given === undefined ? undefined : givenServer(given)
}

function givenServer(url: string): Server {
  const urlOf = (database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href
  return {
    owner: 'current_user',
    hasTemplate: false,
    query: (statement) => queryOnce(url, statement),
    urlOf,
  }
}

async function queryOnce(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Where initdb and postgres are: PG_BIN, else the lowest version that Debian installed. */
async function postgresPrograms(): Promise<string | undefined> {
  const given = process.env['PG_BIN']
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? await readdir(root) : []
  const folders = versions.toSorted((a, b) => Number(a) - Number(b)).map((version) => join(root, version, 'bin'))
  return [...(given === undefined ? [] : [given]), ...folders].find((folder) => existsSync(join(folder, 'initdb')))
}

/** A server of its own over a copy of a cluster that was made before. */
async function startCluster(programs: string): Promise<StartedCluster> {
  const account = await unprivilegedAccount()
  const made = await madeOnce('postgres-cluster', demoIngredients(programs), (folder) =>
    makeCluster(programs, folder, account),
  )
  const folder = await mkdtemp(join(tmpdir(), 'offerdesk-pg-'))
  await run('cp', ['-R', join(made, 'data'), folder])
  return startedIn(programs, folder, account)
}

async function makeCluster(programs: string, made: string, account: Account): Promise<void> {
  // The account may not be let into the folders of the project.
  const folder = await mkdtemp(join(tmpdir(), 'offerdesk-pg-'))
  await own(folder, account)
  await finished(
    spawn(
      join(programs, 'initdb'),
      [
        '-D',
        join(folder, 'data'),
        '-U',
        'postgres',
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C',
        '-N',
        '--no-instructions',
      ],
      { ...account, cwd: folder, stdio: 'ignore' },
    ),
  )
  const server = await startedIn(programs, folder, account)
  await server.query('create role offerdesk login createrole')
  await server.query(`create database ${demoTemplate} owner offerdesk`)
  await fillWithDemo(server.urlOf(demoTemplate))
  await server.stop()
  await mkdir(made, { recursive: true })
  await run('cp', ['-R', join(folder, 'data'), made])
  await rm(folder, { recursive: true, force: true })
}

type StartedCluster = Server & Pick<Cluster, 'urlFor' | 'stop'> & { folder: string }

async function startedIn(programs: string, folder: string, account: Account): Promise<StartedCluster> {
  await own(folder, account)
  // What is shared lies in its folder, as else what a killed server has shared stays in memory for ever.
  const shared = 'dynamic_shared_memory_type=mmap'
  const settings = ['listen_addresses=', 'fsync=off', 'full_page_writes=off', 'synchronous_commit=off', shared]
  const postmaster = spawn(
    join(programs, 'postgres'),
    ['-D', join(folder, 'data'), '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    { ...account, cwd: folder, stdio: 'ignore' },
  )
  // However this process ends, even killed at once, its server ends with it.
  const guard = spawn('sh', ['-c', 'read _; kill -9 "$0"; rm -rf "$1"', String(postmaster.pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const urlFor = (user: string, database: string) => `postgresql://${user}@localhost/${database}?host=${folder}`
  const administration = urlFor('postgres', 'postgres')
  await untilReady(administration, postmaster)
  // Neither keeps a process alive that has nothing else to do.
  postmaster.unref()
  guard.unref()
  if (guard.stdin instanceof Socket) guard.stdin.unref()
  const stop = async () => {
    postmaster.ref()
    guard.kill('SIGKILL')
    postmaster.kill('SIGINT')
    await finished(postmaster)
  }
  return {
    owner: 'offerdesk',
    hasTemplate: true,
    query: (statement) => queryOnce(administration, statement),
    urlOf: (database) => urlFor('offerdesk', database),
    urlFor,
    folder,
    stop,
  }
}

async function own(folder: string, account: Account): Promise<void> {
  if (account !== undefined) await run('chown', ['-R', `${account.uid}:${account.gid}`, folder])
  // PostgreSQL refuses a folder that others may read.
  if (existsSync(join(folder, 'data'))) await chmod(join(folder, 'data'), 0o700)
}

async function finished(child: ChildProcess): Promise<void> {
  const code = await new Promise<number | null>((resolve, reject) => {
    if (child.exitCode !== null) resolve(child.exitCode)
    child.once('exit', resolve).once('error', reject)
  })
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}`)
}

async function untilReady(url: string, postmaster: ChildProcess): Promise<void> {
  for (let left = 200; ; left -= 1) {
    try {
      return await queryOnce(url, 'select 1')
    } catch (error) {
      if (left === 0 || postmaster.exitCode !== null) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}
