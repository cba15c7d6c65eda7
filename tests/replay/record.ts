import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fewest, reachedBy } from './coverage'
import { readRecording, recordingsIn } from './files'

const help = `npm run flows

Records every browser test (npm run build first) and keeps in tests/flows the fewest recordings that together reach all
that any of them does. To be run when a machine was changed on purpose.
`

if (process.argv.length > 2) {
  process.stdout.write(help)
  process.exit(process.argv[2] === '--help' ? 0 : 2)
}
const given = process.env['FLOWS_DIR']
const folder = given ?? mkdtempSync(join(tmpdir(), 'offerdesk-flows-'))
if (given === undefined) {
  const { status } = spawnSync('npx', ['--no-install', 'playwright', 'test', '--reporter=line'], {
    stdio: 'inherit',
    env: { ...process.env, FLOWS_DIR: folder },
  })
  // A failed test's recording would be kept as if it were right.
  if (status !== 0) process.exit(1)
}
const recordings = new Map(recordingsIn(folder).map((path) => [path, readRecording(path)]))
const chosen = fewest(new Map([...recordings].map(([path, recording]) => [path, reachedBy(recording)])))
rmSync('tests/flows', { recursive: true, force: true })
mkdirSync('tests/flows', { recursive: true })
for (const path of chosen) {
  const { events, ...recording } = recordings.get(path) ?? readRecording(path)
  // An event a line, so that a change can be read.
  const lines = events.map((event) => JSON.stringify(event)).join(',\n')
  const head = JSON.stringify(recording).slice(0, -1)
  writeFileSync(join('tests/flows', basename(path)), `${head},"events":[\n${lines}\n]}\n`)
}
if (given === undefined) rmSync(folder, { recursive: true, force: true })
process.stdout.write(`${chosen.length} of ${recordings.size} recordings kept in tests/flows\n`)
