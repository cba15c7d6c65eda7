import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, orgId } from './columns'
import { memberships } from './organizations'

/** What lets another program into an organization, for a member of it. The token is kept as its SHA-256 in hex. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    orgId: orgId(),
    id: id(),
    /** Who made it, and whose it is: it may never do more than they may. */
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** What it begins with. */
    prefix: text('prefix').notNull(),
    /** What it may change, by the names of the policy; null for all that its maker may. */
    duties: text('duties').array(),
    createdByName: text('created_by_name').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at'),
    /** To the minute. */
    lastUsedAt: moment('last_used_at'),
    /** From where, as `shownNetwork` shortens it. */
    lastUsedNetwork: text('last_used_network'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({
      columns: [table.orgId, table.userId],
      foreignColumns: [memberships.orgId, memberships.userId],
    }).onDelete('cascade'),
    index('api_tokens_lookup').on(table.tokenHash),
    index('api_tokens_maker').on(table.orgId, table.userId),
  ],
)
