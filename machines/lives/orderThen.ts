import type { OrderRecord } from '../../contract/extensions/orders'
import type { OrderPayments } from '../../contract/extensions/payments'
import type { TimelineEvent } from '../../contract/timeline'
import { orderLife } from './orderLife'

/** What an order was, and what it held, once something had happened to it (OR-04). Amounts are major units. */
export interface OrderThen {
  /** Of its life; undefined before its first state is told. */
  state: string | undefined
  paid: number
  refunded: number
  shipped: number
  delivered: number
}

const isOfLife = (state: string | null | undefined): state is string =>
  typeof state === 'string' && state in orderLife.states

const isBy = (moment: string | null | undefined, then: number) =>
  typeof moment === 'string' && Date.parse(moment) <= then

/** The order as it was after the event. */
export function orderThen(
  { timeline, fulfilments }: Pick<OrderRecord, 'timeline' | 'fulfilments'>,
  { attempts, refunds }: Pick<OrderPayments, 'attempts' | 'refunds'>,
  event: TimelineEvent,
): OrderThen {
  const index = timeline.findIndex(({ id }) => id === event.id)
  const until = timeline.slice(0, index + 1)
  // Moments that are written with seconds only are of the same second.
  const then = Math.ceil(Date.parse(event.createdAt) / 1_000) * 1_000
  const sumOf = (
    all: readonly { state: string; amount?: number | null | undefined; endedAt?: string | null | undefined }[],
  ) =>
    all.reduce(
      (sum, { state, amount, endedAt }) => (state === 'succeeded' && isBy(endedAt, then) ? sum + (amount ?? 0) : sum),
      0,
    )
  return {
    state: until.map(({ to }) => to).findLast(isOfLife) ?? undefined,
    paid: sumOf(attempts),
    refunded: sumOf(refunds),
    shipped: fulfilments.filter(({ shippedAt }) => isBy(shippedAt, then)).length,
    delivered: fulfilments.filter(({ deliveredAt }) => isBy(deliveredAt, then)).length,
  }
}
