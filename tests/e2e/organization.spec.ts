import type { Page } from 'playwright/test'
import { expectAccessibleInBoth } from './axe'
import { takeEveryWay } from './everyWay'
import { expect, test } from './fixtures'
import { letIn } from './reference'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

/** Opens what the organization is, and returns the record that the page was given. */
async function openOrganization(page: Page) {
  const answered = page.waitForResponse((answer) => /organizations\/[^/]+\/settings$/.test(answer.url()))
  await page.goto('/settings?tab=organization')
  const { data } = (await (await answered).json()) as { data: { id: string; version: number; liveUrl: string } }
  return data
}

test('ST-01 GE-07 GE-09 owners change what the organization is, and its currency stays after the first order @rare', async ({
  page,
}) => {
  await letIn(page)
  const record = await openOrganization(page)
  const card = page.getByRole('region', { name: 'Organization' })
  await expect(card).toContainText('Northwind Supply')
  await expectAccessibleInBoth(page)
  const other = await page.context().newPage()
  await other.goto('/settings?tab=organization')
  await expect(other.getByRole('region', { name: 'Organization' })).toContainText('Northwind Supply')
  const typed = (text: string) =>
    text.includes(':') ? text : `https://${text.replaceAll(' ', '-').toLowerCase() || 'none'}.example`
  await takeEveryWay(page, {
    open: async () => {
      await card.getByRole('button', { name: 'Edit' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit organization' })
      await expect(dialog.getByLabel('Currency')).toBeDisabled()
      await expect(dialog.getByText('The currency stays as it is after the first order.')).toBeVisible()
      await expect(dialog.locator(':focus')).toHaveCount(1)
      return dialog
    },
    label: 'Live URL',
    save: 'Save',
    path: `/organizations/${record.id}/settings`,
    record,
    with: (text) => ({ liveUrl: typed(text) }),
    wrong: 'javascript:alert(1)',
    typed,
    from: record.liveUrl,
  })
  await expect(card).toContainText(typed('Saved'))
  await expect(other.getByRole('region', { name: 'Organization' })).toContainText(typed('Saved'))
})

test('ST-01 GE-05 an agent reads what the organization is, and why they may not change it', async ({ page }) => {
  await letIn(page, 'miles.carter@offerdesk.example')
  await openOrganization(page)
  const edit = page.getByRole('button', { name: 'Edit' })
  await edit.focus()
  await expect(edit).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('tooltip', { name: 'Only an owner can change the organization.' })).toBeVisible()
  await expectAccessibleInBoth(page)
})
