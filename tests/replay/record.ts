import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recording } from '../../machines/qa/record/recording'
import { recordingsIn, Unreadable } from './files'
import { recordRun } from './recordedRun'
import { runFolder } from './runFolder'
import { candidatesOf, choose, flowNames, isUpToDate, storedFolder, storedPath } from './stored'

const help = `npm run flows                  makes the recordings in tests/flows anew whose machine has changed, or that are missing
npm run flows -- --from FOLDER  takes them from the recordings in a folder, such as ${runFolder}, where npm test leaves its own

Records every browser test (npm run build first), unless all recordings are as they should be. To be run when a machine was
changed on purpose.

Exit code 0: every flow has its recording. 1: a browser test failed, or none comes to some flow. 2: wrong arguments, or a
file that can't be read as a recording.
`

const print = (text: string) => process.stdout.write(`${text}\n`)

function store(flow: string, { events, ...recording }: Recording): void {
  // An event a line, so that a change can be read.
  const lines = events.map((event) => JSON.stringify(event)).join(',\n')
  writeFileSync(storedPath(flow), `${JSON.stringify(recording).slice(0, -1)},"events":[\n${lines}\n]}\n`)
}

function run(args: string[]): number {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help)
    return 0
  }
  const [flag, from = runFolder, more] = args
  if (more !== undefined || (flag !== undefined && (flag !== '--from' || args.length === 1))) {
    throw new Unreadable('takes --from FOLDER and nothing else; see npm run flows -- --help')
  }
  mkdirSync(storedFolder, { recursive: true })
  const paths = new Set(flowNames.map(storedPath))
  for (const path of readdirSync(storedFolder).map((name) => join(storedFolder, name))) {
    if (!paths.has(path)) rmSync(path)
  }
  const outdated = flowNames.filter((flow) => !isUpToDate(flow))
  print(`${flowNames.length - outdated.length} of ${flowNames.length} recordings are as they should be`)
  if (outdated.length === 0) return 0
  if (flag === undefined && !recordRun()) {
    print(`Not all browser tests passed; npm run flows -- --from ${runFolder} takes what was recorded all the same`)
    return 1
  }
  const candidates = candidatesOf(recordingsIn(from))
  const missing = outdated.filter((flow) => {
    const recording = choose(flow, candidates)
    if (recording) store(flow, recording)
    return recording === undefined
  })
  const made = outdated.filter((flow) => !missing.includes(flow))
  print(`${made.length} made anew from ${candidates.length}: ${made.join(', ')}`)
  if (missing.length > 0) print(`No recording comes to ${missing.join(', ')}`)
  return missing.length > 0 ? 1 : 0
}

try {
  process.exitCode = run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Unreadable)) throw error
  process.stderr.write(`npm run flows: ${error.message}\n`)
  process.exitCode = 2
}
