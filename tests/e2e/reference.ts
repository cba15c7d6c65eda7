import { expect, type Locator, type Page } from 'playwright/test'
import type { Running } from './startServer'

/** Gives the page a session of the reference server, of its demo data's person unless told otherwise. It has yet to be opened. */
export async function letIn(page: Page, email = 'demo@offerdesk.example', password = 'offerdesk-demo') {
  const answer = await page.request.post('/api/v1/users/login', { data: { email, password } })
  const { data } = (await answer.json()) as { data: { token: string } }
  await page.addInitScript((token) => {
    // The blank page before the first has no storage, nor has a frame of no origin.
    if (location.protocol === 'about:' || origin === 'null' || sessionStorage.getItem(`opened ${token}`)) return
    sessionStorage.setItem(`opened ${token}`, 'yes')
    localStorage.setItem('auth_token', token)
  }, data.token)
}

/** The same, at the dashboard. */
export async function signIn(page: Page, email?: string, password?: string) {
  await letIn(page, email, password)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

/** A campaign of the demo data, found among all that other tests have made. */
export async function findWinterWarmers(page: Page): Promise<Locator> {
  await page.goto('/campaigns?q=Winter+Warmers')
  const link = page.getByRole('link', { name: 'Winter Warmers' })
  await expect(link).toBeVisible()
  return link
}

export async function openWinterWarmers(page: Page): Promise<void> {
  const link = await findWinterWarmers(page)
  await link.click()
}

/** The newest link that the server announced for an address. */
export const linkFor = (app: Running, email: string) =>
  app
    .output()
    .split(/(?=Mail in the outbox for )/)
    .findLast((mail) => mail.startsWith(`Mail in the outbox for ${email}`))
    ?.match(/https?:\/\/\S+/)?.[0]
