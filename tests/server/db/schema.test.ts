import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { NotPrepared } from '../../../server/db/migrate'
import { foreignPostgres, scratchDatabases, scratchPostgres } from '../postgres'
import { createShop, rowsOf } from './fixtures'

const engines = await scratchDatabases()
const fresh = await scratchPostgres()
const another = await scratchPostgres()
afterAll(async () => {
  for (const scratch of [...engines, fresh, another]) await scratch?.stop()
})

/** Columns, keys, indexes, policies and rights, each as text. */
const descriptions = [
  `select format('%s.%s %s null=%s default=%s generated=%s', table_name, column_name, data_type, is_nullable, column_default,
     is_generated) as line from information_schema.columns where table_schema = 'public' order by 1`,
  `select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line from pg_constraint
     where connamespace = 'public'::regnamespace and contype <> 'n' order by 1`,
  `select indexdef as line from pg_indexes where schemaname = 'public' order by 1`,
  `select format('%s %s %s %s %s %s', tablename, policyname, roles, cmd, qual, with_check) as line from pg_policies order by 1`,
  `select format('%s %s %s', grantee, table_name, privilege_type) as line from information_schema.role_table_grants
     where grantee in ('app_archive', 'app_backup', 'app_rw', 'app_system', 'app_partner', 'app_selling', 'search_reader') order by 1`,
]

describe('the schema', () => {
  test.runIf(engines.length > 1)('is the same on both engines', async () => {
    const [embedded, native] = await Promise.all(
      engines.map(async (engine) => {
        const database = await openDatabase(engine)
        const lines = await Promise.all(descriptions.map((query) => rowsOf(database, query)))
        await database.close()
        return lines.map((rows) => rows.map(({ line }) => line))
      }),
    )
    expect(embedded?.every((lines) => lines.length > 20)).toBe(true)
    expect(native).toEqual(embedded)
  })

  test.runIf(fresh !== undefined)('is made once when four nodes of two databases start at once', async () => {
    const nodes = await Promise.all(
      [fresh, another, fresh, another, fresh, fresh].map((scratch) => openDatabase(scratch!)),
    )
    await Promise.all(nodes.map((node) => node.ping()))
    await Promise.all(nodes.map((node) => node.close()))
  })

  test('belongs to an ordinary role, in a schema of its own, once an administrator has run what it asks for', async ({
    skip,
  }) => {
    const foreign = await foreignPostgres()
    if (foreign === undefined) return skip('there is no PostgreSQL of which we are the administrator')
    onTestFinished(() => foreign.stop())
    const open = () => openDatabase({ dataDir: '', databaseUrl: foreign.databaseUrl })
    const asked = await open().then(
      () => '',
      (error: unknown) => (error instanceof NotPrepared ? error.message : String(error)),
    )
    const [, statements = ''] =
      /^PostgreSQL is not prepared: an administrator has to run, in this database: (.*;)$/.exec(asked) ?? []
    expect(statements).toMatch(
      new RegExp(
        `^CREATE SCHEMA ${foreign.role} AUTHORIZATION ${foreign.role}; CREATE EXTENSION pg_trgm; .*GRANT app_rw TO`,
      ),
    )
    await foreign.prepare(statements)

    const database = await open()
    const { orgId } = await createShop(database, 'Ordinary')
    const schemas = await database.tenant(orgId, (tx) =>
      tx.execute(sql`
        select distinct relnamespace::regnamespace::text as name from pg_class
        where relkind = 'r' and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')`),
    )
    expect(schemas.rows).toEqual([{ name: foreign.role }])
    await database.close()
    await (await open()).close()
  })
})
