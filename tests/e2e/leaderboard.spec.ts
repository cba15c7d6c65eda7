import type { Leaderboard } from '../../contract/extensions/leaderboard'
import { expectAccessible } from './axe'
import { Api } from './api'
import { takeEveryWay } from './everyWay'
import { expect, test } from './fixtures'
import { newPerson } from './people'
import { letIn } from './reference'
import { demoPassword } from '../../server/db/demo'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

test('LB-01 LV-01 what is sold is seen on the leaderboard at once, also on a wall, which Escape leaves', async ({
  page,
  request,
  reference,
}) => {
  const api = await new Api(request, reference.url).signIn()
  await letIn(page)
  await page.goto('/leaderboard')
  const row = page.getByRole('table', { name: 'Standings' }).getByRole('row').filter({ hasText: 'Dana Reyes' })
  const sell = () => api.placeOrder()
  await sell()
  await expect(row).toBeVisible()
  const ordersIn = async () => Number(await row.getByRole('cell').nth(3).textContent())
  const before = await ordersIn()
  await sell()
  await expect.poll(ordersIn).toBeGreaterThan(before)
  await page.getByRole('button', { name: 'Orders', exact: true }).click()
  await expect(page).toHaveURL(/by=orders/)
  await expect(page.getByRole('columnheader', { name: 'Orders' })).toHaveAttribute('aria-sort', 'descending')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Wall mode' }).click()
  const wall = page.getByRole('dialog', { name: /^Today/ })
  await expect(wall).toContainText('Dana Reyes')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(wall).toBeHidden()
  await expect(page).not.toHaveURL(/wall/)
  await page.getByRole('combobox', { name: 'Calls' }).selectOption('At least 50 calls')
  await expect(row.getByRole('cell').first()).toHaveText('-')
  await row.getByRole('link', { name: 'Dana Reyes' }).click()
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Dana Reyes' }).first()).toBeVisible()
})

test('LB-01 GE-07 GE-09 the goals of a team are set by its owner, and nobody else; the team sees how far it is @rare', async ({
  page,
  reference,
}) => {
  const owner = await newPerson(page, reference, 'Gil')
  await letIn(page, owner.email, demoPassword)
  const list = page.waitForResponse((answer) => answer.url().includes('/leaderboard?'))
  await page.goto('/leaderboard')
  const { data } = (await (await list).json()) as { data: Leaderboard }
  await expect(page.getByText('Nobody has sold anything today yet')).toBeVisible()
  await expect(page.getByText('No goal for the day')).toBeVisible()
  await takeEveryWay(page, {
    open: async () => {
      await page.getByRole('button', { name: 'Set goals' }).click()
      const dialog = page.getByRole('dialog', { name: 'Set goals' })
      await expect(dialog.locator(':focus')).toHaveCount(1)
      return dialog
    },
    label: 'Each day',
    save: 'Save',
    path: `/leaderboard/goals/${owner.organizationId}`,
    record: { ...data.goals, version: data.goals.version ?? 1 },
    with: (text) => ({ today: text === '' ? null : text.length * 100 }),
    typed: (text) => `${text.length * 100}.00`,
    wrong: '-1',
    from: '',
  })
  await expect(page.getByRole('progressbar', { name: 'Goal of the day' })).toBeVisible()
  await expectAccessible(page)
})
