import { freePort } from '../freePort'
import { scriptsOfRoutes } from './beforeClick'
import { bytesOf, expect, test } from './fixtures'
import { startServer } from './startServer'

test('RT-12 no page fetches more than 190 kB of script before its first click @rare', async ({ browser, request }) => {
  // What people choose has code of its own, and other tests choose a lot.
  const server = await startServer(await freePort(), { SEED: 'demo' })
  try {
    for await (const { route, scripts } of scriptsOfRoutes(browser, server, request)) {
      const bytes = await bytesOf(scripts, request)
      const files = [...scripts].map((script) => new URL(script).pathname)
      expect(bytes, `${route} fetches ${files.join(', ')}`).toBeLessThanOrEqual(190_000)
    }
  } finally {
    await server.stop()
  }
})
