import { outliveReaders } from '../../contract/outliveReaders'
import { machines } from '../../machines/qa/machines'
import type { Recording } from '../../machines/qa/record/recording'
import { describe, outcomeOf, readRecording, recordingsIn, Unreadable } from './files'

const help = `npm run replay -- FILE ...         replays recordings through the machines, without network or clock
npm run replay -- --test FOLDER    replays every *.flow.json of a folder, as tests
npm run replay -- --browser FILE ...
                                   drives the app in Chromium with what was recorded, two recordings at a time

A recording is saved with the testing tools of the app (see the README). For each, the machines that have changed since
are named, and the first place where the states are not the recorded ones: as recorded, beside as replayed. A file that
can't be read as a recording is named, and the others are replayed.

Exit code 0: the same states. 1: other states. 2: a file that can't be read as a recording, or wrong arguments.
`

const print = (text: string) => process.stdout.write(`${text}\n`)

/** What became of a file. */
type Result = 'same' | 'other' | 'unreadable'

const refuse = (error: unknown): void => {
  if (!(error instanceof Unreadable)) throw error
  process.stderr.write(`npm run replay: ${error.message}\n`)
}

/** A recording; undefined for a file that can't be read, which is told and keeps no other from being replayed. */
function readOrRefuse(path: string): Recording | undefined {
  try {
    return readRecording(path)
  } catch (error) {
    refuse(error)
    return undefined
  }
}

/** Replays a recording and says where they part; of one that comes to the same states, in short, no more than how long it is. */
function replayFile(path: string, isShort: boolean): Result {
  const recording = readOrRefuse(path)
  if (!recording) return 'unreadable'
  const outcome = outcomeOf(recording, machines)
  const isPlain = !outcome.divergence && outcome.changed.length === 0
  if (isShort && isPlain) print(`${path}  ${outcome.events} events`)
  else print(`${path}\n${describe(outcome, recording.machines)}`)
  return outcome.divergence ? 'other' : 'same'
}

/** Drives a browser with recordings, two at a time, and says of each what it came to when it ends. */
async function replayInBrowser(paths: readonly string[]): Promise<Result[]> {
  const recordings = paths.flatMap((path) => {
    const recording = readOrRefuse(path)
    return recording ? [{ path, recording }] : []
  })
  const results = Array.from<unknown, Result>({ length: paths.length - recordings.length }, () => 'unreadable')
  if (recordings.length === 0) return results
  // Loaded only here: the other ways need no browser.
  const { drive } = await import('./browser')
  await drive(recordings, ({ path, lines, isSame }) => {
    results.push(isSame ? 'same' : 'other')
    print([path, ...lines].join('\n'))
  })
  return results
}

function printCount(results: readonly Result[]): void {
  const passed = results.filter((result) => result === 'same').length
  print(`\n${passed} passed, ${results.length - passed} failed`)
}

function exitCode(results: readonly Result[]): number {
  if (results.includes('unreadable')) return 2
  return results.includes('other') ? 1 : 0
}

async function run(args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help)
    return 0
  }
  const [first, ...rest] = args
  const isOfFolder = first === '--test'
  const isInBrowser = first === '--browser'
  const paths = isOfFolder || isInBrowser ? rest : args
  const unknown = paths.find((arg) => arg.startsWith('-'))
  if (unknown !== undefined) throw new Unreadable(`there is no ${unknown}; see npm run replay -- --help`)
  if (first === undefined) throw new Unreadable('no file is given; see npm run replay -- --help')
  if (isInBrowser && paths.length === 0) throw new Unreadable('--browser takes a file, or several')
  if (isOfFolder) {
    const [folder, more] = paths
    if (folder === undefined || more !== undefined) throw new Unreadable('--test takes one folder')
    const results = recordingsIn(folder).map((path) => replayFile(path, true))
    printCount(results)
    return exitCode(results)
  }
  // All are replayed, also after one that parts or can't be read.
  const results = isInBrowser ? await replayInBrowser(paths) : paths.map((path) => replayFile(path, false))
  if (paths.length > 1) printCount(results)
  return exitCode(results)
}

outliveReaders()
run(process.argv.slice(2)).then(
  (code) => {
    // Not process.exit: it would cut off what a pipe has not taken yet.
    process.exitCode = code
  },
  (error: unknown) => {
    refuse(error)
    process.exitCode = 2
  },
)
