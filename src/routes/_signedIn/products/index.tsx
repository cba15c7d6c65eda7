import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { productList } from '../../../../contract/lists/products'
import { lazyPage } from '../../../app/lazyPage'
import { readRowsAhead } from '../../../data/readAhead'
import { listSearch, searchText } from '../../../data/tableAddress'

const search = z.object({
  ...listSearch(productList),
  action: z.catch(z.optional(z.enum(['new', 'edit', 'view'])), undefined),
  productId: searchText,
  tab: z.catch(z.optional(z.enum(['details', 'offers', 'stock'])), undefined),
})

export const Route = createFileRoute('/_signedIn/products/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loaderDeps: ({ search: { action: _, productId: __, tab: ___, ...asked } }) => asked,
  loader: ({ context: { app }, deps }) => readRowsAhead(app, productList, deps),
  component: lazyPage(() => import('../../../screens/products/ProductsScreen')),
})
