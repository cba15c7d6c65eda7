import { useSelector } from '@xstate/react'
import { errorMessage } from '../../../contract/client/errors'
import { linkMessage } from '../../../machines/payments/paymentRead'
import { Alert } from '../../components/base/Alert'
import { Button } from '../../components/base/Button'
import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import { PageHeader } from '../../components/base/PageHeader'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { takeFocus } from '../../components/form/placed'
import { PublicLayout } from '../../components/layout/PublicLayout'
import { isBegunHere, type PaymentRef } from './startPayment'
import { PaidNotice, PaymentFacts, PaymentHead, PaymentItems, Questions } from './PaymentOrder'
import { PaymentStep } from './PaymentStep'

/** What a customer is asked to pay, and how (RT-03, PY-01). */
export function PaymentScreen({ flow }: { flow: PaymentRef }) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const { payment, error } = state.context
  if (state.matches('loading')) {
    return (
      <PublicLayout>
        <LoadingState isPage />
      </PublicLayout>
    )
  }
  if (state.matches('unreachable') || state.matches('ended')) {
    return (
      <PublicLayout>
        <PageHeader title="This payment link could not be opened" />
        {state.matches('unreachable') ? (
          <ErrorState message={errorMessage(error)} onRetry={() => flow.send({ type: 'payment.retry' })}>
            Check your connection, and try again in a moment.
          </ErrorState>
        ) : (
          <EndedLink flow={flow} />
        )}
      </PublicLayout>
    )
  }
  if (!payment) return null
  const { order } = payment
  const title = `Order ${order.number ?? order.id}`
  return (
    <PublicLayout>
      <PaymentHead payment={payment} />
      <PageHeader title={title} />
      <Stack>
        {state.matches({ open: 'paid' }) && (
          <div tabIndex={-1} ref={isBegunHere(payment) ? takeFocus : undefined}>
            <PaidNotice payment={payment} />
          </div>
        )}
        <PaymentItems payment={payment} isPaid={state.matches({ open: 'paid' })} />
        <PaymentStep flow={flow} payment={payment} />
        <PaymentFacts payment={payment} isPaid={state.matches({ open: 'paid' })} />
        <Text tone="muted">
          {state.matches({ open: 'notOffered' }) && payment.whyNot && `${payment.whyNot} `}
          <Questions order={order} title={title} isPaid={state.matches({ open: 'paid' })} />
        </Text>
      </Stack>
    </PublicLayout>
  )
}

/** What to do with a link that opens nothing any more, each for its reason. */
function EndedLink({ flow }: { flow: PaymentRef }) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const message = linkMessage(state.context.error)
  if (state.matches({ ended: 'asked' })) {
    return <Alert tone="green">The seller has been told. A new link is sent to you as soon as they make one.</Alert>
  }
  if (state.matches({ ended: 'replaced' })) {
    return <ErrorState message={message}>Open the newest link that you were sent.</ErrorState>
  }
  if (state.matches({ ended: 'expired' }) || state.matches({ ended: 'asking' })) {
    return (
      <Stack>
        <ErrorState message={message} />
        <Button
          variant="solid"
          size="lg"
          wide
          busy={state.hasTag('busy')}
          onClick={() => flow.send({ type: 'link.ask' })}
        >
          Ask for a new link
        </Button>
      </Stack>
    )
  }
  return (
    <ErrorState message={message}>
      {state.matches({ ended: 'cancelled' })
        ? 'Nothing is to be paid here. Please contact the seller if you still want to order.'
        : 'Please ask the seller for a new link.'}
    </ErrorState>
  )
}
