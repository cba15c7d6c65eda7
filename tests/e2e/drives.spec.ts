import { spawn } from 'node:child_process'
import { storedPath } from '../replay/stored'
import { expect, test } from './fixtures'

/** Driven here; `npm run figures -- drives` drives all that the browser tests record. */
const chosen = ['offerEdit', 'payment'].map(storedPath)

test('recordings, driven through the app, come to the states that were recorded @rare', async () => {
  const child = spawn('node', ['--import', 'tsx', 'tests/replay/main.ts', '--browser', ...chosen])
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(said.match(/, all reached$/gm)).toHaveLength(chosen.length)
  expect(code).toBe(0)
})
