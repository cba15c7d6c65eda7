import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { errorMessage, isRefusedForGood } from '../../../contract/client/errors'
import { ErrorState } from '../../components/base/ErrorState'
import { PageHeader } from '../../components/base/PageHeader'
import { PublicLayout } from '../../components/layout/PublicLayout'
import { isLoadFailure } from '../../wiring/lazyPage'
import { PageFailure } from '../layout/PageFailure'

/** A payment link that opens no order: expired, replaced, mistyped, or the network failed (ER-02). */
export default function PaymentFailure(props: ErrorComponentProps) {
  const router = useRouter()
  const { error } = props
  if (isLoadFailure(error)) return <PageFailure {...props} />
  // A link that has ended does not begin again by trying.
  const hasEnded = error instanceof Error && isRefusedForGood(error.cause)
  return (
    <PublicLayout>
      <PageHeader title="This payment link could not be opened" />
      <ErrorState message={errorMessage(error)} onRetry={hasEnded ? undefined : () => void router.invalidate()}>
        {hasEnded ? 'Please ask the seller for a new link.' : 'Check your connection, and try again in a moment.'}
      </ErrorState>
    </PublicLayout>
  )
}
