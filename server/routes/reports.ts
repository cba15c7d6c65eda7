import { Readable } from 'node:stream'
import { byteOrderMark, csvLine } from '../../contract/rules/csv'
import { reportHead, reportLines, reportSheet } from '../../contract/rules/reportCsv'
import { ownOrganization, readableOrganization } from '../auth/access'
import type { Handlers } from '../http/contract'
import { workbook } from '../http/workbook'
import { reportOf } from '../reports/report'
import type { Services } from './services'

export const reportHandlers = ({ database, readLong }: Services): Handlers['reports'] => {
  const read = (personId: string, orgId: string, asked: Parameters<typeof reportOf>[1]) =>
    readLong(personId, orgId, () => database.reading(orgId, (tx) => reportOf(tx, asked)))
  return {
    read: async ({ body: { organizationId, ...asked }, caller }) => {
      const orgId = ownOrganization(caller, organizationId)
      return { data: await read(caller.userId, orgId, asked) }
    },
    csv: async ({ body: { organizationId, ...asked }, caller }) => {
      const orgId = readableOrganization(caller, organizationId, 'reports.csv')
      const report = await read(caller.userId, orgId, asked)
      const lines = [reportHead(asked, report), ...reportLines(asked, report)]
      return Readable.from([byteOrderMark + lines.map(csvLine).join('')])
    },
    xlsx: async ({ body: { organizationId, ...asked }, caller }) => {
      const orgId = readableOrganization(caller, organizationId, 'reports.xlsx')
      const { columns, rows } = reportSheet(asked, await read(caller.userId, orgId, asked))
      return Readable.from(workbook('Report', columns, rows))
    },
  }
}
