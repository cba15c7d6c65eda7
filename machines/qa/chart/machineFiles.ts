import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
// A life is known by its name, and is written as a rule: the server uses it, too.
const endings = /^(\w+)\.machine\.ts$|^(\w+Life)\.ts$/

/**
 * Returns where each machine is written, by its name: paths from the root of the repository, with slashes. Throws when
 * two files have one name, as a recording knows machines by it.
 */
export function machineFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const entry of readdirSync(join(root, 'machines'), { recursive: true, withFileTypes: true })) {
    const [, flow, life] = endings.exec(entry.name) ?? []
    const name = flow ?? life
    if (name === undefined) continue
    const file = relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
    const other = files.get(name)
    if (other !== undefined) throw new Error(`${other} and ${file} have one name`)
    files.set(name, file)
  }
  return files
}
