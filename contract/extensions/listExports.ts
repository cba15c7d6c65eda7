import * as z from 'zod/mini'
import { routes } from '../client/tsRest'
import { extension, type RouteMetadata, streamsWorkbook } from '../schemas'
import { searchRequest, searchResources } from '../search'

/**
 * The lists that have a call of their own and are exported by this one; what belongs to a record names that among its
 * filters: `jobId` of `bulkRows`, `collaborationId` of `soldOrders`, and `webhookId` of `webhooks`, the messages to one.
 */
export const ownLists = [
  'bulkJobs',
  'bulkRows',
  'collaborations',
  'mails',
  'members',
  'receivedCampaigns',
  'soldOrders',
  'webhooks',
] as const
export type OwnList = (typeof ownLists)[number]

/** The lists that can be taken along as a file: whatever can be searched, and these. */
export const exportedLists = [...searchResources, ...ownLists]
export type ExportedList = (typeof exportedLists)[number]

/**
 * What a search finds, without its pages. A list with a call of its own is searched, narrowed and sorted as that call says, and
 * exported by whoever may make it; the parameters of its path are filters, too.
 */
export const exportRequest = z.extend(z.omit(searchRequest, { limit: true, page: true }), {
  resource: z.enum(exportedLists),
})
export type ExportRequest = z.input<typeof exportRequest>

const streams = {
  contentType: 'text/csv',
  description:
    'A line for each row that is found, in UTF-8 with a byte order mark, as it was at one moment. The columns are those of ' +
    'the screen, of orders their status as well, with the currency of amounts behind them; the zone of dates is in their heads.',
  example:
    'Order,Date (America/Chicago),Customer,Campaign,Agent,Total,Payment,Fulfilment,Status,Currency\r\n' +
    '#1361,2026-03-02 08:05:10,Ada Moss,Spring Trail,Mira Lindqvist,49.9,Paid,Shipped,Open,USD\r\n',
}

const workbook = streamsWorkbook(
  'a row for each row that is found, as it was at one moment. Amounts are numbers, moments are ' +
    'dates of the zone in their heads, and what is a text, such as an SKU, stays one.',
)

/** Lists as files, for whom owners let export (ST-02). */
export const listExports = routes({
  csv: {
    method: 'POST',
    path: '/exports/csv',
    summary: 'Read all rows that a search finds as CSV; for owners, and for agents where owners have settled it',
    metadata: { ...extension, reads: true, streams } satisfies RouteMetadata,
    body: exportRequest,
    responses: { 200: z.unknown() },
  },
  xlsx: {
    method: 'POST',
    path: '/exports/xlsx',
    summary: 'Read the same rows as a workbook for spreadsheet programs; for whom may read them as CSV',
    metadata: { ...extension, reads: true, streams: workbook } satisfies RouteMetadata,
    body: exportRequest,
    responses: { 200: z.unknown() },
  },
})
