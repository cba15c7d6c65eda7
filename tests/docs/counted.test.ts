import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Counts, countsFile } from '../countingReporter'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('what fails is counted and told wherever it is: in a test, around tests, and where nothing waits for it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'offerdesk-counted-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  try {
    writeFileSync(
      join(folder, 'some.test.js'),
      `import { afterAll, beforeAll, describe, expect, test } from 'vitest'
test('right', () => {})
test('wrong', () => expect(1).toBe(2))
test.skip('left out', () => {})
describe('what can not begin', () => {
  beforeAll(() => { throw new Error('no database', { cause: new Error('took too long') }) })
  test('alone', () => {})
})
describe('what can not end', () => {
  afterAll(() => { throw new Error('still open') })
  test('right as well', () => { void Promise.reject(new Error('nobody waits')) })
})`,
    )
    const counts = join(folder, 'counts.json')
    const given = ['vitest', 'run', '--root', folder, `--reporter=${join(root, 'tests/countingReporter.ts')}`]
    const { status } = spawnSync('npx', ['--no-install', ...given], { env: { ...process.env, [countsFile]: counts } })
    expect(status).toBe(1)
    const { passed, failed, skipped, failures } = JSON.parse(readFileSync(counts, 'utf8')) as Counts
    expect({ passed, failed, skipped }).toEqual({ passed: 2, failed: 4, skipped: 2 })
    expect(failures.join('\n')).toContain('\nCause: Error: took too long')
    const told = failures.map((each) => each.split('\n').slice(0, 2).join(': ')).toSorted()
    expect(told).toEqual([
      'an error that no test waited for: Error: nobody waits',
      'some.test.js › what can not begin: Error: no database',
      'some.test.js › what can not end: Error: still open',
      expect.stringContaining('some.test.js › wrong: AssertionError: expected 1 to be 2'),
    ])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
