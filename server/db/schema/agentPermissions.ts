import { boolean, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { cents, createdAt, id, orgId, updatedAt, version } from './columns'
import { organizations } from './organizations'

/** What owners settle of what agents may do (ST-02). Every organization has it from the beginning, by a trigger. */
export const agentPermissions = pgTable(
  'agent_permissions',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    /** The organization's. */
    id: id(),
    refundLimitCents: cents('refund_limit_cents').notNull().default(0),
    changesOffers: boolean('changes_offers').notNull().default(false),
    seesAllOrders: boolean('sees_all_orders').notNull().default(true),
    exports: boolean('exports').notNull().default(false),
    sharesViews: boolean('shares_views').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.id] })],
)
