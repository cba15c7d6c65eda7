import * as z from 'zod/mini'
import type { ImportCells, ImportFields } from '../extensions/sheetImports'
import { isMaxBelowMin, maxBelowMin, type Offer } from '../offers'
import { givenFields } from './changedFields'
import { fieldErrors } from './fields'
import { changedOfferFields, offerCreateForm, offerEditForm } from './offers'
import { productForm } from './products'
import { changesIn, type JudgedCells, problemsIn, typedIn } from './sheetImports'

/** What a line is about: the product that has its SKU, and the offers of it in the campaign. */
export interface KnownToOffer {
  /** With why it can't be offered. */
  product?: { id: string; name: string; whyNot: string | undefined } | undefined
  offers: readonly Offer[]
}

const skuForm = z.pick(productForm, { sku: true })

/**
 * What a line of a spreadsheet of offers says, or what is wrong with it (CP-03). An offer is known by its product and its
 * name; without a name, the line is about the only offer of its product. What is not there yet is a new offer, which has
 * the name of its product when the line has none.
 */
export function judgeOffer(cells: ImportCells, known: KnownToOffer): JudgedCells & { offer?: Offer | undefined } {
  const { product, offers } = known
  const typed = typedIn('offers', cells)
  const { sku, displayName: name, ...numbers } = typed
  const meant = offers.filter(({ displayName }) => name === '' || name === displayName)
  const [offer] = meant
  const values = { ...numbers, displayName: name || offer?.displayName || product?.name || '-' }
  const judged = fieldErrors(offerEditForm, values)
  const isNew = product !== undefined && offer === undefined
  const errors = {
    ...fieldErrors(skuForm, { sku }),
    ...(sku !== '' && whyNotOffered(known)),
    ...(isNew ? fieldErrors(offerCreateForm, { ...numbers, product, gatewayInstanceId: '' }) : judged),
    displayName: meant.length > 1 ? whichOf(meant.length, name) : judged.displayName,
  }
  const problems = problemsIn('offers', typed, errors)
  if (!offer) return { fields: fieldsOfNew(typed, product), problems, changes: [] }
  const changed = changedOfferFields(offer, values)
  if (problems.length === 0 && isMaxBelowMin(changed.minPrice ?? offer.minPrice, changed.maxPrice ?? offer.maxPrice)) {
    // Against the limit that the line does not give.
    const field = numbers.maxPrice === '' ? 'minPrice' : 'maxPrice'
    if (field in changed) problems.push({ field, message: maxBelowMin })
  }
  const fields = { ...changed, sku, displayName: offer.displayName }
  return { fields, problems, changes: changesIn('offers', offer, changed), offer }
}

function whyNotOffered({ product }: KnownToOffer): { sku?: string | undefined } {
  if (!product) return { sku: 'There is no product with this SKU' }
  return product.whyNot === undefined ? {} : { sku: product.whyNot }
}

const whichOf = (count: number, name: string) =>
  name === ''
    ? `This campaign has ${count} offers of this product. Give the name of the one that is meant.`
    : `This campaign has ${count} offers of this product by this name. Give them different names first.`

/** What a new offer begins with, as far as it can be read; its product is found by its SKU. */
function fieldsOfNew(typed: ReturnType<typeof typedIn<'offers'>>, product: KnownToOffer['product']): ImportFields {
  const { sku, displayName: name, ...numbers } = typed
  const displayName = name || product?.name || ''
  const result = z.safeParse(offerCreateForm, { ...numbers, product, gatewayInstanceId: '' })
  if (!result.success) return { sku, displayName }
  const { product: _, gatewayInstanceId: __, ...read } = result.data
  return { ...givenFields(read), sku, displayName }
}
