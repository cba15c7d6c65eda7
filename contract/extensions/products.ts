import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { product } from '../products'
import {
  count,
  countInAddress,
  extension,
  id,
  line,
  maxCount,
  money,
  noControls,
  oneLine,
  optionalLine,
  shownNumber,
  shownText,
  someField,
  text,
} from '../schemas'
import { idempotencyKey, ifMatch } from '../versions'

/** What an address of a picture is, where there is one. */
export const pictureAddress = 'A picture needs an address that begins with https://'
export const isPictureAddress = (typed: string) =>
  typed === '' || (typed.startsWith('https://') && URL.canParse(typed) && !/[\s"'<>\\]/.test(typed))

const picture = z
  .string()
  .check(z.trim(), z.maxLength(2_000), z.regex(oneLine, noControls), z.refine(isPictureAddress, pictureAddress))

const fields = z.object({
  name: line(200),
  sku: line(64),
  description: text(5_000),
  category: optionalLine(100),
  price: money,
  imageUrl: picture,
})

export const productCreate = z.extend(z.partial(fields, { description: true, category: true, imageUrl: true }), {
  organizationId: id,
  /** Units that it begins with. */
  stock: z.optional(count),
})
export type ProductCreate = z.infer<typeof productCreate>

/** What changes; an empty text clears what is optional. The stock is changed by a movement alone. */
export const productUpdate = z.partial(fields).check(someField)
export type ProductUpdate = z.infer<typeof productUpdate>

/** What is said at the field when another product of the organization has the SKU. */
export const skuTaken = 'Another product has this SKU'

/** What is wrong with an adjustment that does not say one of both. */
export const byOrTo = 'Give either a number of units or a count'

export const stockAdjustment = z
  .object({
    /** Units to add, or with a minus to take off. */
    by: z.optional(z.int().check(z.minimum(-maxCount), z.maximum(maxCount))),
    /** Units that were counted. */
    to: z.optional(count),
    reason: line(200),
  })
  .check(z.refine(({ by, to }) => (by === undefined) !== (to === undefined), { error: byOrTo, path: ['by'] }))
export type StockAdjustment = z.infer<typeof stockAdjustment>

const units = (count: number) => (count === 1 ? '1 unit is' : `${count} units are`)

/** Why a stock can't change by so many units, in one sentence; undefined when it can (PR-03). */
export function whyNotMoved(stock: number, by: number): string | undefined {
  if (by === 0) return 'This changes nothing.'
  if (stock + by < 0) return stock === 0 ? 'Nothing is left in stock.' : `Only ${units(stock)} left in stock.`
  return stock + by > maxCount ? `At most ${maxCount} units can be in stock.` : undefined
}

/** A change of a product's stock (PR-03). */
export const stockMovement = z.object({
  id,
  kind: z.string(),
  /** Units: more with a plus, fewer with a minus. */
  quantity: z.number(),
  /** What was in stock then. */
  stock: z.number(),
  reason: shownText,
  orderId: shownText,
  orderNumber: shownNumber,
  /** Nobody, for what happened by itself. */
  userName: shownText,
  createdAt: z.string(),
})
export type StockMovement = z.infer<typeof stockMovement>

const productId = z.object({ productId: id })
const answer = { 200: z.object({ data: product }) }

/** Reading and changing one product, and its stock (PR-01 to PR-03); lists come from search. */
export const products = routes({
  get: {
    method: 'GET',
    path: '/products/:productId',
    summary: 'Read a product',
    metadata: extension,
    pathParams: productId,
    responses: answer,
  },
  categories: {
    method: 'GET',
    path: '/product-categories',
    summary: 'List the categories that products are in, by name',
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(z.object({ name: z.string() })) }) },
  },
  create: {
    method: 'POST',
    path: '/products',
    summary: 'Add a product to an organization',
    metadata: extension,
    headers: idempotencyKey,
    body: productCreate,
    responses: answer,
  },
  update: {
    method: 'PUT',
    path: '/products/:productId',
    summary: 'Change fields of a product',
    metadata: extension,
    pathParams: productId,
    headers: ifMatch,
    body: productUpdate,
    responses: answer,
  },
  archive: {
    method: 'POST',
    path: '/products/:productId/archive',
    summary: 'Take a product out of what new offers can be made of',
    metadata: extension,
    pathParams: productId,
    headers: ifMatch,
    body: z.object({}),
    responses: answer,
  },
  restore: {
    method: 'POST',
    path: '/products/:productId/restore',
    summary: 'Bring an archived product back',
    metadata: extension,
    pathParams: productId,
    headers: ifMatch,
    body: z.object({}),
    responses: answer,
  },
  duplicate: {
    method: 'POST',
    path: '/products/:productId/duplicate',
    summary: 'Make a product like this one, with a SKU of its own and nothing in stock',
    metadata: extension,
    pathParams: productId,
    headers: idempotencyKey,
    body: z.object({}),
    responses: answer,
  },
  adjustStock: {
    method: 'POST',
    path: '/products/:productId/stock',
    summary: "Change a product's stock by a number of units, or to a count",
    metadata: extension,
    pathParams: productId,
    headers: idempotencyKey,
    body: stockAdjustment,
    responses: answer,
  },
  movements: {
    method: 'GET',
    path: '/products/:productId/movements',
    summary: "List the movements of a product's stock, newest first",
    metadata: extension,
    pathParams: productId,
    query: z.object({ limit: countInAddress(10, 100), page: countInAddress(1, 1_000_000) }),
    responses: {
      200: z.object({ data: z.array(stockMovement), meta: z.object({ total: z.int().check(z.minimum(0)) }) }),
    },
  },
})
