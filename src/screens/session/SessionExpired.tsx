import { Suspense } from 'react'
import { useSession } from '../../app/context'
import { lazyPage } from '../../app/lazyPage'
import { PartBoundary } from '../layout/PartBoundary'

export const SignInAgainDialog = lazyPage(() => import('./SignInAgainDialog'))

/** When the session has expired, the person signs in again over the work on the screen (SE-13). */
export function SessionExpired() {
  const user = useSession((session) =>
    session.matches({ signedIn: { token: 'expired' } }) ? session.context.user : undefined,
  )
  if (!user) return null
  return (
    <PartBoundary>
      <Suspense>
        <SignInAgainDialog email={user.email} />
      </Suspense>
    </PartBoundary>
  )
}
