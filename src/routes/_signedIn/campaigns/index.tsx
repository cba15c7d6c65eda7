import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../wiring/lazyPage'
import { tableSearch } from '../../../wiring/tableAddress'

const search = z.object(tableSearch)

export const Route = createFileRoute('/_signedIn/campaigns/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  component: lazyPage(() => import('../../../screens/campaigns/CampaignsScreen')),
})
