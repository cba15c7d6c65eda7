import { useMemo } from 'react'
import type { SoldOrder } from '../../../contract/extensions/collaborations'
import { soldOrderList } from '../../../contract/lists/soldOrders'
import { orderName } from '../../../contract/orders'
import { Card } from '../../components/base/Card'
import { formatPrice } from '../../components/base/format'
import { listColumns } from '../../components/table/columns'
import { ResourceTable } from '../../components/table/ResourceTable'
import { exporting } from '../listExports/exporting'
import { OrderLink } from '../layout/OrderLink'
import { soldOrderActions } from './actions'
import { itemsText } from '../../../contract/rules/partnerTexts'
import { isStopped, OrderStatus } from '../orders/orderStatus'

const column = listColumns(soldOrderList)

const columnsFor = (isOwn: boolean) => [
  // An order is opened by whoever it belongs to.
  column('number', { size: 90, cell: (order) => (isOwn ? <OrderLink order={order} /> : orderName(order)) }),
  column('customerName', { card: {}, cell: ({ customerName, customerEmail }) => customerName || customerEmail }),
  column('total', { cell: ({ total, currency }) => formatPrice(total, currency), card: {} }),
  column('items', { cell: itemsText, wraps: true, card: {} }),
  column('paymentStatus', {
    cell: (order) => <OrderStatus status={isStopped(order) ? order.status : order.paymentStatus} />,
    card: {},
  }),
  column('createdAt', { precision: 'day' }),
  column('campaignName', { card: {} }),
  column('agentName', { card: { before: 'Sold by' } }),
]
/** What the partner does with what they have sold. */
const actionsIn = (collaborationId: string) => ({
  label: (order: SoldOrder) => `Actions for order ${orderName(order)}`,
  actions: soldOrderActions(collaborationId),
})

const columns = { own: columnsFor(true), theirs: columnsFor(false) }

interface SoldOrdersProps {
  collaborationId: string
  /** Whether the orders are those of the organization that looks. */
  isOwn: boolean
  as: 'partner' | undefined
}

/** What the partner has sold (CO-01), of which both organizations see the same. */
export function SoldOrders({ collaborationId, isOwn, as }: SoldOrdersProps) {
  const within = useMemo(() => ({ collaborationId, ...(as && { as }) }), [collaborationId, as])
  const toolbar = useMemo(() => exporting(soldOrderList, within), [within])
  const rowActions = useMemo(() => actionsIn(collaborationId), [collaborationId])
  return (
    <Card title="Orders sold">
      <ResourceTable
        resource="soldOrders"
        within={within}
        label="Orders"
        columns={isOwn ? columns.own : columns.theirs}
        failure="Error fetching orders"
        rowActions={isOwn || as ? undefined : rowActions}
        toolbar={toolbar}
      />
    </Card>
  )
}
