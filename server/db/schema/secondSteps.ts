import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from './columns'
import { users } from './users'

const someone = () => uuid('user_id').references(() => users.id, { onDelete: 'cascade' })
const person = () => someone().notNull()

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
    purpose: text('purpose', {
      enum: ['sign_in', 'add_app', 'add_passkey', 'passkey_step', 'passkey_sign_in'],
    }).notNull(),
    /** Null only of who signs in by a passkey alone. */
    userId: someone(),
    /** The key of an app that is not confirmed, sealed. */
    appKey: text('app_key'),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('step_challenges_user').on(table.userId)],
)

/** What a device of a person's proves itself by at sign-in. Its private half never leaves it. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id().primaryKey(),
    userId: person(),
    name: text('name').notNull(),
    /** Base64url, as its public key. */
    credentialId: text('credential_id').notNull().unique('passkeys_credential'),
    publicKey: text('public_key').notNull(),
    /** How often it says to have been used; always 0 of those that are on several devices. */
    uses: bigint('uses', { mode: 'number' }).notNull(),
    /** By which ways it is asked, such as `usb`. */
    transports: text('transports').array().notNull().default([]),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)
