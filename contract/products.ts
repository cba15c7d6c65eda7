import * as z from 'zod/mini'
import { id, shownNumber, shownText } from './schemas'

/** A product of an organization. Only the id is demanded of a backend (AP-03). */
export const product = z.object({
  id,
  name: shownText,
  displayName: shownText,
  sku: shownText,
  description: shownText,
  category: shownText,
  price: shownNumber,
  stock: shownNumber,
  imageUrl: shownText,
  status: shownText,
  createdAt: shownText,
  updatedAt: shownText,
})
export type Product = z.infer<typeof product>

/** What a product is called, wherever one is shown. */
export const productName = ({ id, name, displayName }: Product): string => name || displayName || id
