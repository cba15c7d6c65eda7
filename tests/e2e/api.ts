import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from 'playwright/test'
import type { Campaign } from '../../contract/campaigns'
import type { Customer } from '../../contract/customers'
import type { CallRecord } from '../../contract/extensions/calls'
import type { GatewayRecord } from '../../contract/extensions/gateways'
import type { OrderRecord } from '../../contract/extensions/orders'
import type { Offer } from '../../contract/offers'
import type { Product } from '../../contract/products'
import { expect } from 'playwright/test'

export const home = { address1: '9 Heron Wharf', city: 'Austin', state: 'TX', postalCode: '78704', country: 'US' }

/** What the server says of a record that was made with all of these. */
export type AddedProduct = Product & { sku: string }
export type AddedCampaign = Campaign & { name: string }

/** The API of the reference server, as the person of its demo data. */
export class Api {
  readonly #request: APIRequestContext
  readonly #url: string
  #token = ''
  #organizationId = ''

  constructor(request: APIRequestContext, url: string) {
    this.#request = request
    this.#url = url
  }

  async call<Answer>(method: string, path: string, data?: object): Promise<Answer> {
    const headers = this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }
    const response = await this.#request.fetch(`${this.#url}/api/v1${path}`, { method, headers, ...(data && { data }) })
    expect(response.ok(), await response.text()).toBe(true)
    return ((await response.json()) as { data: Answer }).data
  }

  async signIn(email = 'demo@offerdesk.example'): Promise<this> {
    const login = { email, password: 'offerdesk-demo' }
    this.#token = (await this.call<{ token: string }>('POST', '/users/login', login)).token
    this.#organizationId = (await this.call<{ id: string }[]>('GET', '/organizations'))[0]?.id ?? ''
    return this
  }

  get organizationId(): string {
    return this.#organizationId
  }

  /** A product that no other test knows. */
  async addProduct(fields: object = {}): Promise<AddedProduct> {
    const sku = `E2E-${randomUUID().slice(0, 8)}`
    const organizationId = this.#organizationId
    return this.call('POST', '/products', { organizationId, name: 'Work Lamp', sku, price: 12.5, stock: 5, ...fields })
  }

  /** A gateway that no other test knows, with its sandbox. */
  addGateway(fields: object = {}): Promise<GatewayRecord> {
    const displayName = `Shop ${randomUUID().slice(0, 8)}`
    const body = { organizationId: this.#organizationId, displayName, kind: 'sandbox', ...fields }
    return this.call('POST', '/gateways', body)
  }

  /** Has customers of the order's campaign mailed about their tracking numbers. */
  async mailTracking({ campaignId }: OrderRecord): Promise<void> {
    const organizationId = this.#organizationId
    const [plugin] = await this.call<{ instance: { id: string } }[]>(
      'GET',
      `/plugins/installed?organizationId=${organizationId}`,
    )
    await this.call('POST', `/campaigns/${campaignId}/autoresponders/email`, {
      organizationId,
      event: 'order.tracking_number.assigned',
      subject: 'Order {{order_id}} is on its way',
      body: 'By {{tracking_number}}.',
      from: 'shop@northwind.example',
      pluginInstanceId: plugin?.instance.id,
    })
  }

  addCustomer(lastName: string, more: object = {}): Promise<Customer> {
    const person = { organizationId: this.#organizationId, firstName: 'Vera', lastName, email: 'vera@new.example' }
    return this.call('POST', '/customers', { ...person, ...more })
  }

  /** The person's calls that are not closed yet. */
  openCalls(): Promise<CallRecord[]> {
    return this.call('GET', `/calls/open/me?organizationId=${this.#organizationId}`)
  }

  /** Ends and closes whatever calls the person has. */
  async closeCalls(): Promise<void> {
    for (const { id, state } of await this.openCalls()) {
      if (state === 'talking') await this.call('POST', `/calls/${id}/end`, {})
      await this.call('POST', `/calls/${id}/close`, { disposition: 'service' })
    }
  }

  /** Begins a call as somebody else at the person's telephone does. */
  async ring(number: string): Promise<CallRecord> {
    const body = { organizationId: this.#organizationId, name: 'Switchboard' }
    const { token } = await this.call<{ token: string }>('POST', '/telephone/tokens', body)
    const told = { callId: randomUUID(), number, agent: 'demo@offerdesk.example', direction: 'inbound' }
    const headers = { authorization: `Bearer ${token}` }
    const response = await this.#request.post(`${this.#url}/api/v1/telephone/calls`, { headers, data: told })
    expect(response.ok(), await response.text()).toBe(true)
    return ((await response.json()) as { data: CallRecord }).data
  }

  /** A campaign that no other test knows. */
  async addCampaign(fields: object = {}): Promise<AddedCampaign> {
    const name = `Evening lights ${randomUUID().slice(0, 8)}`
    const organizationId = this.#organizationId
    return this.call('POST', '/campaigns', { organizationId, name, category: 'Lighting', ...fields })
  }

  search(resource: string, more: object = {}): Promise<{ id: string }[]> {
    return this.call('POST', '/search', { organizationId: this.#organizationId, resource, ...more })
  }

  addOffer(campaignId: string, productId: string, fields: object): Promise<Offer> {
    const organizationId = this.#organizationId
    return this.call('POST', `/campaigns/${campaignId}/offers`, { organizationId, productId, ...fields })
  }

  /** An order that no other test knows. */
  async placeOrder(buyer: object = {}, offered: object = {}): Promise<OrderRecord> {
    const organizationId = this.#organizationId
    const customer = await this.addCustomer(`Buys ${randomUUID().slice(0, 8)}`, buyer)
    const campaign = await this.call<{ id: string }>('POST', '/campaigns', { organizationId, name: 'Hoses' })
    const [product] = await this.search('products', {
      filters: { status: 'active' },
      sortBy: 'stock',
      sortOrder: 'desc',
    })
    const offer = await this.call<{ id: string }>('POST', `/campaigns/${campaign.id}/offers`, {
      organizationId,
      productId: product?.id,
      displayName: 'Garden Hose',
      quantity: 5,
      basePrice: 20,
      shipPrice: 4.95,
      ...offered,
    })
    return this.call('POST', '/orders', {
      organizationId,
      draftId: randomUUID(),
      campaignId: campaign.id,
      customerId: customer.id,
      lines: [{ offerId: offer.id, quantity: 2, unitPrice: 20 }],
      address: home,
    })
  }

  /** What a customer does with a payment link, without a session. */
  async asCustomer<Answer>(method: string, path: string, data?: object): Promise<Answer> {
    const response = await this.#request.fetch(`${this.#url}/api/v1/payments/${path}`, {
      method,
      ...(data && { data }),
    })
    expect(response.ok(), await response.text()).toBe(true)
    return ((await response.json()) as { data: Answer }).data
  }

  /** Pays with a test card through a link; resolves with the attempt's id. */
  async payAs(token: string, cardNumber = '4242424242424242'): Promise<string> {
    const attemptId = randomUUID()
    await this.asCustomer('POST', `${token}/attempts`, {
      attemptId,
      card: { cardNumber, expiry: '12/40', securityCode: '123' },
    })
    return attemptId
  }

  /** The token of a new link to an order. */
  async linkTo(orderId: string): Promise<string> {
    const made = await this.call<{ linkUrl: string }>('POST', `/orders/${orderId}/payment-links`, { mail: false })
    return made.linkUrl.split('/pay/')[1] ?? ''
  }
}
