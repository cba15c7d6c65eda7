import { getRouteApi, Navigate, useRouter } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { EmptyState } from '../../components/base/EmptyState'
import { LoadingState } from '../../components/base/LoadingState'
import { AuthLayout } from '../../components/layout/AuthLayout'
import { useApp, useSession } from '../../app/context'
import { tap } from '../../app/tap'
import { InvitationPage } from './InvitationPage'
import { wireInvitation } from './startInvitation'

const route = getRouteApi('/invite')

/** What the link of an invite opens, for whoever is signed in, or is not; without a link, who invites does so (RT-07, IN-01, IN-02). */
export default function InviteScreen() {
  const { extensions } = useApp().config
  const { token } = route.useSearch()
  const isKnown = useSession((state) => state.hasTag('signedIn') || state.hasTag('signedOut'))
  const email = useSession(({ context }) => context.user?.email)
  if (!extensions) {
    return (
      <AuthLayout title="Invite">
        <EmptyState title="This backend knows no invites." level={2} />
      </AuthLayout>
    )
  }
  if (token === undefined) return <Navigate to="/settings" search={{ tab: 'team', invite: 'new' }} replace />
  if (!isKnown) {
    return (
      <AuthLayout title="Invite">
        <LoadingState />
      </AuthLayout>
    )
  }
  return <Invitation key={`${token} ${email}`} token={token} email={email} />
}

function Invitation({ token, email }: { token: string; email: string | undefined }) {
  const app = useApp()
  const router = useRouter()
  const machine = useMemo(
    () => wireInvitation(app, () => void router.navigate({ to: '/dashboard', replace: true })),
    [app, router],
  )
  const invitation = useActorRef(machine, { id: 'invitation', inspect: tap.observe, input: { token, email } })
  return <InvitationPage flow={invitation} />
}
