import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../app/lazyPage'
import { searchText } from '../../../data/tableAddress'

/** The ids of the parcels, with commas between them. */
const search = z.object({ ids: searchText })

export const Route = createFileRoute('/_signedIn/fulfilments/packing')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  component: lazyPage(() => import('../../../screens/fulfilments/PackingScreen')),
})
