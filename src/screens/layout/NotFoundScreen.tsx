import { Link } from '@tanstack/react-router'
import { use } from 'react'
import { buttonStyle } from '../../components/base/Button'
import { EmptyState } from '../../components/base/EmptyState'
import { PublicLayout } from '../../components/layout/PublicLayout'
import { useSession, WorkspaceContext } from '../../app/context'
import { useTitle } from '../../browser/useTitle'
import { SignedInFrame } from './SignedInFrame'

/** An address that leads nowhere (RT-11); who is signed in stays inside the layout (GE-12). */
export function NotFoundScreen() {
  const isSignedOut = useSession((session) => session.hasTag('signedOut'))
  const isInside = use(WorkspaceContext) !== undefined
  useTitle('Not Found')
  const text = (
    <EmptyState
      title="Not Found"
      level={1}
      actions={
        <Link to={isSignedOut ? '/' : '/dashboard'} className={buttonStyle({ variant: 'outline' })}>
          {isSignedOut ? 'Go to the start page' : 'Go to the dashboard'}
        </Link>
      }
    >
      There is no page at this address.
    </EmptyState>
  )
  if (isInside) return text
  return isSignedOut ? <PublicLayout>{text}</PublicLayout> : <SignedInFrame>{text}</SignedInFrame>
}
