import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { users } from './users'

/** Where somebody has signed in from lately: whoever did so once is served before strangers when many ask at once. */
export const signIns = pgTable(
  'sign_ins',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** An IPv4 address, or the first 64 bits of an IPv6 address. */
    network: text('network').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.network] }), index('sign_ins_age').on(table.lastAt)],
)
