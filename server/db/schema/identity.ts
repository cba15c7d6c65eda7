import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, orgId, updatedAt } from './columns'

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
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    lastSeenAt: moment('last_seen_at').notNull(),
    idleExpiresAt: moment('idle_expires_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
)

/** A secret that was mailed: it completes a sign-up or resets a password, once. */
export const userTokens = pgTable(
  'user_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', { enum: ['signup', 'password_reset'] }).notNull(),
    email: text('email').notNull(),
    /** Absent while the person has no account yet. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('user_tokens_email').on(table.email, table.purpose)],
)

export const organizations = pgTable('organizations', {
  id: id().primaryKey(),
  name: text('name').notNull(),
  /** ISO 4217. */
  currency: text('currency').notNull().default('USD'),
  /** IANA; business days are counted in it. */
  timeZone: text('time_zone').notNull().default('UTC'),
  supportEmail: text('support_email'),
  liveUrl: text('live_url'),
  /** The number of the newest order; the next order adds one in its own transaction. */
  lastOrderNumber: integer('last_order_number').notNull().default(1000),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** Who works in which organization. The role is enforced and never shown (SE-12). */
export const memberships = pgTable(
  'memberships',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner', 'agent'] })
      .notNull()
      .default('agent'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.userId] }), index('memberships_user').on(table.userId)],
)

export const invites = pgTable(
  'invites',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    email: text('email').notNull(),
    role: text('role', { enum: ['owner', 'agent'] })
      .notNull()
      .default('agent'),
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    tokenHash: text('token_hash').notNull(),
    revoked: boolean('revoked').notNull().default(false),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique('invites_token').on(table.orgId, table.tokenHash),
    index('invites_token_lookup').on(table.tokenHash),
    index('invites_pending')
      .on(table.orgId, table.email)
      .where(sql`accepted_at is null and not revoked`),
  ],
)
