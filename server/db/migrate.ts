import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { ownFile } from '../files'
import { sqlFailure } from './errors'

const migrationsFolder = ownFile('db/migrations')

/** Any number will do, as long as all nodes use the same. */
const lock = 7_301_455

// Roles belong to the cluster and this lock to one database of it: two databases migrating at once can collide there.
const collisions = new Set(['23505', '42710', 'XX000', '40P01'])
const attempts = 5

/** Brings the schema up to date. Any number of nodes may do so at once: one works, the others wait for it. */
export async function migrate(newClient: () => pg.Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(newClient())
    } catch (error) {
      if (attempt === attempts || !collisions.has(sqlFailure(error)?.code ?? '')) throw error
    }
  }
}

async function migrateOnce(client: pg.Client): Promise<void> {
  // Its statements say what is wrong; without a listener the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // A migration may take longer than a request may.
    await client.query('set statement_timeout = 0')
    await client.query('set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [lock])
    try {
      await applyMigrations<Record<string, never>>(drizzle(client), { migrationsFolder })
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lock])
      await client.query('reset all')
    }
  } finally {
    await client.end()
  }
}
