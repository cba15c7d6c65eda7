import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { errorMessage } from '../../../contract/client/errors'
import { ErrorState } from '../../components/base/ErrorState'
import { PageHeader } from '../../components/base/PageHeader'
import { PublicLayout } from '../../components/layout/PublicLayout'
import { isLoadFailure } from '../../wiring/lazyPage'
import { PageFailure } from '../layout/PageFailure'

/** A payment link that opens no order: expired, replaced, mistyped, or the network failed (ER-02). */
export default function PaymentFailure(props: ErrorComponentProps) {
  const router = useRouter()
  if (isLoadFailure(props.error)) return <PageFailure {...props} />
  return (
    <PublicLayout>
      <PageHeader title="This payment link could not be opened" />
      <ErrorState message={errorMessage(props.error)} onRetry={() => void router.invalidate()} />
    </PublicLayout>
  )
}
