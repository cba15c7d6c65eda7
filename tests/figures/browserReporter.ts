import type { Reporter, TestCase, TestError, TestResult } from 'playwright/types/testReporter'

/** Prints only what tests of the browser print as figures, and what failed. */
export default class BrowserFiguresReporter implements Reporter {
  printsToStdio() {
    return true
  }
  onStdOut(chunk: string | Buffer) {
    process.stdout.write(chunk)
  }
  onTestEnd({ title }: TestCase, { status, errors }: TestResult) {
    if (status !== 'passed') process.stderr.write(`${[title, ...errors.map(textOf)].join('\n')}\n`)
  }
  onError(error: TestError) {
    process.stderr.write(`${textOf(error)}\n`)
  }
}

const textOf = ({ stack, message, value }: TestError) => stack ?? message ?? value ?? ''
