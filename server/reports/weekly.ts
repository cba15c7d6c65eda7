import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import { daysOf, type ReportQuestion, searchOf } from '../../contract/forms/reports'
import { daysLater } from '../../contract/rules/days'
import { seesOwnOrdersAlone } from '../../contract/rules/ownOrders'
import { dayAt } from '../../contract/rules/reportPeriods'
import { repeating } from '../jobs/repeating'
import { acting, actingAsJob } from '../db/acting'
import type { Database } from '../db/database'
import { agentPermissions } from '../db/schema/agentPermissions'
import { memberships, organizations } from '../db/schema/organizations'
import { reportMails, savedReports } from '../db/schema/savedReports'
import { users } from '../db/schema/users'
import type { Transaction } from '../db/transactions'
import { postOfficeMail } from '../mail/officeMails'
import { reasonOf } from '../log'
import { nextMonday } from './monday'
import { reportOf } from './report'
import { reportMail } from './reportMail'

export interface WeeklyOptions {
  database: Pick<Database, 'tenant' | 'system'>
  publicUrl: string
  now: () => Date
  log: (message: string) => void
  /** Milliseconds between looks. */
  interval?: number
}

interface Due {
  orgId: string
  reportId: string
  userId: string
}

/** Few enough to leave the embedded database to people meanwhile. */
const atOnce = 20

/** Mails the reports that are due. Any number of nodes may do so at once: each mail is written by one of them. */
export const mailDueReports = (options: WeeklyOptions): Promise<void> =>
  actingAsJob('mailReports', async () => {
    const due = await options.database.system((tx) =>
      tx
        .select({ orgId: reportMails.orgId, reportId: reportMails.reportId, userId: reportMails.userId })
        .from(reportMails)
        .where(lte(reportMails.nextAt, options.now()))
        .orderBy(asc(reportMails.nextAt))
        .limit(atOnce),
    )
    for (const one of due) await mailOne(options, one)
  })

/** Whose rows they read: what a person may not see is in no mail to them. */
async function mailOne({ database, now, publicUrl, log }: WeeklyOptions, due: Due): Promise<void> {
  const isNarrowed = await database.tenant(due.orgId, (tx) => readsOwnAlone(tx, due))
  const ownOrders = isNarrowed ? { userId: due.userId, orgIds: new Set([due.orgId]) } : undefined
  const text = await acting({ actor: { kind: 'job' }, action: 'jobs.mailReports', ownOrders }, () =>
    database.tenant(due.orgId, (tx) => writeMail(tx, due, now(), publicUrl)),
  ).catch((error: unknown) => {
    log(`A report could not be mailed: ${reasonOf(error)}`)
    return undefined
  })
  await database.tenant(due.orgId, async (tx) => {
    // Who has it first writes the mail, and whoever comes later finds nothing that is due.
    const [own] = await tx
      .update(reportMails)
      .set({ nextAt: await nextMonday(tx, now()) })
      .where(and(isOf(due), lte(reportMails.nextAt, now())))
      .returning({ userId: reportMails.userId })
    // Whoever was disabled meanwhile is told nothing.
    if (own && text && (await isIn(tx, due))) await postOfficeMail(tx, due.orgId, 'report', text)
  })
}

const isOf = ({ orgId, reportId, userId }: Due) =>
  and(eq(reportMails.orgId, orgId), eq(reportMails.reportId, reportId), eq(reportMails.userId, userId))

const isIn = async (tx: Transaction, { orgId, userId }: Due): Promise<boolean> =>
  (await tx.$count(
    memberships,
    and(eq(memberships.orgId, orgId), eq(memberships.userId, userId), isNull(memberships.disabledAt)),
  )) > 0

async function readsOwnAlone(tx: Transaction, { orgId, userId }: Due): Promise<boolean> {
  const [own] = await tx
    .select({ role: memberships.role, seesAllOrders: agentPermissions.seesAllOrders })
    .from(memberships)
    .innerJoin(agentPermissions, eq(agentPermissions.orgId, memberships.orgId))
    .where(and(eq(memberships.orgId, orgId), eq(memberships.userId, userId)))
  return own !== undefined && seesOwnOrdersAlone({ role: own.role, agents: own })
}

/** The mail; undefined for whoever is disabled, who is told nothing until they are let in again. */
async function writeMail(tx: Transaction, { orgId, reportId, userId }: Due, now: Date, publicUrl: string) {
  const [found] = await tx
    .select({
      email: users.email,
      name: savedReports.name,
      question: savedReports.question,
      organizationName: organizations.name,
      zone: organizations.timeZone,
    })
    .from(savedReports)
    .innerJoin(organizations, eq(organizations.id, savedReports.orgId))
    .innerJoin(memberships, and(eq(memberships.orgId, savedReports.orgId), eq(memberships.userId, userId)))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(savedReports.orgId, orgId),
        eq(savedReports.id, reportId),
        sql`${memberships.disabledAt} is null and ${users.disabledAt} is null`,
      ),
    )
  if (!found) return undefined
  const { question, zone } = found
  // Of whole days: what is sold on the Monday is in the next one.
  const days = daysOf(question, daysLater(dayAt(now, zone), -1))
  const { measures, dimensions, compare, filters } = question
  const report = await reportOf(tx, { measures, dimensions, compare, filters, ...days })
  return reportMail(found, report, days, `${publicUrl}/reports${addressOf(question)}`)
}

const addressOf = (question: ReportQuestion): string => {
  const asked = Object.entries(searchOf(question)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return asked.length === 0 ? '' : `?${new URLSearchParams(asked).toString()}`
}

/** Looks for reports that are due, until it is stopped. Any number of nodes may do so. */
export const startMailingReports = (options: WeeklyOptions) =>
  repeating({
    work: () => mailDueReports(options),
    failed: (error) => options.log(`Reports can't be mailed: ${reasonOf(error)}`),
    every: options.interval ?? 60_000,
  })
