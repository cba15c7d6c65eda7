import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { campaignTab } from '../../../screens/campaigns/campaignTabs'
import { lazyPage } from '../../../wiring/lazyPage'
import { tableSearch } from '../../../wiring/tableAddress'

const search = z.object({ ...tableSearch, tab: z.catch(z.optional(campaignTab), undefined) })

export const Route = createFileRoute('/_signedIn/campaigns/$campaignId')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  component: lazyPage(() => import('../../../screens/campaigns/CampaignScreen')),
})
