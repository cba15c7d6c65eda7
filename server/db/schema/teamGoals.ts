import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { createdAt, id, orgId, updatedAt, version } from './columns'
import { organizations } from './organizations'

/** What a team wants to take (LB-01); null for no goal. Every organization has it from the beginning, by a trigger. */
export const teamGoals = pgTable(
  'team_goals',
  {
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    /** The organization's. */
    id: id(),
    dayCents: integer('day_cents'),
    weekCents: integer('week_cents'),
    monthCents: integer('month_cents'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    check('team_goals_amounts', sql`day_cents > 0 and week_cents > 0 and month_cents > 0`),
  ],
)
