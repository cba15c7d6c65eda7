import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../app/lazyPage'
import { readRowsAhead } from '../../../data/readAhead'
import { searchText, tableSearch } from '../../../data/tableAddress'

const filters = {
  status: searchText,
  paymentStatus: searchText,
  fulfillmentStatus: searchText,
  campaignId: searchText,
  agentId: searchText,
  gatewayInstanceId: searchText,
  createdFrom: searchText,
  createdTo: searchText,
  totalMin: searchText,
  totalMax: searchText,
}
const search = z.object({ ...tableSearch, ...filters })

export const Route = createFileRoute('/_signedIn/orders/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loaderDeps: ({ search: asked }) => asked,
  loader: ({ context: { app }, deps }) =>
    readRowsAhead(app, { resource: 'orders', filters: app.config.extensions ? Object.keys(filters) : [] }, deps),
  component: lazyPage(() => import('../../../screens/orders/OrdersScreen')),
})
