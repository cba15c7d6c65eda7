import { isMaxBelowMin, maxBelowMin, type OfferCreate, type OfferUpdate } from '../../contract/offers'
import { amountOf } from '../../contract/rules/amounts'
import { whyNot } from '../../machines/lives/life'
import { productLife } from '../../machines/lives/productLife'
import { expiryOf } from '../auth/lifetimes'
import { acknowledging, inOrganization, withRecord } from '../auth/withRecord'
import { holdCampaign } from '../campaigns/holdCampaign'
import { hasKey, isId } from '../db/keys'
import { locked, type RecordKind } from '../db/recordKind'
import { hasRecord, readRow } from '../db/rows'
import { gatewayInstances } from '../db/schema/gateways'
import { offers } from '../db/schema/offers'
import { products } from '../db/schema/products'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { type Detail, invalid } from '../http/errors'

const anOffer: RecordKind<typeof offers.$inferSelect, 'offerId'> = {
  resource: 'offers',
  noun: 'Offer',
  param: 'offerId',
  find: locked(offers),
  versions: { table: offers, read: (tx, { id }) => readRow(tx, 'offers', id) },
}

/** A deleted offer is one that nobody knows of any more, but for who restores it. */
const liveOffer: typeof anOffer = {
  ...anOffer,
  find: async (tx, place) => {
    const offer = await anOffer.find(tx, place)
    return offer?.deletedAt === null ? offer : undefined
  },
}

export const offerHandlers: Handlers['offers'] = {
  create: inOrganization('Campaign', async ({ tx, orgId, params: { campaignId }, body }) => {
    if (!(await holdCampaign(tx, orgId, campaignId))) return undefined
    await refuseUnknown(tx, orgId, body)
    const { productId, gatewayInstanceId = null, displayName, quantity, basePrice } = body
    const fields = { productId, gatewayInstanceId, displayName, quantity, basePriceCents: amountOf(basePrice) }
    const [created] = await tx
      .insert(offers)
      .values({ ...columnsOf(body), ...fields, orgId, campaignId })
      .returning({ id: offers.id })
    return created && readRow(tx, 'offers', created.id)
  }),

  update: withRecord(liveOffer, async ({ tx, orgId, id, record, body }) => {
    refuseMaxBelowMin(record, body)
    // Only the given columns are written, so that two updates at once lose neither's fields.
    await tx
      .update(offers)
      .set(columnsOf(body))
      .where(hasKey(offers, orgId, id))
    return readRow(tx, 'offers', id)
  }),

  delete: withRecord(
    liveOffer,
    async ({ tx, orgId, id, now }) => {
      await tx
        .update(offers)
        .set({ deletedAt: now })
        .where(hasKey(offers, orgId, id))
      return true
    },
    acknowledging('Offer deleted'),
  ),

  restore: withRecord(anOffer, async ({ tx, orgId, id, record: { deletedAt }, now }) => {
    if (!deletedAt || expiryOf('undo', deletedAt) <= now) return undefined
    await tx
      .update(offers)
      .set({ deletedAt: null })
      .where(hasKey(offers, orgId, id))
    return readRow(tx, 'offers', id)
  }),
}

const optionalCents = (amount: number | undefined) => (amount === undefined ? undefined : amountOf(amount))

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
function refuseMaxBelowMin(before: typeof offers.$inferSelect, { minPrice, maxPrice }: OfferUpdate) {
  if (minPrice === undefined && maxPrice === undefined) return
  const min = minPrice === undefined ? before.minPriceCents : amountOf(minPrice)
  const max = maxPrice === undefined ? before.maxPriceCents : amountOf(maxPrice)
  if (!isMaxBelowMin(min, max)) return
  throw invalid([{ path: maxPrice === undefined ? 'body.minPrice' : 'body.maxPrice', message: maxBelowMin }])
}

/** The product stays as it is judged here until the offer is there. */
async function whyNotOffered(tx: Transaction, orgId: string, productId: string): Promise<string | undefined> {
  const unknown = 'There is no such product in this organization'
  if (!isId(productId)) return unknown
  const [product] = await tx
    .select({ status: products.status })
    .from(products)
    .where(hasKey(products, orgId, productId))
    .for('key share')
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
