import { lte } from 'drizzle-orm'
import { startOf } from '../auth/lifetimes'
import type { Database } from '../db/database'
import { sheetImports } from '../db/schema/sheetImports'

/** Forgets imports, with their lines, that nobody can undo any more. */
export const forgetOldImports = (database: Database, now: Date) =>
  database.system((tx) => tx.delete(sheetImports).where(lte(sheetImports.createdAt, startOf('sheetImport', now))))
