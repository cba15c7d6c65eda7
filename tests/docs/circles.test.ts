import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { circlesOf, importsBelow, lines } from './circles'

const folder = mkdtempSync(join(tmpdir(), 'offerdesk-circles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes the files into a folder of their own and tells the circles among them. */
function circlesAmong(name: string, files: Record<string, string>): string[] {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true })
    writeFileSync(join(folder, name, path), content)
  }
  return circlesOf(importsBelow(join(folder, name))).map(lines)
}

const backToA = { 'src/b.tsx': "export { a as b } from './a'" }

test.each([
  ['an import', "import { b } from './b'\nexport const a = b"],
  ['import type', "import type { b } from './b'\nexport type A = typeof b"],
  ['import()', "export const a = () => import('./b').then(({ b }) => b)\n"],
  ["import('…') as a type", "export type A = import('./b').B\n"],
  ["typeof import('…')", "export interface A {\n  b: Promise<typeof import('./b')>\n}"],
  ['export … from', "export * from './b'"],
])('%s makes a circle with the file that imports it', (name, content) => {
  const line = name.startsWith('typeof') ? 2 : 1
  expect(circlesAmong(name.replaceAll(/\W/g, ''), { 'src/a.ts': content, ...backToA })).toEqual([
    `src/a.ts:${line} imports src/b.tsx\nsrc/b.tsx:1 imports src/a.ts\n`,
  ])
})

test('a circle of several kinds of imports, across folders, is told import by import', () => {
  const circles = circlesAmong('mixed', {
    'machines/flows.ts': "export const load = () => import('./offers/offerEdit.machine')",
    'machines/offers/offerEdit.machine.ts': "\nimport type { Setup } from '../setup'\nexport type Edit = Setup",
    'machines/setup/index.ts': "export type Setup = { flow: import('../flows').Flow }",
    'src/app.ts': "import { load } from '../machines/flows'\nexport const app = load",
  })
  expect(circles).toEqual([
    [
      'machines/flows.ts:1 imports machines/offers/offerEdit.machine.ts',
      'machines/offers/offerEdit.machine.ts:2 imports machines/setup/index.ts',
      'machines/setup/index.ts:1 imports machines/flows.ts\n',
    ].join('\n'),
  ])
})

test('files that import one another in one direction only make no circle', () => {
  expect(
    circlesAmong('none', {
      'src/a.ts': "import { b } from './b'\nexport const a = () => [b, import('./c')] // import('./a')",
      'src/b.ts': "import { c } from './c'\nexport const b = c",
      'src/c.ts': "import { parse } from 'zod'\nexport const c = parse('import a from ./a')",
    }),
  ).toEqual([])
})
