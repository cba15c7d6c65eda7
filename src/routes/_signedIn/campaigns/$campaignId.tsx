import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { offerList } from '../../../../contract/lists/offers'
import { campaignTab, loadTab } from '../../../screens/campaigns/campaignTabs'
import { lazyPage } from '../../../app/lazyPage'
import { readRecordAhead, readRowsAhead } from '../../../data/readAhead'
import { readCampaign } from '../../../data/resources/campaigns'
import { listSearch } from '../../../data/tableAddress'

const search = z.object({ ...listSearch(offerList), tab: z.catch(z.optional(campaignTab), undefined) })

export const Route = createFileRoute('/_signedIn/campaigns/$campaignId')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loaderDeps: ({ search: asked }) => asked,
  loader: ({ context: { app }, params: { campaignId }, deps }) => {
    readRecordAhead(app, readCampaign(app.api, campaignId))
    if (deps.tab === 'offers') readRowsAhead(app, offerList, deps, { campaignId })
    return loadTab(deps.tab)
  },
  component: lazyPage(() => import('../../../screens/campaigns/CampaignScreen')),
})
