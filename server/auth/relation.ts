import { and, eq } from 'drizzle-orm'
import type { Relation } from '../../contract/rules/duties'
import type { Place, RecordKind } from '../db/recordKind'
import { campaignMembers } from '../db/schema/campaigns'
import type { Transaction } from '../db/transactions'

/** What the caller is to a record, as far as its kind says what it belongs to. */
export async function relationTo<Row>(
  tx: Transaction,
  { campaignOf }: Pick<RecordKind<Row, string>, 'campaignOf'>,
  record: Row,
  { orgId, caller }: Pick<Place, 'orgId' | 'caller'>,
): Promise<Relation> {
  const campaignId = campaignOf?.(record)
  if (campaignId === undefined) return 'anybody'
  const ofCampaign = and(eq(campaignMembers.orgId, orgId), eq(campaignMembers.campaignId, campaignId))
  const isSelling = await tx.$count(campaignMembers, and(ofCampaign, eq(campaignMembers.userId, caller.userId)))
  return isSelling > 0 ? 'campaign' : 'anybody'
}
