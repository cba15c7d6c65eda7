import type { OrderRecord } from '../../../contract/extensions/orders'
import type { OrderPayments } from '../../../contract/extensions/payments'
import { negative, signedAmount } from '../../../contract/rules/amounts'
import { reasonText } from '../../../contract/rules/declineReasons'
import { Card } from '../../components/base/Card'
import { formatShort, formatPrice, statusText } from '../../components/base/format'
import { Text } from '../../components/base/Text'
import { SimpleTable } from '../../components/layout/SimpleTable'
import { OrderStatus } from './orderStatus'

interface Moved {
  id: string
  what: string
  at: string | null | undefined
  why: string | null | undefined
  gateway: string | null | undefined
  reference: string | null | undefined
  status: string | null | undefined
  amount: number | null | undefined
}

/** Every attempt to pay and every refund, the oldest first: what moved money, and what did not. */
function movedOf(order: OrderRecord, payments: OrderPayments | undefined): Moved[] {
  const { transactions } = order
  const failures = new Map(payments?.refunds.map(({ id, failure, reason }) => [id, failure || reason]))
  const references = new Set(transactions.map(({ reference }) => reference))
  const attempts = (payments?.attempts ?? []).filter(
    ({ state, reference }) => state !== 'succeeded' && !(reference && references.has(reference)),
  )
  return [
    ...transactions.map((one) => ({
      id: one.id,
      what: statusText(one.type),
      at: one.createdAt,
      why: one.failureMessage || failures.get(one.id),
      gateway: one.gatewayName || (order.importedNumber ? 'Paid elsewhere' : undefined),
      reference: one.reference,
      status: one.status,
      amount: signedAmount(one),
    })),
    ...attempts.map((one) => ({
      id: one.id,
      what: 'Attempt',
      at: one.createdAt,
      why: one.state === 'declined' ? one.reason || reasonText(one.reasonCode) : one.reason,
      gateway: one.gatewayName,
      reference: one.reference,
      status: one.state,
      amount: one.amount,
    })),
  ].toSorted((one, other) => String(one.at).localeCompare(String(other.at)))
}

/** What was tried, paid and given back, and what that leaves (OR-02). */
export function OrderPaymentsCard({ order, payments }: { order: OrderRecord; payments: OrderPayments | undefined }) {
  const moved = movedOf(order, payments)
  const money = (value: number | null | undefined) => formatPrice(value, order.currency)
  return (
    <Card title="Payments">
      {moved.length === 0 ? (
        <Text tone="muted">Nothing has been paid yet.</Text>
      ) : (
        <SimpleTable
          label="Payments"
          columns={['Payment', 'Gateway', 'Reference', 'Status', 'Amount']}
          texts={['Gateway', 'Reference', 'Status']}
          rows={moved.map(({ id, what, at, why, gateway, reference, status, amount }) => ({
            id,
            cells: [
              `${what}, ${formatShort(at)}${why ? `: ${why}` : ''}`,
              gateway || '-',
              reference || '-',
              <OrderStatus key="status" status={status} />,
              money(amount),
            ],
            note: statusText(status),
          }))}
          totals={[
            { term: 'Paid', amount: money(order.paidTotal) },
            { term: 'Refunded', amount: money(negative(order.refundedTotal)) },
            ...(payments ? [{ term: 'Due', amount: money(payments.due) }] : []),
          ]}
        />
      )}
    </Card>
  )
}
