import { expect, type Locator, type Page } from 'playwright/test'

/** Signs in by the sign-in page of the reference server, as the person of its demo data unless told otherwise. */
export async function signIn(page: Page, email = 'demo@offerdesk.example', password = 'offerdesk-demo') {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
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
