import { randomUUID } from 'node:crypto'
import { expectAccessible, expectAccessibleInBoth } from './axe'
import { expect, test } from './fixtures'
import { letIn } from './reference'
import { failCalls, keepEditing, question } from './transitions'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

test('ST-01 a program is let in by a token that is shown once, within its scope, until it is revoked @rare', async ({
  page,
  request,
  reference,
}) => {
  const name = `Warehouse ${randomUUID().slice(0, 8)}`
  const asked = async (token: string, method: string, path: string, data?: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await request.fetch(`${reference.url}/api/v1${path}`, { method, headers, data })
    return [answer.status(), ((await answer.json()) as { message?: string }).message] as const
  }
  await letIn(page)
  await page.goto('/settings?tab=apiTokens')
  const dialog = page.getByRole('dialog', { name: 'New token' })
  const open = () => page.getByRole('button', { name: 'New token' }).click()
  const create = () => dialog.getByRole('button', { name: 'Create' }).click()
  await open()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await create()
  await expect(dialog.getByText('Say which program it is for')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('What it may change').selectOption('What I choose')
  await create()
  await expect(dialog.getByText('Choose what it may change')).toBeVisible()
  await dialog.getByLabel('Add, change, merge and delete customers').check()
  await expect(dialog.getByText('Choose what it may change')).toBeHidden()
  await expectAccessibleInBoth(page)
  await dialog.getByLabel('Last day').fill('2020-01-01')
  await create()
  await expect(dialog.getByText('Must be in the future')).toBeVisible()
  await dialog.getByLabel('Last day').fill('2090-05-01')
  await page.keyboard.press('Escape')
  await keepEditing(page)
  const answerAgain = await failCalls(page, '/api-tokens', 'POST')
  await create()
  await expect(page.getByText('Out of order')).toBeVisible()
  await answerAgain()
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
  await create()
  const created = page.getByRole('dialog', { name: `Token of ${name}` })
  await expect(created.getByRole('button', { name: 'Copy token' })).toBeVisible()
  const token = /odk_[\w-]{43}/.exec(await created.innerText())?.[0] ?? ''
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(created).toBeVisible()
  await created.getByRole('button', { name: 'I have it' }).click()
  await expect(created).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Add, change, merge and delete customers')
  await expect(row).toContainText('Dana Reyes')
  await expect(row).toContainText(`${token.slice(0, 10)}…`)
  await expect(page.getByText(token)).toHaveCount(0)
  expect((await asked(token, 'GET', '/organizations'))[0]).toBe(200)
  await page.reload()
  await expect(row).toContainText(/from 127\.0\.0\.x/)
  await expectAccessibleInBoth(page)
  await row.getByRole('button', { name: `Revoke ${name}` }).click()
  const ask = page.getByRole('alertdialog', { name: 'Revoke API token' })
  await expect(ask).toContainText('The program that has it is let in no more.')
  await ask.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('API token revoked')).toBeVisible()
  await expect(row).toBeHidden()
  expect(await asked(token, 'GET', '/organizations')).toEqual([
    401,
    'This API token has expired or was revoked. Make a new one in Offerdesk.',
  ])
  await open()
  await dialog.getByLabel('Name').fill('Never mind')
  await dialog.getByLabel('Name').blur()
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
})

test('ST-01 GE-05 whoever may not let programs in reads why', async ({ page }) => {
  await letIn(page, 'miles.carter@offerdesk.example')
  await page.goto('/settings?tab=apiTokens')
  const button = page.getByRole('button', { name: 'New token' })
  await button.focus()
  await expect(page.getByRole('tooltip', { name: 'Only an owner can let other programs in.' })).toBeVisible()
})
