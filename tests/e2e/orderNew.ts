import { randomUUID } from 'node:crypto'
import { expect, type Page } from 'playwright/test'
import type { Customer } from '../../contract/customers'
import type { Offer } from '../../contract/offers'
import type { Product } from '../../contract/products'
import { type AddedCampaign, type Api, home } from './api'

// What the specs of a new order share: what is sold to whom, and where things are on its screen.

export interface Shop {
  campaign: AddedCampaign
  product: Product
  offer: Offer
  customer: Customer
}

/** A campaign with one offer, and somebody who buys, that no other test knows. */
export async function openShop(api: Api, terms: object = {}): Promise<Shop> {
  const [campaign, product, customer] = await Promise.all([
    api.addCampaign(),
    api.addProduct({ stock: 20 }),
    api.addCustomer(`Buys ${randomUUID().slice(0, 8)}`),
  ])
  await api.call('PUT', `/customers/${customer.id}`, { shippingAddress: home })
  if (Object.keys(terms).length > 0) await api.call('PUT', `/campaigns/${campaign.id}`, terms)
  const offer = await api.addOffer(campaign.id, product.id, {
    displayName: 'Garden Hose',
    quantity: 9,
    basePrice: 20,
    minPrice: 15,
    maxPrice: 25,
    maxQuantity: 3,
    shipPrice: 4.95,
  })
  return { campaign, product, offer, customer }
}

export const search = (page: Page) => page.getByRole('combobox', { name: 'Find a customer' })
export const offers = (page: Page) => page.getByRole('combobox', { name: 'Add an offer' })
export const line = (page: Page) => page.getByRole('group', { name: 'Garden Hose' })
export const summary = (page: Page) => page.getByRole('region', { name: 'Summary' })
export const status = (page: Page) => summary(page).getByRole('status').last()

/** The order was placed, and its page is opened, with what was sold. */
export async function expectOrder(page: Page) {
  await page.getByRole('link', { name: /^Open order #\d+$/ }).click()
  await expect(page).toHaveURL(/\/orders\/[\w-]+$/)
  await expect(page.getByRole('table', { name: 'Items' })).toContainText('Garden Hose')
}

/** Where it goes to, as it is read back. */
export const address = (page: Page) => page.getByRole('region', { name: 'Address', exact: true })

export const draftIdOf = (page: Page) => new URL(page.url()).searchParams.get('draftId') ?? ''

export async function begin(page: Page, { campaign, customer }: Shop) {
  await page.goto(`/orders/new?customerId=${customer.id}`)
  await page.getByLabel('Campaign').selectOption(campaign.name)
  await expect(page.getByText(`Vera ${customer.lastName}`).first()).toBeVisible()
  await expect(status(page)).toHaveText('Saved')
}

export async function addHose(page: Page) {
  await offers(page).click()
  await page.getByRole('option', { name: /Garden Hose/ }).click()
  await expect(line(page).getByLabel('Quantity')).toBeFocused()
  await expect(status(page)).toHaveText('Saved')
}

/** Types where the order goes to. */
export async function fillAddress(page: Page): Promise<void> {
  for (const [label, value] of [
    ['Address', home.address1],
    ['City', home.city],
    ['State', home.state],
    ['Postal code', home.postalCode],
  ] as const)
    await page.getByRole('textbox', { name: label, exact: true }).fill(value)
  await page.getByLabel('Country').selectOption('United States')
}
