import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'

const signIn = async (page: Page) => {
  await page.goto('/auth')
  await page.getByLabel('Email').fill('ann@one.example')
  await page.getByLabel('Password').fill('ann-password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const message = 'This browser stores nothing for this page.'

for (const [what, spoil] of [
  [
    'forbidden',
    () => {
      for (const area of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, area, {
          get() {
            throw new DOMException('Access is denied', 'SecurityError')
          },
        })
      }
    },
  ],
  [
    'full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
      }
    },
  ],
] as const) {
  test(`SE-04 a storage that is ${what} is done without, which is said once @rare`, async ({ page, backend }) => {
    await page.addInitScript(spoil)
    await signIn(page)
    await expect(page.getByRole('button', { name: 'Ann Archer' })).toBeVisible()
    await expect(page.getByText(message)).toHaveCount(1)
    await page.getByRole('link', { name: 'Spring Launch' }).click()
    await page.getByRole('tab', { name: 'Offers' }).click()
    await expect(page.getByText('Offer 001')).toBeVisible()
    await page.getByRole('button', { name: 'Organization: First Org' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Second Org' }).click()
    await expect(page.getByText('Second Org Secret')).toBeVisible()
    for (const call of backend.callsOf('POST /search')) {
      expect(call.headers.authorization).toMatch(/^Bearer tkn_/)
    }
    await page.getByRole('button', { name: 'Ann Archer' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await expect(page.getByLabel('Password')).toBeVisible()
  })
}
