import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import {
  bulkActionNames,
  bulkActions,
  bulkOutcomes,
  bulkStates,
  maxBulkIds,
  priceActions,
  whyNotPriceChange,
} from '../rules/bulkJobs'
import { count, countInAddress, extension, id, money, shownText } from '../schemas'
import { mostSearched, searchRequest } from '../search'
import { idempotencyKey, version } from '../versions'

export const bulkAction = z.enum(bulkActionNames)
export const bulkState = z.enum(bulkStates)
export const bulkOutcome = z.enum(bulkOutcomes)

/** How prices are changed: to an amount, by an amount, or by a percentage; either may have a minus. */
export const priceChange = z.object({
  kind: z.enum(['set', 'amount', 'percent']),
  value: z.number().check(z.minimum(-10_000_000), z.maximum(10_000_000), z.multipleOf(0.01)),
})
/** What limits are set to; what is not given stays as it is. */
export const limitsChange = z.object({
  minPrice: z.optional(money),
  maxPrice: z.optional(money),
  maxQuantity: z.optional(count),
})
export type LimitsChange = z.infer<typeof limitsChange>

/** What is asked beside which rows: how prices are changed, or which limits are set. */
const bulkParams = z.object({ price: z.optional(priceChange), limits: z.optional(limitsChange) })
export type BulkParams = z.infer<typeof bulkParams>

/** How many rows of a pass are through, and how; what is left is what they miss of all. */
export const bulkTally = z.object({ done: z.int(), unchanged: z.int(), refused: z.int(), vanished: z.int() })

/** One action over many records (WF-03). */
export const bulkJob = z.object({
  id,
  action: bulkAction,
  state: bulkState,
  price: z.nullish(priceChange),
  limits: z.nullish(limitsChange),
  /** Rows that were chosen. */
  total: z.int(),
  /** What would become of them, as the dry run says. */
  checked: bulkTally,
  /** What became of them. */
  ran: bulkTally,
  /** Of those that were changed: what was taken back, and what stays as it is. */
  undone: bulkTally,
  userName: shownText,
  undoUserName: shownText,
  createdAt: z.string(),
  startedAt: shownText,
  finishedAt: shownText,
  undoneAt: shownText,
  /** Until when it can be undone; none of what can't be. */
  undoUntil: shownText,
  version,
})
export type BulkJob = z.infer<typeof bulkJob>

/** The same with why rows were not changed, the most frequent reason first. */
export const bulkJobRecord = z.extend(bulkJob, {
  organizationId: id,
  reasons: z.array(z.object({ outcome: bulkOutcome, reason: z.string(), rows: z.int() })),
})
export type BulkJobRecord = z.infer<typeof bulkJobRecord>

const shownField = z.nullable(z.union([z.string(), z.number()]))
/** What one record was and is, and what became of it. */
export const bulkRow = z.object({
  id,
  /** Of the record. */
  recordId: id,
  /** Its name as it is now, or as it was last of what has been deleted; null of what is not kept any more. */
  name: shownText,
  /** Of the pass that the job is in: would be, was, was taken back. None while it waits. */
  outcome: z.nullish(bulkOutcome),
  /** Why it was not changed, in the sentence of the single action. */
  reason: shownText,
  before: z.nullish(z.record(z.string(), shownField)),
  after: z.nullish(z.record(z.string(), shownField)),
})
export type BulkRow = z.infer<typeof bulkRow>

const { shape } = searchRequest
/** Chosen one by one, or all that a search of the list finds at the moment. */
export const bulkJobCreate = z
  .object({
    organizationId: id,
    action: bulkAction,
    ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(maxBulkIds))),
    search: z.optional(z.object({ q: shape.q, filters: shape.filters })),
    price: z.optional(priceChange),
    limits: z.optional(limitsChange),
  })
  .check(
    z.refine(({ ids, search }) => (ids === undefined) !== (search === undefined), {
      error: 'Give either ids or a search',
      path: ['ids'],
    }),
    z.refine(({ action, price }) => priceActions.has(action) === (price !== undefined), {
      error: 'A change of prices says how, and nothing else does',
      path: ['price'],
    }),
    z.check(({ value: { price }, issues }) => {
      const message = price && whyNotPriceChange(price)
      if (message !== undefined) issues.push({ code: 'custom', message, path: ['price', 'value'], input: price })
    }),
    z.refine(({ action, limits }) => (action === 'offers.limits') === (limits !== undefined), {
      error: 'A change of limits says which, and nothing else does',
      path: ['limits'],
    }),
    z.refine(({ limits }) => limits === undefined || Object.values(limits).some((limit) => limit !== undefined), {
      error: 'Give at least one limit',
      path: ['limits'],
    }),
  )
export type BulkJobCreate = z.infer<typeof bulkJobCreate>

const lists = [...new Set(Object.values(bulkActions).map(({ list }) => list))]
const pathParams = z.object({ jobId: id })
const answer = { 200: z.object({ data: bulkJobRecord }) }
const total = z.object({ total: z.int().check(z.minimum(0)) })
const page = { limit: countInAddress(10, 100), page: countInAddress(1, 1_000_000) }

/** One action over many records, done by the server: tried first, then done row by row, each once, and undone for a day (WF-03). */
export const bulkJobs = routes({
  create: {
    method: 'POST',
    path: '/bulk-jobs',
    summary: 'Choose records for an action over all of them, and begin to try what it would do; nothing is changed yet',
    metadata: extension,
    headers: idempotencyKey,
    body: bulkJobCreate,
    responses: answer,
  },
  start: {
    method: 'POST',
    path: '/bulk-jobs/:jobId/start',
    summary: 'Do it, whether or not all rows have been tried; asked for again, it is answered again',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses: answer,
  },
  list: {
    method: 'GET',
    path: '/bulk-jobs',
    summary: 'List what was begun in the last thirty days, newest first',
    metadata: extension,
    query: z.object({
      organizationId: id,
      q: z.optional(z.string().check(z.trim(), z.maxLength(mostSearched))),
      state: z.optional(bulkState),
      action: z.optional(bulkAction),
      /** Of one list. */
      resource: z.optional(z.enum(lists as [(typeof lists)[number], ...typeof lists])),
      ...page,
    }),
    responses: { 200: z.object({ data: z.array(bulkJob), meta: total }) },
  },
  get: {
    method: 'GET',
    path: '/bulk-jobs/:jobId',
    summary: 'Read how far a job is, and why rows of it were not changed',
    metadata: extension,
    pathParams,
    responses: answer,
  },
  rows: {
    method: 'GET',
    path: '/bulk-jobs/:jobId/rows',
    summary: 'Read the rows of a job with what became of each: of the trial, of what was done, or of the undoing',
    metadata: extension,
    pathParams,
    query: z.object({ outcome: z.optional(bulkOutcome), ...page }),
    responses: { 200: z.object({ data: z.array(bulkRow), meta: total }) },
  },
  cancel: {
    method: 'POST',
    path: '/bulk-jobs/:jobId/cancel',
    summary: 'Stop behind the row in hand; what was changed stays changed',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses: answer,
  },
  undo: {
    method: 'POST',
    path: '/bulk-jobs/:jobId/undo',
    summary: 'Take back what was changed, within a day; rows that have changed since stay and say so',
    metadata: extension,
    pathParams,
    body: z.object({}),
    responses: answer,
  },
})
