import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Prints only what tests themselves print as figures, and what failed; how far they are is no figure. */
export default class FiguresReporter implements Reporter {
  onUserConsoleLog({ content, type }: { content: string; type: 'stdout' | 'stderr' }) {
    process[type].write(content)
  }
  onTestCaseResult(test: TestCase) {
    const result = test.result()
    if (result.state === 'failed') {
      // Of a property the cause is what broke, the message only when.
      const [error] = result.errors
      process.stderr.write([test.fullName, error?.message, error?.cause?.message, ''].join('\n'))
    }
  }
  onTestRunEnd(modules: readonly TestModule[]) {
    for (const error of modules.flatMap((module) => module.errors())) process.stderr.write(`${error.message}\n`)
  }
}
