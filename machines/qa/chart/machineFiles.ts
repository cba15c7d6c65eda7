import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const ending = '.machine.ts'

/**
 * Returns where each machine is written, by its name: paths from the root of the repository, with slashes. Throws when
 * two files have one name, as a recording knows machines by it.
 */
export function machineFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const entry of readdirSync(join(root, 'machines'), { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith(ending)) continue
    const name = entry.name.slice(0, -ending.length)
    const file = relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
    const other = files.get(name)
    if (other !== undefined) throw new Error(`${other} and ${file} have one name`)
    files.set(name, file)
  }
  return files
}
