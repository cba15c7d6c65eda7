import { sql } from 'drizzle-orm'
import { boolean, date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, folded, id, moment, orgId, sum, updatedAt, version } from './columns'
import { memberships, organizations } from './organizations'

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
    /** What an agent says, with placeholders (NO-05). */
    script: text('script'),
    /** An archived campaign sells nothing and is hidden from lists that don't ask for it (CP-01). */
    archivedAt: moment('archived_at'),
    // Kept by a trigger on the orders (0013_campaigns).
    ordersCount: integer('orders_count').notNull().default(0),
    revenueCents: sum('revenue_cents').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
    searchText: text('search_text').generatedAlwaysAs(sql`folded(name || ' ' || coalesce(category, ''))`),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('campaigns_newest').on(table.orgId, table.createdAt, table.id),
    index('campaigns_by_name').on(table.orgId, folded(table.name), table.id),
    index('campaigns_of_status').on(table.orgId, table.status, table.createdAt, table.id),
    index('campaigns_of_category').on(table.orgId, table.category, table.createdAt, table.id),
    index('campaigns_of_type').on(table.orgId, table.type, table.createdAt, table.id),
    // As the view writes it.
    index('campaigns_of_archive').on(
      table.orgId,
      sql`(case when archived_at is null then 'false' else 'true' end)`,
      table.createdAt,
      table.id,
    ),
    index('campaigns_search').using('gin', table.searchText.op('gin_trgm_ops')).with({ fastupdate: false }),
  ],
)

/** Who sells in a campaign (CP-02). */
export const campaignMembers = pgTable(
  'campaign_members',
  { orgId: orgId(), campaignId: uuid('campaign_id').notNull(), userId: uuid('user_id').notNull() },
  (table) => [
    primaryKey({ columns: [table.orgId, table.campaignId, table.userId] }),
    foreignKey({ columns: [table.orgId, table.campaignId], foreignColumns: [campaigns.orgId, campaigns.id] }).onDelete(
      'cascade',
    ),
    // Whoever leaves the organization sells in none of its campaigns.
    foreignKey({
      columns: [table.orgId, table.userId],
      foreignColumns: [memberships.orgId, memberships.userId],
    }).onDelete('cascade'),
    index('campaign_members_user').on(table.orgId, table.userId),
  ],
)
