import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const days = 86_400_000

/** A word that changes with the content of files and folders of the project, and with whatever else is named. */
export function ingredients(paths: readonly string[], ...others: string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.map((one) => join(root, one))) {
    const files = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' }).toSorted()
      : ['']
    for (const file of files.map((one) => join(path, one))) {
      if (statSync(file).isFile()) hash.update(relative(root, file)).update(readFileSync(file))
    }
  }
  for (const other of others) hash.update(other)
  return hash.digest('hex').slice(0, 16)
}

/**
 * A folder that takes long to make and is the same each time: made once for the same ingredients, to be copied. Several
 * test processes may want it at once: each makes one, and the first to be done keeps its own.
 */
export async function madeOnce(name: string, of: string, make: (folder: string) => Promise<void>): Promise<string> {
  const made = join(root, '.cache', `${name}-${of}`)
  if (existsSync(made)) return made
  mkdirSync(join(root, '.cache'), { recursive: true })
  forgetOld(name)
  const making = `${made}.${randomUUID()}`
  await make(making)
  try {
    renameSync(making, made)
  } catch (error) {
    rmSync(making, { recursive: true })
    if (!existsSync(made)) throw error
  }
  return made
}

function forgetOld(name: string): void {
  for (const other of readdirSync(join(root, '.cache'))) {
    const path = join(root, '.cache', other)
    const isOld =
      other.startsWith(`${name}-`) && Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 2 * days
    if (isOld) rmSync(path, { recursive: true, force: true })
  }
}
