import type { Page } from 'playwright/test'
import { demoPassword } from '../../server/db/demo'
import { expectAccessibleInBoth } from './axe'
import { expect, test } from './fixtures'
import { newPerson } from './people'
import { letIn } from './reference'
import { failCalls, holdCalls, loseAnswer, loseAnswers } from './transitions'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

/** All that the rival's organization has, as its owner reads it. */
async function rivalsArchive(page: Page): Promise<Buffer> {
  const login = { email: 'rival@offerdesk.example', password: demoPassword }
  const answer = await page.request.post('/api/v1/users/login', { data: login })
  const { data } = (await answer.json()) as { data: { token: string } }
  const headers = { authorization: `Bearer ${data.token}` }
  const { data: own } = (await (await page.request.get('/api/v1/organizations', { headers })).json()) as {
    data: { id: string }[]
  }
  return (await page.request.get(`/api/v1/organizations/${own[0]?.id}/archive`, { headers })).body()
}

test('WF-04 GE-05 GE-16 a shop is downloaded whole, and an empty organization takes it over, or says why not @rare', async ({
  page,
  reference,
}) => {
  const archive = await rivalsArchive(page)
  const { email } = await newPerson(page, reference, 'Petra')
  await letIn(page, email)
  await page.goto('/settings?tab=organization')
  const card = page.getByRole('region', { name: 'Archive' })

  // Out: cancelled, failed, and whole.
  const download = card.getByRole('button', { name: 'Download everything' })
  await page.route('**/archive', () => undefined)
  await download.click()
  await expect(card).toContainText('Everything is being put into one file...')
  await card.getByRole('button', { name: 'Cancel the download' }).click()
  await page.unroute('**/archive')
  const healed = await failCalls(page, '/organizations/*/archive', 'GET')
  await download.click()
  await expect(card.getByRole('alert')).toContainText('The archive could not be read.')
  await healed()
  const downloading = page.waitForEvent('download')
  await download.click()
  expect((await downloading).suggestedFilename()).toMatch(/^petra-s-shop-[\d-]+\.jsonl\.gz$/)
  await expect(card.getByRole('status')).toContainText('Your browser has petra-s-shop-')

  // In.
  const dialog = page.getByRole('dialog', { name: 'Take over an archive' })
  const open = async () => card.getByRole('button', { name: 'Take over an archive' }).click()
  const choose = (buffer: Buffer) =>
    dialog.getByLabel('Archive').setInputFiles({ name: 'rival.jsonl.gz', mimeType: 'application/gzip', buffer })
  const cancel = dialog.getByRole('button', { name: 'Cancel', exact: true })
  const take = dialog.getByRole('button', { name: 'Take over', exact: true })
  const alert = dialog.getByRole('alert')

  await page.route('**/archives?*', () => undefined)
  for (const leave of [() => cancel.click(), () => page.keyboard.press('Escape')]) {
    await open()
    await expect(dialog).toContainText('Looking at the organization...')
    await leave()
    await expect(dialog).toBeHidden()
  }
  await page.unroute('**/archives?*')
  const looked = await failCalls(page, '/archives?*', 'GET')
  await open()
  await expect(alert).toBeVisible()
  await looked()
  await page.keyboard.press('Escape')
  await open()
  await choose(Buffer.from('orders,customers'))
  await expect(alert).toHaveText('This file is no archive of an organization.')
  await expectAccessibleInBoth(page)
  await choose(archive)
  await expect(dialog).toContainText('holds all that Rival Traders had')
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await open()
  await choose(archive)
  await cancel.click()
  await open()
  await choose(archive.subarray(0, 30_000))
  await take.click()
  await expect(alert).toHaveText('The archive is cut off before its end: download or copy it once more.')

  const sent = await failCalls(page, '/archives', 'POST')
  await choose(archive)
  await take.click()
  await expect(alert).toBeVisible()
  await sent()
  await page.route('**/take', () => undefined)
  await choose(archive)
  await take.click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  // The server has all of it, and has not been told to take it.
  await expect(dialog).toContainText(/Sent [1-9]\d* of/)
  const given = await failCalls(page, '/archives/*/give-up', 'POST')
  await dialog.getByRole('button', { name: 'Give up' }).click()
  await expect(alert).toBeVisible()
  await given()
  // Before the server has answered with its id as well.
  const release = await holdCalls(page, '/archives')
  await choose(archive)
  await take.click()
  await dialog.getByRole('button', { name: 'Give up' }).click()
  await expect(page.getByText('Archive given up')).toBeVisible()
  const gone = page.waitForResponse(/give-up$/)
  release()
  expect((await gone).status()).toBe(200)
  await page.unroute('**/take')
  await cancel.click()

  await open()
  await choose(archive)
  // The server has all of it, and answers are lost, one of them twice in a row: each is asked for again.
  await loseAnswers(page, '/archives/*/parts', 2)
  await loseAnswer(page, '/archives/*/take')
  await take.click()
  await expect(dialog).toContainText('All that Rival Traders had is here')
  await expect(dialog).toContainText('Robin Vale has no account here. What they did stays under their names.')
  await expectAccessibleInBoth(page)
  await dialog.getByRole('button', { name: 'Close' }).click()

  // Once.
  await open()
  await expect(dialog).toContainText(/^.*This organization has .* already\. An archive goes into an empty one/)
  await cancel.click()
  // Whoever comes back meanwhile sees how far it is.
  let isOver = false
  await page.route('**/archives?*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: object[] }
    const [one, ...others] = body.data
    await route.fulfill({
      json: { ...body, data: [{ ...one, ...(!isOver && { state: 'taking', rowsDone: 1, rowsTotal: 9 }) }, ...others] },
    })
  })
  await open()
  await expect(dialog).toContainText('Took over 1 of 9 rows')
  isOver = true
  await expect(dialog).toContainText('All that Rival Traders had is here')
  await page.keyboard.press('Escape')
  await page.goto('/orders')
  await expect(page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1)).toContainText('Robin Vale')
})
