import * as z from 'zod/mini'
import { initContract } from '../client/tsRest'
import { count, extension, id, line, shownText } from '../schemas'
import { idempotencyKey } from '../versions'

/** The columns of a spreadsheet that an import reads, as the record calls them. */
export const importColumns = ['sku', 'name', 'category', 'price', 'stock', 'imageUrl', 'description'] as const
export type ImportColumn = (typeof importColumns)[number]

/** Most lines of one import, and of one call that sends some of them. */
export const maxImportLines = 20_000
export const maxLinesAtOnce = 500

/** What PostgreSQL can store, however long; which of it a product can have is judged line by line. */
const cell = z.string().check(z.maxLength(10_000), z.regex(/^[^\0\p{Cs}]*$/u, 'Not a text'))
const cells = z.partial(
  z.object({ sku: cell, name: cell, category: cell, price: cell, stock: cell, imageUrl: cell, description: cell }),
)
export type ImportCells = z.infer<typeof cells>

/** What the cells of a line say; what is empty there is left as it is. */
export interface ImportFields {
  sku: string
  name?: string
  category?: string
  price?: number
  stock?: number
  imageUrl?: string
  description?: string
}

const column = z.enum(importColumns)
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

/** A spreadsheet of products, and how many of its lines do what (PR-04). */
export const productImport = z.object({
  id,
  name: z.string(),
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
export type ProductImport = z.infer<typeof productImport>

/** Why what was looked at can't be taken over any more. */
export const importOutdated = 'Some of these products have changed since the lines were checked. Check them again.'

const importId = z.object({ importId: id })
const answer = { 200: z.object({ data: productImport }) }

/** Products from a spreadsheet (PR-04): lines are sent and judged, then taken over all together, and can be undone. */
export const productImports = initContract().router({
  create: {
    method: 'POST',
    path: '/product-imports',
    summary: 'Begin an import of products',
    metadata: extension,
    headers: idempotencyKey,
    body: z.object({ organizationId: id, name: line(200) }),
    responses: answer,
  },
  list: {
    method: 'GET',
    path: '/product-imports',
    summary: 'List the imports that can be undone still, newest first',
    metadata: extension,
    query: z.object({ organizationId: id }),
    responses: { 200: z.object({ data: z.array(productImport) }) },
  },
  addLines: {
    method: 'PUT',
    path: '/product-imports/:importId/lines',
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
    path: '/product-imports/:importId/lines',
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
    path: '/product-imports/:importId/commit',
    summary: 'Take over every line that is good, all of them or none',
    metadata: extension,
    pathParams: importId,
    body: z.object({}),
    responses: answer,
  },
  undo: {
    method: 'POST',
    path: '/product-imports/:importId/undo',
    summary: 'Undo an import, within a day of it; what has changed or been used since stays',
    metadata: extension,
    pathParams: importId,
    body: z.object({}),
    responses: answer,
  },
})
