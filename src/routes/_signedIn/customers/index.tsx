import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { customerList } from '../../../../contract/lists/customers'
import { lazyPage } from '../../../app/lazyPage'
import { readRowsAhead } from '../../../data/readAhead'
import { listSearch, searchText } from '../../../data/tableAddress'

const search = z.object({
  ...listSearch(customerList),
  action: z.catch(z.optional(z.enum(['new', 'edit'])), undefined),
  customerId: searchText,
})

export const Route = createFileRoute('/_signedIn/customers/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loaderDeps: ({ search: { action: _, customerId: __, ...asked } }) => asked,
  loader: ({ context: { app }, deps }) => readRowsAhead(app, customerList, deps),
  component: lazyPage(() => import('../../../screens/customers/CustomersScreen')),
})
