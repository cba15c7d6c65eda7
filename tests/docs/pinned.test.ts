import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { external } from '../../vite/serverPackages'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, never>

const dependencies: Record<string, string> = read('package.json')['dependencies'] ?? {}
const forBuilding: Record<string, string> = read('package.json')['devDependencies'] ?? {}
/** What is built into the server is no dependency of who installs it. */
const declared = { ...forBuilding, ...dependencies }
const locked: Record<string, { version: string; optionalDependencies?: Record<string, string> }> =
  read('package-lock.json')['packages'] ?? {}

/** Every package that a folder's files import. */
function importedBy(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter((file) => /\.(?:ts|mjs)$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
  const named = texts.flatMap((text) => [...text.matchAll(/(?:from|import\() ?'((?:@[\w-]+\/)?[\w-]+)/g)])
  return [...new Set(named.map(([, name = '']) => name))].filter((name) => name in declared)
}

/** Of those that the code names, what a build or a test alone needs. */
const touchesNone = new Set(['drizzle-kit', 'fast-check', 'vite', 'vitest'])
const touchingData = [...new Set([...importedBy('server'), ...importedBy('contract')])]
  .filter((name) => !touchesNone.has(name))
  .toSorted()

test('what touches data is found', () => {
  for (const name of ['@electric-sql/pglite', 'pg', 'drizzle-orm', 'fastify', 'zod'])
    expect(touchingData).toContain(name)
})

test.each(touchingData)('%s touches data, and has one exact version, which is the installed one', (name) => {
  expect(declared[name]).toBe(locked[`node_modules/${name}`]?.version)
})

/** The folders in which a package looks for another one: its own, and those above. */
function foldersOf(path: string): string[] {
  const above = path.lastIndexOf('node_modules/')
  return above === -1 ? [''] : [`${path}/`, ...foldersOf(path.slice(0, Math.max(0, above - 1)))]
}
const isLocked = (from: string, name: string) =>
  foldersOf(from).some((folder) => `${folder}node_modules/${name}` in locked)

// npm leaves those of other systems out of a lock file that it writes beside installed packages, and `npm ci` then refuses
// it there. `npm install --package-lock-only` in a folder without node_modules writes all of them.
test('the lock file has what packages need on every system', () => {
  const missing = Object.entries(locked).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(from, name)),
  )
  expect(missing).toEqual([])
  expect(Object.keys(locked).filter((path) => path.startsWith('node_modules/@node-rs/argon2-')).length).toBeGreaterThan(
    5,
  )
})

test('what is installed beside the built server is what its build leaves out', () => {
  expect(Object.keys(dependencies)).toEqual(external)
})
