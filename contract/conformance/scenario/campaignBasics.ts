import * as z from 'zod/mini'
import { campaignUpdate } from '../../campaigns'
import type { Fields } from '../engine/fields'
import { recordOf, type Row } from '../engine/listing'
import type { Run } from '../engine/run'

export const updatable = [
  'name',
  'category',
  'status',
  'startDate',
  'endDate',
  'termsOfService',
  'mustAgreeToTerms',
  'internalNote',
] as const

/** What an update may move beside its own fields. */
export const mayMove = new Set(['updatedAt', 'offersCount'])

export const readCampaign = async (run: Run, campaignId: string, as = run.first) =>
  recordOf(await run.succeed('campaigns.get', 'campaigns.get', { as, params: { campaignId } }))

/** The fields whose present value can be sent back as it is, so that the campaign can be left as it was. */
export const restorable = (campaign: Row): Fields =>
  Object.fromEntries(
    updatable
      .map((name) => [name, campaign[name]] as const)
      .filter(([name, value]) => {
        if (value === null || value === undefined) return false
        const result = z.safeParse(campaignUpdate, { [name]: value })
        return result.success && result.data[name] === value
      }),
  )
