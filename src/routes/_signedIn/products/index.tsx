import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../app/lazyPage'
import { readRowsAhead } from '../../../data/readAhead'
import { searchText, tableSearch } from '../../../data/tableAddress'

const filters = ['status', 'category', 'stockLevel'] as const

const search = z.object({
  ...tableSearch,
  status: searchText,
  category: searchText,
  stockLevel: searchText,
  action: z.catch(z.optional(z.enum(['new', 'edit', 'view'])), undefined),
  productId: searchText,
  tab: z.catch(z.optional(z.enum(['details', 'offers', 'stock'])), undefined),
})

export const Route = createFileRoute('/_signedIn/products/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loaderDeps: ({ search: { action: _, productId: __, tab: ___, ...asked } }) => asked,
  loader: ({ context: { app }, deps }) => readRowsAhead(app, { resource: 'products', filters: [...filters] }, deps),
  component: lazyPage(() => import('../../../screens/products/ProductsScreen')),
})
