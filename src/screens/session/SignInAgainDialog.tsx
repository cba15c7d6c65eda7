import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { Button } from '../../components/base/Button'
import { Dialog } from '../../components/overlay/Dialog'
import { wireAuth } from '../../data/resources/auth'
import { useApp } from '../../app/context'
import { tap } from '../../app/tap'
import { AuthForm } from './AuthForm'

const stay = () => {}

export default function SignInAgainDialog({ email }: { email: string }) {
  const app = useApp()
  const machine = useMemo(() => wireAuth(app, { writeMode: stay, leave: stay }), [app])
  const auth = useActorRef(machine, {
    id: 'auth',
    inspect: tap.observe,
    input: { mode: 'signIn', email, organizationName: '', token: undefined, inviteToken: undefined },
  })
  return (
    <Dialog
      open
      title="Sign in again"
      description="Your session has expired. Nothing that you typed is lost."
      onClose={stay}
      focusOn="password"
      footer={<Button onClick={() => app.session.send({ type: 'session.logout' })}>Log out</Button>}
    >
      <AuthForm auth={auth} isInPlace />
    </Dialog>
  )
}
