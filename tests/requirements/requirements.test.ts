import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { idsIn, titlesIn } from './titles'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('titles are found in every way a test can be written', () => {
  const text = [
    "test('EO-01 one', () => {})",
    'it.skip("EO-02 it\'s two", () => {})',
    "test.each([['a', f(1)]])('EO-03 %s', () => {})",
    'describe.each(rows)(`EO-04 four`, () => {})',
    "test(\n  'EO-05 EO-06 on its own line',\n  () => {})",
    "test('EO-07 seven @rare', () => {})",
    "test.runIf(everyWay)('EO-08 eight', () => {})",
    "expect('EO-09').toBe(contest('EO-10'))",
  ].join('\n')
  expect(titlesIn(text, 'a.test.ts').map(({ line, title }) => [line, title])).toEqual([
    [1, 'EO-01 one'],
    [2, "EO-02 it's two"],
    [3, 'EO-03 %s'],
    [4, 'EO-04 four'],
    [5, 'EO-05 EO-06 on its own line'],
    [8, 'EO-07 seven @rare'],
    [9, 'EO-08 eight'],
  ])
  const rare = titlesIn(text, 'a.test.ts').filter(({ isRare }) => isRare)
  expect(rare.map(({ line }) => line)).toEqual([8, 9])
})

test('a title may name several ids', () => {
  expect(idsIn('EO-05 EO-06 and EO-05 again, but not EO-7')).toEqual(['EO-05', 'EO-06'])
})

test('npm run requirements finds a test for every requirement', () => {
  const report = execFileSync(process.execPath, ['--import', 'tsx', 'tests/requirements/report.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(report).toMatch(/(\d+) of \1 requirements have a test/)
})
