import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { ownFile } from '../files'

/** How the tables of a database differ from those that this version was made for. */
export interface SchemaDifference {
  /** Migrations of this version that have not been applied. */
  missing: number
  /** Applied ones that this version does not know. */
  newer: number
}

const readKnown = () =>
  new Set(
    readMigrationFiles({ migrationsFolder: ownFile('db/migrations') }).map(({ folderMillis }) => String(folderMillis)),
  )

/** Tells how the tables in `schema` differ from what this version knows. */
export function differenceOf(pool: pg.Pool, schema: string): () => Promise<SchemaDifference> {
  const table = `${schema === 'public' ? 'drizzle' : schema}.__drizzle_migrations`
  let known: ReadonlySet<string> | undefined
  return async () => {
    const { rows } = await pool.query<{ at: string }>(`select created_at::text as at from ${table}`)
    const applied = new Set(rows.map(({ at }) => at))
    const own = (known ??= readKnown())
    return {
      missing: [...own].filter((one) => !applied.has(one)).length,
      newer: [...applied].filter((one) => !own.has(one)).length,
    }
  }
}
