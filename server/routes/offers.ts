import { and, isNull } from 'drizzle-orm'
import { isMaxBelowMin, maxBelowMin, type OfferCreate, type OfferUpdate } from '../../contract/offers'
import { whyNot } from '../../machines/lives/life'
import { productLife } from '../../machines/lives/productLife'
import { inOwningOrganization, ownOrganization } from '../auth/access'
import { expiryOf } from '../auth/lifetimes'
import { holdCampaign } from '../campaigns/holdCampaign'
import { hasKey, isId } from '../db/keys'
import { hasRecord, readRow } from '../db/rows'
import { gatewayInstances } from '../db/schema/gateways'
import { offers } from '../db/schema/offers'
import { products } from '../db/schema/products'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { type Detail, invalid } from '../http/errors'
import { createdOnlyNew } from '../http/idempotency'
import { refuseOutdated } from '../http/ifMatch'
import type { Services } from './services'

export const offerHandlers = ({ database, now }: Services): Handlers['offers'] => ({
  create: async (asked) => {
    const {
      params: { campaignId },
      body,
      caller,
    } = asked
    const organization = { ...caller, orgIds: [ownOrganization(caller, body.organizationId)] }
    const { productId, gatewayInstanceId = null, displayName, quantity, basePrice } = body
    return {
      data: await inOwningOrganization(database, organization, campaignId, 'Campaign', async (tx, orgId) => {
        if (!(await holdCampaign(tx, orgId, campaignId))) return undefined
        return createdOnlyNew(tx, orgId, asked, now(), async () => {
          await refuseUnknown(tx, orgId, body)
          const fields = { productId, gatewayInstanceId, displayName, quantity, basePriceCents: cents(basePrice) }
          const [created] = await tx
            .insert(offers)
            .values({ ...columnsOf(body), ...fields, orgId, campaignId })
            .returning({ id: offers.id })
          return created && readRow(tx, 'offers', created.id)
        })
      }),
    }
  },

  update: async ({ params: { offerId }, headers, body, caller }) => ({
    data: await inOwningOrganization(database, caller, offerId, 'Offer', async (tx, orgId) => {
      await refuseOutdated(tx, offers, [orgId, offerId], headers, () => readRow(tx, 'offers', offerId))
      if (body.minPrice !== undefined || body.maxPrice !== undefined) await refuseMaxBelowMin(tx, orgId, offerId, body)
      // Only the given columns are written, so that two updates at once lose neither's fields.
      const [changed] = await tx
        .update(offers)
        .set(columnsOf(body))
        .where(live(orgId, offerId))
        .returning({ id: offers.id })
      return changed && readRow(tx, 'offers', changed.id)
    }),
  }),

  delete: async ({ params: { offerId }, headers, caller }) => {
    await inOwningOrganization(database, caller, offerId, 'Offer', async (tx, orgId) => {
      await refuseOutdated(tx, offers, [orgId, offerId], headers, () => readRow(tx, 'offers', offerId))
      const [deleted] = await tx
        .update(offers)
        .set({ deletedAt: now() })
        .where(live(orgId, offerId))
        .returning({ id: offers.id })
      return deleted
    })
    return { success: true, message: 'Offer deleted' }
  },

  restore: async ({ params: { offerId }, caller }) => ({
    data: await inOwningOrganization(database, caller, offerId, 'Offer', async (tx, orgId) => {
      const [offer] = await tx
        .select({ deletedAt: offers.deletedAt })
        .from(offers)
        .where(hasKey(offers, orgId, offerId))
        .for('update')
      if (!offer?.deletedAt || expiryOf('undo', offer.deletedAt) <= now()) return undefined
      await tx
        .update(offers)
        .set({ deletedAt: null })
        .where(hasKey(offers, orgId, offerId))
      return readRow(tx, 'offers', offerId)
    }),
  }),
})

/** A deleted offer is one that nobody knows of any more, but for who restores it. */
const live = (orgId: string, offerId: string) => and(hasKey(offers, orgId, offerId), isNull(offers.deletedAt))

const cents = (amount: number) => Math.round(amount * 100)
const optionalCents = (amount: number | undefined) => (amount === undefined ? undefined : cents(amount))

/** The columns of the fields that are given. */
const columnsOf = ({ displayName, quantity, maxQuantity, basePrice, shipPrice, minPrice, maxPrice }: OfferUpdate) => ({
  displayName,
  quantity,
  maxQuantity,
  basePriceCents: optionalCents(basePrice),
  shipPriceCents: optionalCents(shipPrice),
  minPriceCents: optionalCents(minPrice),
  maxPriceCents: optionalCents(maxPrice),
})

/** Judges the limits as they will be together; the row is locked, so that they stay so. */
async function refuseMaxBelowMin(tx: Transaction, orgId: string, offerId: string, body: OfferUpdate) {
  const [before] = await tx
    .select({ min: offers.minPriceCents, max: offers.maxPriceCents })
    .from(offers)
    .where(live(orgId, offerId))
    .for('update')
  if (!before) return
  const min = body.minPrice === undefined ? before.min : cents(body.minPrice)
  const max = body.maxPrice === undefined ? before.max : cents(body.maxPrice)
  if (!isMaxBelowMin(min, max)) return
  throw invalid([{ path: body.maxPrice === undefined ? 'body.minPrice' : 'body.maxPrice', message: maxBelowMin }])
}

/** The product stays as it is judged here until the offer is there. */
async function whyNotOffered(tx: Transaction, orgId: string, productId: string): Promise<string | undefined> {
  const unknown = 'There is no such product in this organization'
  if (!isId(productId)) return unknown
  const [product] = await tx
    .select({ status: products.status })
    .from(products)
    .where(hasKey(products, orgId, productId))
    .for('share')
  return product ? whyNot(productLife, product.status, { type: 'offer' }) : unknown
}

/** Product and gateway must be the organization's own; an unknown one and somebody else's get the same answer. */
async function refuseUnknown(tx: Transaction, orgId: string, { productId, gatewayInstanceId }: OfferCreate) {
  const details: Detail[] = []
  const productProblem = await whyNotOffered(tx, orgId, productId)
  if (productProblem !== undefined) details.push({ path: 'body.productId', message: productProblem })
  if (gatewayInstanceId !== undefined && !(await hasRecord(tx, gatewayInstances, orgId, gatewayInstanceId))) {
    details.push({ path: 'body.gatewayInstanceId', message: 'There is no such gateway in this organization' })
  }
  if (details.length > 0) throw invalid(details)
}
