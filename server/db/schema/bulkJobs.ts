import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { BulkParams } from '../../../contract/extensions/bulkJobs'
import {
  bulkActionNames,
  bulkOutcomes,
  bulkStates,
  type BulkTally,
  type BulkPass,
} from '../../../contract/rules/bulkJobs'
import { createdAt, id, moment, orgId, version } from './columns'
import { organizations } from './organizations'
import { users } from './users'

/** One action over many records (WF-03): tried first, then done row by row by whichever worker has it, and undone for a day. */
export const bulkJobs = pgTable(
  'bulk_jobs',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    action: text('action', { enum: bulkActionNames }).notNull(),
    params: jsonb('params').$type<BulkParams>().notNull(),
    state: text('state', { enum: bulkStates }).notNull().default('checking'),
    total: integer('total').notNull(),
    /** How the rows up to `through` have gone, told every second while they are worked on. */
    tallies: jsonb('tallies').$type<Partial<Record<BulkPass, BulkTally>>>().notNull().default({}),
    /** The position up to which the present pass is through. */
    through: integer('through').notNull().default(0),
    /** By whose right the rows are changed, and who is named in the audit; a program by its token. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    userName: text('user_name').notNull(),
    tokenId: uuid('token_id'),
    /** By whose right they are taken back. */
    undoUserId: uuid('undo_user_id').references(() => users.id, { onDelete: 'set null' }),
    undoUserName: text('undo_user_name'),
    undoTokenId: uuid('undo_token_id'),
    createdAt: createdAt(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
    undoneAt: moment('undone_at'),
    /** The worker that has it, and until when; one that died leaves it to others then. */
    lockedBy: text('locked_by'),
    lockedUntil: moment('locked_until'),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('bulk_jobs_newest').on(table.orgId, table.createdAt, table.id),
    index('bulk_jobs_age').on(table.createdAt),
  ],
)

/** A record of such a job, and what became of it in each pass. */
export const bulkJobRows = pgTable(
  'bulk_job_rows',
  {
    orgId: orgId(),
    jobId: uuid('job_id').notNull(),
    position: integer('position').notNull(),
    recordId: uuid('record_id').notNull(),
    checkOutcome: text('check_outcome', { enum: bulkOutcomes }),
    checkReason: text('check_reason'),
    runOutcome: text('run_outcome', { enum: bulkOutcomes }),
    runReason: text('run_reason'),
    undoOutcome: text('undo_outcome', { enum: bulkOutcomes }),
    undoReason: text('undo_reason'),
    /** The fields of the record that are changed, as they were and as they are then. */
    before: jsonb('before').$type<Record<string, string | number | null>>(),
    after: jsonb('after').$type<Record<string, string | number | null>>(),
    /** The version that the change made: a record of a later one has been changed since. */
    versionAfter: integer('version_after'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.jobId, table.position] }),
    foreignKey({
      columns: [table.orgId, table.jobId],
      foreignColumns: [bulkJobs.orgId, bulkJobs.id],
    }).onDelete('cascade'),
    uniqueIndex('bulk_job_rows_record').on(table.orgId, table.jobId, table.recordId),
  ],
)
