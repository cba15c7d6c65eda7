import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { orderList } from '../../../../contract/lists/orders'
import { lazyPage } from '../../../app/lazyPage'
import { readRowsAhead } from '../../../data/readAhead'
import { listSearch } from '../../../data/tableAddress'

const search = z.object(listSearch(orderList))

export const Route = createFileRoute('/_signedIn/orders/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loaderDeps: ({ search: asked }) => asked,
  loader: ({ context: { app }, deps }) => readRowsAhead(app, orderList, deps),
  component: lazyPage(() => import('../../../screens/orders/OrdersScreen')),
})
