import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { AuthLayout } from '../../components/layout/AuthLayout'
import { authModeOf, modeParameter } from './authMode'
import { useApp, useSession } from '../../app/context'
import { Button } from '../../components/base/Button'
import { tap } from '../../app/tap'
import { wireAuth } from '../../data/resources/auth'
import { safeRedirect } from './redirect'
import { AuthForm, currentMode } from './AuthForm'
import { authModes, secondStepText } from './authModes'
import { whyNoSignUp } from '../../../contract/rules/signUp'

const route = getRouteApi('/auth')

/** Signing in, signing up, and getting back in with a forgotten password (SE-06, SE-08, SE-09). */
export default function AuthScreen() {
  const ended = useSession(({ context }) => context.ended)
  return ended === undefined ? <Authenticating /> : <AccessEnded message={ended} />
}

/** What whoever was put out reads before they can sign in as somebody else (AU-01). */
function AccessEnded({ message }: { message: string }) {
  const { session } = useApp()
  return (
    <AuthLayout title="You are signed out" description={message}>
      <Button onClick={() => session.send({ type: 'session.logout' })}>Go to sign in</Button>
    </AuthLayout>
  )
}

function Authenticating() {
  const app = useApp()
  const router = useRouter()
  const search = route.useSearch()
  const machine = useMemo(
    () =>
      wireAuth(app, {
        writeMode: (mode) => {
          const { token: _token, inviteToken: _inviteToken, ...kept } = router.state.location.search
          void router.navigate({ to: '/auth', search: { ...kept, mode: modeParameter(mode) }, replace: true })
        },
        leave: () => void router.navigate({ href: safeRedirect(search.redirect), replace: true }),
      }),
    [app, router, search.redirect],
  )
  const auth = useActorRef(machine, {
    id: 'auth',
    inspect: tap.observe,
    input: {
      mode: authModeOf(search),
      email: search.email ?? '',
      organizationName: search.organizationName ?? '',
      token: search.token,
      inviteToken: search.inviteToken,
    },
  })
  const mode = useSelector(auth, currentMode)
  const { title, description } = authModes[mode]
  const ways = useSelector(auth, ({ context }) => context.secondStep?.ways)
  const whyNot = mode === 'signUp' ? whyNoSignUp(app.config.signUp) : undefined
  if (whyNot !== undefined) {
    return (
      <AuthLayout title={title} description={whyNot}>
        <Button onClick={() => auth.send({ type: 'mode.choose', mode: 'signIn' })}>Back to sign in</Button>
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={title} description={mode === 'secondStep' ? secondStepText(ways ?? []) : description}>
      <AuthForm auth={auth} />
    </AuthLayout>
  )
}
