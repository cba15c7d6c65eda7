import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Collaboration } from '../../contract/lists/collaborations'
import type {
  CollaborationsAsked,
  CollaborationRecord,
  SharedCampaign,
  SharedOffer,
} from '../../contract/extensions/collaborations'
import { mostUnits } from '../../contract/rules/selling'
import { readsOrdersOf } from '../db/acting'
import { isId } from '../db/keys'
import { hasWords } from '../db/patterns'
import type { Database } from '../db/database'
import { contractRows, type Row } from '../db/rows'
import { campaigns } from '../db/schema/campaigns'
import { collaborationCampaigns, collaborations } from '../db/schema/collaborations'
import { offers } from '../db/schema/offers'
import { organizations } from '../db/schema/organizations'
import { products } from '../db/schema/products'
import type { Transaction } from '../db/transactions'

export type KnownCollaboration = typeof collaborations.$inferSelect

/** The campaigns that a collaboration shares, as whoever runs the transaction sees them. */
export async function sharedCampaigns(tx: Transaction, collaborationId: string): Promise<SharedCampaign[]> {
  return tx
    .select({
      campaignId: collaborationCampaigns.campaignId,
      name: campaigns.name,
      right: collaborationCampaigns.right,
      isOnSale: sql<boolean>`${campaigns.status} = 'active' and ${campaigns.archivedAt} is null`,
      mustAgreeToTerms: campaigns.mustAgreeToTerms,
      termsOfService: campaigns.termsOfService,
    })
    .from(collaborationCampaigns)
    .innerJoin(
      campaigns,
      and(eq(campaigns.orgId, collaborationCampaigns.orgId), eq(campaigns.id, collaborationCampaigns.campaignId)),
    )
    .where(eq(collaborationCampaigns.collaborationId, collaborationId))
    .orderBy(asc(campaigns.name), asc(campaigns.id))
}

/** The collaboration, whichever of its two organizations the transaction is of. */
export async function collaborationOf(
  tx: Transaction,
  orgId: string,
  id: string,
): Promise<KnownCollaboration | undefined> {
  if (!isId(id)) return undefined
  const [row] = await tx
    .select()
    .from(collaborations)
    .where(and(eq(collaborations.id, id), or(eq(collaborations.orgId, orgId), eq(collaborations.partnerOrgId, orgId))))
  return row
}

/** The collaboration as lists of the transaction's organization show it. */
export async function shownCollaboration(tx: Transaction, id: string): Promise<Collaboration | undefined> {
  const result = await tx.execute<Row>(
    sql`select * from collaboration_rows where org_id = (select current_org()) and id = ${id}`,
  )
  // The view names and types its columns as the contract does.
  return contractRows(result)[0] as Collaboration | undefined
}

type Narrowed = Omit<CollaborationsAsked, 'organizationId' | 'limit' | 'page'>

/** The collaborations of the transaction's organization, the newest first unless it is asked otherwise, as parts of statements. */
function foundCollaborations({ state, side, q = '', sortBy = 'createdAt', sortOrder }: Narrowed) {
  const conditions = and(
    sql`org_id = (select current_org())`,
    state === undefined ? undefined : sql`state = ${state}`,
    side === undefined ? undefined : sql`side = ${side}`,
    hasWords(sql`search_text`, q),
  )
  const from = sql`from collaboration_rows where ${conditions}`
  const column = sql.identifier(sortBy)
  const key = sortBy === 'since' || sortBy === 'createdAt' ? column : sql`folded(${column}) collate "C"`
  const isDescending = (sortOrder ?? (sortBy === 'createdAt' ? 'desc' : 'asc')) === 'desc'
  const direction = isDescending ? sql`desc` : sql`asc`
  return { from, rows: sql`select * ${from} order by ${key} ${direction} nulls last, id ${direction}` }
}

/** The statement that tells all of them, by the names of the contract. */
export const everyCollaboration = (asked: Narrowed): SQL => foundCollaborations(asked).rows

/** A page of them. */
export async function listedCollaborations(
  tx: Transaction,
  { limit, page, ...asked }: Omit<CollaborationsAsked, 'organizationId'>,
): Promise<{ rows: Collaboration[]; total: number }> {
  const { from, rows } = foundCollaborations(asked)
  const [found, counted] = await Promise.all([
    tx.execute<Row>(sql`${rows} limit ${limit} offset ${(page - 1) * limit}`),
    tx.execute<{ total: number }>(sql`select count(*)::int as total ${from}`),
  ])
  return { rows: contractRows(found) as Collaboration[], total: counted.rows[0]?.total ?? 0 }
}

/** The collaboration as its partner sees it, in a transaction of theirs. */
async function asPartner(tx: Transaction, id: string): Promise<Collaboration | undefined> {
  const [row] = await tx
    .select({
      partner: collaborations.orgName,
      collaborator: collaborations.inviterName,
      email: collaborations.inviterEmail,
      sharePoints: collaborations.sharePoints,
      state: collaborations.state,
      acceptedAt: collaborations.acceptedAt,
      version: collaborations.version,
      createdAt: collaborations.createdAt,
      updatedAt: collaborations.updatedAt,
    })
    .from(collaborations)
    .where(eq(collaborations.id, id))
  if (!row) return undefined
  const { sharePoints, acceptedAt, createdAt, updatedAt, ...shown } = row
  return {
    id,
    side: 'received',
    ...shown,
    share: sharePoints / 100,
    since: acceptedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

const mostOffers = 500

/** What is sold in the campaigns that a collaboration shares, as whoever runs the transaction sees it. */
async function sharedOffers(tx: Transaction, collaborationId: string): Promise<SharedOffer[]> {
  const rows = await tx
    .select({
      id: offers.id,
      campaignId: offers.campaignId,
      campaignName: campaigns.name,
      displayName: offers.displayName,
      currency: organizations.currency,
      basePrice: offers.basePriceCents,
      minPrice: offers.minPriceCents,
      maxPrice: offers.maxPriceCents,
      shipPrice: offers.shipPriceCents,
      quantityPerOrder: offers.quantityPerOrder,
      quantity: offers.quantity,
      productStock: products.stock,
      productStatus: products.status,
    })
    .from(collaborationCampaigns)
    .innerJoin(
      campaigns,
      and(eq(campaigns.orgId, collaborationCampaigns.orgId), eq(campaigns.id, collaborationCampaigns.campaignId)),
    )
    .innerJoin(offers, and(eq(offers.orgId, campaigns.orgId), eq(offers.campaignId, campaigns.id)))
    .innerJoin(products, and(eq(products.orgId, offers.orgId), eq(products.id, offers.productId)))
    .innerJoin(organizations, eq(organizations.id, offers.orgId))
    .where(and(eq(collaborationCampaigns.collaborationId, collaborationId), isNull(offers.deletedAt)))
    .orderBy(asc(campaigns.name), asc(campaigns.id), asc(offers.displayName), asc(offers.id))
    .limit(mostOffers)
  const amount = (cents: number | null) => (cents === null ? null : cents / 100)
  return rows.map(({ basePrice, minPrice, maxPrice, shipPrice, productStock, productStatus, ...row }) => ({
    ...row,
    // A partner is told how many they can sell, and not what there is of each.
    quantity: productStatus === 'archived' ? 0 : mostUnits({ ...row, productStock, maxQuantity: null }),
    basePrice: amount(basePrice),
    minPrice: amount(minPrice),
    maxPrice: amount(maxPrice),
    shipPrice: amount(shipPrice),
  }))
}

/** Who asks about a collaboration: one of its two organizations, or whoever shares through the partner's eyes. */
export interface Asking {
  orgId: string
  as?: 'partner' | undefined
}

/**
 * Runs `work` as the organization that asks: whoever shares in a transaction of their own, and their partner, or whoever
 * looks through the partner's eyes, in one of the partner's. Undefined when the organization has no part in it.
 */
export async function within<T>(
  database: Database,
  { orgId, as }: Asking,
  id: string,
  work: (tx: Transaction, isPartner: boolean, known: KnownCollaboration) => Promise<T>,
): Promise<T | undefined> {
  if (!isId(id)) return undefined
  const known = await database.tenant(orgId, (tx) => collaborationOf(tx, orgId, id))
  if (!known) return undefined
  const isGiven = known.orgId === orgId
  if (isGiven && as === undefined) return database.tenant(orgId, (tx) => work(tx, false, known))
  const partnerId = isGiven ? known.partnerOrgId : orgId
  // Nobody sees an invitation as a partner before somebody is one.
  if (partnerId === null) return undefined
  return database.partner({ orgId: known.orgId, partnerId, personId: readsOrdersOf(orgId) }, (tx) =>
    work(tx, true, known),
  )
}

/** The collaboration as the organization sees it; undefined when it has no part in it. */
export const readCollaboration = (
  database: Database,
  asking: Asking,
  id: string,
): Promise<CollaborationRecord | undefined> =>
  within(database, asking, id, async (tx, isPartner) => {
    const [row, shared] = await Promise.all([
      isPartner ? asPartner(tx, id) : shownCollaboration(tx, id),
      sharedCampaigns(tx, id),
    ])
    return row && { ...row, organizationId: asking.orgId, campaignsCount: shared.length, campaigns: shared }
  })

/** What is sold there, as the organization sees it; undefined when it has no part in it. */
export const readSharedOffers = (database: Database, asking: Asking, id: string): Promise<SharedOffer[] | undefined> =>
  within(database, asking, id, (tx) => sharedOffers(tx, id))
