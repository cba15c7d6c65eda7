import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../app/lazyPage'
import { tableSearch, texts } from '../../data/tableAddress'

// The filters of the list by name: a first page does not wait for its description.
const filters = texts('outcome', 'campaignId', 'agentId', 'offerId', 'createdFrom', 'createdTo')
const search = z.object({ ...tableSearch, ...filters })

export const Route = createFileRoute('/_signedIn/calls')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  component: lazyPage(() => import('../../screens/calls/CallsScreen')),
})
