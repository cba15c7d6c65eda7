import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { countInAddress, dayOrMoment, extension, id, type RouteMetadata, shownText, streamsWorkbook } from '../schemas'

/** Who changes something: a member, another program by its token, a telephone system, who pays, a gateway, the server by itself, or whoever is past it. */
export const actorKinds = ['person', 'token', 'telephone', 'customer', 'gateway', 'job', 'database'] as const

const value = z.nullable(z.union([z.string(), z.number(), z.boolean()]))

/** A field before and after; money is in major units, and what has parts is told as JSON. */
export const auditChange = z.object({
  field: z.string(),
  before: value,
  after: value,
  /** An amount in the organization's currency. */
  isMoney: z.boolean(),
  /** Of a secret nothing is told but that it changed. */
  isSecret: z.boolean(),
})
export type AuditChange = z.infer<typeof auditChange>

/** What somebody changed (AD-01). */
export const auditEntry = z.object({
  id,
  createdAt: z.string(),
  /** As they were called then. */
  actor: z.object({ kind: z.enum(actorKinds), id: shownText, name: shownText }),
  /** The call, such as `orders.place`, or the job. */
  action: shownText,
  /** The record, and how people know it, such as `#1361`. */
  record: z.object({ resource: z.string(), id, name: shownText }),
  /** What of the record it is where that is not the record itself, such as `orderItems`. */
  part: shownText,
  kind: z.enum(['created', 'updated', 'deleted']),
  changes: z.array(auditChange),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** The records whose timeline is read from the audit; whoever may read one of them may read what has happened to it. */
export const timelineResources = ['campaigns', 'collaborations', 'gateways', 'members', 'products'] as const
export type TimelineResource = (typeof timelineResources)[number]

/** What of an event is told at once; more is counted. */
export const mostParts = 10

/** What somebody did to a record at one moment, with what changed by it. An id of another record is told as its name. */
export const recordEvent = z.extend(z.pick(auditEntry, { id: true, createdAt: true, actor: true, action: true }), {
  parts: z.array(z.pick(auditEntry, { id: true, record: true, part: true, kind: true, changes: true })),
  partsCount: z.int(),
})
export type RecordEvent = z.infer<typeof recordEvent>

/** What entries are narrowed by. A day is the organization's. */
const asked = {
  organizationId: id,
  actorId: z.optional(id),
  action: z.optional(z.string().check(z.maxLength(60))),
  resource: z.optional(z.string().check(z.maxLength(60))),
  recordId: z.optional(id),
  createdFrom: z.optional(dayOrMoment),
  createdTo: z.optional(dayOrMoment),
}

export type AuditQuestion = z.input<z.ZodMiniObject<typeof asked>>

/** An entry behind the last page is found by a narrower question. */
export const mostAuditPages = 1_000

const streams = {
  contentType: 'text/csv',
  description:
    'A line for each field that changed, in words for people and with the id of its entry, in UTF-8 with a byte order ' +
    'mark; the zone of its moments is in its head.',
  example:
    'When (America/Chicago),Who,Action,Record,Record id,What,Field,Before,After,Entry id\r\n' +
    '2026-03-02 08:05:10,Mira Lindqvist,Offer changed,Offer Trail lamp,01985b2e-7c1a-7d5e-9a61-2f4f0c6b1a03,Changed,Base price,49.9,0.01,18204\r\n',
}

const workbook = streamsWorkbook('a row for each field that changed; moments are dates of the zone in their head.')

/** Every change in an organization, for its owners; and the timelines of records, which are read from it. */
export const audit = routes({
  list: {
    method: 'GET',
    path: '/audit',
    summary: 'List what was changed by whom, the newest first; for owners',
    description: 'No more than 10,000 entries are counted: what is older is found by a narrower question.',
    metadata: extension,
    query: z.object({ ...asked, limit: countInAddress(10, 100), page: countInAddress(1, mostAuditPages) }),
    responses: { 200: z.object({ data: z.array(auditEntry), meta: z.object({ total: z.int().check(z.minimum(0)) }) }) },
  },
  csv: {
    method: 'GET',
    path: '/audit/csv',
    summary: 'Read the same entries as CSV, all of them; for owners',
    metadata: { ...extension, streams } satisfies RouteMetadata,
    query: z.object(asked),
    responses: { 200: z.unknown() },
  },
  xlsx: {
    method: 'GET',
    path: '/audit/xlsx',
    summary: 'Read the same entries as a workbook for spreadsheet programs; for owners',
    metadata: { ...extension, streams: workbook } satisfies RouteMetadata,
    query: z.object(asked),
    responses: { 200: z.unknown() },
  },
  timeline: {
    method: 'GET',
    path: '/timelines/:resource/:recordId',
    summary: 'List what has happened to a record, the newest first; for whoever may read the record',
    description:
      "A campaign's has its offers, members and auto-responders in it. What sales take from a stock, and put back, is left " +
      'out: it is in the movements of the stock. So is what a partner sells by a collaboration: it is in the list of that. Of ' +
      'what happened the newest 10,000 changes are told.',
    metadata: extension,
    pathParams: z.object({ resource: z.enum(timelineResources), recordId: id }),
    query: z.object({ organizationId: id, limit: countInAddress(10, 100), page: countInAddress(1, mostAuditPages) }),
    responses: {
      200: z.object({ data: z.array(recordEvent), meta: z.object({ total: z.int().check(z.minimum(0)) }) }),
    },
  },
})
