import * as z from 'zod/mini'
import { initContract } from '../client/tsRest'
import { count, extension, id, line, shownText } from '../schemas'
import { idempotencyKey } from '../versions'

/** The columns of a spreadsheet that an import reads, as the records call them. Both know a product by its SKU. */
export const importColumns = {
  products: ['sku', 'name', 'category', 'price', 'stock', 'imageUrl', 'description'],
  offers: ['sku', 'displayName', 'basePrice', 'shipPrice', 'minPrice', 'maxPrice', 'maxQuantity', 'quantity'],
} as const
/** What a spreadsheet is of. */
export type ImportResource = keyof typeof importColumns
export type ImportColumn = (typeof importColumns)[ImportResource][number]

/** Most lines of one import, and of one call that sends some of them. */
export const maxImportLines = 20_000
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
  }),
)
export type ImportCells = z.infer<typeof cells>

/** What the cells of a line say, by column; what is empty there is left as it is. */
export type ImportFields = { sku: string } & { [Column in ImportColumn]?: string | number | undefined }

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

/** A spreadsheet of products (PR-04) or of a campaign's offers (CP-03), and how many of its lines do what. */
export const sheetImport = z.object({
  id,
  name: z.string(),
  /** Of offers, the campaign that they are in; a spreadsheet of products has none. */
  campaignId: shownText,
  state: z.enum(['open', 'committed', 'undone']),
  lines: z.number(),
  create: z.number(),
  update: z.number(),
  same: z.number(),
  refused: z.number(),
  /** Lines that stayed when it was undone. */
  kept: z.number(),
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

const importId = z.object({ importId: id })
const answer = { 200: z.object({ data: sheetImport }) }

/** Products or a campaign's offers from a spreadsheet (PR-04, CP-03): lines are sent and judged, then taken over all together, and can be undone. */
export const sheetImports = initContract().router({
  create: {
    method: 'POST',
    path: '/sheet-imports',
    summary: 'Begin an import of products or, with a campaign, of its offers',
    metadata: extension,
    headers: idempotencyKey,
    body: z.object({ organizationId: id, name: line(200), campaignId: z.optional(id) }),
    responses: answer,
  },
  list: {
    method: 'GET',
    path: '/sheet-imports',
    summary: "List the imports that can be undone still, newest first: those of products, or of a campaign's offers",
    metadata: extension,
    query: z.object({ organizationId: id, campaignId: z.optional(id) }),
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
})
