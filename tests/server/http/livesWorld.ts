import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import type { CallRecord } from '../../../contract/extensions/calls'
import type { callLife } from '../../../machines/lives/callLife'
import type { campaignLife } from '../../../machines/lives/campaignLife'
import type { StateOf } from '../../../machines/lives/life'
import type { orderLife } from '../../../machines/lives/orderLife'
import type { productLife } from '../../../machines/lives/productLife'
import type { OfferForSale, SellingFacts } from '../../../contract/rules/selling'
import { hasKey } from '../../../server/db/keys'
import { campaigns } from '../../../server/db/schema/campaigns'
import { customers } from '../../../server/db/schema/customers'
import type { Transaction } from '../../../server/db/transactions'
import type { TestShop } from '../shop'
import type { Started } from './start'

const line = fc.record({
  offer: fc.nat({ max: 1 }),
  quantity: fc.integer({ min: 1, max: 4 }),
  // The range is from 15 to 25.
  unitPrice: fc.constantFrom(14.99, 15, 20, 20, 25, 25.01),
})
const order = fc.nat({ max: 3 })
const phoneCall = fc.nat({ max: 2 })
const lines = fc.array(line, { minLength: 1, maxLength: 3 })

/** One thing that somebody does; orders and calls are the newest ones, by how many came after them. */
export const step = fc.oneof(
  // Mostly something is sold.
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('place' as const), lines, isAgreed: fc.boolean() }) },
  fc.record({ kind: fc.constant('placeAgain' as const), order }),
  fc.record({ kind: fc.constant('cancel' as const), order }),
  fc.record({ kind: fc.constant('readdress' as const), order, isComplete: fc.boolean() }),
  fc.record({ kind: fc.constant('note' as const), order }),
  fc.record({ kind: fc.constant('ship' as const), order }),
  fc.record({ kind: fc.constant('pay' as const), order, isRefunded: fc.boolean() }),
  fc.record({ kind: fc.constant('changeOffer' as const), offer: fc.nat({ max: 1 }), quantity: fc.nat({ max: 12 }) }),
  fc.record({
    kind: fc.constant('adjust' as const),
    by: fc.oneof(fc.record({ by: fc.integer({ min: -6, max: 6 }) }), fc.record({ to: fc.nat({ max: 12 }) })),
  }),
  fc.record({ kind: fc.constant('stepProduct' as const), type: fc.constantFrom('archive' as const, 'restore') }),
  fc.record({ kind: fc.constant('stepCampaign' as const), type: fc.constantFrom('archive' as const, 'restore') }),
  fc.record({
    kind: fc.constant('changeCampaign' as const),
    fields: fc.record({
      status: fc.constantFrom('active' as const, 'active' as const, 'completed' as const),
      mustAgreeToTerms: fc.boolean(),
    }),
  }),
  fc.record({ kind: fc.constant('startCall' as const) }),
  fc.record({ kind: fc.constant('endCall' as const), phoneCall }),
  fc.record({
    kind: fc.constant('closeCall' as const),
    phoneCall,
    disposition: fc.constantFrom('sold' as const, 'call_back' as const),
    callBackAt: fc.constantFrom(null, '2031-03-04T09:30:00.000Z'),
  }),
)
export type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never
export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

export interface KnownOrder {
  id: string
  body: ReturnType<TestShop['placement']>
  status: StateOf<typeof orderLife>
  shippedParcels: number
  paid: number
  refunded: number
  items: { offer: OfferForSale; quantity: number }[]
}
export interface KnownCall {
  id: string
  state: StateOf<typeof callLife>
}

const limits = { minPriceCents: 1_500, maxPriceCents: 2_500, maxQuantity: 5, quantity: 8 }

/** What must have come of every step so far, by the rules alone. */
export class World {
  /** The newest first. */
  readonly orders: KnownOrder[] = []
  readonly calls: KnownCall[] = []
  readonly offers = new Map<string, OfferForSale>()
  campaign: Pick<NonNullable<SellingFacts['campaign']>, 'status' | 'mustAgreeToTerms'> = {
    status: 'active',
    mustAgreeToTerms: false,
  }
  campaignState: StateOf<typeof campaignLife> = 'live'
  productState: StateOf<typeof productLife> = 'active'
  stock = 12

  readonly server: Started
  readonly shop: TestShop
  readonly productId: string
  readonly campaignId: string
  readonly customerId: string

  constructor(server: Started, shop: TestShop, own: { productId: string; campaignId: string; customerId: string }) {
    this.server = server
    this.shop = shop
    this.productId = own.productId
    this.campaignId = own.campaignId
    this.customerId = own.customerId
  }

  static async make(server: Started, shop: TestShop): Promise<World> {
    const { orgId } = shop
    const campaignId = uuidv7()
    const customerId = uuidv7()
    await server.database.tenant(orgId, async (tx) => {
      await tx.insert(campaigns).values({ orgId, id: campaignId, name: 'Random' })
      await tx.insert(customers).values({ orgId, id: customerId, firstName: 'Ada', email: 'ada@moss.example' })
    })
    const world = new World(server, shop, { productId: await shop.addProduct(12), campaignId, customerId })
    await world.closeCalls()
    for (const quantityPerOrder of [1, 2]) {
      const id = await shop.addOffer(world.productId, { ...limits, quantityPerOrder, campaignId })
      world.offers.set(id, {
        campaignId,
        isDeleted: false,
        listPrice: 2_000,
        shipPrice: 0,
        minPrice: 1_500,
        maxPrice: 2_500,
        maxQuantity: 5,
        quantity: 8,
        quantityPerOrder,
        productId: world.productId,
        productName: 'Garden Hose',
        productStock: 12,
        isProductArchived: false,
      })
    }
    return world
  }

  facts(): SellingFacts {
    const product = { productStock: this.stock, isProductArchived: this.productState === 'archived' }
    return {
      today: '2026-03-10',
      terms: { currency: 'USD', taxRate: 0, pricesIncludeTax: false },
      campaign: {
        ...this.campaign,
        startDate: null,
        endDate: null,
        archivedAt: this.campaignState === 'archived' ? new Date() : null,
      },
      customer: 'known',
      offers: new Map([...this.offers].map(([id, offer]) => [id, { ...offer, ...product }])),
    }
  }

  offerAt(index: number): [string, OfferForSale] {
    const found = [...this.offers][index]
    if (!found) throw new RangeError('no offer')
    return found
  }

  /** As the shop's agent. */
  call(method: string, path: string, body?: object) {
    return this.server.call(method, path, { token: this.shop.token, body })
  }

  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.server.database.tenant(this.shop.orgId, work)
  }

  /** The campaign and the customer as they are stored. */
  async stored() {
    const { orgId } = this.shop
    const [found] = await this.write((tx) =>
      tx
        .select({ campaign: campaigns, customer: customers })
        .from(campaigns)
        .innerJoin(customers, hasKey(customers, orgId, this.customerId))
        .where(hasKey(campaigns, orgId, this.campaignId)),
    )
    if (!found) throw new Error('no campaign')
    return found
  }

  /** The agent's calls as the server tells of them. */
  async openCalls(): Promise<CallRecord[]> {
    const { body } = await this.call('GET', `/calls/open/me?organizationId=${this.shop.orgId}`)
    return (body as { data: CallRecord[] }).data
  }

  /** The agent, who sold in other sequences before, is in no call as this one begins. */
  async closeCalls(): Promise<void> {
    for (const { id, state } of await this.openCalls()) {
      if (state === 'talking') await this.call('POST', `/calls/${id}/end`, {})
      await this.call('POST', `/calls/${id}/close`, { disposition: 'service' })
    }
  }
}
