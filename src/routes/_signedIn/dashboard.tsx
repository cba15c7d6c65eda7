import { createFileRoute } from '@tanstack/react-router'
import { lazyPage } from '../../wiring/lazyPage'

export const Route = createFileRoute('/_signedIn/dashboard')({
  component: lazyPage(() => import('../../screens/dashboard/DashboardScreen')),
})
