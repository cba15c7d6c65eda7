import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { recordingsIn } from '../replay/files'
import { expect, test } from './fixtures'

test.describe.configure({ timeout: 120_000 })

// One of a file that each needs something else of whoever drives the app; `npm run figures -- drives` drives all of them.
const files = ['customers-GE-04', 'errors-ER-02', 'fresh-GE-09-EO-06', 'offline-GE-10-a-dialog', 'session-SE-13']

test('recordings of all kinds, driven through the app, come to the states that were recorded', async () => {
  const chosen = files.flatMap(
    (file) => recordingsIn('tests/flows').find((path) => basename(path).startsWith(file)) ?? [],
  )
  expect(chosen.length).toBeGreaterThan(2)
  const child = spawn('node', ['--import', 'tsx', 'tests/replay/main.ts', '--browser', ...chosen])
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(said).toContain(`${chosen.length} passed, 0 failed`)
  expect(code).toBe(0)
})
