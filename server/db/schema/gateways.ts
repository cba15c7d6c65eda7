import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, orgId, setup, sum, updatedAt, version } from './columns'
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
    /** What may be charged in a month of the organization's; null for as much as there is (GW-01). */
    monthlyCapCents: sum('monthly_cap_cents'),
    ...setup(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.id] })],
)
