import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../../app/lazyPage'
import { searchText, tableSearch } from '../../../../data/tableAddress'

const search = z.object({
  ...tableSearch,
  as: z.catch(z.optional(z.literal('partner')), undefined),
  /** The campaign to sell in. */
  sell: searchText,
})

export const Route = createFileRoute('/_signedIn/admin/collaborations/$collaborationId')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  component: lazyPage(() => import('../../../../screens/collaborations/CollaborationScreen')),
})
