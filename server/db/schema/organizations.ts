import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, id, moment, orgId, updatedAt, version } from './columns'
import { users } from './users'

export const organizations = pgTable('organizations', {
  id: id().primaryKey(),
  name: text('name').notNull(),
  /** ISO 4217. */
  currency: text('currency').notNull().default('USD'),
  /** IANA; business days are counted in it. */
  timeZone: text('time_zone').notNull().default('UTC'),
  supportEmail: text('support_email'),
  liveUrl: text('live_url'),
  /** Thousandths of a percent: 8250 is 8.25 %. */
  taxRate: integer('tax_rate').notNull().default(0),
  pricesIncludeTax: boolean('prices_include_tax').notNull().default(false),
  /** Whether whoever works in it has a second step at sign-in. */
  demandsTwoSteps: boolean('demands_two_steps').notNull().default(false),
  /** The number of the newest order; the next order adds one in its own transaction. */
  lastOrderNumber: integer('last_order_number').notNull().default(1000),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  /** Of what its owners change of it; orders count nothing up. */
  version: version(),
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
    /** Kept out since then, until somebody lets them in again. */
    disabledAt: moment('disabled_at'),
    /** As they were called who did it. */
    disabledByName: text('disabled_by_name'),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.userId] }), index('memberships_user').on(table.userId)],
)

/** A device on which somebody has worked in an organization, by its session there, which may be over. */
export const memberDevices = pgTable(
  'member_devices',
  {
    orgId: orgId(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    device: text('device'),
    network: text('network'),
    firstSeenAt: moment('first_seen_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.userId, table.sessionId] }),
    foreignKey({
      columns: [table.orgId, table.userId],
      foreignColumns: [memberships.orgId, memberships.userId],
    }).onDelete('cascade'),
    index('member_devices_by_age').on(table.lastSeenAt),
  ],
)

/** Why a session is over whose person was kept out of their last organization. */
export const endedSessions = pgTable(
  'ended_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    because: text('because', { enum: ['disabled', 'removed', 'left'] }).notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('ended_sessions_expiry').on(table.expiresAt)],
)

/** Who is asked into an organization, by an address. It outlives its organization, so that its link can say so (IN-02). */
export const invites = pgTable(
  'invites',
  {
    orgId: orgId(),
    id: id(),
    email: text('email').notNull(),
    role: text('role', { enum: ['owner', 'agent'] })
      .notNull()
      .default('agent'),
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    invitedByName: text('invited_by_name'),
    tokenHash: text('token_hash').notNull(),
    /** What its link has, for whoever hands it over; none once it is answered or revoked. */
    sealedToken: text('sealed_token'),
    revoked: boolean('revoked').notNull().default(false),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    declinedAt: moment('declined_at'),
    /** When it was mailed last, and how often it has been. */
    sentAt: moment('sent_at'),
    sends: integer('sends').notNull().default(1),
    /** When a new one was asked for, since it was mailed last. */
    askedAt: moment('asked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    unique('invites_token').on(table.orgId, table.tokenHash),
    index('invites_token_lookup').on(table.tokenHash),
    uniqueIndex('invites_open')
      .on(table.orgId, table.email)
      .where(sql`accepted_at is null and declined_at is null and not revoked`),
    index('invites_age').on(table.orgId, table.createdAt),
    check('invites_email', sql`email = lower(email)`),
  ],
)
