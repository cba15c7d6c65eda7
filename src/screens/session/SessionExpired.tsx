import { lazy, Suspense } from 'react'
import { useSession } from '../../wiring/context'

const SignInAgainDialog = lazy(() => import('./SignInAgainDialog'))

/** When the session has expired, the person signs in again over the work on the screen (SE-13). */
export function SessionExpired() {
  const user = useSession((session) =>
    session.matches({ signedIn: { token: 'expired' } }) ? session.context.user : undefined,
  )
  return <Suspense>{user && <SignInAgainDialog email={user.email} />}</Suspense>
}
