import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns'
import { users } from './users'

const person = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** What a person's second step at sign-in takes beside passkeys. Whoever never had one has no row. */
export const secondSteps = pgTable('second_steps', {
  userId: person().primaryKey(),
  /** Sealed; null without an authenticator app. */
  appKey: text('app_key'),
  appSince: moment('app_since'),
  /** The newest period of which a code was taken, in steps of 30 seconds: neither it nor an older one is taken again. */
  appStep: bigint('app_step', { mode: 'number' }),
  /** SHA-256 in hex of those that have not been used. */
  recoveryHashes: text('recovery_hashes').array().notNull().default([]),
  recoveryCodesLeft: integer('recovery_codes_left').notNull().default(0),
  createdAt: createdAt(),
})

/** What was handed out to be answered within minutes, by its token's hash: it is answered a single time. */
export const stepChallenges = pgTable(
  'step_challenges',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', { enum: ['sign_in', 'add_app'] }).notNull(),
    userId: person(),
    /** The key of an app that is not confirmed, sealed. */
    appKey: text('app_key'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('step_challenges_user').on(table.userId)],
)
