import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, orgId } from './columns'
import { organizations } from './organizations'
import { users } from './users'

/** What lets a telephone system of an organization in. The token is kept as its SHA-256 in hex. */
export const telephoneTokens = pgTable(
  'telephone_tokens',
  {
    orgId: orgId(),
    id: id(),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdByName: text('created_by_name').notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({ columns: [table.orgId], foreignColumns: [organizations.id] }).onDelete('cascade'),
    index('telephone_tokens_lookup').on(table.tokenHash),
  ],
)
