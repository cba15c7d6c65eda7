import { eq } from 'drizzle-orm'
import type { Readable } from 'node:stream'
import { type ExportedList, type ExportRequest, type OwnList, ownLists } from '../../contract/extensions/listExports'
import type { SearchResource } from '../../contract/search'
import { byteOrderMark, csvLine } from '../../contract/rules/csv'
import { exportColumns, exportFields, exportLine, type ExportPlace, exportRow } from '../../contract/rules/listExports'
import { readableOrganization } from '../auth/access'
import type { Caller } from '../auth/sessions'
import type { Database } from '../db/database'
import type { Row } from '../db/rows'
import { organizations } from '../db/schema/organizations'
import { searchedRows } from '../db/search'
import type { Handlers } from '../http/contract'
import { streamed } from '../http/csvStream'
import { spooled } from '../http/spool'
import { workbook } from '../http/workbook'
import { type Pages, type Place, type Reading, readingOf } from '../listExports/ownLists'
import type { Services } from './services'

/** The parts of a file that are made of what a search finds, page by page. */
type Format = (resource: ExportedList, place: ExportPlace, pages: Pages) => AsyncIterable<string | Uint8Array>

async function* csv(resource: ExportedList, place: ExportPlace, pages: Pages) {
  yield byteOrderMark + csvLine(exportColumns(resource, place).map(({ head }) => head))
  const line = exportLine(resource, place)
  for await (const rows of pages) yield rows.map((row) => csvLine(line(row))).join('')
}

const isOwn = (resource: ExportedList): resource is OwnList => ownLists.some((own) => own === resource)

const xlsx: Format = (resource, place, pages) =>
  workbook(titles[resource], exportColumns(resource, place), eachOf(pages, exportRow(resource, place)))

/** What the sheet of a list is called. */
const titles: Readonly<Record<ExportedList, string>> = {
  orders: 'Orders',
  orderLines: 'Order lines',
  customers: 'Customers',
  transactions: 'Transactions',
  products: 'Products',
  offers: 'Offers',
  campaigns: 'Campaigns',
  fulfillments: 'Fulfilments',
  calls: 'Calls',
  bulkJobs: 'Bulk changes',
  bulkRows: 'Rows of a bulk change',
  collaborations: 'Collaborations',
  mails: 'Mails',
  members: 'Users',
  receivedCampaigns: 'Shared campaigns',
  soldOrders: 'Sold orders',
  webhooks: 'Messages of a webhook',
}

async function* eachOf<T>(pages: Pages, made: (row: Row) => T) {
  for await (const rows of pages) for (const row of rows) yield made(row)
}

type Asked = Omit<ExportRequest, 'organizationId'>

/** What is searched is read as the organization's own rows are. */
const readingFound =
  ({ database, orgId }: Place, { resource, ...search }: Asked & { resource: SearchResource }): Reading =>
  (work) =>
    database.reading(orgId, (tx) => work(searchedRows(tx, resource, search, exportFields(resource))))

/** In which currency and zone an organization reads its files. */
const placeIn = (database: Database, orgId: string): Promise<ExportPlace> =>
  database.reading(orgId, async (tx) => {
    const [own] = await tx
      .select({ currency: organizations.currency, timeZone: organizations.timeZone })
      .from(organizations)
      .where(eq(organizations.id, orgId))
    return own ?? { currency: '', timeZone: 'UTC' }
  })

export const listExportHandlers = ({ database, readLong, now }: Services): Handlers['listExports'] => {
  const exported = (
    caller: Caller,
    orgId: string,
    { organizationId: _, resource, ...asked }: ExportRequest,
    gone: AbortSignal,
    format: Format,
  ): Promise<Readable> => {
    const place = { database, orgId, caller, now: now() }
    const reading = isOwn(resource) ? readingOf(place, resource, asked) : readingFound(place, { ...asked, resource })
    return streamed(
      spooled((begin) =>
        readLong(caller.userId, orgId, async () => {
          const shownIn = await placeIn(database, orgId)
          return reading(async (pages) => {
            const write = await begin()
            for await (const part of format(resource, shownIn, pages)) {
              // Nobody waits for the rest of it.
              gone.throwIfAborted()
              await write(part)
            }
          })
        }),
      ),
    )
  }
  return {
    csv: async ({ body, caller, gone }) =>
      exported(caller, readableOrganization(caller, body.organizationId, 'listExports.csv'), body, gone, csv),
    xlsx: async ({ body, caller, gone }) =>
      exported(caller, readableOrganization(caller, body.organizationId, 'listExports.xlsx'), body, gone, xlsx),
  }
}
