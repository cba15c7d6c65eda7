import * as z from 'zod/mini'
import type { Product } from '../products'
import {
  isPictureAddress,
  pictureAddress,
  type ProductCreate,
  type ProductUpdate,
  type StockAdjustment,
  whyNotMoved,
} from '../extensions/products'
import { optionalLine } from '../schemas'
import { changedFields, givenFields } from './changedFields'
import { isCount, optionalNumber, optionalText, requiredLine, requiredNumber, shownNumber } from './fields'

const notNegative = (value: number) => value >= 0

/** The panel of a new or an existing product (PR-02). Only a new one has a stock to begin with. */
export const productForm = z.object({
  name: requiredLine('Name is required', 200),
  sku: requiredLine('SKU is required', 64),
  category: optionalLine(100),
  price: requiredNumber('Price is required and must be zero or greater', notNegative),
  stock: optionalNumber('Stock must be a non-negative integer', isCount),
  imageUrl: z.string().check(z.trim(), z.maxLength(2_000), z.refine(isPictureAddress, pictureAddress)),
  description: optionalText(5_000),
})

/** What is typed into the panel. */
export type ProductValues = z.input<typeof productForm>

/** What the panel begins with: of a new product, nothing. */
export const productValues = (product?: Product): ProductValues => ({
  name: product?.name ?? '',
  sku: product?.sku ?? '',
  category: product?.category ?? '',
  price: shownNumber(product?.price, 'amount'),
  stock: '',
  imageUrl: product?.imageUrl ?? '',
  description: product?.description ?? '',
})

/** The request that adds a product, without what was left empty. Throws when the form does not allow it. */
export function productCreateRequest(values: ProductValues): Omit<ProductCreate, 'organizationId'> {
  const typed = z.parse(productForm, values)
  const { name, sku, price } = typed
  return { ...givenFields(typed), name, sku, price }
}

/** The fields that differ from the product; what is optional can be emptied. */
export function changedProductFields(product: Product, values: ProductValues): ProductUpdate {
  const before = { ...productValues(product), price: product.price }
  const { stock: _, ...changed } = changedFields(productForm, before, { ...values, stock: '' }, [
    'category',
    'imageUrl',
    'description',
  ])
  return changed
}

/** The dialog that adjusts a stock (PR-03): by a number of units or to a count. `stock` is what there is, as far as known. */
export const stockForm = z
  .object({
    stock: z.number(),
    mode: z.enum(['by', 'to']),
    by: optionalNumber('A whole number of units is required', (value) => Number.isInteger(value)),
    to: optionalNumber('A count must be a non-negative integer', isCount),
    reason: requiredLine('A reason is required', 200),
  })
  .check(
    z.check(({ value, issues }) => {
      const { mode, stock } = value
      const amount = value[mode]
      const message =
        amount === undefined
          ? 'A whole number of units is required'
          : Number.isInteger(amount) && whyNotMoved(stock, mode === 'by' ? amount : amount - stock)
      if (message) issues.push({ code: 'custom', message, path: [mode], input: amount })
    }),
  )

/** What is typed into that dialog. */
export type StockValues = z.input<typeof stockForm>

export const stockValues = ({ stock }: Product): StockValues => ({
  stock: stock ?? 0,
  mode: 'by',
  by: '',
  to: '',
  reason: '',
})

/** The request that the dialog makes. Throws when the form does not allow it. */
export function stockRequest(values: StockValues): StockAdjustment {
  const { mode, by, to, reason } = z.parse(stockForm, values)
  return mode === 'by' ? { by, reason } : { to, reason }
}

/** What would be in stock then; undefined while nothing that can be read is typed. */
export function stockAfter(values: StockValues): number | undefined {
  const result = z.safeParse(stockForm, { ...values, reason: '-' })
  if (!result.success) return undefined
  const { stock, mode, by = 0, to } = result.data
  return mode === 'by' ? stock + by : to
}
