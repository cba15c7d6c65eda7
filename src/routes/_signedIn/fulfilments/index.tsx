import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../app/lazyPage'
import { readRowsAhead } from '../../../data/readAhead'
import { searchText, tableSearch } from '../../../data/tableAddress'

const filters = {
  status: searchText,
  carrier: searchText,
  orderedFrom: searchText,
  orderedTo: searchText,
  shippedFrom: searchText,
  shippedTo: searchText,
}
const search = z.object({ ...tableSearch, ...filters })

export const Route = createFileRoute('/_signedIn/fulfilments/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loaderDeps: ({ search: asked }) => asked,
  loader: ({ context: { app }, deps }) =>
    readRowsAhead(
      app,
      { resource: 'fulfillments', filters: app.config.extensions ? Object.keys(filters) : ['status'] },
      deps,
    ),
  component: lazyPage(() => import('../../../screens/fulfilments/FulfilmentsScreen')),
})
