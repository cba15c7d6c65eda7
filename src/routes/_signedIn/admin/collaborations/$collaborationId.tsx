import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../../../app/lazyPage'

export const Route = createFileRoute('/_signedIn/admin/collaborations/$collaborationId')({
  validateSearch: ({ as }: { as?: unknown }): { as?: 'partner' } => (as === 'partner' ? { as } : {}),
  component: lazyPage(() => import('../../../../screens/collaborations/CollaborationScreen')),
})
