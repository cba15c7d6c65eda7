import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../../app/lazyPage'
import { searchText, tableSearch } from '../../../../data/tableAddress'
import { collaborationTab, loadTab } from '../../../../screens/collaborations/collaborationTabs'

const search = z.object({
  ...tableSearch,
  as: z.catch(z.optional(z.literal('partner')), undefined),
  /** The campaign to sell in. */
  sell: searchText,
  tab: z.catch(z.optional(collaborationTab), undefined),
})

export const Route = createFileRoute('/_signedIn/admin/collaborations/$collaborationId')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ deps: { tab } }) => loadTab(tab),
  component: lazyPage(() => import('../../../../screens/collaborations/CollaborationScreen')),
})
