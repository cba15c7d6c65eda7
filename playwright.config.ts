import { defineConfig } from 'playwright/test'
import { chromeArgs, ensureChrome } from './tests/browser'
import { everyWay } from './tests/everyWay'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 3,
  fullyParallel: true,
  // Ways that few take, or that another test has most of.
  ...(everyWay ? {} : { grepInvert: /@rare/ }),
  forbidOnly: Boolean(process.env['CI']),
  // Ends what hangs; how long something takes is never judged here, on machines that may be busy.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    // Pages that live for seconds are cheaper when nothing of theirs is compiled or collected beside them.
    launchOptions: { executablePath: ensureChrome(), args: [...chromeArgs, '--js-flags=--single-threaded'] },
    viewport: { width: 1440, height: 900 },
    timezoneId: 'UTC',
    locale: 'en-US',
    // A movement that ends by the clock of the browser and one that a test has stopped don't go together.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test takes a tenth of the time; ask for it with --trace retain-on-failure.
    screenshot: 'only-on-failure',
  },
})
