import { useSelector } from '@xstate/react'
import type { OrderRecord } from '../../../contract/extensions/orders'
import { Card } from '../../components/base/Card'
import { ErrorState } from '../../components/base/ErrorState'
import { LoadingState } from '../../components/base/LoadingState'
import type { ReadOrderPayments } from '../../data/resources/orders'
import type { RecordRef } from '../../data/useRecord'
import { PaymentLinkCard } from './PaymentLinkCard'

interface PaymentLinkProps {
  order: OrderRecord | undefined
  payments: RecordRef<ReadOrderPayments>
  /** Sending it is what comes next, unless somebody is elsewhere by then. */
  isBegun?: boolean | undefined
}

/** The payment link of an order as soon as its payments are read; its place is kept meanwhile. */
export function PaymentLink({ order, payments, isBegun }: PaymentLinkProps) {
  const state = useSelector(payments, (snapshot) => snapshot)
  const { record } = state.context
  if (order && record) return <PaymentLinkCard order={order} payments={record} isBegun={isBegun} />
  return (
    <Card title="Payment link">
      {state.matches({ answer: 'failed' }) ? (
        <ErrorState message="Error fetching payments" onRetry={() => payments.send({ type: 'record.retry' })} />
      ) : (
        <LoadingState />
      )}
    </Card>
  )
}
