import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule, TestSuite, TestCase } from 'vitest/node'

/** How many tests passed, failed and were skipped, and what went wrong. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** What failed, each with its error, to be said again at the end: of a long run one often sees only that. */
  failures: string[]
}

/** The variable that names the file for the counts. */
export const countsFile = 'OFFERDESK_COUNTS'

interface Thrown {
  stack?: string
  message: string
  cause?: unknown
}
const isThrown = (thrown: unknown): thrown is Thrown =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string'

/** What was thrown, and why: a query that failed says what it was, and its cause what the database said of it. */
const told = ({ stack, message, cause }: Thrown): string =>
  [stack ?? message, ...(isThrown(cause) ? [`Cause: ${told(cause)}`] : [])].join('\n')
const failure = (where: string, errors: readonly Thrown[] = []) => [where, ...errors.map(told)].join('\n')

const placeOf = ({ module, fullName }: TestSuite | TestCase) => `${module.relativeModuleId} › ${fullName}`

/**
 * Counts what Vitest ran. Its own report in JSON is silent about what a hook within a describe threw, and about an
 * error that no test waited for: here each is one more that failed.
 */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Thrown[]): void {
    const tests = (state: 'passed' | 'failed' | 'skipped') =>
      modules.flatMap(({ children }) => [...children.allTests(state)])
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    const failures = [
      ...suites
        .filter((suite) => suite.errors().length > 0)
        .map((suite) => failure(suite.type === 'module' ? suite.relativeModuleId : placeOf(suite), suite.errors())),
      ...unhandled.map((error) => failure('an error that no test waited for', [error])),
      ...tests('failed').map((test) => failure(placeOf(test), test.result().errors)),
    ]
    const counts: Counts = {
      passed: tests('passed').length,
      failed: failures.length,
      skipped: tests('skipped').length,
      failures,
    }
    writeFileSync(process.env[countsFile] ?? '/dev/stdout', JSON.stringify(counts))
  }
}
