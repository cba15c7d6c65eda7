import { useSelector } from '@xstate/react'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { OrderPayments } from '../../../contract/extensions/payments'
import { orderThen } from '../../../machines/lives/orderThen'
import { Alert } from '../../components/base/Alert'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { formatCount, formatMoment, formatPrice } from '../../components/base/format'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { Statechart } from '../../components/chart/Statechart'
import { Timeline } from '../../components/layout/Timeline'
import { lifeChart, useOrderHistory } from './useOrderHistory'
import { eventTitle, OrderStatus } from './orderStatus'

interface OrderHistoryProps {
  order: OrderRecord
  payments: Pick<OrderPayments, 'attempts' | 'refunds'>
}

const litBy = (state: string | undefined): ReadonlySet<string> =>
  new Set(state === undefined ? [] : [`orderLife.${state}`])

/** What happened to an order; an event that is chosen shows what the order was then, in its own statechart (OR-04). */
export function OrderHistory({ order, payments }: OrderHistoryProps) {
  const flow = useOrderHistory()
  const state = useSelector(flow, (snapshot) => snapshot)
  const event = order.timeline.find(({ id }) => id === state.context.eventId)
  const then = event && orderThen(order, payments, event)
  const money = (value: number) => formatPrice(value, order.currency)
  const chart = lifeChart()
  return (
    <Card
      title="Timeline"
      action={
        event && (
          <Button size="sm" onClick={() => flow.send({ type: 'event.leave' })}>
            Close history
          </Button>
        )
      }
    >
      {event && then && (
        <section aria-label="The order then">
          <Stack>
            <Text as="div">
              <span role="status">
                After “{eventTitle(event)}”, {formatMoment(event.createdAt)}
              </span>
            </Text>
            <DescriptionList
              entries={[
                { term: 'Order', detail: then.state ? <OrderStatus status={then.state} /> : '-' },
                { term: 'Paid by then', detail: money(then.paid) },
                { term: 'Refunded by then', detail: money(then.refunded) },
                { term: 'Parcels shipped', detail: formatCount(then.shipped) },
                { term: 'Parcels delivered', detail: formatCount(then.delivered) },
              ]}
            />
            {state.matches('drawing') && <Text tone="muted">Drawing the states...</Text>}
            {state.matches('undrawn') && (
              <Alert tone="amber">The states could not be drawn. Choose an event again.</Alert>
            )}
            {state.matches('shown') && chart && <Statechart chart={chart} active={litBy(then.state)} />}
          </Stack>
        </section>
      )}
      <Timeline
        events={order.timeline}
        titleOf={eventTitle}
        chosen={state.context.eventId}
        onChoose={(eventId) => flow.send({ type: 'event.choose', eventId })}
      />
    </Card>
  )
}
