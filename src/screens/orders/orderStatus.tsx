import type { Order } from '../../../contract/orders'
import type { TimelineEvent } from '../../../contract/timeline'
import { Badge, type BadgeTone } from '../../components/base/Badge'
import { statusText } from '../../components/base/format'

const tones: Readonly<Record<string, BadgeTone>> = {
  open: 'blue',
  completed: 'green',
  paid: 'green',
  delivered: 'green',
  succeeded: 'green',
  pending: 'blue',
  shipped: 'blue',
  partial: 'amber',
  unpaid: 'amber',
  overpaid: 'red',
  failed: 'red',
  declined: 'red',
  action_required: 'blue',
  unknown: 'amber',
  requested: 'blue',
}

/** Whether nothing more comes of an order. */
export const isStopped = ({ status }: Pick<Order, 'status'>) => status === 'cancelled' || status === 'expired'

/** A status of an order, its payment or its parcels as a badge; '-' for a backend that tells none. */
export const OrderStatus = ({ status }: { status: string | null | undefined }) =>
  status ? (
    <Badge tone={tones[status] ?? 'neutral'} mark="dot">
      {statusText(status)}
    </Badge>
  ) : (
    '-'
  )

/** The tone of how far an order is paid: of one that is over nobody waits for money, so that it asks for no attention. */
export const paymentTone = (order: Pick<Order, 'status' | 'paymentStatus'>): BadgeTone =>
  isStopped(order) && order.paymentStatus === 'unpaid' ? 'neutral' : (tones[order.paymentStatus ?? ''] ?? 'neutral')

/** How far an order is paid as a badge; '-' for a backend that does not tell. */
export const PaymentStatus = ({ order }: { order: Pick<Order, 'status' | 'paymentStatus'> }) =>
  order.paymentStatus ? (
    <Badge tone={paymentTone(order)} mark="dot">
      {statusText(order.paymentStatus)}
    </Badge>
  ) : (
    '-'
  )

const titles: Readonly<Record<string, string>> = {
  place: 'Placed',
  cancel: 'Cancelled',
  expire: 'Expired',
  renew: 'Opened again',
  complete: 'Completed',
  readdress: 'Address changed',
  note: 'Note',
  parcel_packed: 'Parcel added',
  parcel_split: 'Parcel split',
  parcel_tracked: 'Tracking number assigned',
  parcel_shipped: 'Parcel shipped',
  parcel_delivered: 'Parcel delivered',
  parcel_cancelled: 'Parcel cancelled',
  refund_elsewhere: 'Refund where it was paid',
  payment_link: 'Payment link made',
  payment_link_ended: 'Payment link ended',
  payment_link_wanted: 'New payment link wanted',
}

/** What an event of an order is called. */
export const eventTitle = ({ kind }: TimelineEvent): string => titles[kind] ?? statusText(kind)
