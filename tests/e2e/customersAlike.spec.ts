import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { Api } from './api'
import { expectAccessible } from './axe'
import { expect, test } from './fixtures'
import { letIn } from './reference'
import { failCalls, holdCalls, loseAnswers } from './transitions'

test.use({ baseURL: async ({ reference }, use) => use(reference.url) })

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'New customer' })

test('CU-02 while a new customer is typed, the one who is there already is offered and used instead', async ({
  page,
  request,
  reference,
}) => {
  const api = await new Api(request, reference.url).signIn()
  const lastName = `Twice ${randomUUID().slice(0, 8)}`
  const email = `${randomUUID().slice(0, 8)}@twice.example`
  const customer = await api.addCustomer(lastName, {
    email,
    phone: '(212) 555-0171',
    shippingAddress: { postalCode: '78704', country: 'US' },
  })
  await letIn(page)
  await page.goto('/customers?action=new')
  const panel = panelOf(page)
  const offered = panel.getByRole('status').filter({ hasText: `Vera ${lastName} is a customer already` })
  await panel.getByLabel('First name').fill('vera')
  await panel.getByLabel('Last name').fill(lastName)
  await panel.getByLabel('Postal code').fill('78704')
  await expect(offered).toContainText('same name and postal code.')
  await panel.getByLabel('Postal code').fill('')
  await expect(offered).toBeHidden()
  await panel.getByLabel('Phone').fill('+1 212 555 0171')
  await panel.getByLabel('Email').fill(email.toUpperCase())
  await expect(offered).toContainText('same email, same phone number.')
  await expectAccessible(page)
  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(offered.getByRole('button', { name: 'Use this customer' })).toBeInViewport({ ratio: 1 })
  }
  await offered.getByRole('button', { name: 'Use this customer' }).click()
  await expect(page).toHaveURL(`/customers/${customer.id}`)
  await expect(page.getByRole('heading', { name: customer.name ?? '', level: 1 })).toBeVisible()
  await expect(panel).toBeHidden()
})

test('CU-02 GE-16 whoever is just being added is nobody whom they are like, also when no answer tells so @rare', async ({
  page,
  reference,
}) => {
  const api = await new Api(page.request, reference.url).signIn()
  const email = `${randomUUID().slice(0, 8)}@lost.example`
  const isThere = async () => (await api.search('customers', { q: email })).length
  await letIn(page)
  await page.goto('/customers?action=new')
  const panel = panelOf(page)
  const answerAlike = await holdCalls(page, '/customers/alike')
  await loseAnswers(page, '/customers', 2)
  const asked = page.waitForRequest((request) => request.url().endsWith('/customers/alike'))
  await panel.getByLabel('First name').fill('Vera')
  await panel.getByLabel('Email').fill(email)
  await asked
  await panel.getByRole('button', { name: 'Add customer' }).click()
  await expect.poll(isThere).toBe(1)
  answerAlike()
  const lost = page.getByText('The server did not answer.')
  await expect(lost).toBeVisible()
  await expect(panel.getByText('is a customer already')).toBeHidden()
  await panel.getByRole('button', { name: 'Add customer' }).click()
  await expect(page.getByText('Customer added')).toBeVisible()
  // Of both messages the one that counts is left.
  await expect(lost).toBeHidden({ timeout: 500 })
  expect(await isThere()).toBe(1)
})

test('CU-02 whoever can not be looked for can be added all the same @rare', async ({ page }) => {
  await letIn(page)
  await page.goto('/customers?action=new')
  const panel = panelOf(page)
  const heal = await failCalls(page, '/customers/alike', 'POST')
  const asked = page.waitForResponse((response) => response.url().endsWith('/customers/alike'))
  await panel.getByLabel('First name').fill('Vera')
  await panel.getByLabel('Email').fill(`${randomUUID().slice(0, 8)}@alone.example`)
  await asked
  await heal()
  await panel.getByRole('button', { name: 'Add customer' }).click()
  await expect(page.getByText('Customer added')).toBeVisible()
})
