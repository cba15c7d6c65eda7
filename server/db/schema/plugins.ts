import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, orgId, setup, updatedAt } from './columns'
import { organizations } from './organizations'

/** An email provider that an organization has installed. */
export const pluginInstances = pgTable(
  'plugin_instances',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    name: text('name').notNull(),
    kind: text('kind', { enum: ['outbox', 'smtp'] })
      .notNull()
      .default('outbox'),
    ...setup(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.id] })],
)
