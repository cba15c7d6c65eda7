import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { fulfilmentList } from '../../../../contract/lists/fulfilments'
import { lazyPage } from '../../../app/lazyPage'
import { readRowsAhead } from '../../../data/readAhead'
import { listSearch } from '../../../data/tableAddress'

const search = z.object(listSearch(fulfilmentList))

export const Route = createFileRoute('/_signedIn/fulfilments/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loaderDeps: ({ search: asked }) => asked,
  loader: ({ context: { app }, deps }) => readRowsAhead(app, fulfilmentList, deps),
  component: lazyPage(() => import('../../../screens/fulfilments/FulfilmentsScreen')),
})
