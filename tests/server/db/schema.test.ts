import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../server/db/database'
import { scratchDatabases, scratchPostgres } from '../postgres'
import { rowsOf } from './fixtures'

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
     where grantee in ('app_rw', 'app_system', 'search_reader') order by 1`,
]

describe('the schema', () => {
  test.runIf(engines.length > 1)('is the same on both engines', { timeout: 60_000 }, async () => {
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

  test.runIf(fresh !== undefined)(
    'is made once when four nodes of two databases start at once',
    { timeout: 60_000 },
    async () => {
      const nodes = await Promise.all(
        [fresh, another, fresh, another, fresh, fresh].map((scratch) => openDatabase(scratch!)),
      )
      await Promise.all(nodes.map((node) => node.ping()))
      await Promise.all(nodes.map((node) => node.close()))
    },
  )
})
