import { type ChildProcess, execFile, spawn, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { emptyFolder } from './emptyFolder'

const run = promisify(execFile)

/** An empty place for a database of a test, on one engine. */
export interface Scratch {
  kind: 'pglite' | 'postgres'
  /** PGlite's folder; used when there is no databaseUrl. */
  dataDir: string
  databaseUrl: string | undefined
  stop(): Promise<void>
}

/**
 * PGlite always; PostgreSQL too where its programs are installed or DATABASE_URL is set. On PostgreSQL the database
 * belongs to an ordinary role, as in production.
 */
export async function scratchDatabases(): Promise<Scratch[]> {
  const onPostgres = await scratchPostgres()
  return [await scratchFolder(), ...(onPostgres === undefined ? [] : [onPostgres])]
}

async function scratchFolder(): Promise<Scratch> {
  const dataDir = await emptyFolder()
  return {
    kind: 'pglite',
    dataDir,
    databaseUrl: undefined,
    stop: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** One more empty database on PostgreSQL; undefined where there is none. */
export async function scratchPostgres(): Promise<Scratch | undefined> {
  const server = await startedServer()
  if (server === undefined) return undefined
  const name = `offerdesk_${randomBytes(6).toString('hex')}`
  await server.query(`create database ${name} owner ${server.owner}`)
  return {
    kind: 'postgres',
    dataDir: join(tmpdir(), 'offerdesk-unused'),
    databaseUrl: server.urlOf(name),
    async stop() {
      await server.query(`drop database ${name} with (force)`)
      await server.release()
    },
  }
}

interface Server {
  owner: string
  query(statement: string): Promise<void>
  urlOf(database: string): string
  release(): Promise<void>
}

let shared: { server: Promise<Server>; users: number } | undefined

async function startedServer(): Promise<Server | undefined> {
  const programs = await postgresPrograms()
  const given = process.env['DATABASE_URL']
  if (programs !== undefined) {
    shared ??= { server: startCluster(programs), users: 0 }
    shared.users += 1
    return shared.server
  }
  return given === undefined ? undefined : givenServer(given)
}

function givenServer(url: string): Server {
  const urlOf = (database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href
  return { owner: 'current_user', query: (statement) => queryOnce(url, statement), urlOf, release: async () => {} }
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

async function startCluster(programs: string): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'offerdesk-pg-'))
  const account = await unprivilegedAccount()
  if (account !== undefined) await chown(folder, account.uid, account.gid)
  const options: SpawnOptions = { ...account, cwd: folder, stdio: 'ignore' }
  const data = join(folder, 'data')
  await finished(
    spawn(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N', '--no-instructions'],
      options,
    ),
  )
  const settings = ['listen_addresses=', 'fsync=off', 'full_page_writes=off', 'synchronous_commit=off']
  const postmaster = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
    options,
  )
  // A test run that is killed must not leave a server behind.
  const kill = () => void postmaster.kill('SIGKILL')
  process.once('exit', kill)
  const urlFor = (user: string, database: string) => `postgresql://${user}@localhost/${database}?host=${folder}`
  const administration = urlFor('postgres', 'postgres')
  await untilReady(administration, postmaster)
  await queryOnce(administration, 'create role offerdesk login createrole')
  return {
    owner: 'offerdesk',
    query: (statement) => queryOnce(administration, statement),
    urlOf: (database) => urlFor('offerdesk', database),
    async release() {
      if (shared === undefined || (shared.users -= 1) > 0) return
      shared = undefined
      postmaster.kill('SIGINT')
      await finished(postmaster)
      process.off('exit', kill)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root. */
async function unprivilegedAccount(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {
      // No such account.
    }
  }
  throw new Error('Running as root, and there is no account to run PostgreSQL as')
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
