import { useRouter } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { Invitation } from '../../../contract/extensions/invites'
import type { AuthMode } from '../../../contract/forms/auth'
import { mayDo } from '../../../contract/rules/members'
import { Button } from '../../components/base/Button'
import { DescriptionList } from '../../components/base/DescriptionList'
import { Moment } from '../../components/base/Moment'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { AuthLayout } from '../../components/layout/AuthLayout'
import { useApp } from '../../app/context'
import { tap } from '../../app/tap'
import { wireAuth } from '../../data/resources/auth'
import { AuthForm } from '../session/AuthForm'
import { type InvitationRef, invitedTo } from './startInvitation'

/** An invite that can be answered: by whoever it is for, once they are signed in (IN-01, IN-02). */
export function PendingInvitation({ flow, invitation }: { flow: InvitationRef; invitation: Invitation }) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const { email, token } = state.context
  const name = invitation.organizationName ?? 'the organization'
  if (state.matches({ pending: 'another' })) {
    return (
      <AuthLayout title={`Invite to ${name}`} description={invitedTo(invitation)}>
        <Stack>
          <Text>
            It is for <strong>{invitation.email}</strong>, and you are signed in as <strong>{email}</strong>.
          </Text>
          <Button variant="solid" wide onClick={() => flow.send({ type: 'account.switch' })}>
            Switch account
          </Button>
        </Stack>
      </AuthLayout>
    )
  }
  const isBusy = state.hasTag('busy')
  const decline = (
    <Button
      wide
      busy={state.matches('declining')}
      disabled={isBusy}
      onClick={() => flow.send({ type: 'invitation.decline' })}
    >
      Decline
    </Button>
  )
  return (
    <AuthLayout title={`Invite to ${name}`} description={invitedTo(invitation)}>
      <Stack>
        <DescriptionList
          entries={[
            { term: 'For', detail: invitation.email },
            { term: 'What you will do', detail: mayDo[invitation.role] },
            { term: 'Answer until', detail: <Moment iso={invitation.expiresAt} /> },
          ]}
        />
        {state.matches({ pending: 'signIn' }) && (
          <>
            <Text>Sign in to accept.</Text>
            <SignIn mode="signIn" email={invitation.email} />
          </>
        )}
        {state.matches({ pending: 'signUp' }) && (
          <>
            <Text>Make your account to accept.</Text>
            <SignIn mode="completion" email={invitation.email} inviteToken={token} />
          </>
        )}
        {(state.matches({ pending: 'open' }) || state.matches('accepting')) && (
          <Button
            variant="solid"
            wide
            busy={state.matches('accepting')}
            disabled={isBusy}
            onClick={() => flow.send({ type: 'invitation.accept' })}
          >
            Accept
          </Button>
        )}
        {decline}
      </Stack>
    </AuthLayout>
  )
}

const stay = () => {}

/** Signing in where the invite is shown; making an account by it accepts it, and leads on. */
function SignIn({ mode, email, inviteToken }: { mode: AuthMode; email: string; inviteToken?: string }) {
  const app = useApp()
  const router = useRouter()
  const isNew = inviteToken !== undefined
  const machine = useMemo(() => {
    const leave = isNew ? () => void router.navigate({ to: '/dashboard', replace: true }) : stay
    return wireAuth(app, { writeMode: stay, leave })
  }, [app, router, isNew])
  const auth = useActorRef(machine, {
    id: 'auth',
    inspect: tap.observe,
    input: { mode, email, organizationName: '', token: undefined, inviteToken },
  })
  return <AuthForm auth={auth} isInPlace />
}
