import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../wiring/lazyPage'
import { tableSearch } from '../../../wiring/tableAddress'

export const campaignTab = z.enum(['general', 'terms', 'offers', 'email'])
export type CampaignTab = z.infer<typeof campaignTab>

const search = z.object({ ...tableSearch, tab: z.catch(z.optional(campaignTab), undefined) })

export const Route = createFileRoute('/_signedIn/campaigns/$campaignId')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  component: lazyPage(() => import('../../../screens/CampaignScreen')),
})
