import { pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, id, orgId, updatedAt, version } from './columns'
import { organizations } from './organizations'

/**
 * What an organization tells its customers of itself beside its name, as on a receipt (PY-06). Every organization has one
 * from the beginning, by a trigger.
 */
export const sellers = pgTable(
  'sellers',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    /** Lines of it, as they are printed. */
    address: text('address').notNull().default(''),
    taxNumber: text('tax_number').notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.id] }), unique('sellers_org').on(table.orgId)],
)
