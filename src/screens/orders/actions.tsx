import type { OrderRecord } from '../../../contract/extensions/orders'
import { type Amount, amountOf } from '../../../contract/rules/amounts'
import { paidElsewhere } from '../../../contract/rules/importedOrders'
import { whyNot } from '../../../machines/lives/life'
import { orderLife } from '../../../machines/lives/orderLife'
import { refundLife } from '../../../machines/lives/refundLife'
import { givenBackOf, refundableOf } from '../../../machines/orders/refundable'
import type { RecordAction, WriteAction } from '../../components/actions/recordAction'

type OrderState = Parameters<typeof whyNot<typeof orderLife>>[1]
const isState = (status: string | null | undefined): status is OrderState =>
  typeof status === 'string' && status in orderLife.states

/** Why something can't happen to the order now; a state that only another backend knows is judged by that backend. */
const whyNotDone = ({ status }: OrderRecord, event: Parameters<typeof whyNot<typeof orderLife>>[2]) =>
  isState(status) ? whyNot(orderLife, status, event) : undefined

const shippedOf = ({ fulfilments }: OrderRecord) =>
  fulfilments.filter(({ status }) => status === 'shipped' || status === 'delivered').length

const moneyOf = ({ paidTotal, refundedTotal }: OrderRecord) => ({
  paid: amountOf(paidTotal ?? 0),
  refunded: amountOf(refundedTotal ?? 0),
})

/** What was paid before it was imported, and is there still. */
const elsewhereOf = (order: OrderRecord): Amount => {
  const { paid, refunded } = moneyOf(order)
  return order.importedNumber && refundableOf(order) === 0 ? paid - refunded : 0
}

/** What would have been given back of the order once so much more has been. */
const refundedWith = (order: OrderRecord, more: Amount) => ({
  refunded: { amount: givenBackOf(order) + more, currency: order.currency ?? 'USD' },
})

export const addOrderNote: WriteAction<OrderRecord> = {
  action: 'orders.addNote',
  label: 'Add note',
  open: (order, { open }) => open({ type: 'open.orderNote', recordId: order.id, input: { order } }),
}

/** What can be done with an order on its page (OR-02); what is not possible now says why, in the words of its life. */
export const orderActions: readonly RecordAction<OrderRecord>[] = [
  {
    action: 'orders.refund',
    label: 'Refund',
    about: (order) => refundedWith(order, 1),
    whyNot: (order) =>
      moneyOf(order).paid === 0
        ? 'Nothing has been paid yet.'
        : elsewhereOf(order) > 0
          ? paidElsewhere
          : whyNot(refundLife, 'typed', { type: 'request', amount: 1, refundable: refundableOf(order) }),
    open: (order, { open, membership }) =>
      open({ type: 'open.orderRefund', recordId: order.id, input: { order, membership } }),
  },
  {
    action: 'orders.updateAddress',
    label: 'Edit address',
    whyNot: (order) => whyNotDone(order, { type: 'readdress', shippedParcels: shippedOf(order) }),
    open: (order, { open }) => open({ type: 'open.orderAddressEdit', recordId: order.id, input: { order } }),
  },
  {
    action: 'orders.cancel',
    label: 'Cancel order',
    danger: true,
    also: (order) => {
      const { paid, refunded } = moneyOf(order)
      return paid > refunded ? { action: 'orders.refund', about: refundedWith(order, refundableOf(order)) } : undefined
    },
    // What was paid goes back with it, so that money is no reason against it.
    whyNot: (order) => whyNotDone(order, { type: 'cancel', shippedParcels: shippedOf(order), paid: 0, refunded: 0 }),
    open: (order, { open }) => {
      const { paid, refunded } = moneyOf(order)
      open({
        type: 'open.orderCancel',
        recordId: order.id,
        input: { order, isPaid: paid > refunded, refund: refundableOf(order), elsewhere: elsewhereOf(order) },
      })
    },
  },
]
