import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { SnapshotFrom } from 'xstate'
import { errorMessage } from '../../../contract/client/errors'
import { alreadyMember, inviteDeclined, newInviteAskedFor, whyNotAnswered } from '../../../contract/rules/invites'
import type { invitationMachine } from '../../../machines/invites/invitation.machine'
import { Alert } from '../../components/base/Alert'
import { Button, buttonStyle } from '../../components/base/Button'
import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { AuthLayout } from '../../components/layout/AuthLayout'
import { PendingInvitation } from './PendingInvitation'
import { type InvitationRef, invitedTo } from './startInvitation'

type State = SnapshotFrom<typeof invitationMachine>

/** What to do when an invite can't be answered any more, each for its reason (IN-02). */
const endings = {
  used: [whyNotAnswered.accepted, 'Sign in to go on.'],
  revoked: [whyNotAnswered.revoked, 'Ask whoever invited you if that was a mistake.'],
  gone: [whyNotAnswered.gone, 'There is nothing to join any more.'],
} as const

const endingOf = (state: State) => {
  if (state.matches('used')) return endings.used
  if (state.matches('revoked')) return endings.revoked
  return state.matches('gone') ? endings.gone : undefined
}

/** The page of an invite's link, in each of its states (IN-02). */
export function InvitationPage({ flow }: { flow: InvitationRef }) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const { invitation, error } = state.context
  if (state.matches('loading') || state.matches('deciding')) {
    return (
      <Page>
        <LoadingState />
      </Page>
    )
  }
  if (state.matches('unreachable') || state.matches('unknown') || !invitation) {
    const retry = () => flow.send({ type: 'invitation.retry' })
    return (
      <Page>
        <ErrorState message={errorMessage(error)} onRetry={state.matches('unreachable') ? retry : undefined} />
      </Page>
    )
  }
  const [message, advice] = endingOf(state) ?? []
  if (message !== undefined) {
    return (
      <Page footer={state.matches('used') && <Onwards />}>
        <ErrorState message={message}>{advice}</ErrorState>
      </Page>
    )
  }
  const name = invitation.organizationName ?? 'the organization'
  if (state.matches('declined')) {
    return (
      <Page footer={<Onwards />}>
        <Alert tone="green">{inviteDeclined}</Alert>
        <Text tone="muted">If you change your mind, ask {invitation.invitedByName || 'them'} to invite you again.</Text>
      </Page>
    )
  }
  if (state.matches('asked')) {
    return (
      <Page>
        <Alert tone="green">{newInviteAskedFor}</Alert>
        <Text tone="muted">When they send a new one, this link opens it, too.</Text>
      </Page>
    )
  }
  if (state.matches('expired') || state.matches('asking')) {
    const ask = () => flow.send({ type: 'invitation.ask' })
    return (
      <Page>
        <ErrorState message={whyNotAnswered.expired}>{invitedTo(invitation)}</ErrorState>
        <Button variant="solid" wide busy={state.hasTag('busy')} onClick={ask}>
          Ask for a new one
        </Button>
      </Page>
    )
  }
  if (state.matches('accepted') || state.matches('member')) {
    const enter = () => flow.send({ type: 'invitation.enter' })
    return (
      <Page>
        <Alert tone="green">{alreadyMember(name)}</Alert>
        <Button variant="solid" wide busy={state.matches('accepted')} onClick={enter}>
          Open {name}
        </Button>
      </Page>
    )
  }
  return <PendingInvitation flow={flow} invitation={invitation} />
}

const Page = ({ children, footer }: { children: ReactNode; footer?: ReactNode }) => (
  <AuthLayout title="Invite" footer={footer}>
    <Stack>{children}</Stack>
  </AuthLayout>
)

/** Whoever is signed in comes to their dashboard, and anybody else signs in before. */
const Onwards = () => (
  <Link to="/dashboard" className={buttonStyle({ variant: 'link' })}>
    Go to Offerdesk
  </Link>
)
