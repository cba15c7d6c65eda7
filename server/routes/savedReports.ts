import { and, asc, eq } from 'drizzle-orm'
import { mostSavedReports, type SavedReport } from '../../contract/extensions/savedReports'
import { ownOrganization } from '../auth/access'
import { acknowledging, inOrganization, withRecord } from '../auth/withRecord'
import { hasKey } from '../db/keys'
import { keepEvent } from '../db/lives'
import { locked, type RecordKind } from '../db/recordKind'
import { reportMails, savedReports } from '../db/schema/savedReports'
import type { Transaction } from '../db/transactions'
import type { Handlers } from '../http/contract'
import { invalid } from '../http/errors'
import { nextMonday } from '../reports/monday'
import type { Services } from './services'

const aReport: RecordKind<typeof savedReports.$inferSelect, 'savedReportId'> = {
  resource: 'savedReports',
  noun: 'Report',
  param: 'savedReportId',
  find: locked(savedReports),
  versions: { table: savedReports, read: (tx, { orgId, id, caller }) => readReport(tx, orgId, id, caller.userId) },
}

export const savedReportHandlers = ({ database }: Services): Handlers['savedReports'] => ({
  list: async ({ query: { organizationId }, caller }) => {
    const orgId = ownOrganization(caller, organizationId)
    return { data: await database.tenant(orgId, (tx) => readReports(tx, orgId, caller.userId)) }
  },

  create: inOrganization('Report', async ({ tx, orgId, body: { name, question }, caller, now }) => {
    if ((await tx.$count(savedReports, eq(savedReports.orgId, orgId))) >= mostSavedReports) {
      throw invalid([
        { path: 'body.name', message: `${mostSavedReports} reports are saved already. Delete one first.` },
      ])
    }
    const [created] = await tx
      .insert(savedReports)
      .values({ orgId, name, question, createdByName: caller.name })
      .returning({ id: savedReports.id })
    if (!created) return undefined
    await keepEvent(tx, { orgId, resource: 'savedReports', recordId: created.id, caller, now }, { kind: 'create' })
    return readReport(tx, orgId, created.id, caller.userId)
  }),

  update: withRecord(aReport, async ({ tx, orgId, id, body, caller, happening }) => {
    await tx
      .update(savedReports)
      .set(body)
      .where(hasKey(savedReports, orgId, id))
    await keepEvent(tx, happening, { kind: 'edit', facts: { fields: Object.keys(body) } })
    return readReport(tx, orgId, id, caller.userId)
  }),

  mail: withRecord(aReport, async ({ tx, orgId, id, body: { isMailed }, caller: { userId }, now }) => {
    if (isMailed) {
      const own = { orgId, reportId: id, userId, nextAt: await nextMonday(tx, now) }
      await tx.insert(reportMails).values(own).onConflictDoNothing()
    } else await tx.delete(reportMails).where(isOf(orgId, id, userId))
    return readReport(tx, orgId, id, userId)
  }),

  delete: withRecord(
    aReport,
    async ({ tx, orgId, id, happening }) => {
      await keepEvent(tx, happening, { kind: 'delete' })
      await tx.delete(savedReports).where(hasKey(savedReports, orgId, id))
      return true
    },
    acknowledging('Report deleted'),
  ),
})

const isOf = (orgId: string, reportId: string, userId: string) =>
  and(eq(reportMails.orgId, orgId), eq(reportMails.reportId, reportId), eq(reportMails.userId, userId))

async function readReports(tx: Transaction, orgId: string, userId: string, id?: string): Promise<SavedReport[]> {
  const rows = await tx
    .select({ report: savedReports, mailedTo: reportMails.userId })
    .from(savedReports)
    .leftJoin(
      reportMails,
      and(
        eq(reportMails.orgId, savedReports.orgId),
        eq(reportMails.reportId, savedReports.id),
        eq(reportMails.userId, userId),
      ),
    )
    .where(id === undefined ? eq(savedReports.orgId, orgId) : hasKey(savedReports, orgId, id))
    .orderBy(asc(savedReports.name), asc(savedReports.id))
  return rows.map(({ report: { orgId: _, ...report }, mailedTo }) => ({
    ...report,
    createdAt: report.createdAt.toISOString(),
    updatedAt: report.updatedAt.toISOString(),
    isMailed: mailedTo !== null,
  }))
}

const readReport = async (tx: Transaction, orgId: string, id: string, userId: string) =>
  (await readReports(tx, orgId, userId, id))[0]
