import { recordOf } from '../engine/listing'
import type { Run } from '../engine/run'

/** What an update may move beside its own fields. */
export const mayMove = new Set(['updatedAt', 'offersCount'])

export const readCampaign = async (run: Run, campaignId: string, as = run.first) =>
  recordOf(await run.succeed('campaigns.get', 'campaigns.get', { as, params: { campaignId } }))
