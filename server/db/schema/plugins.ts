import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, moment, orgId, setup, updatedAt, version } from './columns'
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
    /** When it last answered to these settings; null for what has yet to. */
    verifiedAt: moment('verified_at'),
    deletedAt: moment('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.id] })],
)
