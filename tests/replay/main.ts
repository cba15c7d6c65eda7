import { machines } from '../../machines/qa/machines'
import { describe, outcomeOf, readRecording, recordingsIn, Unreadable } from './files'

const help = `npm run replay -- FILE ...         replays recordings through the machines, without network or clock
npm run replay -- --test FOLDER    replays every *.flow.json of a folder, as tests
npm run replay -- --browser FILE ...
                                   drives the app in Chromium with what was recorded, two recordings at a time

A recording is saved with the testing tools of the app (see the README). For each, the machines that have changed since
are named, and the first place where the states are not the recorded ones: as recorded, beside as replayed.

Exit code 0: the same states. 1: other states. 2: a file that can't be read as a recording, or wrong arguments.
`

const print = (text: string) => process.stdout.write(`${text}\n`)

/** Whether a recording replays to its states, with what is to say about it. */
function replayFile(path: string): boolean {
  const recording = readRecording(path)
  const outcome = outcomeOf(recording, machines)
  print(`${path}\n${describe(outcome, recording.machines)}`)
  return outcome.divergence === undefined
}

function replayFolder(folder: string): boolean {
  const results = recordingsIn(folder).map((path) => {
    const recording = readRecording(path)
    const outcome = outcomeOf(recording, machines)
    if (outcome.divergence || outcome.changed.length > 0) print(`${path}\n${describe(outcome, recording.machines)}`)
    else print(`${path}  ${outcome.events} events`)
    return outcome.divergence === undefined
  })
  const passed = results.filter(Boolean).length
  print(`\n${passed} passed, ${results.length - passed} failed`)
  return passed === results.length
}

/** Drives a browser with recordings, two at a time, and says of each what it came to when it ends. */
async function replayInBrowser(paths: readonly string[]): Promise<boolean> {
  const recordings = paths.map((path) => ({ path, recording: readRecording(path) }))
  // Loaded only here: the other ways need no browser.
  const { drive } = await import('./browser')
  let passed = 0
  await drive(recordings, ({ path, lines, isSame }) => {
    if (isSame) passed += 1
    print([path, ...lines].join('\n'))
  })
  if (paths.length > 1) print(`\n${passed} passed, ${paths.length - passed} failed`)
  return passed === paths.length
}

async function run(args: string[]): Promise<number> {
  const [first, ...rest] = args
  const isAsked = args.includes('--help') || args.includes('-h')
  if (isAsked) {
    process.stdout.write(help)
    return 0
  }
  if (first === undefined) throw new Unreadable('no file is given; see npm run replay -- --help')
  if (first === '--test') {
    const [path, more] = rest
    if (path === undefined || more !== undefined) throw new Unreadable('--test takes one folder')
    return replayFolder(path) ? 0 : 1
  }
  if (first === '--browser') {
    if (rest.length === 0) throw new Unreadable('--browser takes a file, or several')
    return (await replayInBrowser(rest)) ? 0 : 1
  }
  const unknown = args.find((arg) => arg.startsWith('-'))
  if (unknown !== undefined) throw new Unreadable(`there is no ${unknown}; see npm run replay -- --help`)
  // All are replayed, also after one that parts.
  return args.map(replayFile).every(Boolean) ? 0 : 1
}

run(process.argv.slice(2)).then(
  (code) => {
    // Not process.exit: it would cut off what a pipe has not taken yet.
    process.exitCode = code
  },
  (error: unknown) => {
    if (!(error instanceof Unreadable)) throw error
    process.stderr.write(`npm run replay: ${error.message}\n`)
    process.exitCode = 2
  },
)
