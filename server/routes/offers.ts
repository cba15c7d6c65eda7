import { and, eq } from 'drizzle-orm'
import type { Offer, OfferUpdate } from '../../contract/offers'
import type { Transaction } from '../db/transactions'
import { campaigns } from '../db/schema/campaigns'
import { offers } from '../db/schema/offers'
import { gatewayInstances } from '../db/schema/gateways'
import { products } from '../db/schema/products'
import type { Handlers } from '../http/contract'
import { type Detail, invalid } from '../http/errors'
import { inOwningOrganization, isId, ownOrganization } from './access'
import type { Services } from './services'

const maxBelowMin = 'Max price must be zero or greater and not less than min price'

export const offerHandlers = ({ database }: Services): Handlers['offers'] => ({
  create: async ({ params: { campaignId }, body, caller }) => {
    const orgId = ownOrganization(caller, body.organizationId)
    const offer = await inOwningOrganization(
      database,
      { ...caller, orgIds: [orgId] },
      campaignId,
      'Campaign',
      async (tx) => {
        const isIt = and(eq(campaigns.orgId, orgId), eq(campaigns.id, campaignId))
        const [campaign] = await tx.select({ id: campaigns.id }).from(campaigns).where(isIt).for('key share')
        if (!campaign) return undefined
        await refuseUnknown(tx, orgId, body)
        const { organizationId: _organizationId, productId, gatewayInstanceId, displayName, quantity, ...rest } = body
        const [created] = await tx
          .insert(offers)
          .values({
            orgId,
            campaignId,
            productId,
            gatewayInstanceId: gatewayInstanceId ?? null,
            displayName,
            quantity,
            maxQuantity: rest.maxQuantity ?? null,
            basePriceCents: cents(body.basePrice),
            ...priceColumns(rest),
          })
          .returning()
        return created && offerOf(created)
      },
    )
    return { data: offer }
  },

  update: async ({ params: { offerId }, body, caller }) => ({
    data: await inOwningOrganization(database, caller, offerId, 'Offer', async (tx, orgId) => {
      const isIt = and(eq(offers.orgId, orgId), eq(offers.id, offerId))
      const touchesLimits = body.minPrice !== undefined || body.maxPrice !== undefined
      if (touchesLimits) await refuseMaxBelowMin(tx, isIt, body)
      // Only the given columns are written, so that two updates at once lose neither's fields.
      const [changed] = await tx.update(offers).set(columnsOf(body)).where(isIt).returning()
      return changed && offerOf(changed)
    }),
  }),

  delete: async ({ params: { offerId }, caller }) => {
    await inOwningOrganization(database, caller, offerId, 'Offer', async (tx, orgId) => {
      const isIt = and(eq(offers.orgId, orgId), eq(offers.id, offerId))
      const [deleted] = await tx.delete(offers).where(isIt).returning({ id: offers.id })
      return deleted
    })
    return { success: true, message: 'Offer deleted' }
  },
})

const cents = (amount: number) => Math.round(amount * 100)
const amount = (value: number | null) => (value === null ? null : value / 100)

type Prices = Pick<OfferUpdate, 'basePrice' | 'shipPrice' | 'minPrice' | 'maxPrice'>

const priceColumns = ({ basePrice, shipPrice, minPrice, maxPrice }: Prices) => ({
  ...(basePrice === undefined ? {} : { basePriceCents: cents(basePrice) }),
  ...(shipPrice === undefined ? {} : { shipPriceCents: cents(shipPrice) }),
  ...(minPrice === undefined ? {} : { minPriceCents: cents(minPrice) }),
  ...(maxPrice === undefined ? {} : { maxPriceCents: cents(maxPrice) }),
})

const columnsOf = ({ displayName, quantity, maxQuantity, ...prices }: OfferUpdate) => ({
  ...(displayName === undefined ? {} : { displayName }),
  ...(quantity === undefined ? {} : { quantity }),
  ...(maxQuantity === undefined ? {} : { maxQuantity }),
  ...priceColumns(prices),
})

/** Judges the limits as they will be together; the row is locked, so that they stay so. */
async function refuseMaxBelowMin(tx: Transaction, isIt: ReturnType<typeof and>, body: OfferUpdate) {
  const [before] = await tx
    .select({ min: offers.minPriceCents, max: offers.maxPriceCents })
    .from(offers)
    .where(isIt)
    .for('update')
  if (!before) return
  const min = body.minPrice === undefined ? before.min : cents(body.minPrice)
  const max = body.maxPrice === undefined ? before.max : cents(body.maxPrice)
  if (min === null || max === null || max >= min) return
  throw invalid([{ path: body.maxPrice === undefined ? 'body.minPrice' : 'body.maxPrice', message: maxBelowMin }])
}

/** Product and gateway must be the organization's own; an unknown one and somebody else's get the same answer. */
async function refuseUnknown(
  tx: Transaction,
  orgId: string,
  { productId, gatewayInstanceId }: { productId: string; gatewayInstanceId?: string | undefined },
) {
  const details: Detail[] = []
  const [product] = isId(productId)
    ? await tx
        .select({ id: products.id })
        .from(products)
        .where(and(eq(products.orgId, orgId), eq(products.id, productId)))
    : []
  if (!product) details.push({ path: 'body.productId', message: 'There is no such product in this organization' })
  if (gatewayInstanceId !== undefined) {
    const [gateway] = isId(gatewayInstanceId)
      ? await tx
          .select({ id: gatewayInstances.id })
          .from(gatewayInstances)
          .where(and(eq(gatewayInstances.orgId, orgId), eq(gatewayInstances.id, gatewayInstanceId)))
      : []
    if (!gateway)
      details.push({ path: 'body.gatewayInstanceId', message: 'There is no such gateway in this organization' })
  }
  if (details.length > 0) throw invalid(details)
}

function offerOf(row: typeof offers.$inferSelect): Offer {
  return {
    id: row.id,
    campaignId: row.campaignId,
    productId: row.productId,
    gatewayInstanceId: row.gatewayInstanceId,
    displayName: row.displayName,
    basePrice: row.basePriceCents / 100,
    shipPrice: amount(row.shipPriceCents),
    minPrice: amount(row.minPriceCents),
    maxPrice: amount(row.maxPriceCents),
    quantityPerOrder: row.quantityPerOrder,
    maxQuantity: row.maxQuantity,
    quantity: row.quantity,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
