import { assign, setup } from 'xstate'
import type { OrderRecord } from '../../contract/extensions/orders'
import type { OrderPayments, RefundRequest } from '../../contract/extensions/payments'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flows'
import {
  answersTo,
  type FieldEvent,
  fieldEvents,
  formParts,
  type LeaveEvent,
  leaveTo,
  newForm,
  submitTo,
  type WithForm,
} from '../form'
import { changeParts } from '../pendingChanges'
import { orderRefundForm, orderRefundValues, type OrderRefundValues, refundRequestOf } from './orderRefundForm'

export interface OrderRefundInput extends FlowSurroundings {
  order: OrderRecord
  payments: OrderPayments
}
interface Context extends WithForm<OrderRefundValues> {
  order: Pick<OrderRecord, 'id' | 'number' | 'currency'>
  /** Why the server did not take it, which stays at the form until it is sent again. */
  refusal: unknown
}
export type OrderRefundEvent = FieldEvent<OrderRefundValues> | LeaveEvent | { type: 'dialog.submit' }

/** A refund by lines or of an amount, said once more before it is sent (OR-03). */
export const orderRefundMachine = setup({
  types: {
    input: {} as OrderRefundInput,
    context: {} as Context,
    events: {} as OrderRefundEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: { refundOrder: promiseActor<void, { id: string; request: RefundRequest }>('refundOrder') },
  actions: {
    setRefusal: assign((_, { error }: { error: unknown }) => ({ refusal: error })),
    forgetRefusal: assign({ refusal: undefined }),
    showMessage: (_, _params: { message: string }) => {},
  },
})
  .extend(changeParts)
  .extend(formParts<OrderRefundValues>(orderRefundForm))
  .createMachine({
    id: 'orderRefund',
    context: ({ input: { order, payments } }) => ({
      order: { id: order.id, number: order.number, currency: order.currency },
      form: newForm(orderRefundValues(order, payments)),
      refusal: undefined,
    }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<OrderRefundValues>(),
          ...leaveTo('kept'),
          'dialog.submit': submitTo('confirming'),
        },
      },
      asking: { tags: ['open', 'asking'], on: answersTo('kept') },
      // Money that has gone back does not return.
      confirming: {
        tags: 'open',
        on: {
          'dialog.submit': { target: 'refunding', actions: 'forgetRefusal' },
          'dialog.cancel': 'editing',
          'dialog.leave': 'editing',
        },
      },
      refunding: {
        tags: ['open', 'busy'],
        // Nothing of it is shown before it stands there; then the order is read again.
        entry: {
          type: 'showChange',
          params: ({ context }) => ({ resource: 'orders', kind: 'merge', id: context.order.id, fields: {} }),
        },
        invoke: {
          src: 'refundOrder',
          input: ({ context: { order, form } }) => ({ id: order.id, request: refundRequestOf(form.values) }),
          onDone: {
            target: 'refunded',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'Refund requested' } }],
          },
          onError: { target: 'editing', actions: ['revertChange', withError('setRefusal')] },
        },
      },
      refunded: { type: 'final' },
      kept: { type: 'final' },
    },
  })
