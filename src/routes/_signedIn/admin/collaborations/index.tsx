import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../../app/lazyPage'
import { searchText, tableSearch } from '../../../../data/tableAddress'

const search = z.object({
  ...tableSearch,
  state: searchText,
  side: searchText,
  collaboratorId: searchText,
  collaboratorOrgName: searchText,
  collaboratorName: searchText,
  collaboratorEmail: searchText,
  token: searchText,
})

export const Route = createFileRoute('/_signedIn/admin/collaborations/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  component: lazyPage(() => import('../../../../screens/collaborations/CollaborationsScreen')),
})
