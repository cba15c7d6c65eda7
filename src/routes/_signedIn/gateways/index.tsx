import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { transactionList } from '../../../../contract/lists/transactions'
import { lazyPage } from '../../../app/lazyPage'
import { readRowsAhead } from '../../../data/readAhead'
import { listSearch } from '../../../data/tableAddress'

const tab = z.catch(z.optional(z.enum(['gateways', 'transactions', 'reconciliation'])), undefined)
const search = z.object({ ...listSearch(transactionList), tab })

export const Route = createFileRoute('/_signedIn/gateways/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loaderDeps: ({ search: asked }) => asked,
  loader: ({ context: { app }, deps }) =>
    deps.tab === 'transactions' ? readRowsAhead(app, transactionList, deps) : undefined,
  component: lazyPage(() => import('../../../screens/gateways/GatewaysScreen')),
})
