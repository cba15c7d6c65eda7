import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../app/lazyPage'

export const Route = createFileRoute('/')({
  beforeLoad: ({ context }) => {
    if (context.app.session.getSnapshot().hasTag('signedIn')) throw redirect({ to: '/dashboard', replace: true })
  },
  component: lazyPage(() => import('../screens/landing/LandingScreen')),
})
