import { boolean, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, orgId, updatedAt } from './columns'
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
    enabled: boolean('enabled').notNull().default(true),
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
    secrets: text('secrets'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.id] })],
)
