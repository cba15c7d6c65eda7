import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { callsOf } from '../../contract/conformance/engine/calls'
import { faults } from '../conformance/mutants/faults'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const guide = read('CONTRIBUTING.md')
const commands = [...guide.matchAll(/^```sh$([\s\S]*?)^```$/gm)].map(([, block = '']) => block).join('')
const prose = guide.replaceAll(/^```[\s\S]*?^```$/gm, '')
/** What stands in backticks, each once. */
const quoted = [...new Set([...prose.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text.replaceAll(/\s+/g, ' ')))]

const folders = ['contract', 'machines', 'src', 'server', 'vite', 'tests', 'docs']
const files = [
  ...readdirSync(root),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ),
]

/** A path of the guide, such as `machines/<area>/<flow>.machine.ts` or `src/components/{base,form}/`, for each that it names. */
function patternsOf(path: string): RegExp[] {
  const [, before = '', choices, after = ''] = /^(.*?)\{([^}]+)\}(.*)$/.exec(path) ?? []
  if (choices !== undefined) return choices.split(',').flatMap((choice) => patternsOf(`${before}${choice}${after}`))
  const pattern = path
    .replace(/\/$/, '')
    .replaceAll(/[.$()+]/g, String.raw`\$&`)
    .replaceAll(/<\w+>|\*+/g, (part) => (part === '**' ? '.+' : String.raw`[\w$.-]+`))
  return [new RegExp(`^${pattern}$`)]
}
const isPath = (text: string) => /^[\w./$<>{},*-]+$/.test(text) && /\/|\.(?:ts|tsx|md|sql|json|html|py)$/.test(text)
const isPackage = (text: string) => text === 'zod/mini' || text.startsWith('@')
const rules = /^(?:eslint|typescript|oxc|import)\//

test.each(quoted.filter((text) => isPath(text) && !isPackage(text) && !rules.test(text)))('%s exists', (path) => {
  for (const pattern of patternsOf(path)) {
    expect([pattern, files.some((file) => pattern.test(file))]).toEqual([pattern, true])
  }
})

test('every name of the code that the guide quotes is in the code', () => {
  const code = files
    .filter((file) => /^(?:contract|machines|src|server|vite)\/.*\.(?:tsx?|sql)$/.test(file))
    .map(read)
    .join('\n')
  const words = new Set(code.match(/\w+/g))
  const names = quoted
    .filter((text) => !isPath(text))
    .flatMap((text) => /^\.?(\w+)(?:[.(][^/]*)?$/.exec(text)?.slice(1, 2) ?? [])
  expect(names).toContain('recordFormParts')
  expect(names.filter((name) => !words.has(name))).toEqual([])
})

/** The example of a resource: what each of its files adds, and whether it is new. */
const example = read('docs/suppliers.diff')
  .split(/^diff --git a\//m)
  .slice(1)
  .map((part) => ({
    file: part.slice(0, part.indexOf(' ')),
    isNew: part.includes('\nnew file mode '),
    lines: part.match(/^\+(?!\+\+ )/gm)?.length ?? 0,
  }))
const linesOf = (parts: typeof example) => parts.reduce((sum, { lines }) => sum + lines, 0)
/** The rows of its table: a folder, what it says, and its lines. */
const exampleRow = /^\| `([^`]+\/)` +\|[^|]+\| *(\d*) *\| *(\d*).*$/gm

test('the table of the example of a resource has the lines of each folder', () => {
  const rows = [...guide.matchAll(exampleRow)].map(([, folder, fresh, shared]) => [
    folder,
    Number(fresh),
    Number(shared),
  ])
  const count = (folder: string) => {
    const parts = example.filter(({ file }) => file.startsWith(folder))
    return [folder, linesOf(parts.filter(({ isNew }) => isNew)), linesOf(parts.filter(({ isNew }) => !isNew))]
  }
  expect(rows).toEqual(rows.map(([folder]) => count(String(folder))))
  expect(rows.reduce((sum, [, fresh, shared]) => sum + Number(fresh) + Number(shared), 0)).toBe(linesOf(example))
})

test('every browser test, fault and figure that its commands name exists', () => {
  for (const [, spec = '', id = ''] of commands.matchAll(/npx playwright test (\w+) -g "([^"]+)"/g)) {
    expect(read(`tests/e2e/${spec}.spec.ts`)).toContain(id)
  }
  const ids = new Set(faults.map(({ id }) => id))
  for (const [, only = ''] of guide.matchAll(/conformance:mutants -- --only (\S+)/g)) {
    expect(only.split(',').filter((id) => !ids.has(id))).toEqual([])
  }
  for (const [, named = ''] of guide.matchAll(/npm run figures -- ([a-zA-Z ]+)/g)) {
    for (const name of named.trim().split(' '))
      expect(read('tests/figures/main.ts')).toMatch(new RegExp(`^ +${name}: `, 'm'))
  }
})

const exampleSize = '10 new files with 423 lines, and 6 lines in files that all resources share'

/** Every number of the guide, and what it is today. */
const counted: Record<string, () => string> = {
  'twenty core calls': () => (callsOf('core').length === 20 ? 'twenty core calls' : `${callsOf('core').length}`),
  '72 characters': () => `${/(\d+) characters/.exec(read('tests/docs/commits.test.ts'))?.[1]} characters`,
  'PostgreSQL 15': () => /PostgreSQL \d+(?= or later)/.exec(read('README.md'))?.[0] ?? 'nothing in README.md',
  [exampleSize]: () =>
    `${example.filter(({ isNew }) => isNew).length} new files with ${linesOf(example.filter(({ isNew }) => isNew))} lines, and ${linesOf(example.filter(({ isNew }) => !isNew))} lines in files that all resources share`,
  // How often a test may fail is a rule and not a count.
  'once in twenty runs': () => 'once in twenty runs',
}
const numbers =
  /\b(?:\d[\d,.]*|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|(?:a )?(?:hundred|thousand)s?)\b/g

test('every number that it claims is counted here', () => {
  const text = prose
    .replaceAll(exampleRow, '')
    .replaceAll(/`[^`]+`|\]\([^)]*\)|^\d+\. /gm, '')
    .replaceAll(/\s+/g, ' ')
  for (const [claim, count] of Object.entries(counted)) expect([claim, count()]).toEqual([claim, claim])
  const rest = Object.keys(counted).reduce((left, claim) => left.replaceAll(claim, ''), text)
  expect(rest.match(numbers) ?? []).toEqual([])
})

interface LintRules {
  rules: Record<string, unknown>
}
const lintrc: LintRules & { overrides: (LintRules & { files: string[] })[] } = JSON.parse(read('.oxlintrc.json'))

/** The rows of the table below a heading row, each as its cells. */
function rowsBelow(heading: string): string[][] {
  const [, below = ''] = guide.split(new RegExp(`^\\| ${heading} .*\\|\n\\|[-| ]+\\|\n`, 'm'))
  const rows = /^(?:\|.*\n)+/.exec(below)?.[0].trim().split('\n') ?? []
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}
const quotedIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

test('every rule of its table is one that .oxlintrc.json makes an error, and switches off where it is allowed', () => {
  const rows = rowsBelow('What is refused')
  expect(rows.length).toBeGreaterThan(5)
  const severity = (rule: unknown): unknown => (Array.isArray(rule) ? rule[0] : rule)
  for (const [, where, cell] of rows) {
    const [rule = ''] = quotedIn(cell)
    const settings = [lintrc, ...lintrc.overrides].map((part) => severity(part.rules[rule]))
    expect([rule, settings]).toEqual([rule, expect.arrayContaining(['error'])])
    const exceptions = lintrc.overrides.filter((part) => rule in part.rules).flatMap((part) => part.files)
    for (const place of quotedIn(where)) {
      const isNamed = exceptions.some((glob) =>
        patternsOf(glob).some((each) => each.test(place) || each.test(`${place}/a.ts`)),
      )
      const isNamedWithin = exceptions.some((glob) =>
        /^src\/\{([\w,]+)\}/.exec(glob)?.[1]?.split(',').includes(place.slice(4)),
      )
      expect([rule, place, isNamed || isNamedWithin]).toEqual([rule, place, true])
    }
  }
})

test('every file that .oxlintrc.json makes an exception of exists', () => {
  const named = lintrc.overrides
    .flatMap((part) => part.files)
    .flatMap((glob) => patternsOf(glob.replace('/**/', '/**').replace('.{ts,tsx}', '.ts')))
  expect(named.filter((pattern) => !files.some((file) => pattern.test(file)))).toEqual([])
})

const folder = mkdtempSync(join(tmpdir(), 'offerdesk-guide-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('each folder may import what its table says, and lint refuses everything else', () => {
  const rows = rowsBelow('Folder \\| may import').map(([from, to]) => [quotedIn(from)[0] ?? '', quotedIn(to)] as const)
  const importable = [...new Set(rows.flatMap(([from, allowed]) => [from, ...allowed]))]
  expect(importable.toSorted()).toEqual(['contract', 'machines', 'machines/lives', 'server', 'src'])
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const isWithin = (to: string, allowed: string) => to === allowed || to.startsWith(`${allowed}/`)
  const expected = new Map<string, boolean>()
  for (const [from, allowed] of rows) {
    for (const to of importable) {
      const file = `${from}/orders/${to.replace('/', '-')}.ts`
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `import { order } from '../../${to}/orders'\nexport const orders = [order]\n`)
      expected.set(file, ![from, ...allowed].some((each) => isWithin(to, each)))
    }
  }
  const linted = [...expected.keys()]
  let said = ''
  try {
    said = execFileSync(join(root, 'node_modules/.bin/oxlint'), ['--format', 'unix', ...linted], {
      cwd: folder,
      encoding: 'utf8',
    })
  } catch (error) {
    // oxlint exits with 1 when it finds something, and prints what.
    said = String((error as { stdout: unknown }).stdout)
  }
  const refused = said.split('\n').filter((line) => line.includes('no-restricted-imports'))
  const found = linted.map((file) => [file, refused.some((line) => line.includes(file))])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
})
