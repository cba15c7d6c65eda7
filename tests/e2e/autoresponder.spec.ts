import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'

const emailTab = '/campaigns/cmp_1?tab=email'

const openAdd = async (page: Page) => {
  await page.getByRole('button', { name: 'Add New' }).click()
  return page.getByRole('dialog', { name: 'Add Email Auto Responder' })
}

test('EM-01 the columns and the rows', async ({ open, page }) => {
  await open(emailTab)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Sender Email',
    'Event Type',
    'Email subject line',
    'Email Service Provider',
    'Added On',
    'Last active at',
  ])
  await expect(page.getByRole('row').filter({ hasText: 'Thank you' }).getByRole('cell')).toHaveText([
    'hello@one.example',
    'Order Completed',
    'Thank you',
    'Mailer One',
    '05 Jan 2026, 09:30:00 AM',
    '-',
  ])
})

test('EM-02 EM-03 EM-04 EM-05 EM-06 an auto-responder is added', async ({ open, page, backend }) => {
  await open(emailTab)
  const dialog = await openAdd(page)
  await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Add'])
  await expect(dialog.getByLabel('Plugin Instance').locator('option:checked')).toHaveText('Mailer One')
  await expect(dialog.getByLabel('Event').locator('option')).toHaveText([
    'Order Completed',
    'Order Tracking Number Assigned',
    'Order Payment Link Created',
  ])
  await expect(dialog.getByLabel('Event')).toHaveValue('order.completed')
  const add = dialog.getByRole('button', { name: 'Add' })
  await expect(add).toBeDisabled()
  await dialog.getByLabel('From').fill('x')
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await dialog.getByLabel('From').fill('')
  await expect(dialog.getByText('Email is required')).toBeVisible()
  await dialog.getByLabel('From').fill('shop@one.example')
  await dialog.getByLabel('Subject').fill('Pay')
  await dialog.getByLabel('Subject').fill('')
  await expect(dialog.getByText('Subject is required')).toBeVisible()
  await dialog.getByLabel('Subject').fill('Please pay')
  await dialog.getByLabel('Event').selectOption({ label: 'Order Payment Link Created' })
  const release = backend.hold('POST /campaigns/cmp_1/autoresponders/email')
  await add.click()
  await expect(dialog).toBeVisible()
  release()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'Please pay' })).toBeVisible()
  const [call] = backend.callsOf('POST /campaigns/cmp_1/autoresponders/email')
  expect(call?.body).toMatchObject({
    from: 'shop@one.example',
    subject: 'Please pay',
    event: 'order.payment_link.created',
    pluginInstanceId: 'ins_1',
  })
  expect(call?.body['body']).toContain('{{payment_link}}')
  expect(call?.body['body']).toContain('This link expires in 1 day.')
})

test('EM-06 a refusal closes the dialog and says why, and what was typed is there the next time', async ({
  open,
  page,
  backend,
}) => {
  await open(emailTab)
  for (const [body, message] of [
    [{ message: 'Mailer is down' }, 'Mailer is down'],
    [{}, 'Error setting up auto-responder'],
  ] as const) {
    const dialog = await openAdd(page)
    await dialog.getByLabel('From').fill('shop@one.example')
    await dialog.getByLabel('Subject').fill('Please pay')
    backend.fail('POST /campaigns/cmp_1/autoresponders/email', { status: 500, body })
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText(message)).toBeVisible()
  }
  const dialog = await openAdd(page)
  await expect(dialog.getByLabel('Subject')).toHaveValue('Please pay')
})

test('EM-07 a list that fails to load shows its error', async ({ open, page, backend }) => {
  backend.fail('GET /campaigns/cmp_1/autoresponders', { status: 500, body: { error: { message: 'No mails today' } } })
  await open(emailTab)
  await expect(page.getByText('Error: No mails today')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Thank you' })).toBeVisible()
})
