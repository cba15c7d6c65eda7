import { Link } from '@tanstack/react-router'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { PackLine } from '../../../contract/forms/fulfilments'
import { type PackedFulfilment, fulfilmentName } from '../../../contract/fulfilments'
import { whyForbidden } from '../../../contract/permissions'
import { RowMenu } from '../../components/actions/RowMenu'
import { useActionSurroundings } from '../../components/actions/useActionSurroundings'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { formatMoment } from '../../components/base/format'
import { Row } from '../../components/base/Row'
import { Text } from '../../components/base/Text'
import { SimpleTable } from '../../components/layout/SimpleTable'
import { useMembership, useWorkspace } from '../../app/context'
import { OrderStatus } from '../orders/orderStatus'
import { fulfilmentActionsOf } from './actions'
import { TrackingLink } from './TrackingLink'
import { whyNotPacked } from './whyNotDone'

/** What of the order is in no parcel, all of it chosen at first. */
function unpackedLines({ items, fulfilments }: OrderRecord): PackLine[] {
  const packed = fulfilments.filter(({ status }) => status !== 'cancelled').flatMap(({ contents }) => contents)
  return items.flatMap(({ id, name, quantity }) => {
    const inFulfilments = packed.reduce((sum, one) => (one.orderItemId === id ? sum + one.quantity : sum), 0)
    const most = (quantity ?? 0) - inFulfilments
    return id && most > 0 ? [{ orderItemId: id, name: name ?? id, most, quantity: `${most}` }] : []
  })
}

/** The parcels of an order, and what can be done with them (OR-02, FU-03). */
export function OrderFulfilments({ order }: { order: OrderRecord }) {
  const workspace = useWorkspace()
  const lines = unpackedLines(order)
  const why = whyForbidden(useMembership(), 'fulfilments.pack') ?? whyNotPacked(order, lines)
  const add = () => workspace.send({ type: 'open.fulfilmentPack', recordId: order.id, input: { order, lines } })
  return (
    <Card title="Fulfilments">
      {order.fulfilments.length === 0 ? (
        <Text tone="muted">Nothing has been packed yet.</Text>
      ) : (
        <FulfilmentTable order={order} />
      )}
      <Row justify="end">
        {why !== undefined && (
          <Text as="span" size="sm" tone="muted">
            {why}
          </Text>
        )}
        <Button disabled={why !== undefined} onClick={add}>
          Add fulfilment
        </Button>
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
      rows={order.fulfilments.map((parcel) => ({
        id: parcel.id,
        cells: [
          parcel.trackingNumber ? <TrackingLink key="number" parcel={parcel} /> : 'No number yet',
          parcel.items || '-',
          parcel.carrier || '-',
          formatMoment(parcel.shippedAt),
          <FulfilmentStatusBadge key="status" order={order} parcel={parcel} />,
        ],
        note: [parcel.items, parcel.carrier, formatMoment(parcel.shippedAt)]
          .filter((text) => text && text !== '-')
          .join(', '),
      }))}
      totals={[]}
    />
  )
}

function FulfilmentStatusBadge({ order, parcel }: { order: OrderRecord; parcel: PackedFulfilment }) {
  const surroundings = useActionSurroundings()
  return (
    <Row justify="end">
      <OrderStatus status={parcel.status} />
      <Link to="/fulfilments/packing" search={{ ids: parcel.id }}>
        Packing list
      </Link>
      <RowMenu
        label={`Actions for the ${fulfilmentName(parcel)}${parcel.trackingNumber ? `, ${parcel.trackingNumber}` : ''}`}
        actions={fulfilmentActionsOf(order)}
        row={parcel}
        surroundings={surroundings}
      />
    </Row>
  )
}
