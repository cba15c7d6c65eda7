import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import type { SoldOrder } from '../../../contract/extensions/collaborations'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { ErrorState } from '../../components/base/ErrorState'
import { formatPrice } from '../../components/base/format'
import { LoadingState } from '../../components/base/LoadingState'
import { useApp, useSession } from '../../app/context'
import { readSalePayment, saleLinkActors } from '../../data/resources/saleLinks'
import { useRecord } from '../../data/useRecord'
import { PaymentLinkCard } from '../orders/PaymentLinkCard'
import { itemsText } from '../../../contract/rules/partnerTexts'

interface SalePaymentProps {
  collaborationId: string
  order: SoldOrder
  /** Whether sending the link is what comes next. */
  isBegun?: boolean
}

/** What was sold in what a partner shares, and the link that its customer pays by (CO-02, NO-06). */
export function SalePayment({ collaborationId, order, isBegun }: SalePaymentProps) {
  const { api } = useApp()
  const organizationId = useSession(({ context }) => context.organizationId)
  const sale = { organizationId, collaborationId, orderId: order.id }
  const payment = useRecord('payments', readSalePayment(api, sale))
  const state = useSelector(payment, (snapshot) => snapshot)
  const actors = useMemo(
    () => saleLinkActors(api, { organizationId, collaborationId }),
    [api, organizationId, collaborationId],
  )
  const { record } = state.context
  return (
    <>
      <Card>
        <DescriptionList
          layout="rows"
          entries={[
            { term: 'Customer', detail: order.customerName || order.customerEmail },
            { term: 'Items', detail: itemsText(order) },
            { term: 'Total', detail: formatPrice(order.total, order.currency) },
          ]}
        />
      </Card>
      {record ? (
        <PaymentLinkCard
          order={{ id: order.id, status: order.status, customer: { email: order.customerEmail } }}
          payments={record}
          closed={record.whyNot ?? undefined}
          actors={actors}
          isBegun={isBegun}
        />
      ) : (
        <Card title="Payment link">
          {state.matches({ answer: 'failed' }) ? (
            <ErrorState message="Error fetching payments" onRetry={() => payment.send({ type: 'record.retry' })} />
          ) : (
            <LoadingState />
          )}
        </Card>
      )}
    </>
  )
}
