import { orderCancelForm, type OrderCancelValues } from '../../contract/forms/orders'
import { type Order, orderName } from '../../contract/orders'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface OrderCancelInput extends FlowSurroundings {
  order: Pick<Order, 'id' | 'number'>
}

/** Cancelling an order, with a reason, from the question to the server's yes (OR-02, LI-01). */
export const orderCancelMachine = formFlow({
  id: 'orderCancel',
  form: orderCancelForm,
  values: () => ({ reason: '' }),
  context: ({ order }: OrderCancelInput) => ({ order }),
  actors: { cancelOrder: promiseActor<void, { id: string; values: OrderCancelValues }>('cancelOrder') },
  submit: {
    state: 'cancelling',
    src: 'cancelOrder',
    input: ({ order, form }) => ({ id: order.id, values: form.values }),
    change: ({ order }) => ({ resource: 'orders', kind: 'merge', id: order.id, fields: {} }),
    message: 'Order cancelled',
    done: 'cancelled',
    unanswered: { whether: ({ order }) => `order ${orderName(order)} has been cancelled`, left: 'left' },
  },
  cancelled: 'kept',
})
