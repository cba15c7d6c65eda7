import { eq } from 'drizzle-orm'
import { byteOrderMark, csvLine } from '../../contract/rules/csv'
import { exportFields, exportHead, exportLine } from '../../contract/rules/listExports'
import { readableOrganization } from '../auth/access'
import { organizations } from '../db/schema/organizations'
import { searchedRows } from '../db/search'
import type { Handlers } from '../http/contract'
import { streamed } from '../http/csvStream'
import { spooled } from '../http/spool'
import type { Services } from './services'

export const listExportHandlers = ({ readLong }: Services): Handlers['listExports'] => ({
  csv: async ({ body: { organizationId, resource, ...search }, caller }) => {
    const orgId = readableOrganization(caller, organizationId, 'listExports.csv')
    return streamed(
      spooled((begin) =>
        readLong(caller.userId, orgId, async (tx) => {
          const write = await begin()
          const [own] = await tx
            .select({ currency: organizations.currency, timeZone: organizations.timeZone })
            .from(organizations)
            .where(eq(organizations.id, orgId))
          const place = own ?? { currency: '', timeZone: 'UTC' }
          await write(byteOrderMark + csvLine(exportHead(resource, place)))
          const line = exportLine(resource, place)
          for await (const rows of searchedRows(tx, resource, search, exportFields(resource))) {
            await write(rows.map((row) => csvLine(line(row))).join(''))
          }
        }),
      ),
    )
  },
})
