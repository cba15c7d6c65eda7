import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, never>

const dependencies: Record<string, string> = read('package.json')['dependencies'] ?? {}
const locked: Record<string, { version: string }> = read('package-lock.json')['packages'] ?? {}

/** Every package that a folder's files import. */
function importedBy(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter((file) => /\.(?:ts|mjs)$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8'))
  const named = texts.flatMap((text) => [...text.matchAll(/(?:from|import\() ?'((?:@[\w-]+\/)?[\w-]+)/g)])
  return [...new Set(named.map(([, name = '']) => name))].filter((name) => name in dependencies)
}

const touchingData = [...new Set([...importedBy('server'), ...importedBy('contract')])].toSorted()

test('what touches data is found', () => {
  for (const name of ['@electric-sql/pglite', 'pg', 'drizzle-orm', 'fastify', 'zod'])
    expect(touchingData).toContain(name)
})

test.each(touchingData)('%s touches data, and has one exact version, which is the installed one', (name) => {
  expect(dependencies[name]).toBe(locked[`node_modules/${name}`]?.version)
})
