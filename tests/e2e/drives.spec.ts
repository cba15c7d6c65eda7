import { spawn } from 'node:child_process'
import { recordingsIn } from '../replay/files'
import { expect, test } from './fixtures'

test.describe.configure({ timeout: 120_000 })

/** One in so many recordings is driven here; `npm run figures -- drives` drives all of them. */
const every = 120

test('recordings, driven through the app, come to the states that were recorded', async () => {
  const chosen = recordingsIn('tests/flows').filter((_, index) => index % every === 0)
  const child = spawn('node', ['--import', 'tsx', 'tests/replay/main.ts', '--browser', ...chosen])
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(said.match(/, all reached$/gm)).toHaveLength(chosen.length)
  expect(code).toBe(0)
})
