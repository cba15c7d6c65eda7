import type { Page } from 'playwright/test'
import { Webhook as Receiving } from 'standardwebhooks'
import type { Webhook } from '../../contract/extensions/webhooks'
import { WebhookReceiver } from '../server/webhookReceiver'
import { expectAccessibleInBoth } from './axe'
import { takeEveryWay } from './everyWay'
import { chooseAction, expect, test } from './fixtures'
import { letIn } from './reference'
import { failCalls, keepEditing, question, refusal } from './transitions'

const agent = 'miles.carter@offerdesk.example'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

let receiver: WebhookReceiver
test.beforeEach(async () => {
  receiver = await WebhookReceiver.open()
})
test.afterEach(() => receiver.close())

const tableOf = (page: Page) => page.getByRole('table', { name: 'Webhooks' })
const host = () => `127.0.0.1:${receiver.port}`
/** What a server says of an address that it does not take. */
const sentence = 'It is within a private network, where nothing is sent.'
/** The row of the webhook of a test. */
const rowOf = (page: Page) => tableOf(page).getByRole('row', { name: host() })

/** The secret that a dialog shows, which is then closed. */
async function takeSecret(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title })
  const secret = await dialog.getByText(/^whsec_/).innerText()
  // Nothing but its reader closes it.
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'I have it' }).click()
  await expect(dialog).toBeHidden()
  return secret
}

/** Adds a webhook for the merging of customers, which no other test does meanwhile; returns it, and its secret. */
async function addWebhook(page: Page, path: string) {
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add webhook' })
  await dialog.getByLabel('Address', { exact: true }).fill(receiver.address(path))
  await dialog.getByLabel('Customer merged').check()
  const created = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok())
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const { data } = (await (await created).json()) as { data: Webhook }
  return { webhook: data, secret: await takeSecret(page, 'Secret of the webhook') }
}

async function deleteWebhook(page: Page): Promise<void> {
  await chooseAction(page, host(), 'Delete')
  await page.getByRole('alertdialog', { name: 'Delete Webhook' }).getByRole('button', { name: 'Delete' }).click()
  await expect(rowOf(page)).toBeHidden()
}

test('WH-01 GE-07 an owner adds a webhook, and sees its secret once @rare', async ({ page }) => {
  await letIn(page)
  await page.goto('/settings?tab=webhooks')
  const open = async () => {
    await page.getByRole('button', { name: 'Add webhook' }).click()
    await expect(dialog.locator(':focus')).toHaveCount(1)
  }
  const dialog = page.getByRole('dialog', { name: 'Add webhook' })
  const address = dialog.getByLabel('Address', { exact: true })
  const add = () => dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await open()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await open()
  await add()
  await expect(dialog.getByText('Address is required')).toBeVisible()
  await expect(dialog.getByText('Choose at least one event')).toBeVisible()
  await address.fill('https://mira:secret@example.com')
  await address.blur()
  await expect(dialog.getByText('A name and a password can not stand in the address.')).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await keepEditing(page)
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await address.fill(receiver.address('/hook'))
  await dialog.getByLabel('Customer merged').check()
  const healed = await failCalls(page, '/outgoing-webhooks', 'POST')
  await add()
  await healed()
  await expect(page.getByText('Out of order')).toBeVisible()
  await page.route(
    '**/api/v1/outgoing-webhooks',
    (route) => {
      const details = [{ path: 'body.address', message: sentence }]
      return route.fulfill({ status: 422, json: { success: false, message: sentence, error: { details } } })
    },
    { times: 1 },
  )
  await add()
  await expect(dialog.getByText(sentence)).toBeVisible()
  await address.fill(receiver.address('/first'))
  await add()
  const secret = await takeSecret(page, 'Secret of the webhook')
  await expect(rowOf(page)).toContainText('Customer merged')
  expect(await page.content()).not.toContain(secret)
  await deleteWebhook(page)
})

test('WH-01 GE-07 GE-09 an owner changes a webhook, and switches it off and on @rare', async ({ page }) => {
  await letIn(page)
  await page.goto('/settings?tab=webhooks')
  const { webhook: data } = await addWebhook(page, '/first')
  await takeEveryWay(page, {
    open: async () => {
      await chooseAction(page, host(), 'Edit')
      const edit = page.getByRole('dialog', { name: 'Edit webhook' })
      await expect(edit.locator(':focus')).toHaveCount(1)
      return edit
    },
    label: 'Address',
    save: 'Save',
    path: `/outgoing-webhooks/${data.id}`,
    record: { ...data, version: data.version ?? 0 },
    with: (text) => ({ address: text === receiver.address('/first') ? text : typedOf(text) }),
    wrong: 'nowhere',
    typed: (text) => typedOf(text),
    from: receiver.address('/first'),
    refused: {
      status: 422,
      body: { success: false, message: sentence, error: { details: [{ path: 'body.address', message: sentence }] } },
      message: sentence,
    },
  })
  await expect(rowOf(page)).toContainText('/saved')

  // Off and on again, each after a question.
  await chooseAction(page, host(), 'Switch off')
  const off = page.getByRole('alertdialog', { name: 'Switch off webhook' })
  await expect(off).toContainText('No message waits.')
  await off.getByRole('button', { name: 'Cancel' }).click()
  await chooseAction(page, host(), 'Switch off')
  const again = await failCalls(page, '/outgoing-webhooks/*/state', 'POST')
  await off.getByRole('button', { name: 'Switch off' }).click()
  await again()
  await off.getByRole('button', { name: 'Switch off' }).click()
  await expect(rowOf(page)).toContainText('Off')
  await chooseAction(page, host(), 'Switch on')
  await page.getByRole('alertdialog', { name: 'Switch on webhook' }).getByRole('button', { name: 'Switch on' }).click()
  await expect(rowOf(page)).toContainText('On')
  await deleteWebhook(page)
})

/** An address for what a test types: the last one is that of the receiver. */
const typedOf = (text: string) => {
  if (text === 'nowhere' || text.startsWith('http')) return text
  return text === 'Saved' ? receiver.address('/saved') : `https://${text.toLowerCase().replaceAll(' ', '-')}.example/`
}

test('WH-01 LV-01 what a webhook is told, each try and what is sent again are seen as they happen', async ({
  page,
}) => {
  await letIn(page)
  await page.goto('/settings?tab=webhooks')
  const { secret: first } = await addWebhook(page, '/hook')
  const renew = page.getByRole('alertdialog', { name: 'New secret' })
  await chooseAction(page, host(), 'New secret')
  await renew.getByRole('button', { name: 'Cancel' }).click()
  await chooseAction(page, host(), 'New secret')
  const healed = await failCalls(page, '/outgoing-webhooks/*/secret', 'POST')
  await renew.getByRole('button', { name: 'Make a new secret' }).click()
  await healed()
  await renew.getByRole('button', { name: 'Make a new secret' }).click()
  const second = await takeSecret(page, 'New secret of the webhook')

  receiver.answer = (response) => response.writeHead(503).end('Closed for lunch')
  const mended = await failCalls(page, '/outgoing-webhooks/*/test', 'POST')
  await chooseAction(page, host(), 'Send a test')
  await mended()
  await chooseAction(page, host(), 'Send a test')
  await expect(page.getByText('A test is sent')).toBeVisible()
  await expect(rowOf(page)).toContainText('Failing')
  await expect(rowOf(page)).toContainText('It answered 503.')
  const [taken] = receiver.at('/hook')
  for (const secret of [first, second]) {
    new Receiving(secret).verify(taken?.body ?? '', taken?.headers as Record<string, string>)
  }

  await chooseAction(page, host(), 'Messages')
  const messages = page.getByRole('table', { name: 'Messages' })
  await expect(messages.getByRole('row', { name: /Test/ })).toContainText('Waiting')
  await expect(page.getByText(/Nothing has been taken since/)).toBeVisible()
  await expectAccessibleInBoth(page)
  await page.getByLabel('State').selectOption('Delivered')
  await expect(page.getByText('No records found')).toBeVisible()
  await page.goBack()
  await messages.getByRole('link', { name: 'Test' }).click()
  const panel = page.getByRole('dialog', { name: 'Message' })
  await expect(panel.getByRole('table', { name: 'Tries' })).toContainText('Closed for lunch')
  await expect(panel.getByRole('region', { name: 'What is sent' })).toContainText('"webhook.test"')
  await expectAccessibleInBoth(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await messages.getByRole('link', { name: 'Test' }).click()
  receiver.answer = (response) => response.writeHead(200).end('Thank you')
  await panel.getByRole('button', { name: 'Send now' }).click()
  await expect(panel.getByRole('table', { name: 'Tries' })).toContainText('Thank you')
  await expect(panel.getByText('Delivered')).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(messages.getByRole('row', { name: /Test/ })).toContainText('Delivered')
  expect(new Set(receiver.at('/hook').map(({ headers }) => headers['webhook-id'])).size).toBe(1)

  // Who is gone says so, and it is switched off before anybody looks.
  receiver.answer = (response) => response.writeHead(410).end()
  await chooseAction(page, 'Test', 'Send again')
  await expect(page.getByText(/Its receiver has answered 410/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a test' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: 'All webhooks' }).click()
  await expect(rowOf(page)).toContainText('Off: receiver gone')
  await deleteWebhook(page)
})

test('WH-01 GE-05 at 390 an agent reads why there is nothing to see, and a list that can not be read says so @rare', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await letIn(page, agent)
  await page.goto('/settings?tab=webhooks')
  await expect(page.getByText('Only an owner can see and change webhooks.')).toBeVisible()
  await expectAccessibleInBoth(page)
  await letIn(page)
  await page.route('**/api/v1/outgoing-webhooks?**', (route) =>
    route.fulfill({ status: refusal.status, json: refusal.body }),
  )
  await page.goto('/settings?tab=webhooks')
  await expect(page.getByText('Error fetching webhooks')).toBeVisible()
})
