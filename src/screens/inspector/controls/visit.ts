import type { Locator, Page } from 'playwright'
import type { CollaborationSellInput } from '../../../../machines/collaborations/collaborationSell.machine'
import type { Recording } from '../../../../machines/qa/record/recording'
import { dialog } from './control'

const tabs: Record<string, string> = {
  details: 'Details',
  stock: 'Stock',
  general: 'General Details',
  terms: 'Terms of Service',
  offers: 'Offers',
  email: 'Email',
  providers: 'Email providers',
  mails: 'Mails',
  audit: 'Audit log',
  team: 'Team',
  gateways: 'Gateways',
  transactions: 'Transactions',
  reconciliation: 'Reconciliation',
}

/** The tab that a page with tabs begins with. */
const firstTabs: Readonly<Record<string, string>> = {
  products: 'details',
  settings: 'providers',
  gateways: 'gateways',
}

/** Goes where the recording went, by a link or tab when there is one, with what the page is given beside its address. */
export async function visit(page: Page, address: string, given: object = {}): Promise<void> {
  const goal = new URL(address, page.url())
  // What was done last may be on its way there.
  if (
    await page.waitForURL(goal.href, { timeout: 1_000 }).then(
      () => true,
      () => false,
    )
  )
    return
  const here = new URL(page.url())
  const tabOf = ({ pathname, searchParams }: URL) =>
    searchParams.get('tab') ?? firstTabs[pathname.split('/')[1] ?? ''] ?? 'general'
  const tab = tabOf(goal)
  const linkTo = (path: string, within: Page | Locator = page) => within.locator(`a[href="${path}"]`).first()
  const whole = linkTo(`${goal.pathname}${goal.search}`)
  const fromPanel = linkTo(`${goal.pathname}${goal.search}`, dialog(page))
  if (await fromPanel.isVisible()) return fromPanel.click()
  if (goal.pathname === here.pathname && tab !== tabOf(here)) {
    await ((await whole.isVisible()) ? whole : page.getByRole('tab', { name: tabs[tab] ?? tab })).click()
    return
  }
  // A link to the page alone leads to another new order, and opens nothing on it.
  const isMore = goal.searchParams.has('draftId') || goal.searchParams.has('action')
  const isWhole = goal.pathname === here.pathname || isMore
  // Elsewhere, a page's link leads to it; what comes after it in the address the page may add itself.
  const link = isWhole || (await whole.isVisible()) ? whole : linkTo(goal.pathname)
  if (await link.isVisible()) await link.click()
  else {
    await page.evaluate(
      ([to, state]) => {
        window.history.pushState(state, '', to)
        window.dispatchEvent(new PopStateEvent('popstate'))
      },
      [address, given] as const,
    )
  }
}

/** What a page was given beside the address of a visit: the new order that a sale of a partner's was begun as (CO-02). */
export function givenWith({ events, visits }: Recording, { at, address }: Recording['visits'][number]): object {
  if (!new URL(address, 'http://localhost').searchParams.has('sell')) return {}
  const next = visits.find((visit) => visit.at > at)?.at ?? Infinity
  const opened = events.find(
    (event) => event.at >= at && event.at < next && event.event.type === 'open.collaborationSell',
  )
  const { begun } = (opened?.event['input'] ?? {}) as Partial<CollaborationSellInput>
  return begun === undefined ? {} : { begun }
}
