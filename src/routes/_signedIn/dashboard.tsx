import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../wiring/lazyPage'
import { readRowsAhead } from '../../wiring/readAhead'
import { activeCampaigns } from '../../wiring/resources/campaigns'

export const Route = createFileRoute('/_signedIn/dashboard')({
  loader: ({ context: { app } }) => readRowsAhead(app, activeCampaigns, {}),
  component: lazyPage(() => import('../../screens/dashboard/DashboardScreen')),
})
