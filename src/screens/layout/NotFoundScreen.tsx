import { Link } from '@tanstack/react-router'
import { buttonStyle } from '../../components/base/Button'
import { EmptyState } from '../../components/base/EmptyState'
import { PublicLayout } from '../../components/layout/PublicLayout'

/** An address that leads nowhere (RT-11). */
export function NotFoundScreen() {
  return (
    <PublicLayout>
      <EmptyState
        title="Not Found"
        level={1}
        actions={
          <Link to="/" className={buttonStyle({ variant: 'outline' })}>
            Go to the start page
          </Link>
        }
      >
        There is no page at this address.
      </EmptyState>
    </PublicLayout>
  )
}
