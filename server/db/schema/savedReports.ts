import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ReportQuestion } from '../../../contract/forms/reports'
import { createdAt, id, moment, orgId, updatedAt } from './columns'
import { memberships, organizations } from './organizations'

/** A report that somebody has named, for everybody of the organization. */
export const savedReports = pgTable(
  'saved_reports',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    name: text('name').notNull(),
    question: jsonb('question').$type<ReportQuestion>().notNull(),
    /** As they were called who saved it. */
    createdByName: text('created_by_name').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: integer('version').notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.id] })],
)

/** Who has a report mailed to them. */
export const reportMails = pgTable(
  'report_mails',
  {
    orgId: orgId(),
    reportId: uuid('report_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** The next Monday at 07:00 where the organization is. */
    nextAt: moment('next_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.reportId, table.userId] }),
    foreignKey({
      columns: [table.orgId, table.reportId],
      foreignColumns: [savedReports.orgId, savedReports.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.orgId, table.userId],
      foreignColumns: [memberships.orgId, memberships.userId],
    }).onDelete('cascade'),
    index('report_mails_due').on(table.nextAt),
    index('report_mails_reader').on(table.orgId, table.userId),
  ],
)
