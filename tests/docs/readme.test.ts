import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withRules } from './rules'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const builtIn = new Set(['install', 'ci', 'pack', 'audit'])

test.each(['README.md', 'CONTRIBUTING.md'])('%s names only commands, files and test steps that exist', (file) => {
  const text = read(file)
  for (const [, run = ''] of text.matchAll(/npm (?:run )?([a-z][\w:]*)/g)) {
    expect([run, run in scripts || builtIn.has(run)]).toEqual([run, true])
  }
  for (const [, link = ''] of text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
    expect([link, existsSync(join(root, link))]).toEqual([link, true])
  }
  for (const [, steps = ''] of text.matchAll(/npm test -- ([a-z ]+)/g)) {
    for (const step of steps.trim().split(' ')) expect(read('tests/run.ts')).toContain(`  ${step}: {`)
  }
  for (const [, path = ''] of text.matchAll(/npx vitest run (\S+)/g)) expect(existsSync(join(root, path))).toBe(true)
})

test('README has the two commands', () => {
  expect(read('README.md')).toContain('npm install && npm start')
  expect(read('README.md')).toContain('npm install && npm test')
})

test('README has a copied test put where browser tests are looked for', () => {
  const [, folder = 'nowhere'] = /testDir: '(.+)'/.exec(read('playwright.config.ts')) ?? []
  expect(read('README.md')).toContain(`save it as \`${folder}/copied.spec.ts\``)
})

test('README has the rules of the checker; npm run rules writes them anew', () => {
  expect(read('README.md')).toBe(withRules())
})
