import { eq } from 'drizzle-orm'
import type { Readable } from 'node:stream'
import type { ExportedList, ExportRequest } from '../../contract/extensions/listExports'
import { byteOrderMark, csvLine } from '../../contract/rules/csv'
import { exportColumns, exportFields, exportLine, type ExportPlace, exportRow } from '../../contract/rules/listExports'
import { readableOrganization } from '../auth/access'
import type { Caller } from '../auth/sessions'
import { organizations } from '../db/schema/organizations'
import type { Row } from '../db/rows'
import { searchedRows } from '../db/search'
import type { Handlers } from '../http/contract'
import { streamed } from '../http/csvStream'
import { spooled } from '../http/spool'
import { workbook } from '../http/workbook'
import type { Services } from './services'

type Pages = AsyncGenerator<Row[], void>
/** The parts of a file that are made of what a search finds, page by page. */
type Format = (resource: ExportedList, place: ExportPlace, pages: Pages) => AsyncIterable<string | Uint8Array>

async function* csv(resource: ExportedList, place: ExportPlace, pages: Pages) {
  yield byteOrderMark + csvLine(exportColumns(resource, place).map(({ head }) => head))
  const line = exportLine(resource, place)
  for await (const rows of pages) yield rows.map((row) => csvLine(line(row))).join('')
}

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
}

async function* eachOf<T>(pages: Pages, made: (row: Row) => T) {
  for await (const rows of pages) for (const row of rows) yield made(row)
}

export const listExportHandlers = ({ readLong }: Services): Handlers['listExports'] => {
  const exported = (
    caller: Caller,
    orgId: string,
    { organizationId: _, resource, ...search }: ExportRequest,
    gone: AbortSignal,
    format: Format,
  ): Promise<Readable> =>
    streamed(
      spooled((begin) =>
        readLong(caller.userId, orgId, async (tx) => {
          const write = await begin()
          const [own] = await tx
            .select({ currency: organizations.currency, timeZone: organizations.timeZone })
            .from(organizations)
            .where(eq(organizations.id, orgId))
          const place = own ?? { currency: '', timeZone: 'UTC' }
          const pages = searchedRows(tx, resource, search, exportFields(resource))
          for await (const part of format(resource, place, pages)) {
            // Nobody waits for the rest of it.
            gone.throwIfAborted()
            await write(part)
          }
        }),
      ),
    )
  return {
    csv: async ({ body, caller, gone }) =>
      exported(caller, readableOrganization(caller, body.organizationId, 'listExports.csv'), body, gone, csv),
    xlsx: async ({ body, caller, gone }) =>
      exported(caller, readableOrganization(caller, body.organizationId, 'listExports.xlsx'), body, gone, xlsx),
  }
}
