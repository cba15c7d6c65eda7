import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../app/lazyPage'
import { texts } from '../../data/tableAddress'

// What of it is asked for, and what falls back, is told by the page's own code: a first page waits for none of it.
const search = z.object({
  ...texts('figures', 'by', 'period', 'from', 'to', 'compare', 'basis', 'chart'),
  ...texts('campaignId', 'agentId', 'gatewayInstanceId', 'offerId'),
})

export const Route = createFileRoute('/_signedIn/reports')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  component: lazyPage(() => import('../../screens/reports/ReportsScreen')),
})
