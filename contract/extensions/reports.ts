import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { reportFilters } from '../forms/reports'
import { dimensionNames, measureNames } from '../rules/measures'
import { mostReportLines } from '../rules/reports'
import { dayOrMoment, extension, extensionRead, id, moment, type RouteMetadata, streamsWorkbook } from '../schemas'

/** What a report shows (RP-01). Days are the organization's, from the beginning of the first to the end of the last. */
export const reportRequest = z.object({
  organizationId: id,
  measures: z
    .array(z.enum(measureNames))
    .check(z.minLength(1, 'Choose at least one figure'), z.maxLength(measureNames.length)),
  /** Without any there are the totals alone. */
  dimensions: z._default(z.array(z.enum(dimensionNames)).check(z.maxLength(2, 'Choose two at most')), []),
  from: dayOrMoment,
  to: dayOrMoment,
  /** With as many days before it, or with the same days a year before. */
  compare: z._default(z.enum(['none', 'previous', 'year']), 'none'),
  filters: z.optional(reportFilters),
})
export type ReportRequest = z.input<typeof reportRequest>

/** In major units, as a count, or as a share of 1; null where there is nothing to divide by. */
const values = z.partialRecord(z.enum(measureNames), z.nullable(z.number()))
/** Of the period, and of the one that it is compared with. */
const figures = { values, before: z.nullable(values) }
/** From the first moment to the one after the last. */
const period = z.object({ from: moment, to: moment })

/** One value of a dimension. */
export const reportKey = z.object({
  dimension: z.enum(dimensionNames),
  /** Of the record, `none` where there is none; of a part of the calendar its first day. */
  id: z.string(),
  name: z.string(),
  /** Of a part of the calendar: its days that are in the period, the last one included. */
  days: z.nullish(z.object({ from: z.string(), to: z.string() })),
})

export const report = z.object({
  /** Of the organization. */
  currency: z.string(),
  zone: z.string(),
  period,
  /** What it is compared with. */
  before: z.nullable(period),
  /** The moment that the figures are of: they are exact then. */
  asOf: moment,
  /** When figures that are kept were last compared with the rows that they are made of. */
  provenAt: z.nullable(moment),
  /** What it is narrowed to, as the records are called: of one that is nobody's, its id. */
  narrowedTo: z.array(reportKey),
  totals: z.object(figures),
  lines: z.array(z.object({ keys: z.array(reportKey), ...figures })),
})
export type Report = z.infer<typeof report>
export type ReportKey = z.infer<typeof reportKey>
export type ReportLine = Report['lines'][number]

const streams = {
  contentType: 'text/csv',
  description:
    'A line for each line of the report, in UTF-8 with a byte order mark; without dimensions the line of its totals. Units are ' +
    'behind figures in their heads, and the zone behind parts of the calendar, each of which is its first day.',
  example: 'Month (America/Chicago),Sales (USD),Orders\r\n2026-03-01,104.3,1\r\n',
}

const workbook = streamsWorkbook('the same heads and lines; parts of the calendar are dates.')

const asked = { metadata: extensionRead, body: reportRequest }

/** Figures of an organization, each made of rows that its lists find (RP-01, RP-02). */
export const reports = routes({
  read: {
    method: 'POST',
    path: '/reports',
    summary: 'Reckon figures of a period, split by up to two dimensions',
    description: `Days are the organization's. At most ${mostReportLines} lines are answered: more are refused with 422.`,
    ...asked,
    responses: { 200: z.object({ data: report }) },
  },
  csv: {
    method: 'POST',
    path: '/reports/csv',
    summary: 'Read the same figures as CSV; for owners, and for agents where owners have settled it',
    metadata: { ...extension, reads: true, streams } satisfies RouteMetadata,
    body: reportRequest,
    responses: { 200: z.unknown() },
  },
  xlsx: {
    method: 'POST',
    path: '/reports/xlsx',
    summary: 'Read the same figures as a workbook for spreadsheet programs; for whom may read them as CSV',
    metadata: { ...extension, reads: true, streams: workbook } satisfies RouteMetadata,
    body: reportRequest,
    responses: { 200: z.unknown() },
  },
})
