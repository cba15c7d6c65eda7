import { Link } from '@tanstack/react-router'
import { AuthLayout } from '../../components/layout/AuthLayout'
import { buttonStyle } from '../../components/base/Button'
import { Stack } from '../../components/base/Stack'
import { useSession } from '../../wiring/context'

/** The start page (RT-01). */
export default function LandingScreen() {
  const isSignedIn = useSession((session) => session.hasTag('signedIn'))
  return (
    <AuthLayout
      title="Offerdesk"
      description="The back office for campaign sales: campaigns, offers and the mails that go with them."
    >
      <Stack gap="sm">
        {isSignedIn ? (
          <Link to="/dashboard" className={buttonStyle({ variant: 'solid', shape: 'wide' })}>
            Open dashboard
          </Link>
        ) : (
          <>
            <Link to="/auth" search={{}} className={buttonStyle({ variant: 'solid', shape: 'wide' })}>
              Sign in
            </Link>
            <Link to="/auth" search={{ mode: 'signup' }} className={buttonStyle({ variant: 'outline', shape: 'wide' })}>
              Sign up
            </Link>
          </>
        )}
      </Stack>
    </AuthLayout>
  )
}
