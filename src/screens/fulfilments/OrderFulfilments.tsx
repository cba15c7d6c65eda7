import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { OrderRecord } from '../../../contract/extensions/orders'
import { type PackedFulfilment, fulfilmentName } from '../../../contract/fulfilments'
import { ActionButton } from '../../components/actions/ActionButton'
import { RowMenu } from '../../components/actions/RowMenu'
import { useAction, useActionSurroundings } from '../../components/actions/useAction'
import { Card } from '../../components/base/Card'
import { formatShort } from '../../components/base/format'
import { Row } from '../../components/base/Row'
import { Text } from '../../components/base/Text'
import { SimpleTable } from '../../components/layout/SimpleTable'
import { OrderStatus } from '../orders/orderStatus'
import { fulfilmentActionsOf, packFulfilment } from './actions'
import { TrackingLink } from './TrackingLink'

/** The parcels of an order, and what can be done with them (OR-02, FU-03). */
export function OrderFulfilments({ order }: { order: OrderRecord }) {
  const { reason } = useAction(packFulfilment, order)
  const reasonId = useId()
  return (
    <Card title="Fulfilments">
      {order.fulfilments.length === 0 ? (
        <Text tone="muted">Nothing has been packed yet.</Text>
      ) : (
        <FulfilmentTable order={order} />
      )}
      <Row justify="end">
        {reason !== undefined && (
          <span id={reasonId}>
            <Text as="span" size="sm" tone="muted">
              {reason}
            </Text>
          </span>
        )}
        <ActionButton action={packFulfilment} row={order} reasonId={reasonId} />
      </Row>
    </Card>
  )
}

function FulfilmentTable({ order }: { order: OrderRecord }) {
  return (
    <SimpleTable
      label="Fulfilments"
      columns={['Tracking number', 'Items', 'Carrier', 'Shipped', 'Status']}
      texts={['Items', 'Carrier']}
      rows={order.fulfilments.map((fulfilment) => ({
        id: fulfilment.id,
        cells: [
          fulfilment.trackingNumber ? <TrackingLink key="number" fulfilment={fulfilment} /> : 'No number yet',
          fulfilment.items || '-',
          fulfilment.carrier || '-',
          formatShort(fulfilment.shippedAt),
          <FulfilmentStatusBadge key="status" order={order} fulfilment={fulfilment} />,
        ],
        note: [fulfilment.items, fulfilment.carrier, formatShort(fulfilment.shippedAt)]
          .filter((text) => text && text !== '-')
          .join(', '),
      }))}
      totals={[]}
    />
  )
}

function FulfilmentStatusBadge({ order, fulfilment }: { order: OrderRecord; fulfilment: PackedFulfilment }) {
  const surroundings = useActionSurroundings()
  return (
    <Row justify="end">
      <OrderStatus status={fulfilment.status} />
      <Link to="/fulfilments/packing" search={{ ids: fulfilment.id }}>
        Packing list
      </Link>
      <RowMenu
        label={`Actions for the ${fulfilmentName(fulfilment)}${fulfilment.trackingNumber ? `, ${fulfilment.trackingNumber}` : ''}`}
        actions={fulfilmentActionsOf(order)}
        row={fulfilment}
        surroundings={surroundings}
      />
    </Row>
  )
}
