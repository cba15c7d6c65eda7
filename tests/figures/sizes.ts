import { chromium, expect, request } from 'playwright/test'
import { chromeArgs, ensureChrome } from '../browser'
import { addressOf, signedInRoutes } from '../e2e/addresses'
import { Api } from '../e2e/api'
import { bytesOf, savingData, scriptsOf } from '../e2e/fixtures'
import { letIn } from '../e2e/reference'
import { startServer } from '../e2e/startServer'
import { freePort } from '../freePort'

const server = await startServer(await freePort(), { SEED: 'demo' })
const browser = await chromium.launch({ executablePath: ensureChrome(), args: chromeArgs })
const asking = await request.newContext()
try {
  const api = await new Api(asking, server.url).signIn()
  await api.closeCalls()
  const order = await api.placeOrder()
  const collaborations = await api.call<{ id: string }[]>('GET', `/collaborations?organizationId=${api.organizationId}`)
  const records = {
    $campaignId: String(order.campaignId),
    $orderId: order.id,
    $customerId: String(order.customerId),
    $collaborationId: String(collaborations[0]?.id),
    $userId: (await api.call<{ id: string }>('GET', '/users/me')).id,
  }
  for (const route of signedInRoutes.toSorted()) {
    // A page for each, as what one has fetched another has.
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
    await savingData(context)
    const page = await context.newPage()
    await letIn(page)
    const scripts = scriptsOf(page)
    await page.goto(addressOf(route, records))
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 }), route).toBeVisible({ timeout: 30_000 })
    await expect(main.locator('[aria-busy=true]'), route).toHaveCount(0, { timeout: 30_000 })
    // What comes behind the first rows counts as well: it goes on until nothing has come for a while.
    for (let before = -1; before !== scripts.size;) {
      before = scripts.size
      await page.waitForTimeout(700)
    }
    const bytes = await bytesOf(scripts, asking)
    process.stdout.write(
      `${(bytes / 1_000).toFixed(1).padStart(7)} kB  ${String(scripts.size).padStart(3)} files  ${route}\n`,
    )
    await context.close()
  }
} finally {
  await asking.dispose()
  await browser.close()
  await server.stop()
}
