import { campaignLife, campaignStateOf } from '../../machines/lives/campaignLife'
import { whyNot } from '../../machines/lives/life'
import { hasKey, isId } from '../db/keys'
import { campaigns } from '../db/schema/campaigns'
import type { Transaction } from '../db/transactions'
import { Refusal } from '../http/errors'

/**
 * Holds a campaign as it is until something is added to it, behind what else has to be held (`orders/lock.ts`); says whether
 * there is one. Throws a 409 when it takes nothing (CP-01).
 */
export async function holdCampaign(tx: Transaction, orgId: string, campaignId: string): Promise<boolean> {
  if (!isId(campaignId)) return false
  const [campaign] = await tx
    .select({ archivedAt: campaigns.archivedAt })
    .from(campaigns)
    .where(hasKey(campaigns, orgId, campaignId))
    .for('key share')
  if (!campaign) return false
  const refusal = whyNot(campaignLife, campaignStateOf(campaign), { type: 'change' })
  if (refusal !== undefined) throw new Refusal(409, 'not_possible', refusal)
  return true
}
