import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../app/lazyPage'
import { readRowsAhead } from '../../../data/readAhead'
import { searchText, tableSearch } from '../../../data/tableAddress'

const filters = { status: searchText, category: searchText, type: searchText, archived: searchText }
const search = z.object({ ...tableSearch, ...filters })

export const Route = createFileRoute('/_signedIn/campaigns/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loaderDeps: ({ search: asked }) => asked,
  loader: ({ context: { app }, deps }) =>
    readRowsAhead(app, { resource: 'campaigns', filters: Object.keys(filters) }, deps),
  component: lazyPage(() => import('../../../screens/campaigns/CampaignsScreen')),
})
