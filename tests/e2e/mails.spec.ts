import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { Api } from './api'
import { expectAccessible } from './axe'
import { drawn, expect, test } from './fixtures'
import { takeEveryWay } from './everyWay'
import { letIn } from './reference'
import { failCalls } from './transitions'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

interface Responder {
  id: string
  subject: string
  version: number
}

/** The Email tab of a campaign that has auto-responders; the first of them. */
async function openEmailTab(page: Page): Promise<Responder> {
  await letIn(page)
  // The list is not left before it is whole.
  const kinds = page.waitForResponse('**/campaign-kinds?**')
  await page.goto('/campaigns?q=Autumn%20Trail')
  await (await kinds).finished()
  await drawn(page)
  const answered = page.waitForResponse('**/autoresponders/email')
  await page.getByRole('link', { name: 'Autumn Trail Sale' }).first().click()
  await page.getByRole('tab', { name: 'Email' }).click()
  const { data } = (await (await answered).json()) as { data: Responder[] }
  const [responder] = data
  if (!responder) throw new Error('the demo has auto-responders')
  await expect(page.getByRole('row').filter({ hasText: responder.subject }).first()).toBeVisible()
  return responder
}

const choose = async (page: Page, subject: string, entry: string) => {
  await page
    .getByRole('button', { name: `Actions for ${subject}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

test('ML-02 a preview is what would be sent; a test mail of it goes to who asks, and is read under Mails @rare', async ({
  page,
}) => {
  const { subject } = await openEmailTab(page)
  await choose(page, subject, 'Preview')
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByTitle('Body of the mail')).toBeVisible()
  await expect(page.frameLocator('iframe[title="Body of the mail"]').locator('body')).toContainText('Hello')
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await choose(page, subject, 'Send test to me')
  await expect(page.getByText('A test mail to demo@offerdesk.example is on its way')).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Mails', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'demo@offerdesk.example' }).first()
  await expect(row).toContainText('Kept')
  await expectAccessible(page)
  await row.getByRole('link').first().click()
  const mail = page.getByRole('dialog', { name: 'Mail' })
  await expect(page.frameLocator('iframe[title="Body of the mail"]').locator('body')).toContainText('Hello')
  await mail.getByRole('button', { name: 'Close' }).click()
  await expect(mail).toBeHidden()
})

test('ML-02 WF-05 an auto-responder is paused, resumed, deleted and brought back @rare', async ({ page }) => {
  const { id, subject } = await openEmailTab(page)
  await choose(page, subject, 'Pause')
  await expect(page.getByText('Auto-responder paused')).toBeVisible()
  await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible()
  const answerAgain = await failCalls(page, `/autoresponders/email/${id}/resume`, 'POST')
  await choose(page, subject, 'Resume')
  await expect(page.getByText('Out of order')).toBeVisible()
  await answerAgain()
  await choose(page, subject, 'Resume')
  await expect(page.getByText('Auto-responder resumed')).toBeVisible()
  await choose(page, subject, 'Delete')
  const asked = page.getByRole('alertdialog', { name: 'Delete Auto-responder' })
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Auto-responder deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Auto-responder restored')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: subject }).first()).toBeVisible()
})

test('ML-02 an unknown placeholder blocks saving, and a known one is put where the cursor is @rare', async ({
  page,
}) => {
  const { subject } = await openEmailTab(page)
  const answerAgain = await failCalls(page, '/plugins/installed**', 'GET')
  await choose(page, subject, 'Edit')
  await expect(page.getByText('Out of order')).toBeVisible()
  await answerAgain()
  await choose(page, subject, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Email Auto Responder' })
  const body = dialog.getByLabel('Body', { exact: true })
  await body.fill('Hello {{nobody}}')
  await body.blur()
  await expect(dialog.getByText('There is no placeholder {{nobody}}')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeVisible()
  await body.fill('Hello ')
  await dialog.getByRole('button', { name: 'Insert placeholder' }).click()
  await page.getByRole('menuitem', { name: '{{customer_first_name}}' }).click()
  await expect(body).toHaveValue('Hello {{customer_first_name}}')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('ML-02 GE-07 GE-09 an auto-responder is edited beside somebody else @rare', async ({ page }) => {
  const record = await openEmailTab(page)
  await takeEveryWay(page, {
    open: async () => {
      await choose(page, record.subject, 'Edit')
      const dialog = page.getByRole('dialog', { name: 'Edit Email Auto Responder' })
      await expect(dialog.locator(':focus')).toHaveCount(1)
      return dialog
    },
    label: 'Subject',
    save: 'Save',
    path: `/autoresponders/email/${record.id}`,
    record,
    with: (subject) => ({ subject }),
    from: record.subject,
  })
  await expect(page.getByText('Auto-responder saved')).toBeVisible()
})

test('ML-03 a server is added that can not be used: it says why, its mail is given up, and is tried once more @rare', async ({
  page,
}) => {
  const name = `Own server ${randomUUID().slice(0, 8)}`
  await letIn(page)
  await page.goto('/settings')
  const listed = page.waitForResponse('**/api/v1/plugins?**')
  await page.getByRole('button', { name: 'Add email provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add email provider' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('From', { exact: true }).fill('shop@northwind.example')
  await dialog.getByLabel('Host', { exact: true }).fill('127.0.0.1')
  await dialog.getByLabel('Password', { exact: true }).fill('a long password 42')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Email provider saved')).toBeVisible()
  await listed
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('••••d 42')
  await expect(row).toContainText('Not verified')
  await choose(page, name, 'Verify')
  await expect(page.getByText('127.0.0.1 is within a private network')).toBeVisible()
  await choose(page, name, 'Send test to me')
  await expect(page.getByText('is on its way')).toBeVisible()
  await page.getByRole('tab', { name: 'Mails', exact: true }).click()
  const mail = page.getByRole('row').filter({ hasText: name }).first()
  await expect(mail).toContainText('Given up')
  await mail.getByRole('link').first().click()
  const shown = page.getByRole('dialog', { name: 'Mail' })
  await expect(shown.getByText('within a private network')).toBeVisible()
  await shown.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('The mail is sent once more')).toBeVisible()
  await shown.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'could not be delivered' }).click()
  await expect(page).toHaveURL(/state=dead/)
  await expect(page.getByRole('row').filter({ hasText: name }).first()).toBeVisible()
})

test('ML-04 GE-07 GE-09 the mails of the organization are read, written anew, switched off, and the original again @rare', async ({
  page,
}) => {
  await letIn(page)
  await page.goto('/settings?tab=orderMails')
  const row = page.getByRole('row').filter({ hasText: 'Money is given back' })
  await expect(row).toContainText('Original')
  await expect(page.getByRole('row')).toHaveCount(5)
  await expectAccessible(page)
  await choose(page, 'Refund', 'Preview')
  const body = page.frameLocator('iframe[title="Body of the mail"]').locator('body')
  await expect(body).toContainText('Refunded now')
  // It looks as it is written, which the app's own policy would keep it from.
  await expect(body).toHaveCSS('background-color', 'rgb(244, 244, 245)')
  await expect(body.getByRole('heading')).toHaveCSS('font-size', '22px')
  await expect(body).toContainText('Northwind Supply')
  await page.getByRole('dialog', { name: 'Preview' }).getByRole('button', { name: 'Close' }).click()
  // Whatever is written into a mail runs nothing: the handler of its picture is refused, and said so.
  await page.route('**/order-mails/*/preview', async (route) => {
    const { data: preview } = (await (await route.fetch()).json()) as { data: object }
    const mailHtml = `<p>Hostile</p><script>document.body.id = 'ran'</script><img src="data:," onerror="document.body.id = 'ran'">`
    await route.fulfill({ json: { data: { ...preview, mailHtml } } })
  })
  const refusedHandler = page.waitForEvent('console', (message) => message.text().includes('inline event handler'))
  await page.reload()
  await choose(page, 'Refund', 'Preview')
  await expect(body).toContainText('Hostile')
  await refusedHandler
  await expect(body).not.toHaveAttribute('id')
  await page.getByRole('dialog', { name: 'Preview' }).getByRole('button', { name: 'Close' }).click()
  const address = page.url()
  // What the page asks for before it is loaded anew is answered no more.
  await page.goto('about:blank')
  const list = page.waitForResponse((answer) => answer.url().includes('/order-mails?'))
  await page.goto(address)
  const { data } = (await (await list).json()) as { data: (Responder & { event: string })[] }
  const record = data.find(({ event }) => event === 'order.refunded') ?? data[0]
  if (!record) throw new Error('there is no mail of refunds')
  await takeEveryWay(page, {
    open: async () => {
      await choose(page, 'Refund', 'Edit')
      const dialog = page.getByRole('dialog', { name: 'Edit Refund' })
      await expect(dialog.locator(':focus')).toHaveCount(1)
      return dialog
    },
    label: 'Subject',
    save: 'Save',
    path: `/order-mails/${record.id}`,
    record,
    with: (text) => ({ subject: text }),
    from: record.subject,
  })
  await expect(row).toContainText('Your own')
  await choose(page, 'Refund', 'Switch off')
  await expect(page.getByText('Mail switched off')).toBeVisible()
  await expect(row).toContainText('Off')
  await choose(page, 'Refund', 'Switch on')
  await expect(page.getByText('Mail switched on')).toBeVisible()
  await choose(page, 'Refund', 'Use the original')
  await expect(page.getByText('The original is used again')).toBeVisible()
  await expect(row).toContainText(record.subject)
  await expect(row).toContainText('Original')
})

test('PY-06 GE-07 GE-09 the address and the tax number of the seller are edited, and stand on receipts @rare', async ({
  page,
}) => {
  await letIn(page)
  const list = page.waitForResponse((answer) => answer.url().includes('/sellers?'))
  await page.goto('/settings?tab=seller')
  const { data } = (await (await list).json()) as { data: { id: string; version: number; taxNumber: string }[] }
  const [record] = data
  if (!record) throw new Error('there is no seller')
  const card = page.getByRole('region', { name: 'Seller' })
  await expect(card).toContainText('410 Lakeshore Drive')
  await expectAccessible(page)
  await takeEveryWay(page, {
    open: async () => {
      await card.getByRole('button', { name: 'Edit' }).click()
      const dialog = page.getByRole('dialog', { name: 'Edit seller' })
      await expect(dialog.locator(':focus')).toHaveCount(1)
      return dialog
    },
    label: 'Tax number',
    save: 'Save',
    path: `/sellers/${record.id}`,
    record,
    with: (text) => ({ taxNumber: text }),
    wrong: '1'.repeat(41),
    from: record.taxNumber,
  })
  await expect(card).toContainText('Saved')
  await page.goto('/pay/demo-pay-used-northwind-supply-00000001')
  const receipt = page.getByRole('region', { name: 'Receipt' })
  await expect(receipt).toContainText('Visa ending in 4242')
  await expect(receipt).toContainText('Chicago, IL 60611')
  await expect(receipt).toContainText('Saved')
  await expectAccessible(page)
})

test('ML-03 GE-07 GE-09 an email provider is edited beside somebody else, and deleted when nobody uses it @rare', async ({
  page,
}) => {
  const name = `Relay ${randomUUID().slice(0, 8)}`
  await letIn(page)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Add email provider' }).click()
  const adding = page.getByRole('dialog', { name: 'Add email provider' })
  await adding.getByLabel('Name', { exact: true }).fill(name)
  await adding.getByLabel('Kind').selectOption('outbox')
  await adding.getByLabel('From', { exact: true }).fill('shop@northwind.example')
  const made = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/plugins'),
  )
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  const { data: record } = (await (await made).json()) as { data: Responder }
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await takeEveryWay(page, {
    open: async () => {
      await choose(page, name, 'Edit')
      const dialog = page.getByRole('dialog', { name: 'Edit email provider' })
      await expect(dialog.locator(':focus')).toHaveCount(1)
      return dialog
    },
    label: 'Name',
    save: 'Save',
    path: `/plugins/${record.id}`,
    record,
    with: (text) => ({ name: text }),
    from: name,
    refused: {
      status: 422,
      message: 'This name is taken',
      body: {
        success: false,
        message: 'This name is taken',
        error: { code: 'invalid', message: '', details: [{ path: 'body.name', message: 'This name is taken' }] },
      },
    },
  })
  await choose(page, 'Saved', 'Delete')
  const asked = page.getByRole('alertdialog', { name: 'Delete Email provider' })
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Email provider deleted')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions for Saved' })).toBeHidden()
})

test('ML-03 a mail that is held back is dropped after a question, and one that can not be stays @rare', async ({
  page,
  reference,
}) => {
  await letIn(page)
  const api = await new Api(page.request, reference.url).signIn()
  const own = await api.call<{ id: string }[]>('GET', `/order-mails?organizationId=${api.organizationId}`)
  await api.call('POST', `/order-mails/${own[0]?.id}/test`, {})
  // Only a restored backup holds mails back.
  await page.route('**/api/v1/mails?**', async (route) => {
    const answer = await route.fetch()
    const { data, meta } = (await answer.json()) as { data: { state: string }[]; meta: object }
    await route.fulfill({ response: answer, json: { data: data.map((mail) => ({ ...mail, state: 'held' })), meta } })
  })
  await page.goto('/settings?tab=mails')
  const mail = page.getByRole('row').filter({ hasText: 'Held back' }).first()
  const drop = async () => {
    await mail.getByRole('button').last().click()
    await page.getByRole('menuitem', { name: 'Drop' }).click()
    const question = page.getByRole('alertdialog', { name: 'Drop Mail' })
    await expect(question).toContainText('It is never sent then.')
    await question.getByRole('button', { name: 'Drop' }).click()
    await expect(question).toBeHidden()
  }
  await drop()
  await expect(page.getByText('Failed to drop mail')).toBeVisible()
  await page.route('**/api/v1/mails/*/drop', (route) =>
    route.fulfill({ json: { data: { id: 'mai', state: 'dropped' } } }),
  )
  await drop()
  await expect(page.getByText('Mail dropped')).toBeVisible()
})
