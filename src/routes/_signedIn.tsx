import { createFileRoute, redirect } from '@tanstack/react-router'
import { SignedInLayout } from '../screens/layout/SignedInLayout'

export const Route = createFileRoute('/_signedIn')({
  beforeLoad: ({ context, location }) => {
    if (!context.app.session.getSnapshot().hasTag('signedOut')) return
    throw redirect({ to: '/auth', search: { redirect: location.href }, replace: true })
  },
  component: SignedInLayout,
})
