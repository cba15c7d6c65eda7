import { lte } from 'drizzle-orm'
import { startOf } from '../auth/lifetimes'
import type { Database } from '../db/database'
import { productImports } from '../db/schema/productImports'

/** Forgets imports, with their lines, that nobody can undo any more. */
export const forgetOldImports = (database: Database, now: Date) =>
  database.system((tx) => tx.delete(productImports).where(lte(productImports.createdAt, startOf('productImport', now))))
