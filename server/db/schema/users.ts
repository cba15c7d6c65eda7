import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { preferenceChoices } from '../../../contract/preferences'
import type { ListLayout } from '../../../contract/rules/listLayout'
import { createdAt, id, moment, updatedAt } from './columns'

/** A person who signs in. Emails are kept in lower case. */
export const users = pgTable(
  'users',
  {
    id: id().primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    /** argon2id, as its own encoded string. */
    passwordHash: text('password_hash').notNull(),
    /** What the person calls their organization in their profile. */
    organizationName: text('organization_name'),
    disabledAt: moment('disabled_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('users_email').on(table.email)],
)

/** A signed-in device. The bearer token itself is never kept, only its SHA-256 in hex. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** What it is called by; it opens nothing. */
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    lastSeenAt: moment('last_seen_at').notNull(),
    idleExpiresAt: moment('idle_expires_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** In plain words, such as `Firefox on Windows`. */
    device: text('device'),
    /** Where it was seen last, as `shownNetwork` shortens it. */
    network: text('network'),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expiry').on(table.expiresAt),
    uniqueIndex('sessions_id').on(table.id),
  ],
)

/** How the app looks and writes for a person; what they never chose is null (ST-01). */
export const userPreferences = pgTable('user_preferences', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  theme: text('theme', { enum: preferenceChoices.theme }),
  density: text('density', { enum: preferenceChoices.density }),
  language: text('language', { enum: preferenceChoices.language }),
  clock: text('clock', { enum: preferenceChoices.clock }),
  /** How the columns of each list are arranged, by its name. */
  lists: jsonb('lists').$type<Record<string, ListLayout>>().notNull().default({}),
  updatedAt: updatedAt(),
})

/** A secret that was mailed: it completes a sign-up, resets a password or changes an email, and works a single time. */
export const userTokens = pgTable(
  'user_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', { enum: ['signup', 'password_reset', 'email_change'] }).notNull(),
    email: text('email').notNull(),
    /** Absent while the person has no account yet. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('user_tokens_email').on(table.email, table.purpose)],
)
