import { parseArgs } from 'node:util'
import { chromium, request } from 'playwright/test'
import { chromeArgs, ensureChrome } from '../browser'
import { scriptsOfRoutes } from '../e2e/beforeClick'
import { bytesOf } from '../e2e/fixtures'
import { startServer } from '../e2e/startServer'
import { freePort } from '../freePort'

// With `--files ROUTE`, each file of that address as well; it may be given again and again.
const { values } = parseArgs({ options: { files: { type: 'string', multiple: true } } })

const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1).padStart(7)} kB`

const server = await startServer(await freePort(), { SEED: 'demo' })
const browser = await chromium.launch({ executablePath: ensureChrome(), args: chromeArgs })
const asking = await request.newContext()
try {
  for await (const { route, scripts } of scriptsOfRoutes(browser, server, asking, values.files)) {
    const bytes = await bytesOf(scripts, asking)
    process.stdout.write(`${kB(bytes)}  ${String(scripts.size).padStart(3)} files  ${route}\n`)
    for (const script of values.files ? scripts : [])
      process.stdout.write(`  ${kB(await bytesOf(new Set([script]), asking))}  ${new URL(script).pathname}\n`)
  }
} finally {
  await asking.dispose()
  await browser.close()
  await server.stop()
}
