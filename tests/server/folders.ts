import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../server/db/database'
import { seedDemo } from '../../server/db/demo'
import { ingredients, madeOnce } from './madeOnce'

/** What an empty database is made of: the engine, and the migrations. */
const schemaFiles = [
  'server/db/migrations',
  'server/db/backupRights.ts',
  'node_modules/@electric-sql/pglite/package.json',
] as const

/** What the demo data are made of, which tell of the last months as of today. */
export const demoIngredients = (...others: string[]): string =>
  ingredients(
    [...schemaFiles, 'server/db/schema', 'server/db/demo.ts', 'server/db/demoData', 'server/customers/phones.ts'],
    new Date().toISOString().slice(0, 10),
    ...others,
  )

/**
 * A new folder with an embedded database that holds no rows. Making one takes seconds, a copy of one that was made
 * before a tenth of one.
 */
export async function emptyFolder(): Promise<string> {
  return copied(
    await madeOnce('empty-database', ingredients(schemaFiles), async (dataDir) => {
      await (await openDatabase({ dataDir })).close()
    }),
  )
}

/** A new folder with an embedded database of demo data. */
export async function demoFolder(): Promise<string> {
  return copied(
    await madeOnce('demo-database', demoIngredients(), async (making) => {
      cpSync(await emptyFolder(), making, { recursive: true })
      const database = await openDatabase({ dataDir: making })
      await seedDemo(database, new Date())
      await database.close()
    }),
  )
}

/** A new folder with the same. */
export function copied(made: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'offerdesk-data-'))
  cpSync(made, folder, { recursive: true })
  return folder
}
