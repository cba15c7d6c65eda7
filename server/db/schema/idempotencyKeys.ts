import { index, json, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment, orgId } from './columns'
import { organizations } from './organizations'
import { users } from './users'

/** What was answered to a creation that carried a key, so that it is answered alike when it comes again. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** SHA-256 in hex. */
    requestHash: text('request_hash').notNull(),
    /** Null only within the transaction that makes it. */
    answer: json('answer'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.userId, table.key] }),
    index('idempotency_keys_user').on(table.userId),
    index('idempotency_keys_expiry').on(table.expiresAt),
  ],
)
