import * as z from 'zod/mini'

export const campaignTab = z.enum(['general', 'terms', 'offers', 'email'])
export type CampaignTab = z.infer<typeof campaignTab>
