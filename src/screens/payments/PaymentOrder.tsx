import { page } from '../../../styled-system/recipes/page'
import type { Payment } from '../../../contract/extensions/payments'
import type { PayableOrder } from '../../../contract/orders'
import { typedLines, cardText } from '../../../contract/rules/receipt'
import { Lines } from '../../components/base/Address'
import { Alert } from '../../components/base/Alert'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { capitalised, formatCount, formatDuration, formatPrice } from '../../components/base/format'
import { Moment } from '../../components/base/Moment'
import { SimpleTable } from '../../components/layout/SimpleTable'
import { useNow } from '../../browser/useNow'

interface PaymentProps {
  payment: Payment
}

/** Who is paid, and how much: what a customer looks for first (PY-06). */
export function PaymentHead({ payment: { order, due } }: PaymentProps) {
  const styles = page()
  return (
    <div className={styles.payHead}>
      {order.seller?.name && <p className={styles.paySeller}>{order.seller.name}</p>}
      <p className={styles.payAmount}>{formatPrice(due > 0 ? due : order.total, order.currency)}</p>
    </div>
  )
}

/** That it is paid, or what of it was given back since. */
export function PaidNotice({ payment: { order, refundedAt } }: PaymentProps) {
  const refunded = order.refundedTotal ?? 0
  if (refunded <= 0) return <Alert tone="green">This order is paid. Thank you.</Alert>
  const isWhole = refunded >= (order.paidTotal ?? 0)
  return (
    <Alert tone={isWhole ? 'blue' : 'green'}>
      {isWhole ? '' : 'This order is paid. '}Refunded {formatPrice(refunded, order.currency)}
      {refundedAt && (
        <>
          {' '}
          on <Moment iso={refundedAt} zone="written" />
        </>
      )}
      .
    </Alert>
  )
}

/** What was ordered, and what it comes to; folded on a phone, where the card form would else be far below. */
export function PaymentItems({ payment, isPaid }: PaymentProps & { isPaid: boolean }) {
  const { items } = payment.order
  const count = items?.length ?? 0
  // A receipt is printed as it stands.
  if (isPaid || count === 0 || !window.matchMedia('(max-width: 639.98px)').matches)
    return (
      <Card title="Items">
        <ItemsTable payment={payment} />
      </Card>
    )
  return (
    <Card>
      <details>
        <summary>{count === 1 ? '1 item' : `${formatCount(count)} items`}</summary>
        <ItemsTable payment={payment} />
      </details>
    </Card>
  )
}

function ItemsTable({ payment: { order, due } }: PaymentProps) {
  const money = (value: number | null | undefined) => formatPrice(value, order.currency)
  const tax = typeof order.taxTotal === 'number' && order.taxTotal !== 0
  const paid = order.paidTotal ?? 0
  const rate = order.taxRate ? ` (${order.taxRate} %)` : ''
  const refunded = order.refundedTotal ?? 0
  return (
    <SimpleTable
      label="Ordered items"
      columns={['Item', 'Quantity', 'Price', 'Total']}
      rows={(order.items ?? []).map((item, index) => ({
        id: item.id ?? `${index}`,
        cells: [item.name || '-', formatCount(item.quantity), money(item.unitPrice), money(item.total)],
        note: `${formatCount(item.quantity)} × ${money(item.unitPrice)}`,
      }))}
      totals={[
        { term: 'Subtotal', amount: money(order.subtotal) },
        { term: 'Shipping', amount: money(order.shippingTotal) },
        ...(tax
          ? [{ term: `${order.pricesIncludeTax ? 'Included tax' : 'Tax'}${rate}`, amount: money(order.taxTotal) }]
          : []),
        { term: 'Total', amount: money(order.total) },
        ...(paid > 0 && due > 0
          ? [
              { term: 'Paid already', amount: money(paid) },
              { term: 'To be paid', amount: money(due) },
            ]
          : []),
        ...(refunded > 0
          ? [
              { term: 'Refunded', amount: money(-refunded) },
              { term: 'Paid after refunds', amount: money(paid - refunded) },
            ]
          : []),
      ]}
    />
  )
}

/** Whose order it is, and until when it can be paid; once it is, the receipt. */
export function PaymentFacts({ payment: { order, attempt }, isPaid }: PaymentProps & { isPaid: boolean }) {
  const name = [order.customer?.firstName, order.customer?.lastName].filter(Boolean).join(' ')
  const money = (value: number | null | undefined) => formatPrice(value, order.currency)
  const wasPaidHere = isPaid && attempt?.state === 'succeeded'
  const card = cardText(order.paidBy)
  const { seller, refunds } = order
  return (
    <Card title={isPaid ? 'Receipt' : 'Order'}>
      <DescriptionList
        entries={[
          { term: 'Customer', detail: name },
          { term: 'Ordered on', detail: <Moment iso={order.createdAt} zone="written" /> },
          { term: 'Payment', detail: capitalised(order.paymentStatus?.replaceAll('_', ' ')) },
          ...(isPaid ? [] : [{ term: 'Link expires', detail: <Expiry iso={order.expiresAt} /> }]),
          ...(wasPaidHere
            ? [
                { term: 'Amount paid', detail: money(attempt.amount) },
                { term: 'Paid on', detail: <Moment iso={attempt.endedAt} zone="written" /> },
                { term: 'Reference', detail: attempt.reference },
              ]
            : []),
          ...(isPaid && card ? [{ term: 'Paid with', detail: card }] : []),
          ...(isPaid && refunds && refunds.length > 0
            ? [
                {
                  term: refunds.length === 1 ? 'Refund' : 'Refunds',
                  detail: refunds.map(({ amount, at }) => (
                    <div key={`${at} ${amount}`}>
                      {money(amount)} on <Moment iso={at} zone="written" />
                    </div>
                  )),
                },
              ]
            : []),
          ...(isPaid && seller?.name
            ? [
                {
                  term: 'Seller',
                  detail: <Lines lines={[seller.name, ...typedLines(seller.address)]} />,
                },
              ]
            : []),
          ...(isPaid && seller?.taxNumber ? [{ term: 'Tax number of the seller', detail: seller.taxNumber }] : []),
        ]}
      />
    </Card>
  )
}

/** The moment in the customer's zone, and how long it is until then. */
function Expiry({ iso }: { iso: string | null | undefined }) {
  const now = useNow()
  const seconds = Date.parse(iso ?? '') / 1_000 - now
  return (
    <>
      <Moment iso={iso} zone="written" />
      {Number.isFinite(seconds) && (
        <>
          <br />
          <span role="timer">{seconds > 0 ? `${formatDuration(seconds)} left` : 'It has expired.'}</span>
        </>
      )}
    </>
  )
}

/** Whom to ask. */
export function Questions({ order, title, isPaid }: { order: PayableOrder; title: string; isPaid: boolean }) {
  const { supportEmail } = order.seller ?? {}
  if (!supportEmail) return `${isPaid ? 'Questions? ' : ''}Please contact the seller.`
  return (
    <>
      Questions? Write to <a href={`mailto:${supportEmail}?subject=${encodeURIComponent(title)}`}>{supportEmail}</a>.
    </>
  )
}
