import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../../app/lazyPage'

export const Route = createFileRoute('/_signedIn/admin/users/$userId')({
  component: lazyPage(() => import('../../../../screens/members/MemberScreen')),
})
