import { uuidv7 } from 'uuidv7'
import type { Asker } from './asking'

/** Who sells what to whom, all of it made over the API. */
export interface Stand {
  token: string
  organizationId: string
  campaignId: string
  offerIds: string[]
  customerIds: string[]
  gatewayId: string
}

const home = { address1: '9 Heron Wharf', city: 'Austin', state: 'TX', postalCode: '78704', country: 'US' }
const units = 1_000_000

/** Signs in, and makes a gateway of the sandbox, a campaign with offers, and customers. */
export async function openStand(
  { data }: Asker,
  { email, password }: { email: string; password: string },
  { offers = 4, customers = 10 } = {},
): Promise<Stand> {
  const { token } = await data<{ token: string }>('/users/login', { body: { email, password } })
  const [organization] = await data<{ id: string }[]>('/organizations', { token })
  const organizationId = organization?.id ?? ''
  const make = (path: string, fields: object) =>
    data<{ id: string }>(path, { token, key: uuidv7(), body: { organizationId, ...fields } })
  const { id: gatewayId } = await make('/gateways', { displayName: 'Till', kind: 'sandbox' })
  const { id: campaignId } = await make('/campaigns', { name: 'Spring' })
  for (let index = 0; index < offers; index += 1) {
    const product = await make('/products', { name: `Lamp ${index}`, sku: uuidv7(), price: 20, stock: units })
    const offer = { displayName: `Lamp ${index}`, quantity: units, quantityPerOrder: 9, basePrice: 20 }
    await make(`/campaigns/${campaignId}/offers`, { productId: product.id, ...offer })
  }
  const customerIds: string[] = []
  for (let index = 0; index < customers; index += 1) {
    const person = { firstName: 'Ada', lastName: `Moss ${index}`, email: `ada${index}@moss.example` }
    const { id } = await make('/customers', { ...person, shippingAddress: home })
    customerIds.push(id)
  }
  const search = { organizationId, resource: 'offers', filters: { campaignId }, limit: 50 }
  const found = await data<{ id: string }[]>('/search', { token, body: search })
  return { token, organizationId, campaignId, offerIds: found.map(({ id }) => id), customerIds, gatewayId }
}

const one = (ids: readonly string[], by: number) => ids[by % ids.length] ?? ''

/** The body that places an order of one line. */
export const placementOf = ({ organizationId, campaignId, offerIds, customerIds }: Stand, number: number) => ({
  organizationId,
  draftId: uuidv7(),
  campaignId,
  customerId: one(customerIds, number * 7),
  lines: [{ offerId: one(offerIds, number), quantity: 1, unitPrice: 20 }],
  address: home,
})

export const tokenOf = (linkUrl: string): string => linkUrl.slice(linkUrl.lastIndexOf('/') + 1)

/** What pays an order at its link, by a card that the sandbox takes. */
export const paymentBody = () => ({
  attemptId: uuidv7(),
  card: { cardNumber: '4242 4242 4242 4242', expiry: '12/99', securityCode: '123' },
})
