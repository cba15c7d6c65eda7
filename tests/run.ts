import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChrome } from './browser'

interface Counts {
  passed: number
  failed: number
  skipped: number
}
interface Step {
  about: string
  /** The commands, one after the other; a report is where the last one writes its JSON. */
  commands: (report: string) => string[][]
  /** Reads the counts of the report; a step without one counts as a single test. */
  count?: (report: unknown) => Counts
  env?: () => Record<string, string>
}

const vitest = (...folders: string[]): Pick<Step, 'commands' | 'count'> => ({
  commands: (report) => [
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...folders],
  ],
  count: (report) => {
    const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites, success } = report as Record<
      string,
      number
    >
    // A file that could not even be loaded has no tests that could fail.
    const failed = Math.max(numFailedTests ?? 0, success ? 0 : Math.min(1, numFailedTestSuites ?? 1))
    return { passed: numPassedTests ?? 0, failed, skipped: numPendingTests ?? 0 }
  },
})

/** What the browser tests record, for the coverage of the flows. */
const flows = '.cache/flows'

const steps: Record<string, Step> = {
  lint: {
    about: 'oxlint, type-aware',
    commands: () => [
      ['panda', 'codegen', '--silent'],
      ['oxlint', '--type-aware', '--deny-warnings'],
    ],
  },
  format: { about: 'oxfmt', commands: () => [['oxfmt', '--check', '.']] },
  types: {
    about: 'TypeScript',
    commands: () => [
      ['panda', 'codegen', '--silent'],
      ['tsc', '--noEmit'],
    ],
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
      'tests/replay',
      'tests/requirements',
    ),
  },
  server: { about: 'the server over HTTP, on every database there is', ...vitest('server', 'tests/server') },
  conformance: {
    about: 'the contract checker, servers that it is tried on, and its package',
    ...vitest('tests/conformance'),
  },
  build: {
    about: 'the app',
    commands: () => [
      ['panda', 'codegen', '--silent'],
      ['vite', 'build', '--logLevel', 'warn'],
    ],
  },
  browser: {
    about: 'the app in Chromium',
    commands: () => [['playwright', 'test', '--reporter=line,json']],
    env: () => {
      rmSync(flows, { recursive: true, force: true })
      return { CHROME_PATH: ensureChrome(), FLOWS_DIR: flows }
    },
    count: (report) => {
      const {
        expected = 0,
        unexpected = 0,
        flaky = 0,
        skipped = 0,
      } = (report as { stats: Record<string, number> }).stats
      return { passed: expected, failed: unexpected + flaky, skipped }
    },
  },
}

const help = `npm test                  every step
npm test -- STEP ...      only these, in this order

${Object.entries(steps)
  .map(([name, { about }]) => `  ${name.padEnd(13)}${about}`)
  .join('\n')}

The last line says how many tests passed and failed. Exit code 0 when none failed, 1 otherwise, 2 for a wrong step.
`

function run([command = '', ...args]: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn('npx', ['--no-install', command, ...args], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, npm_config_loglevel: 'error', ...env },
    })
    child.on('close', (code) => resolve(code ?? 1))
    child.on('error', () => resolve(1))
  })
}

async function runStep(name: string, step: Step, folder: string): Promise<Counts> {
  const report = join(folder, `${name}.json`)
  const started = performance.now()
  process.stdout.write(`\n== ${name}: ${step.about}\n`)
  let code = 0
  try {
    const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...step.env?.() }
    for (const command of step.commands(report)) {
      // One after the other, as each needs what the one before made.
      if (code === 0) code = await run(command, env)
    }
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
    code = 1
  }
  const counts = counted(step, report, code)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`== ${name}: ${counts.passed} passed, ${counts.failed} failed in ${seconds} s\n`)
  return counts
}

function counted({ count }: Step, report: string, code: number): Counts {
  const single = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  if (!count) return single
  try {
    const counts = count(JSON.parse(readFileSync(report, 'utf8')))
    // A runner that says no while all of its tests passed has failed otherwise.
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } catch {
    return { ...single, passed: 0, failed: 1 }
  }
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

const folder = mkdtempSync(join(tmpdir(), 'offerdesk-test-'))
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
for (const [name, step] of Object.entries(steps)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  // One step after the other, so that the output can be read and two cores are enough.
  const counts = await runStep(name, step, folder)
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
}
rmSync(folder, { recursive: true, force: true })
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`)
process.exit(total.failed === 0 ? 0 : 1)
