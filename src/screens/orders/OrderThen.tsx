import { useSelector } from '@xstate/react'
import type { OrderRecord } from '../../../contract/extensions/orders'
import type { OrderPayments } from '../../../contract/extensions/payments'
import { negative } from '../../../contract/rules/amounts'
import { orderThen, type ParcelThen, toldThen, unitsText } from '../../../machines/lives/orderThen'
import { addressLines } from '../../components/base/addressLines'
import { Alert } from '../../components/base/Alert'
import { Button } from '../../components/base/Button'
import { DescriptionList } from '../../components/base/DescriptionList'
import { formatMoment, formatPrice } from '../../components/base/format'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { LifeChart } from './lazyChart'
import { eventTitle, OrderStatus } from './orderStatus'
import { lifeChart, type OrderHistoryRef } from './useOrderHistory'

export interface OrderThenProps {
  order: OrderRecord
  payments: Pick<OrderPayments, 'attempts' | 'refunds'>
  event: OrderRecord['timeline'][number]
  flow: OrderHistoryRef
}

const litBy = (state: string | undefined): ReadonlySet<string> =>
  new Set(state === undefined ? [] : [`orderLife.${state}`])

/** What an order was right after an event, and its statechart for whoever asks (OR-04). */
export default function OrderThen({ order, payments, event, flow }: OrderThenProps) {
  const state = useSelector(flow, (snapshot) => snapshot)
  const then = orderThen(order, payments, event)
  const money = (value: number) => formatPrice(value, order.currency)
  const chart = lifeChart()
  const isAsked = state.matches('drawing') || state.matches('shown')
  return (
    <section aria-label="The order then">
      <Stack>
        <Text as="div" weight="semibold">
          <span role="status">{toldThen(then, event)}</span>
        </Text>
        <Text as="div" tone="muted">
          After “{eventTitle(event)}”, {formatMoment(event.createdAt)}
        </Text>
        <DescriptionList
          layout="rows"
          entries={[
            { term: 'Items', detail: unitsText(order.items) },
            {
              term: 'Address',
              detail: then.address ?? addressLines(order.shippingAddress).join(', '),
            },
            { term: 'Paid', detail: money(then.paid) },
            ...(then.refunded > 0 ? [{ term: 'Refunded', detail: money(negative(then.refunded)) }] : []),
            {
              term: 'Parcels',
              detail: then.parcels.length === 0 ? 'None' : <Parcels parcels={then.parcels} />,
            },
          ]}
        />
        <div>
          <Button
            size="sm"
            aria-expanded={isAsked}
            onClick={() => flow.send({ type: isAsked ? 'chart.hide' : 'chart.show' })}
          >
            {isAsked ? 'Hide the chart of states' : 'Show the chart of states'}
          </Button>
        </div>
        {state.matches('drawing') && <Text tone="muted">Drawing the states...</Text>}
        {state.matches('undrawn') && <Alert tone="amber">The states could not be drawn. Try again.</Alert>}
        {state.matches('shown') && chart && <LifeChart chart={chart} active={litBy(then.state)} />}
      </Stack>
    </section>
  )
}

const Parcels = ({ parcels }: { parcels: readonly ParcelThen[] }) => (
  <>
    {parcels.map(({ id, state, contents }) => (
      <div key={id}>
        {contents} <OrderStatus status={state} />
      </div>
    ))}
  </>
)
