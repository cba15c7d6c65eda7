import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { campaignList } from '../../../contract/lists/campaigns'
import { dashboardPeriods } from '../../../contract/rules/dashboardPeriods'
import { lazyPage } from '../../app/lazyPage'
import { readRowsAhead } from '../../data/readAhead'
import { activeCampaigns } from '../../data/resources/campaigns'

const search = z.object({
  period: z.catch(z.optional(z.enum(dashboardPeriods)), undefined),
  /** Whether only those are shown who are to be called back by now. */
  callBacks: z.catch(z.optional(z.literal('due')), undefined),
})

export const Route = createFileRoute('/_signedIn/dashboard')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loader: ({ context: { app } }) => readRowsAhead(app, campaignList, {}, activeCampaigns.within),
  component: lazyPage(() => import('../../screens/dashboard/DashboardScreen')),
})
