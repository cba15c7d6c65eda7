import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { campaignList } from '../../../../contract/lists/campaigns'
import { lazyPage } from '../../../app/lazyPage'
import { readRowsAhead } from '../../../data/readAhead'
import { listSearch } from '../../../data/tableAddress'

const search = z.object(listSearch(campaignList))

export const Route = createFileRoute('/_signedIn/campaigns/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loaderDeps: ({ search: asked }) => asked,
  loader: ({ context: { app }, deps }) => readRowsAhead(app, campaignList, deps),
  component: lazyPage(() => import('../../../screens/campaigns/CampaignsScreen')),
})
