import { sql } from 'drizzle-orm'
import { boolean, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, folded, id, orgId, updatedAt, version } from './columns'
import { organizations } from './organizations'

export const campaigns = pgTable(
  'campaigns',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    name: text('name').notNull(),
    category: text('category'),
    type: text('type'),
    status: text('status', { enum: ['active', 'completed'] })
      .notNull()
      .default('active'),
    /** Days, as YYYY-MM-DD. */
    startDate: date('start_date', { mode: 'string' }),
    endDate: date('end_date', { mode: 'string' }),
    termsOfService: text('terms_of_service'),
    mustAgreeToTerms: boolean('must_agree_to_terms').notNull().default(false),
    internalNote: text('internal_note'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
    searchText: text('search_text').generatedAlwaysAs(sql`folded(name || ' ' || coalesce(category, ''))`),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('campaigns_newest').on(table.orgId, table.createdAt, table.id),
    index('campaigns_by_name').on(table.orgId, folded(table.name), table.id),
    index('campaigns_search').using('gin', table.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
  ],
)
