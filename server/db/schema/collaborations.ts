import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { collaborationStates } from '../../../contract/lists/collaborations'
import { rights } from '../../../contract/rules/collaborations'
import { campaigns } from './campaigns'
import { createdAt, id, moment, orgId, updatedAt, version } from './columns'
import { organizations } from './organizations'
import { users } from './users'

/** What an organization shares with another one (CO-01). */
export const collaborations = pgTable(
  'collaborations',
  {
    /** The organization that shares. */
    orgId: orgId().references(() => organizations.id, { onDelete: 'cascade' }),
    id: id(),
    /** The organization that is shared with; null until somebody has accepted for it. */
    partnerOrgId: uuid('partner_org_id'),
    // Neither organization can read the other's record, so each is known here by its name; a trigger keeps it.
    orgName: text('org_name').notNull(),
    partnerName: text('partner_name'),
    inviterId: uuid('inviter_id').references(() => users.id, { onDelete: 'set null' }),
    inviterName: text('inviter_name').notNull(),
    inviterEmail: text('inviter_email').notNull(),
    /** Who was invited. */
    email: text('email').notNull(),
    collaboratorName: text('collaborator_name'),
    /** Hundredths of a percent. */
    sharePoints: integer('share_points').notNull(),
    state: text('state', { enum: collaborationStates }).notNull().default('invited'),
    /** Of the newest link; it stays, so that whoever opens it later is told what has become of it. */
    tokenHash: text('token_hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('collaborations_token').on(table.tokenHash),
    index('collaborations_newest').on(table.orgId, table.createdAt, table.id),
    index('collaborations_of_partner').on(table.partnerOrgId, table.createdAt, table.id),
    // Two organizations have one at a time, and an address has one invitation.
    uniqueIndex('collaborations_live')
      .on(table.orgId, table.partnerOrgId)
      .where(sql`state in ('active', 'paused')`),
    uniqueIndex('collaborations_invited')
      .on(table.orgId, table.email)
      .where(sql`state = 'invited'`),
  ],
)

/** The campaigns that a collaboration shares, and whether the partner sells in them. */
export const collaborationCampaigns = pgTable(
  'collaboration_campaigns',
  {
    orgId: orgId(),
    collaborationId: uuid('collaboration_id').notNull(),
    campaignId: uuid('campaign_id').notNull(),
    right: text('right', { enum: rights }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.collaborationId, table.campaignId] }),
    foreignKey({
      columns: [table.orgId, table.collaborationId],
      foreignColumns: [collaborations.orgId, collaborations.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.orgId, table.campaignId], foreignColumns: [campaigns.orgId, campaigns.id] }).onDelete(
      'cascade',
    ),
    index('collaboration_campaigns_of_campaign').on(table.orgId, table.campaignId),
  ],
)
