import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { lazyPage } from '../../../../app/lazyPage'
import { searchText, tableSearch } from '../../../../data/tableAddress'

const search = z.object({ ...tableSearch, state: searchText })

// Its rows are not asked for ahead, as not everybody may read them.
export const Route = createFileRoute('/_signedIn/admin/users/')({
  validateSearch: (given: z.input<typeof search>) => z.parse(search, given),
  component: lazyPage(() => import('../../../../screens/members/MembersScreen')),
})
