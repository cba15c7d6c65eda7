import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, orgId, setup, updatedAt } from './columns'
import { organizations } from './organizations'

/** A payment gateway that an organization has set up. */
export const gatewayInstances = pgTable(
  'gateway_instances',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    displayName: text('display_name').notNull(),
    kind: text('kind', { enum: ['sandbox', 'stripe'] })
      .notNull()
      .default('sandbox'),
    ...setup(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.id] })],
)
