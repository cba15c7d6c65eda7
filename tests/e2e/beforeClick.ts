import type { APIRequestContext, Browser, Page } from 'playwright/test'
import { addressOf, signedInRoutes } from './addresses'
import { Api } from './api'
import { expect, savingData, scriptsOf } from './fixtures'
import { partner, shareCampaigns } from './partners'
import { letIn } from './reference'
import type { Running } from './startServer'

/** The address of each route, with records for those that are of one: a new order, and its campaign, which a partner sells. */
async function routesWithRecords(server: Running, asking: APIRequestContext) {
  const api = await new Api(asking, server.url).signIn()
  const rival = await new Api(asking, server.url).signIn(partner)
  await api.closeCalls()
  const order = await api.placeOrder()
  const campaignId = String(order.campaignId)
  const records = {
    $campaignId: campaignId,
    $orderId: order.id,
    $customerId: String(order.customerId),
    $collaborationId: await shareCampaigns(server, api, rival, [{ campaignId, right: 'sell' }]),
    $userId: (await api.call<{ id: string }>('GET', '/users/me')).id,
  }
  return signedInRoutes.toSorted().map((route) => ({ route, address: addressOf(route, records) }))
}

/** The scripts of each route, or of those alone, in a browser of its own: what one has fetched another has. */
export async function* scriptsOfRoutes(
  browser: Browser,
  server: Running,
  asking: APIRequestContext,
  only?: readonly string[],
): AsyncGenerator<{ route: string; scripts: ReadonlySet<string> }, void> {
  for (const { route, address } of await routesWithRecords(server, asking)) {
    if (only && !only.includes(route)) continue
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
    await savingData(context)
    const page = await context.newPage()
    await letIn(page)
    yield { route, scripts: await scriptsBeforeClick(page, address) }
    await context.close()
  }
}

/** The scripts that a page with nothing cached fetches before its first click. */
async function scriptsBeforeClick(page: Page, address: string): Promise<ReadonlySet<string>> {
  const scripts = scriptsOf(page)
  await page.goto(address)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 }), address).toBeVisible({ timeout: 30_000 })
  await expect(main.locator('[aria-busy=true]'), address).toHaveCount(0, { timeout: 30_000 })
  // What comes behind the first rows counts as well: it goes on until nothing has come for a while.
  for (let before = -1; before !== scripts.size;) {
    before = scripts.size
    await page.waitForTimeout(700)
  }
  return scripts
}
