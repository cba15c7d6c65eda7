import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureChrome } from './browser'
import { type Counts, countsFile } from './countingReporter'
import { buildServer } from './serverProgram'
import { runFolder } from './replay/runFolder'
import { tableOfTimes, timesFile } from './times'

interface Step {
  about: string
  /** The commands, one after the other; the last one writes a report in JSON. */
  commands: () => string[][]
  /** Reads the counts of the report; a step without one counts as a single test. */
  count?: (report: unknown) => Counts
  env?: () => Record<string, string>
}

/** Each worker loads what it tests anew, so beside others there are no more than keep a lane busy. */
const beside = ['--maxWorkers=2']

const vitest = (...given: string[]): Pick<Step, 'commands' | 'count'> => ({
  commands: () => [['vitest', 'run', '--reporter=default', '--reporter=./tests/countingReporter.ts', ...given]],
  count: (report) => report as Counts,
})

/** The parts that are used of the JSON report of Playwright. */
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}
interface PlaywrightSuite {
  specs: { title: string; file: string; line: number; ok: boolean; tests: { results: PlaywrightResult[] }[] }[]
  suites?: PlaywrightSuite[]
}
interface PlaywrightResult {
  /** A timeout comes first, and after it what was waited for. */
  errors?: { message?: string; location?: { file: string; line: number } }[]
}

const failuresOf = ({ specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => {
      const errors = tests
        .flatMap(({ results }) => results.flatMap((result) => result.errors ?? []))
        .map((error) => [error.message, error.location && `at line ${error.location.line}`].filter(Boolean).join('\n'))
      return [`${file}:${line} › ${title}`, ...errors].join('\n')
    }),
  ...suites.flatMap(failuresOf),
]

const steps: Record<string, Step> = {
  lint: {
    about: 'oxlint, type-aware, and no circle of files',
    commands: () => [
      ['oxlint', '--type-aware', '--deny-warnings'],
      ['tsx', 'tests/docs/circles.ts'],
    ],
  },
  format: { about: 'oxfmt', commands: () => [['oxfmt', '--check', '.']] },
  types: {
    about: 'TypeScript',
    commands: () => [['tsc', '--noEmit']],
  },
  unit: {
    about: 'logic, contract, machines and documents',
    ...vitest(
      'contract',
      'machines',
      'src',
      'tests/contract',
      'tests/machines',
      'tests/docs',
      'tests/figures',
      'tests/replay',
      'tests/requirements',
      ...beside,
    ),
  },
  server: { about: 'the server over HTTP, on every database there is', ...vitest('server', 'tests/server') },
  conformance: {
    about: 'the contract checker, servers that it is tried on, and its package',
    ...vitest('tests/conformance', ...beside),
  },
  build: {
    about: 'the app',
    commands: () => [['vite', 'build', '--logLevel', 'warn']],
  },
  browser: {
    about: 'the app in Chromium',
    commands: () => [['playwright', 'test', '--reporter=line,json']],
    env: () => {
      rmSync(runFolder, { recursive: true, force: true })
      return { CHROME_PATH: ensureChrome(), FLOWS_DIR: runFolder }
    },
    count: (report) => {
      const { stats, suites } = report as PlaywrightReport
      const { expected, unexpected, flaky, skipped } = stats
      return { passed: expected, failed: unexpected + flaky, skipped, failures: suites.flatMap(failuresOf) }
    },
  },
  replay: { about: 'what the browser tests have recorded, without a browser', ...vitest('tests/recorded') },
}

const help = `npm test                  every step
npm test -- STEP ...      only these

${Object.entries(steps)
  .map(([name, { about }]) => `  ${name.padEnd(13)}${about}`)
  .join('\n')}

The last line says how many tests passed and failed. Exit code 0 when none failed, 1 otherwise, 2 for a wrong step.
`

/**
 * What runs side by side, lane by lane, and what comes after it: much of a test is waiting, so two cores have room for
 * three. The browser's tests fill them alone.
 */
const phases: readonly (readonly (readonly string[])[])[] = [
  [['lint', 'format', 'types', 'unit'], ['build', 'conformance'], ['server']],
  [['browser', 'replay']],
]

type Print = (text: string) => void

/** A command of a package that is installed; npx would take half a second to find it. */
const installed = (command: string) => join('node_modules/.bin', command)

/** Runs a command, prints what it does, and returns its exit code with the end of it. */
function run(
  [command = '', ...args]: string[],
  env: Record<string, string>,
  print: Print,
): Promise<{ code: number; end: string }> {
  return new Promise((resolve) => {
    let end = ''
    const child = spawn(installed(command), args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), npm_config_loglevel: 'error', ...env },
    })
    for (const from of [child.stdout, child.stderr]) {
      from.setEncoding('utf8').on('data', (chunk: string) => {
        end = `${end}${chunk}`.slice(-2000)
        print(chunk)
      })
    }
    child.on('close', (code) => resolve({ code: code ?? 1, end }))
    child.on('error', ({ message }) => resolve({ code: 1, end: message }))
  })
}

async function runStep(name: string, step: Step, folder: string, print: Print): Promise<Counts> {
  const report = join(folder, `${name}.json`)
  const started = performance.now()
  print(`\n== ${name}: ${step.about}\n`)
  let ran = { code: 0, end: '' }
  try {
    const env = {
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      [countsFile]: report,
      TMPDIR: folder,
      [timesFile]: times,
      ...step.env?.(),
    }
    for (const command of step.commands()) {
      // One after the other, as each needs what the one before made.
      if (ran.code === 0) ran = await run(command, env, print)
    }
  } catch (error) {
    ran = { code: 1, end: error instanceof Error ? error.message : String(error) }
    print(`${ran.end}\n`)
  }
  const counts = counted(step, report, ran)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  print(`== ${name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds} s\n`)
  return counts
}

function counted({ count }: Step, report: string, { code, end }: { code: number; end: string }): Counts {
  const failed: Counts = { passed: 0, failed: 1, skipped: 0, failures: [end] }
  if (!count) return code === 0 ? { passed: 1, failed: 0, skipped: 0, failures: [] } : failed
  try {
    const counts = count(JSON.parse(readFileSync(report, 'utf8')))
    // A runner that says no while all of its tests passed has failed otherwise.
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1, failures: [end] } : counts
  } catch {
    return failed
  }
}

/** What failed in a step, at most twelve lines of each, and none of the places within libraries. */
const said = (name: string, failure: string) => {
  const lines = stripVTControlCharacters(failure)
    .trim()
    .split('\n')
    .filter((line) => !line.includes('/node_modules/') && !/^(?:\[pid=|<launch|Browser logs)/.test(line.trim()))
  return [`✗ ${name}: ${lines[0]}`, ...lines.slice(1, 12).map((line) => `    ${line}`)].join('\n')
}

const chosen = process.argv.slice(2)
if (chosen.includes('--help') || chosen.includes('-h')) {
  process.stdout.write(help)
  process.exit(0)
}
const unknown = chosen.find((name) => !(name in steps))
if (unknown !== undefined) {
  process.stderr.write(`npm test: there is no step ${unknown}; the steps are ${Object.keys(steps).join(', ')}\n`)
  process.exit(2)
}

/**
 * Where tests keep their files: in memory where it has room for them, as writing hundreds of small databases takes a
 * disk longer than all else takes.
 */
function temporaryFolder(): string {
  const [inMemory, room] = ['/dev/shm', 4 * 2 ** 30]
  let base = tmpdir()
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    if (process.env['TMPDIR'] === undefined && bavail * bsize >= room) base = inMemory
  } catch {
    // Not every system has such a folder.
  }
  const made = mkdtempSync(join(base, 'offerdesk-test-'))
  // PostgreSQL runs as a user of its own, who has to get through.
  chmodSync(made, 0o755)
  return made
}

const folder = temporaryFolder()
const withServer = new Set(['server', 'conformance', 'browser'])
const times = join(folder, 'times.jsonl')
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const total: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] }

const isChosen = (name: string) => chosen.length === 0 || chosen.includes(name)

/** Runs the chosen steps of a lane, one after the other. */
async function runLane(lane: readonly string[], print: Print): Promise<void> {
  for (const name of lane) {
    const step = steps[name]
    if (!step || !isChosen(name)) continue
    const counts = await runStep(name, step, folder, print)
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped
    total.failures.push(...counts.failures.map((failure) => said(name, failure)))
  }
}

// What Panda makes of the styles is read by almost every step.
const styles = spawnSync(installed('panda'), ['codegen', '--silent'], { stdio: 'inherit' })
if (styles.status !== 0) {
  total.failed += 1
  total.failures.push(said('styles', 'panda codegen failed'))
}
if ([...withServer].some(isChosen)) buildServer()

const printNow: Print = (text) => void process.stdout.write(text)
for (const [first = [], ...others] of phases) {
  // What runs beside the first lane is shown when it has ended, so that the output can be read.
  await Promise.all([
    runLane(first, printNow),
    ...others.map(async (lane) => {
      let printed = ''
      await runLane(lane, (text) => (printed += text))
      printNow(printed)
    }),
  ])
}
process.stdout.write(`\n${tableOfTimes(times, '.cache/times.json')}`)
if (chosen.includes('browser') && !chosen.includes('replay')) {
  process.stdout.write('\nWhat was recorded is not replayed; npm test -- replay does so.\n')
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
if (total.failures.length > 0) process.stdout.write(`\n${total.failures.join('\n\n')}\n`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`)
// Not process.exit: it would cut off what a pipe has not taken yet.
process.exitCode = total.failed === 0 ? 0 : 1
