import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, orgId } from './columns'

/** The organization of work that precedes one, such as the mail of a sign-up. */
export const systemOrgId = '00000000-0000-0000-0000-000000000000'

/** Work to do after the transaction that wrote it: mails above all. Delivered at least once. */
export const outbox = pgTable(
  'outbox',
  {
    /** Of an organization, or `systemOrgId`. */
    orgId: orgId(),
    id: id(),
    topic: text('topic').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    /** The same key is the same work; it is also what the receiver may recognise a repetition by. */
    dedupeKey: text('dedupe_key').notNull(),
    /** `held` is what waited in a backup that was restored, until somebody lets it go. */
    state: text('state', { enum: ['ready', 'running', 'done', 'dead', 'held'] })
      .notNull()
      .default('ready'),
    attempts: integer('attempts').notNull().default(0),
    maxAttempts: integer('max_attempts').notNull().default(8),
    runAt: moment('run_at')
      .notNull()
      .$defaultFn(() => new Date()),
    lockedUntil: moment('locked_until'),
    lockedBy: text('locked_by'),
    lastError: text('last_error'),
    createdAt: createdAt(),
    doneAt: moment('done_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique('outbox_dedupe').on(table.orgId, table.dedupeKey),
    index('outbox_due')
      .on(table.runAt)
      .where(sql`state in ('ready', 'running')`),
    index('outbox_dead')
      .on(table.createdAt)
      .where(sql`state = 'dead'`),
    index('outbox_newest').on(table.orgId, table.createdAt, table.id),
  ],
)
