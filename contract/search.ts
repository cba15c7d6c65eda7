import * as z from 'zod/mini'
import { campaign } from './campaigns'
import { offer } from './offers'
import { address, order } from './orders'
import { core, id, shownNumber, shownText } from './schemas'
import { initContract } from './tsRest'

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

export const customer = z.object({
  id,
  firstName: shownText,
  lastName: shownText,
  name: shownText,
  email: shownText,
  phone: shownText,
  shippingAddress: z.nullish(address),
  note: shownText,
  ordersCount: shownNumber,
  totalSpent: shownNumber,
  lastOrderAt: shownText,
  createdAt: shownText,
  updatedAt: shownText,
})

export const fulfilment = z.object({
  id,
  orderId: shownText,
  orderNumber: z.nullish(z.union([z.string(), z.number()])),
  customerName: shownText,
  carrier: shownText,
  trackingNumber: shownText,
  status: shownText,
  createdAt: shownText,
  shippedAt: shownText,
})

export const transaction = z.object({
  id,
  orderId: shownText,
  orderNumber: z.nullish(z.union([z.string(), z.number()])),
  gatewayInstanceId: shownText,
  gatewayName: shownText,
  type: shownText,
  status: shownText,
  amount: shownNumber,
  currency: shownText,
  reference: shownText,
  failureCode: shownText,
  failureMessage: shownText,
  createdAt: shownText,
})

/** The row that each searchable resource answers. The answer carries no tag: its row type follows the request. */
export const searchRows = {
  offers: offer,
  products: product,
  campaigns: campaign,
  customers: customer,
  orders: order,
  fulfillments: fulfilment,
  transactions: transaction,
} as const
export type SearchResource = keyof typeof searchRows
export type SearchRow<Resource extends SearchResource> = z.infer<(typeof searchRows)[Resource]>

const filterValue = z.union([z.string().check(z.maxLength(200)), z.number(), z.boolean()])

export const searchRequest = z.object({
  organizationId: id,
  resource: z.enum(['offers', 'products', 'campaigns', 'customers', 'orders', 'fulfillments', 'transactions']),
  /** Rows per page, 1 to 100. */
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 10),
  /** Counted from 1. */
  page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
  sortBy: z.optional(z.string().check(z.minLength(1), z.maxLength(60))),
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200), z.regex(/^[^\p{Cc}\p{Cs}]*$/u))),
  filters: z.optional(z.record(z.string().check(z.maxLength(60)), filterValue)),
})
export type SearchRequest = z.input<typeof searchRequest>

/** One search over every list of an organization (OT-06, AO-03). */
export const search = initContract().router({
  search: {
    method: 'POST',
    path: '/search',
    summary: "Search one of an organization's resources",
    metadata: core,
    body: searchRequest,
    responses: {
      200: z.object({
        data: z.array(z.looseObject({ id })),
        meta: z.object({ total: z.int().check(z.minimum(0)) }),
      }),
    },
  },
})
