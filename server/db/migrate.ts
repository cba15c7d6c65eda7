import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { ownFile } from '../files'
import { sqlFailure } from './errors'

const migrationsFolder = ownFile('db/migrations')

/** Any number will do, as long as all nodes use the same. */
const lock = 7_301_455

// Roles belong to the cluster and this lock to one database of it: two databases migrating at once can collide there.
const collisions = new Set(['23505', '42710', 'XX000', '40P01'])
const attempts = 5

/** The role may not do what nobody has done before it. Its message is one line with what an administrator has to run. */
export class NotPrepared extends Error {
  constructor(statements: readonly string[]) {
    super(`PostgreSQL is not prepared: an administrator has to run, in this database: ${statements.join('; ')};`)
    this.name = 'NotPrepared'
  }
}

/**
 * Brings the tables up to date, and returns the schema that they are in: the first of the role's search path, which is
 * one of its own name where there is such a schema. Any number of nodes may do so at once: one works, the others wait
 * for it. Throws {@link NotPrepared}.
 */
export async function migrate(newClient: () => pg.Client): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(newClient())
    } catch (error) {
      if (attempt === attempts || !collisions.has(sqlFailure(error)?.code ?? '')) throw error
    }
  }
}

async function migrateOnce(client: pg.Client): Promise<string> {
  // Its statements say what is wrong; without a listener the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // A migration may take longer than a request may.
    await client.query('set statement_timeout = 0')
    await client.query('set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [lock])
    try {
      return await apply(client)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lock])
      await client.query('reset all')
    }
  } finally {
    await client.end()
  }
}

const notAllowed = '42501'

async function apply(client: pg.Client): Promise<string> {
  const { schema, missing } = await whatIsThere(client)
  if (schema === null) throw new NotPrepared(missing)
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) {
    throw new Error(`the schema ${schema} has to be called otherwise: by small letters, digits and _ alone`)
  }
  try {
    await applyNew(client, schema)
    return schema
  } catch (error) {
    if (missing.length > 0 && sqlFailure(error)?.code === notAllowed) throw new NotPrepared(missing)
    throw error
  }
}

interface Circumstances {
  schema: string | null
  /** What an administrator runs in place of a role that may not. */
  missing: string[]
}

async function whatIsThere(client: pg.Client): Promise<Circumstances> {
  const { rows } = await client.query<Circumstances>(
    `
    select current_schema() as schema, array(
      select format('CREATE SCHEMA %I AUTHORIZATION %I', current_user, current_user)
      where current_schema() is null or current_schema() = 'public' and not (
        has_schema_privilege('public', 'create')
        and (to_regnamespace('drizzle') is not null or has_database_privilege(current_database(), 'create'))
      )
      union all
      select 'CREATE EXTENSION pg_trgm' where not exists (select from pg_extension where extname = 'pg_trgm')
      union all
      select format('CREATE ROLE %I NOLOGIN', name) from unnest($1::text[]) as name
      where not exists (select from pg_roles where rolname = name)
      union all
      select format('GRANT %I TO %I', name, current_user) from unnest($1::text[]) as name
      where not exists (select from pg_roles where rolname = name and pg_has_role(current_user, oid, 'member'))
      union all
      select format('GRANT app_rw TO %I', name) from unnest(array['app_own', 'app_selling']) as name where not exists (
        select from pg_auth_members where roleid = to_regrole('app_rw') and member = to_regrole(name))
    ) as missing`,
    [['app_rw', 'app_system', 'app_partner', 'search_reader', 'app_own', 'app_selling']],
  )
  const [found] = rows
  if (!found) throw new Error('PostgreSQL told nothing of itself')
  return found
}

async function applyNew(client: pg.Client, schema: string): Promise<void> {
  const applied = `${schema === 'public' ? 'drizzle' : schema}.__drizzle_migrations`
  const { rows: tables } = await client.query<{ is_there: boolean }>(`select to_regclass($1) is not null as is_there`, [
    applied,
  ])
  if (tables[0]?.is_there !== true) {
    if (schema === 'public') await client.query('create schema if not exists drizzle')
    await client.query(`create table ${applied} (id serial primary key, hash text not null, created_at bigint)`)
  }
  const { rows } = await client.query<{ newest: string | null }>(`select max(created_at) as newest from ${applied}`)
  const newest = Number(rows[0]?.newest ?? 0)
  const pending = readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis > newest)
  await client.query('begin')
  try {
    for (const { sql, hash, folderMillis } of pending) {
      for (const statement of sql) await client.query(statement.replaceAll(/\bpublic\b/g, schema))
      await client.query(`insert into ${applied} (hash, created_at) values ($1, $2)`, [hash, folderMillis])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
