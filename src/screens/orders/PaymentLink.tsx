import { useSelector } from '@xstate/react'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { OrderPayments } from '../../../contract/extensions/payments'
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
  /** It was placed just now, so that what its payments are is known before they are read. */
  isNew?: boolean | undefined
}

const noPayments = ({ total, currency }: OrderRecord): OrderPayments => ({
  link: null,
  attempts: [],
  refunds: [],
  refundable: 0,
  due: total ?? 0,
  currency,
})

/** The payment link of an order as soon as its payments are read; its place is kept meanwhile. */
export function PaymentLink({ order, payments, isBegun, isNew }: PaymentLinkProps) {
  const state = useSelector(payments, (snapshot) => snapshot)
  const isFailed = state.matches({ answer: 'failed' })
  const record = state.context.record ?? (order && isNew && !isFailed ? noPayments(order) : undefined)
  if (order && record) return <PaymentLinkCard order={order} payments={record} isBegun={isBegun} />
  return (
    <Card title="Payment link">
      {isFailed ? (
        <ErrorState message="Error fetching payments" onRetry={() => payments.send({ type: 'record.retry' })} />
      ) : (
        <LoadingState />
      )}
    </Card>
  )
}
