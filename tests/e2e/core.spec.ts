import { contract } from '../../contract'
import type { RouteMetadata } from '../../contract/schemas'
import { addressOf, signedInRoutes } from './addresses'
import { expect, test } from './fixtures'

const records: Readonly<Record<string, string>> = {
  $campaignId: 'cmp_1',
  $collaborationId: 'col_1',
  $customerId: 'cus_1',
  $orderId: 'ord_1',
  $userId: 'usr_1',
}
/** What opens a tab, a panel or a record beside a list, where only more than the core has it. */
const beside = [
  '/gateways?tab=transactions',
  '/settings?tab=mails&mailId=mai_1',
  '/products?action=new',
  '/customers?action=new',
  '/campaigns/cmp_1?tab=script',
  '/campaigns/cmp_1?tab=mails',
  '/fulfilments/packing?ids=ful_1',
  '/orders/new?customerId=cus_1',
]

const core = Object.values(contract)
  .flatMap((calls) => Object.values<{ method: string; path: string; metadata: unknown }>(calls))
  // ts-rest knows nothing of our metadata, which every route has by a test.
  .filter(({ metadata }) => (metadata as RouteMetadata).level === 'core')
  .map(({ method, path }) => new RegExp(`^${method} ${path.replace('/api/v1', '').replaceAll(/:\w+/g, '[^/]+')}$`))

test('GE-11 with a backend of the twenty calls every address shows its page, and nothing more is asked for @rare', async ({
  open,
  page,
  backend,
}) => {
  // Every page of the app, one after the other.
  test.slow()
  expect(core).toHaveLength(20)
  const addresses = [...signedInRoutes, ...beside].map((route) => addressOf(route, records))
  await open('/dashboard')
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }), address).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(
      page.getByText(/^Error|went wrong|could not be loaded|Page not found|Nothing here/),
      address,
    ).toBeHidden()
  }
  const asked = new Set(backend.calls.map(({ method, path }) => `${method} ${path}`))
  // Which calls there are more of is all that is asked beyond, and a slow server whether it is there.
  for (const beyond of ['GET /capabilities', 'GET /api/health']) asked.delete(beyond)
  expect([...asked].filter((call) => !core.some((pattern) => pattern.test(call)))).toEqual([])
})
