import { scriptsOfRoutes } from './beforeClick'
import { bytesOf, expect, test } from './fixtures'

/** What is not there yet. */
const larger: Readonly<Record<string, number>> = {
  // A large list among other things, and what has happened, as the audit has it.
  '/admin/collaborations/$collaborationId': 207_000,
  // Its first field is a list of choices, of which Ark UI brings 41 kB.
  '/orders/new': 250_000,
}

test('RT-12 no page fetches more than 190 kB of script before its first click @rare', async ({
  browser,
  request,
  reference,
}) => {
  for await (const { route, scripts } of scriptsOfRoutes(browser, reference, request)) {
    const bytes = await bytesOf(scripts, request)
    expect([route, bytes <= (larger[route] ?? 190_000) || bytes]).toEqual([route, true])
  }
})
