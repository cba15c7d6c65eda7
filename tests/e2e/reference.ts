import { expect, type Page } from 'playwright/test'

/** Signs in by the sign-in page of the reference server, as the person of its demo data unless told otherwise. */
export async function signIn(page: Page, email = 'demo@offerdesk.example', password = 'offerdesk-demo') {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}
