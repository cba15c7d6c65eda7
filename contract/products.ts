import * as z from 'zod/mini'
import { id, shownNumber, shownText } from './schemas'
import { version } from './versions'

/** Up to so many units a product is low in stock; the view product_rows says so of each. */
export const lowStock = 10

/** A product of an organization. Only the id is demanded of a backend (AP-03). */
export const product = z.object({
  id,
  /** Whose it is, where it is read alone. */
  organizationId: shownText,
  name: shownText,
  displayName: shownText,
  sku: shownText,
  description: shownText,
  category: shownText,
  price: shownNumber,
  /** Units on hand: the sum of its movements. */
  stock: shownNumber,
  /** `low` at ten units or fewer, else `enough`; lists are filtered by it. */
  stockLevel: shownText,
  imageUrl: shownText,
  status: shownText,
  version,
  createdAt: shownText,
  updatedAt: shownText,
})
export type Product = z.infer<typeof product>

/** What a product is called, wherever one is shown. */
export const productName = ({ id, name, displayName }: Product): string => name || displayName || id
