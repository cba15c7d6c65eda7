import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../server/db/database'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What an empty database is made of: the engine, and the migrations. */
function ingredients(): string {
  const hash = createHash('sha256')
  const migrations = join(root, 'server/db/migrations')
  for (const name of readdirSync(migrations, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (/\.(?:sql|json)$/.test(name)) hash.update(name).update(readFileSync(join(migrations, name)))
  }
  hash.update(readFileSync(join(root, 'node_modules/@electric-sql/pglite/package.json')))
  return hash.digest('hex').slice(0, 16)
}

/**
 * A new folder with an embedded database that holds no rows. Making one takes seconds, a copy of one that was made
 * before a tenth of one.
 */
export async function emptyFolder(): Promise<string> {
  const made = join(root, '.cache', `empty-database-${ingredients()}`)
  if (!existsSync(made)) await make(made)
  const folder = mkdtempSync(join(tmpdir(), 'offerdesk-data-'))
  cpSync(made, folder, { recursive: true })
  return folder
}

/** Several test processes may want it at once: each makes one, and the first to be done keeps its own. */
async function make(made: string): Promise<void> {
  const making = `${made}.${randomUUID()}`
  const database = await openDatabase({ dataDir: making })
  await database.close()
  try {
    renameSync(making, made)
  } catch (error) {
    rmSync(making, { recursive: true })
    if (!existsSync(made)) throw error
  }
}
