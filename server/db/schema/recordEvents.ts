import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, orgId } from './columns'
import { users } from './users'

/** What happened to a record that has a life: its timeline, and what its machine is folded from. */
export const recordEvents = pgTable(
  'record_events',
  {
    orgId: orgId(),
    id: id(),
    /** What the record is, such as `orders`. */
    resource: text('resource').notNull(),
    recordId: uuid('record_id').notNull(),
    /** The event of the record's machine, or what else is worth a line, such as `note`. */
    kind: text('kind').notNull(),
    /** The states before and after, where it has any. */
    from: text('from_state'),
    to: text('to_state'),
    /** The facts that the event carried, and what it says to people. */
    facts: jsonb('facts').$type<Record<string, unknown>>().notNull().default({}),
    /** Null for what nobody did, such as a link that ended. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    userName: text('user_name'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('record_events_of_record').on(table.orgId, table.resource, table.recordId, table.createdAt, table.id),
  ],
)
