import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../app/lazyPage'
import { readRowsAhead } from '../../../data/readAhead'
import { searchText, tableSearch } from '../../../data/tableAddress'

const filters = {
  type: searchText,
  status: searchText,
  gatewayInstanceId: searchText,
  createdFrom: searchText,
  createdTo: searchText,
  amountMin: searchText,
  amountMax: searchText,
}
const tab = z.catch(z.optional(z.enum(['gateways', 'transactions', 'reconciliation'])), undefined)
const search = z.object({ ...tableSearch, ...filters, tab })

export const Route = createFileRoute('/_signedIn/gateways/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loaderDeps: ({ search: asked }) => asked,
  loader: ({ context: { app }, deps }) =>
    deps.tab === 'transactions'
      ? readRowsAhead(
          app,
          { resource: 'transactions', filters: app.config.extensions ? Object.keys(filters) : [] },
          deps,
        )
      : undefined,
  component: lazyPage(() => import('../../../screens/gateways/GatewaysScreen')),
})
