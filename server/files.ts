import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// The build puts all code of the server flat into one folder, with the files that it reads beside it as they lie here.
const isBuilt = import.meta.url.endsWith('.js')

/** A file that the server reads, by its path in this folder. */
export const ownFile = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A program that the server starts, by its path in this folder; from source, one that loads TypeScript first. */
export const ownProgram = (path: string) => ownFile(`${path}.${isBuilt ? 'js' : 'mjs'}`)

/** A file of the whole product, such as the built app. */
export const projectFile = (path: string) => ownFile(`${isBuilt ? '../..' : '..'}/${path}`)

/** Which release this is. */
export const ownVersion = (): string =>
  (JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string }).version
