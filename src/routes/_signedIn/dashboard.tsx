import { createFileRoute } from '@tanstack/react-router'
import { campaignList } from '../../../contract/lists/campaigns'
import { lazyPage } from '../../app/lazyPage'
import { readRowsAhead } from '../../data/readAhead'
import { activeCampaigns } from '../../data/resources/campaigns'

export const Route = createFileRoute('/_signedIn/dashboard')({
  loader: ({ context: { app } }) => readRowsAhead(app, campaignList, {}, activeCampaigns.within),
  component: lazyPage(() => import('../../screens/dashboard/DashboardScreen')),
})
