import { formatCount } from '../../components/base/format'
import type { OfferEditValues } from '../../../contract/forms/offers'

/** What the fields of an offer are called where they are changed (EO-02). */
export const offerLabels: Record<keyof OfferEditValues, string> = {
  displayName: 'Display Name',
  quantity: 'Quantity',
  basePrice: 'Base Price',
  minPrice: 'Min Price',
  maxPrice: 'Max Price',
  maxQuantity: 'Max Quantity',
  shipPrice: 'Shipping Price',
}

/** What is left of an offer's product, beside how much of it is offered (CP-03); nothing where a backend does not say. */
export const stockHint = (stock: number | null | undefined): string | undefined =>
  typeof stock === 'number' ? `${formatCount(stock)} of the product in stock` : undefined
