import { scriptsOfRoutes } from './beforeClick'
import { bytesOf, expect, test } from './fixtures'

test('RT-12 no page fetches more than 190 kB of script before its first click @rare', async ({
  browser,
  request,
  reference,
}) => {
  for await (const { route, scripts } of scriptsOfRoutes(browser, reference, request)) {
    const bytes = await bytesOf(scripts, request)
    const files = [...scripts].map((script) => new URL(script).pathname)
    expect(bytes, `${route} fetches ${files.join(', ')}`).toBeLessThanOrEqual(190_000)
  }
})
