import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { count, extension, id, line, shownNumber, shownText } from '../schemas'
import type { ImportedOrder } from '../rules/importedOrders'
import { idempotencyKey } from '../versions'

/** How somebody is reached, and where they live. */
const whereaboutsColumns = ['phone', 'address1', 'address2', 'city', 'state', 'postalCode', 'country'] as const

/** The columns of a spreadsheet that an import reads, as the records call them. Products are known by their SKU, parcels by their order, customers by their email or else their phone, orders by the number that they had. */
export const importColumns = {
  products: ['sku', 'name', 'category', 'price', 'stock', 'imageUrl', 'description'],
  offers: ['sku', 'displayName', 'basePrice', 'shipPrice', 'minPrice', 'maxPrice', 'maxQuantity', 'quantity'],
  fulfilments: ['order', 'carrier', 'trackingNumber'],
  customers: ['email', 'firstName', 'lastName', ...whereaboutsColumns, 'note'],
  orders: [
    'order',
    'orderedAt',
    'cancelledAt',
    'paymentStatus',
    'paidAt',
    'fulfillmentStatus',
    'currency',
    'subtotal',
    'discount',
    'shippingTotal',
    'taxTotal',
    'total',
    'refundedTotal',
    'outstanding',
    'itemSku',
    'itemName',
    'itemQuantity',
    'itemPrice',
    'email',
    'customerName',
    'firstName',
    'lastName',
    ...whereaboutsColumns,
  ],
} as const
/** What a spreadsheet is of. */
export type ImportResource = keyof typeof importColumns
export type ImportColumn = (typeof importColumns)[ImportResource][number]

/** The columns of an order that say something of each of its lines: in one cell, line under line. */
export const itemColumns = ['itemSku', 'itemName', 'itemQuantity', 'itemPrice'] as const

/** Where orders were placed before: numbers of one place are told apart from those of another. */
export const orderSources = ['shopify', 'checkoutChamp', 'other'] as const
export type OrderSource = (typeof orderSources)[number]

/** Most lines of one import, and of one call that sends some of them. An order is one, however many it has itself. */
export const maxImportLines = 20_000
export const maxImportedOrders = 10_000
export const mostLinesOf = (resource: ImportResource): number =>
  resource === 'orders' ? maxImportedOrders : maxImportLines
export const maxLinesAtOnce = 500

/** What PostgreSQL can store, however long; which of it a record can have is judged line by line. */
const cell = z.string().check(z.maxLength(10_000), z.regex(/^[^\0\p{Cs}]*$/u, 'Not a text'))
/** Of those that the import's records don't have, nothing is read. */
const cells = z.partial(
  z.object({
    sku: cell,
    name: cell,
    category: cell,
    price: cell,
    stock: cell,
    imageUrl: cell,
    description: cell,
    displayName: cell,
    basePrice: cell,
    shipPrice: cell,
    minPrice: cell,
    maxPrice: cell,
    maxQuantity: cell,
    quantity: cell,
    order: cell,
    carrier: cell,
    trackingNumber: cell,
    email: cell,
    firstName: cell,
    lastName: cell,
    phone: cell,
    address1: cell,
    address2: cell,
    city: cell,
    state: cell,
    postalCode: cell,
    country: cell,
    note: cell,
    orderedAt: cell,
    cancelledAt: cell,
    paymentStatus: cell,
    paidAt: cell,
    fulfillmentStatus: cell,
    currency: cell,
    subtotal: cell,
    discount: cell,
    shippingTotal: cell,
    taxTotal: cell,
    total: cell,
    refundedTotal: cell,
    outstanding: cell,
    itemSku: cell,
    itemName: cell,
    itemQuantity: cell,
    itemPrice: cell,
    customerName: cell,
  }),
)
export type ImportCells = z.infer<typeof cells>

/** What the cells of a line say, by column; what is empty there is left as it is. What a line of no product is known by stands for its SKU. */
export type ImportFields = { sku: string } & { [Column in ImportColumn]?: string | number | undefined } & {
  /** What an order is made of. */
  imported?: ImportedOrder | undefined
}

const column = z.enum([...new Set(Object.values(importColumns).flat())])
const problem = z.object({ field: column, message: z.string() })
export type ImportProblem = z.infer<typeof problem>
const shownCell = z.nullable(z.union([z.string(), z.number()]))
const change = z.object({ field: column, from: shownCell, to: shownCell })
export type ImportChange = z.infer<typeof change>

export const importVerdict = z.enum(['create', 'update', 'same', 'refused'])
export type ImportVerdict = z.infer<typeof importVerdict>

/** A line of an import: what it does, or why not. */
export const importLine = z.object({
  id,
  /** Counted as in the spreadsheet. */
  line: z.number(),
  sku: z.string(),
  name: shownText,
  verdict: importVerdict,
  problems: z.array(problem),
  changes: z.array(change),
  /** Why it stayed when the import was undone. */
  kept: shownText,
})
export type ImportLine = z.infer<typeof importLine>

/** What a spreadsheet is of, as a request names it; without it, of products, or with a campaign of its offers. */
export const importResource = z.enum(['products', 'offers', 'fulfilments', 'customers', 'orders'])

/** What is imported into a campaign. */
export const isOfCampaign = (resource: ImportResource): boolean => resource === 'offers' || resource === 'orders'

/** A spreadsheet of products (PR-04), of a campaign's offers (CP-03) or orders, of tracking numbers (FU-02) or of customers, and how many of its lines do what. */
export const sheetImport = z.object({
  id,
  name: z.string(),
  /** What its lines are about. */
  resource: z.optional(importResource),
  /** Of offers and orders, the campaign that they are in; other spreadsheets have none. */
  campaignId: shownText,
  /** Of orders, where they were placed. */
  source: shownText,
  state: z.enum(['open', 'committed', 'undone']),
  lines: z.number(),
  create: z.number(),
  update: z.number(),
  same: z.number(),
  refused: z.number(),
  /** Lines that stayed when it was undone. */
  kept: z.number(),
  /** Of tracking numbers, the customers who are mailed about theirs (FU-04). */
  mailed: shownNumber,
  /** Of orders, how many lines those have that are added, and what they come to in major units of `currency`. */
  items: shownNumber,
  money: shownNumber,
  currency: shownText,
  userName: shownText,
  createdAt: z.string(),
  committedAt: shownText,
  undoneAt: shownText,
  /** Until when it can be undone; absent until it is taken over. */
  undoUntil: shownText,
})
export type SheetImport = z.infer<typeof sheetImport>

/** Why what was looked at can't be taken over any more. */
export const importOutdated =
  'Some of what these lines are about has changed since they were checked. Check them again.'

/** Why an import that was given up while it was being taken over is not. */
export const importWithdrawn = 'This import has been given up. Nothing of it was taken over.'

const importId = z.object({ importId: id })
const answer = { 200: z.object({ data: sheetImport }) }

/** Products, a campaign's offers or orders, tracking numbers or customers from a spreadsheet (PR-04, CP-03, FU-02): lines are sent and judged, then taken over all together, and can be undone. */
export const sheetImports = routes({
  create: {
    method: 'POST',
    path: '/sheet-imports',
    summary:
      'Begin an import of products, of tracking numbers, of customers or, with a campaign, of its offers or orders',
    metadata: extension,
    headers: idempotencyKey,
    body: z.object({
      organizationId: id,
      name: line(200),
      campaignId: z.optional(id),
      resource: z.optional(importResource),
      /** Of orders, where they were placed; `other` when left out. */
      source: z.optional(z.enum(orderSources)),
    }),
    responses: answer,
  },
  list: {
    method: 'GET',
    path: '/sheet-imports',
    summary:
      "List the imports that can be undone still, newest first: those of products, of tracking numbers, of customers, of orders, or of a campaign's offers",
    metadata: extension,
    query: z.object({ organizationId: id, campaignId: z.optional(id), resource: z.optional(importResource) }),
    responses: { 200: z.object({ data: z.array(sheetImport) }) },
  },
  addLines: {
    method: 'PUT',
    path: '/sheet-imports/:importId/lines',
    summary: 'Send lines of an import, to be judged; a line that was sent before is judged anew',
    metadata: extension,
    pathParams: importId,
    body: z.object({
      lines: z
        .array(z.object({ line: z.int().check(z.minimum(1), z.maximum(10_000_000)), cells }))
        .check(z.minLength(1), z.maxLength(maxLinesAtOnce)),
    }),
    responses: answer,
  },
  lines: {
    method: 'GET',
    path: '/sheet-imports/:importId/lines',
    summary: 'Read some lines of an import with their verdicts, in their order',
    metadata: extension,
    pathParams: importId,
    query: z.object({
      verdict: z.optional(importVerdict),
      /** Lines behind this one. */
      after: z.optional(z.string().check(z.regex(/^\d{1,8}$/, 'Must be a number'))),
    }),
    responses: { 200: z.object({ data: z.array(importLine), meta: z.object({ total: count }) }) },
  },
  commit: {
    method: 'POST',
    path: '/sheet-imports/:importId/commit',
    summary: 'Take over every line that is good, all of them or none',
    metadata: extension,
    pathParams: importId,
    body: z.object({}),
    responses: answer,
  },
  undo: {
    method: 'POST',
    path: '/sheet-imports/:importId/undo',
    summary: 'Undo an import, within a day of it; what has changed or been used since stays',
    metadata: extension,
    pathParams: importId,
    body: z.object({}),
    responses: answer,
  },
  withdraw: {
    method: 'POST',
    path: '/sheet-imports/:importId/withdraw',
    summary: 'Give up an import, also while it is being taken over: then none of it is',
    metadata: extension,
    pathParams: importId,
    body: z.object({}),
    responses: answer,
  },
})
