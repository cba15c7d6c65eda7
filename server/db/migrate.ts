import type pg from 'pg'
import { appliedIn, knownMigrations, type Migration, readMigrations } from './applied'
import { letBackupsRead } from './backupRights'
import { sqlFailure } from './errors'
import { narrowed, ownRoles } from './roles'

/** Any number will do, as long as all nodes use the same. */
const lock = 7_301_455

// Roles belong to the cluster and this lock to one database of it: two databases migrating at once can collide there.
const collisions = new Set(['23505', '42710', 'XX000', '40P01'])
const attempts = 5

/** The oldest PostgreSQL that has what the tables are made of. */
const oldest = 15

/** The database can't be worked with as it is. Its message is one line that says how to mend it. */
export class Unfit extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Unfit'
  }
}

/** The role may not do what nobody has done before it. Its message is one line with what an administrator has to run. */
export class NotPrepared extends Unfit {
  constructor(statements: readonly string[]) {
    super(`PostgreSQL is not prepared: an administrator has to run, in this database: ${statements.join('; ')};`)
    this.name = 'NotPrepared'
  }
}

/** What there is once the tables are up to date. */
export interface Migrated {
  /** The first of the role's search path, which is one of its own name where there is such a schema. */
  schema: string
  /** How many migrations had not been there. */
  applied: number
}

/**
 * Brings the tables up to date, and tells the schema that they are in. Any number of nodes may do so at once: one works,
 * the others wait for it. Throws {@link Unfit}.
 */
export async function migrate(newClient: () => pg.Client): Promise<Migrated> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withClient(newClient(), migrateAlone)
    } catch (error) {
      if (attempt === attempts || !collisions.has(sqlFailure(error)?.code ?? '')) throw error
    }
  }
}

/** What keeps the tables from being worked with as they are, each in one line; they are left as they are. */
export const whatIsUnfit = (newClient: () => pg.Client): Promise<string[]> => withClient(newClient(), unfitness)

async function withClient<T>(client: pg.Client, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // Its statements say what is wrong; without a listener the event would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Does something while no node brings the tables up to date; it may take as long as it likes. */
export async function withoutMigrations<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('set statement_timeout = 0')
  await client.query('set client_min_messages = warning')
  // However long others take: only what is held up by readers and writers is given up in time.
  await client.query('set lock_timeout = 0')
  await client.query('select pg_advisory_lock($1)', [lock])
  await client.query('reset lock_timeout')
  try {
    return await work()
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock])
    await client.query('reset all')
  }
}

const migrateAlone = (client: pg.Client): Promise<Migrated> => withoutMigrations(client, () => apply(client))

const notAllowed = '42501'

const apply = (client: pg.Client): Promise<Migrated> =>
  within(client, async (schema, roles) => {
    await client.query('begin')
    let applied: number
    try {
      applied = await applyAll(client, schema, await pendingIn(client, schema))
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
    // Those that came with the migrations have been made by them.
    if (roles.length > 0) await makeUp(client)
    await refuseWithoutRights(client)
    await letBackupsRead(client)
    return { schema, applied }
  })

/** Where there are no tables yet, makes those of some migrations, in the transaction that is open. */
export const makeTables = (client: pg.Client, migrations: readonly Migration[]): Promise<Migrated> =>
  within(client, async (schema) => ({ schema, applied: await applyAll(client, schema, migrations) }))

async function within<T>(client: pg.Client, work: (schema: string, roles: string[]) => Promise<T>): Promise<T> {
  const there = await whatIsThere(client)
  refuseUnfit(there)
  const { schema, place, roles } = there
  const missing = [...place, ...roles]
  if (schema === null) throw new NotPrepared(missing)
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) {
    throw new Unfit(`the schema ${schema} has to be called otherwise: by small letters, digits and _ alone`)
  }
  try {
    return await work(schema, roles)
  } catch (error) {
    if (missing.length > 0 && sqlFailure(error)?.code === notAllowed) throw new NotPrepared(missing)
    throw error
  }
}

/** Makes the roles that are gone again; what they may do is gone with them, which is told after it. */
async function makeUp(client: pg.Client): Promise<void> {
  const { roles } = await whatIsThere(client)
  for (const statement of roles) await client.query(statement)
}

/** Where a database is too old, or would keep texts as bytes that it knows no letters of. */
function refuseUnfit({ version, encoding }: Circumstances): void {
  if (encoding !== 'UTF8') {
    throw new Unfit(
      `the database keeps its texts as ${encoding} and not as UTF8: make it anew by createdb --encoding UTF8 --template template0`,
    )
  }
  if (version >= oldest * 10_000) return
  const minor = version % 10_000
  throw new Unfit(
    `PostgreSQL ${Math.floor(version / 10_000)}.${minor} is too old: use PostgreSQL ${oldest} or a later one`,
  )
}

const lostRights =
  'the roles of this database have lost their rights, as it was restored where they were missing: let an administrator run what `offerdesk migrate --print-roles` prints, and restore the backup once more'

async function refuseWithoutRights(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_table_privilege(to_regrole('app_rw'), 'orders', 'select')
       and has_table_privilege(to_regrole('app_system'), 'users', 'select')
       and has_table_privilege(to_regrole('app_partner'), 'collaboration_campaigns', 'select')
       and has_table_privilege(to_regrole('search_reader'), 'orders', 'select')
       and exists (select from pg_policy join pg_roles on pg_roles.oid = any (polroles)
         where polrelid = 'orders'::regclass and rolname = 'app_rw') as may`,
  )
  if (rows[0]?.may !== true) throw new Unfit(lostRights)
}

interface Circumstances {
  version: number
  encoding: string
  schema: string | null
  /** What an administrator runs in place of a role that may not: of the database, and of the cluster. */
  place: string[]
  roles: string[]
}

async function whatIsThere(client: pg.Client): Promise<Circumstances> {
  const { rows } = await client.query<Circumstances>(
    `
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      current_schema() as schema, array(
      select format('CREATE SCHEMA %I AUTHORIZATION %I', current_user, current_user)
      where current_schema() is null or current_schema() = 'public' and not (
        has_schema_privilege('public', 'create')
        and (to_regnamespace('drizzle') is not null or has_database_privilege(current_database(), 'create'))
      )
      union all
      select 'CREATE EXTENSION pg_trgm' where not exists (select from pg_extension where extname = 'pg_trgm')
    ) as place, array(
      select format('CREATE ROLE %I NOLOGIN', name) from unnest($1::text[]) as name
      where not exists (select from pg_roles where rolname = name)
      union all
      select format('GRANT %I TO %I', name, current_user) from unnest($1::text[]) as name
      where not exists (select from pg_roles where rolname = name and pg_has_role(current_user, oid, 'member'))
      union all
      select format('GRANT app_rw TO %I', name) from unnest($2::text[]) as name where not exists (
        select from pg_auth_members where roleid = to_regrole('app_rw') and member = to_regrole(name))
    ) as roles`,
    [ownRoles, narrowed],
  )
  const [found] = rows
  if (!found) throw new Error('PostgreSQL told nothing of itself')
  return found
}

const isThere = async (client: pg.Client, table: string): Promise<boolean> => {
  const { rows } = await client.query<{ is_there: boolean }>(`select to_regclass($1) is not null as is_there`, [table])
  return rows[0]?.is_there === true
}

/** The migrations that a schema has yet to get. Throws {@link Unfit} where it is of a newer release. */
async function pendingIn(client: pg.Client, schema: string) {
  if (!(await isThere(client, appliedIn(schema)))) return readMigrations()
  const { rows } = await client.query<{ newest: string | null }>(
    `select max(created_at) as newest from ${appliedIn(schema)}`,
  )
  const newest = Number(rows[0]?.newest ?? 0)
  if (newest > Math.max(...knownMigrations())) {
    throw new Unfit(
      'the database is of a newer release of Offerdesk: start that one, or restore the backup from before the upgrade',
    )
  }
  return readMigrations(newest)
}

async function applyAll(client: pg.Client, schema: string, migrations: readonly Migration[]): Promise<number> {
  const applied = appliedIn(schema)
  if (!(await isThere(client, applied))) {
    if (schema === 'public') await client.query('create schema if not exists drizzle')
    await client.query(`create table ${applied} (id serial primary key, hash text not null, created_at bigint)`)
  }
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement.replaceAll(/\bpublic\b/g, schema))
    await client.query(`insert into ${applied} (hash, created_at) values ($1, $2)`, [hash, folderMillis])
  }
  return migrations.length
}

async function unfitness(client: pg.Client): Promise<string[]> {
  const there = await whatIsThere(client)
  const { schema, place, roles } = there
  try {
    refuseUnfit(there)
    if (schema === null) return [new NotPrepared([...place, ...roles]).message]
    const pending = await pendingIn(client, schema)
    const may = await rightsOf(client)
    // The extension is one that whoever may create things in the database may create, too.
    const ofPlace =
      pending.length === 0 ? [] : place.filter((one) => !(may.create && one.startsWith('CREATE EXTENSION')))
    const lacking = [...ofPlace, ...(may.make_roles ? [] : roles)]
    if (lacking.length > 0) return [new NotPrepared(lacking).message]
    if (pending.length > 0) {
      const one = pending.length === 1 ? '1 migration is' : `${pending.length} migrations are`
      return [`${one} missing: run offerdesk migrate, or start a server, which does so itself`]
    }
    await refuseWithoutRights(client)
    return []
  } catch (error) {
    if (error instanceof Unfit) return [error.message]
    throw error
  }
}

async function rightsOf(client: pg.Client): Promise<{ make_roles: boolean; create: boolean }> {
  const { rows } = await client.query<{ make_roles: boolean; create: boolean }>(
    `select rolsuper or rolcreaterole as make_roles, has_database_privilege(current_database(), 'create') as create
     from pg_roles where rolname = current_user`,
  )
  return rows[0] ?? { make_roles: false, create: false }
}
