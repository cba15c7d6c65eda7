import { orderCancelForm, type OrderCancelValues } from '../../contract/forms/orders'
import { type Order, orderName } from '../../contract/orders'
import type { Amount } from '../../contract/rules/amounts'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface OrderCancelInput extends FlowSurroundings {
  order: Pick<Order, 'id' | 'number' | 'currency'>
  /** Whether money is kept for it, which then goes back. */
  isPaid?: boolean
  /** How much, in minor units; less than was paid where some is on its way back already. */
  refund?: Amount
  /** How much was paid before it was imported, in minor units, and is given back there. */
  elsewhere?: Amount
}
interface Cancelling {
  id: string
  values: OrderCancelValues
  /** Whether something was paid, which then goes back. */
  refund: boolean
}

/** Cancelling an order, with a reason, from the question to the server's yes (OR-02, LI-01). */
export const orderCancelMachine = formFlow({
  id: 'orderCancel',
  form: orderCancelForm,
  values: () => ({ reason: '' }),
  context: ({ order, isPaid = false, refund = 0, elsewhere = 0 }: OrderCancelInput) => ({
    order,
    isPaid,
    refund,
    elsewhere,
  }),
  actors: { cancelOrder: promiseActor<void, Cancelling>('cancelOrder') },
  submit: {
    state: 'cancelling',
    src: 'cancelOrder',
    input: ({ order, isPaid, form }) => ({ id: order.id, values: form.values, refund: isPaid }),
    change: ({ order }) => ({ resource: 'orders', kind: 'merge', id: order.id, fields: {} }),
    message: ({ refund }) => (refund > 0 ? 'Order cancelled and refund requested' : 'Order cancelled'),
    done: 'cancelled',
    unanswered: { whether: ({ order }) => `order ${orderName(order)} has been cancelled`, left: 'left' },
  },
  cancelled: 'kept',
})
