import { randomUUID } from 'node:crypto'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { letIn, signIn } from './reference'
import { failCalls, keepEditing, question } from './transitions'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

test('CA-01 a telephone system is let in by a token that is shown once, until it is revoked @rare', async ({
  page,
  request,
  reference,
}) => {
  const name = `Switchboard ${randomUUID().slice(0, 8)}`
  const ring = async (token: string) => {
    const data = {
      callId: randomUUID(),
      number: '+12125550163',
      agent: 'nobody@offerdesk.example',
      direction: 'inbound',
    }
    const headers = { authorization: `Bearer ${token}` }
    return (await request.post(`${reference.url}/api/v1/telephone/calls`, { headers, data })).status()
  }
  await signIn(page)
  await page.getByRole('button', { name: 'Dana Reyes' }).click()
  await page.getByRole('menuitem', { name: 'Telephone' }).click()
  await expect(page).toHaveURL(/\/telephone$/)
  await expect(page.getByRole('heading', { name: 'Telephone', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New token' })
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Say which telephone system it is for')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await page.keyboard.press('Escape')
  await keepEditing(page)
  const answerAgain = await failCalls(page, '/telephone/tokens', 'POST')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Out of order')).toBeVisible()
  await answerAgain()
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
  await dialog.getByRole('button', { name: 'Create' }).click()
  const created = page.getByRole('dialog', { name: `Token of ${name}` })
  await expect(created.getByRole('button', { name: 'Copy token' })).toBeVisible()
  const token = /[\w-]{43}/.exec(await created.innerText())?.[0] ?? ''
  await expectAccessible(page)
  // Let in: what is refused is the agent.
  expect(await ring(token)).toBe(422)
  await page.keyboard.press('Escape')
  await expect(created).toBeVisible()
  await created.getByRole('button', { name: 'I have it' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Dana Reyes')
  await expectAccessible(page)
  await expect(page.getByText(token)).toHaveCount(0)
  await row.getByRole('button', { name: `Revoke ${name}` }).click()
  await page.getByRole('alertdialog', { name: 'Revoke Token' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Token revoked')).toBeVisible()
  await expect(row).toBeHidden()
  expect(await ring(token)).toBe(401)
})

test('CA-01 GE-07 a token that was begun is asked for before it is left', async ({ page }) => {
  await letIn(page)
  await page.goto('/telephone')
  const dialog = page.getByRole('dialog', { name: 'New token' })
  await page.getByRole('button', { name: 'New token' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'New token' }).click()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'New token' }).click()
  await dialog.getByLabel('Name').fill('Never mind')
  await dialog.getByLabel('Name').blur()
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
})
