import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { page } from '../../../styled-system/recipes/page'
import { buttonStyle } from '../../components/base/Button'
import { Stack } from '../../components/base/Stack'
import { AuthLayout } from '../../components/layout/AuthLayout'
import { useApp, useSession } from '../../app/context'
import { PublicPending } from '../layout/PublicPending'

const TryDemo = lazy(() => import('./TryDemo'))

/** What it is and the ways in; who is signed in is led to the dashboard by the route (RT-01, LP-01). */
export default function LandingScreen() {
  const { demo } = useApp().config
  const isSignedOut = useSession((session) => session.hasTag('signedOut'))
  const styles = page()
  if (!isSignedOut) return <PublicPending />
  return (
    <AuthLayout title="The back office for campaign sales">
      <ul className={styles.points}>
        <li>Run campaigns, each with its offers, their prices and their limits.</li>
        <li>Take orders on the phone, and send links to pay them.</li>
        <li>Let mails follow every order by themselves.</li>
      </ul>
      <Stack gap="sm">
        <Link to="/auth" search={{}} className={buttonStyle({ variant: 'solid', shape: 'wide' })}>
          Sign in
        </Link>
        <Link to="/auth" search={{ mode: 'signup' }} className={buttonStyle({ variant: 'outline', shape: 'wide' })}>
          Sign up
        </Link>
        {demo && (
          <Suspense>
            <TryDemo demo={demo} />
          </Suspense>
        )}
      </Stack>
    </AuthLayout>
  )
}
