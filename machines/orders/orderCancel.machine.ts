import { setup } from 'xstate'
import { orderCancelForm, type OrderCancelValues } from '../../contract/forms/orders'
import type { Order } from '../../contract/orders'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import {
  answersTo,
  type FieldEvent,
  fieldEvents,
  type Form,
  formParts,
  type LeaveEvent,
  leaveTo,
  newForm,
  submitTo,
} from '../form'
import { changeParts } from '../pendingChanges'

export interface OrderCancelInput extends FlowSurroundings {
  order: Pick<Order, 'id' | 'number'>
}
interface Context {
  order: Pick<Order, 'id' | 'number'>
  form: Form<OrderCancelValues>
}
export type OrderCancelEvent = FieldEvent<OrderCancelValues> | LeaveEvent | { type: 'dialog.submit' }

/** Cancelling an order, with a reason, from the question to the server's yes (OR-02, LI-01). */
export const orderCancelMachine = setup({
  types: {
    input: {} as OrderCancelInput,
    context: {} as Context,
    events: {} as OrderCancelEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: { cancelOrder: promiseActor<void, { id: string; values: OrderCancelValues }>('cancelOrder') },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(formParts<OrderCancelValues>(orderCancelForm))
  .createMachine({
    id: 'orderCancel',
    context: ({ input: { order } }) => ({ order, form: newForm({ reason: '' }) }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<OrderCancelValues>(),
          ...leaveTo('kept'),
          'dialog.submit': submitTo('cancelling'),
        },
      },
      asking: { tags: ['open', 'asking'], on: answersTo('kept') },
      cancelling: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context }) => ({
            resource: 'orders',
            kind: 'merge',
            id: context.order.id,
            fields: { status: 'cancelled' },
          }),
        },
        invoke: {
          src: 'cancelOrder',
          input: ({ context: { order, form } }) => ({ id: order.id, values: form.values }),
          onDone: {
            target: 'cancelled',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'Order cancelled' } }],
          },
          onError: { target: 'editing', actions: ['revertChange', withError('reportError')] },
        },
      },
      cancelled: { type: 'final' },
      kept: { type: 'final' },
    },
  })
