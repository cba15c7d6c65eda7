import * as z from 'zod/mini'
import {
  isPictureAddress,
  pictureAddress,
  type Product,
  type ProductCreate,
  type ProductUpdate,
  type StockAdjustment,
  whyNotMoved,
} from '../products'
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

const wholeNumber = 'A whole number of units is required'

/** The dialog that adjusts a stock (PR-03); `stock` is what there is, as far as is known. */
export const stockForm = z
  .object({
    stock: z.number(),
    mode: z.enum(['by', 'to']),
    amount: requiredNumber(wholeNumber, (value) => Number.isInteger(value)),
    reason: requiredLine('A reason is required', 200),
  })
  .check(
    z.check(({ value, issues }) => {
      const { stock, mode, amount } = value
      if (typeof amount !== 'number' || Number.isNaN(amount)) return
      const message =
        mode === 'to' && amount < 0
          ? 'A count must be zero or greater'
          : whyNotMoved(stock, mode === 'by' ? amount : amount - stock)
      if (message !== undefined) issues.push({ code: 'custom', message, path: ['amount'], input: amount })
    }),
  )

/** What is typed into that dialog. */
export type StockValues = z.input<typeof stockForm>

export const stockValues = ({ stock }: Product): StockValues => ({
  stock: stock ?? 0,
  mode: 'by',
  amount: '',
  reason: '',
})

/** The request that the dialog makes. Throws when the form does not allow it. */
export function stockRequest(values: StockValues): StockAdjustment {
  const { mode, amount, reason } = z.parse(stockForm, values)
  return mode === 'by' ? { by: amount, reason } : { to: amount, reason }
}

/** What would be in stock then; undefined while nothing that can be read is typed. */
export function stockAfter(values: StockValues): number | undefined {
  const result = z.safeParse(stockForm, { ...values, reason: values.reason.trim() || '-' })
  if (!result.success) return undefined
  const { stock, mode, amount } = result.data
  return mode === 'by' ? stock + amount : amount
}
