import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { type Config, InvalidConfig } from '../config'
import { connectionTo } from '../db/database'
import { DatabaseAway } from '../db/errors'
import { clientOf } from '../db/hosts'
import { migrate, Unfit } from '../db/migrate'
import { fillEmbedded, openedAlone } from '../db/pglite/embedded'
import { holdsDatabase } from '../db/pglite/folder'
import { FolderInUse, lockFolder } from '../db/pglite/lock'
import { inPlainWords } from '../db/plainWords'
import { askForCopy } from './asking'
import { clearCopies, copyOf, copyTwice, copyUnused } from './copies'
import { fill, type Filled, type FillOptions } from './fill'
import type { Head, Lines } from './lines'

/** A database: one of PostgreSQL by its address, or the embedded one of a folder. */
export type Place = { url: string } | { folder: string }

/** The one that the settings name. */
export const placeOf = ({ databaseUrl, directUrl, dataDir }: Config): Place =>
  databaseUrl === undefined ? { folder: resolve(dataDir) } : { url: directUrl ?? databaseUrl }

/** What a place is called, without its password. */
export function nameOf(place: Place): string {
  if ('folder' in place) return place.folder
  return place.url.replace(/^([a-z]+:\/\/[^:@/?#]*):[^@/?#]*@/, '$1:***@').replaceAll(/([?&]password=)[^&]*/g, '$1***')
}

async function connected<T>(client: Client, work: (client: Client) => Promise<T>): Promise<T> {
  // Its statements say what is wrong; without a listener the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Makes connections to the server of an address that takes writes. */
function clientsOf(url: string): () => Client {
  const connection = { ...connectionTo(url), application_name: 'offerdesk backup' }
  const There = clientOf(url, connection)
  return () => new There(connection)
}

async function onPostgres<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  try {
    return await connected(clientsOf(url)(), work)
  } catch (error) {
    // It was told of another database, which this one is moved to.
    throw error instanceof DatabaseAway ? error : inPlainWords(error, url)
  }
}

type Reading<T> = (client: Client, from: Head['from']) => Promise<T>

/** Reads a database that may be worked with meanwhile. */
export async function readPlace<T>(place: Place, work: Reading<T>): Promise<T> {
  if ('url' in place) return onPostgres(place.url, (client) => work(client, 'PostgreSQL'))
  const { folder } = place
  await refuseNothing(folder)
  await clearCopies(folder)
  const copy = copyOf(folder, process.pid)
  let letGo: (() => void) | undefined
  try {
    try {
      await copyUnused(folder, copy)
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      letGo = await askForCopy(folder, error)
    }
    return await openedAlone(join(copy, 'postgres'), (connection) => readEmbedded(connection, work))
  } finally {
    await rm(copy, { recursive: true, force: true })
    letGo?.()
  }
}

/** Reads a database while nobody else may write to it. Rejects where somebody has opened it. */
export async function readAlone<T>(place: Place, work: Reading<T>): Promise<T> {
  if ('url' in place) {
    return onPostgres(place.url, async (client) => {
      await refuseServers(client)
      return work(client, 'PostgreSQL')
    })
  }
  const { folder } = place
  await refuseNothing(folder)
  const lock = await lockFolder(folder)
  const copy = copyOf(folder, process.pid)
  try {
    await clearCopies(folder)
    await copyTwice(folder, copy, async () => undefined)
    return await openedAlone(join(copy, 'postgres'), (connection) => readEmbedded(connection, work))
  } finally {
    await rm(copy, { recursive: true, force: true })
    await lock.release()
  }
}

const readEmbedded = <T>(connection: ClientConfig, work: Reading<T>) =>
  connected(new Client({ ...connection }), (client) => work(client, 'the embedded database'))

async function refuseNothing(folder: string): Promise<void> {
  if (await holdsDatabase(join(folder, 'postgres'))) return
  throw new InvalidConfig(`there is no database in ${folder}: set DATA_DIR or DATABASE_URL to where it is`)
}

async function refuseServers(client: Client): Promise<void> {
  const { rows } = await client.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and application_name = 'offerdesk' and pid <> pg_backend_pid()`,
  )
  const open = rows[0]?.open ?? 0
  if (open === 0) return
  throw new Unfit(
    `servers or workers have ${open} ${open === 1 ? 'connection' : 'connections'} to the database: stop them first`,
  )
}

/** Fills an empty place, and brings its tables up to date. What is there afterwards was compared with all of the lines. */
export async function fillPlace(place: Place, lines: Lines, options: FillOptions): Promise<Filled> {
  if ('url' in place) {
    const { url } = place
    return onPostgres(url, async (client) => {
      await refuseServers(client)
      const filled = await fill(client, lines, options)
      await finish(client, clientsOf(url))
      return filled
    })
  }
  return fillEmbedded(place.folder, async (connection) => {
    const filled = await connected(new Client({ ...connection }), (client) =>
      fill(client, lines, { ...options, checkpoint: true }),
    )
    await connected(new Client({ ...connection }), (client) => finish(client, () => new Client({ ...connection })))
    return filled
  })
}

/** Migrations that are newer than the backup, and what the planner has to know. */
async function finish(client: Client, newClient: () => Client): Promise<void> {
  await migrate(newClient)
  await client.query('set statement_timeout = 0')
  await client.query('set client_min_messages = error')
  await client.query('vacuum (analyze)')
}
