import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { ownFile } from '../files'

/** How the tables of a database differ from those that this version was made for. */
export interface SchemaDifference {
  /** Migrations of this version that have not been applied. */
  missing: number
  /** Applied ones that this version does not know. */
  newer: number
}

export interface Migration {
  sql: string[]
  hash: string
  /** When it was made, by which it is known. */
  folderMillis: number
}

/** The list of migrations that drizzle-kit keeps. */
interface Journal {
  entries: { tag: string; when: number }[]
}
const inFolder = (name: string) => readFileSync(ownFile(`db/migrations/${name}`), 'utf8')
const journal = () => (JSON.parse(inFolder('meta/_journal.json')) as Journal).entries

/** When the migrations of this version were made, the oldest first. */
export const knownMigrations = (): number[] => journal().map(({ when }) => when)

/** The migrations of this version made after a moment, the oldest first; all of them unless told. A start reads none as a rule. */
export const readMigrations = (after = 0): Migration[] =>
  journal()
    .filter(({ when }) => when > after)
    .map(({ tag, when }) => {
      const text = inFolder(`${tag}.sql`)
      const hash = createHash('sha256').update(text).digest('hex')
      return { sql: text.split('--> statement-breakpoint'), hash, folderMillis: when }
    })

/** The table of the migrations that a schema has. */
export const appliedIn = (schema: string) => `${schema === 'public' ? 'drizzle' : schema}.__drizzle_migrations`

/** Tells how the tables in `schema` differ from what this version knows. */
export function differenceOf(pool: pg.Pool, schema: string): () => Promise<SchemaDifference> {
  // Of the release that runs, though another one may be installed in its place by then.
  const own = new Set(knownMigrations().map(String))
  return async () => {
    const { rows } = await pool.query<{ at: string }>(`select created_at::text as at from ${appliedIn(schema)}`)
    const applied = new Set(rows.map(({ at }) => at))
    return {
      missing: [...own].filter((one) => !applied.has(one)).length,
      newer: [...applied].filter((one) => !own.has(one)).length,
    }
  }
}
