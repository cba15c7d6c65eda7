import { useSelector } from '@xstate/react'
import { Suspense } from 'react'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { LoadingState } from '../../components/base/LoadingState'
import { Timeline } from '../../components/layout/Timeline'
import { OrderThen } from './lazyParts'
import type { OrderThenProps } from './OrderThen'
import { eventTitle } from './orderStatus'
import { useOrderHistory } from './useOrderHistory'

/** What happened to an order; an event that is chosen shows what the order was then (OR-04). */
export function OrderHistory({ order, payments }: Pick<OrderThenProps, 'order' | 'payments'>) {
  const flow = useOrderHistory()
  const chosen = useSelector(flow, ({ context }) => context.eventId)
  const event = order.timeline.find(({ id }) => id === chosen)
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
      {event && (
        <Suspense fallback={<LoadingState />}>
          <OrderThen order={order} payments={payments} event={event} flow={flow} />
        </Suspense>
      )}
      <div onPointerOver={preload} onFocus={preload}>
        <Timeline
          events={order.timeline}
          titleOf={eventTitle}
          chosen={chosen}
          onChoose={(eventId) => flow.send({ type: 'event.choose', eventId })}
        />
      </div>
    </Card>
  )
}

const preload = () => void OrderThen.preload().catch(() => undefined)
