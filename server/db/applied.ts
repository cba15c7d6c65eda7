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

/** The migrations of this version, the oldest first. */
export const readMigrations = () => readMigrationFiles({ migrationsFolder: ownFile('db/migrations') })

/** The table of the migrations that a schema has. */
export const appliedIn = (schema: string) => `${schema === 'public' ? 'drizzle' : schema}.__drizzle_migrations`

/** Tells how the tables in `schema` differ from what this version knows. */
export function differenceOf(pool: pg.Pool, schema: string): () => Promise<SchemaDifference> {
  let known: ReadonlySet<string> | undefined
  return async () => {
    const { rows } = await pool.query<{ at: string }>(`select created_at::text as at from ${appliedIn(schema)}`)
    const applied = new Set(rows.map(({ at }) => at))
    const own = (known ??= new Set(readMigrations().map(({ folderMillis }) => String(folderMillis))))
    return {
      missing: [...own].filter((one) => !applied.has(one)).length,
      newer: [...applied].filter((one) => !own.has(one)).length,
    }
  }
}
