import { assign, setup } from 'xstate'
import type { OrderRecord } from '../../contract/extensions/orders'
import type { RefundRequest } from '../../contract/extensions/payments'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FieldEvent, fieldEvents, type LeaveEvent, leaveTo, newForm, submitTo } from '../form'
import { changeParts } from '../pendingChanges'
import { type RecordEvent, type RecordForm, recordFormParts } from '../recordForm'
import { newsTo, outdatedTo, recordQuestions, refreshOf } from '../recordNews'
import { orderRefundForm, orderRefundValues, type OrderRefundValues, refundRequestOf } from './orderRefundForm'

export interface OrderRefundInput extends FlowSurroundings {
  order: OrderRecord
}
interface Context extends RecordForm<OrderRecord, OrderRefundValues> {
  /** Why the server did not take it, which stays at the form until it is sent again. */
  refusal: unknown
}
/** A refund upon the version of the order that the person has seen (GE-09). */
interface RefundAsked {
  id: string
  version: number | null | undefined
  request: RefundRequest
}
export type OrderRefundEvent =
  | FieldEvent<OrderRefundValues>
  | RecordEvent<OrderRecord>
  | LeaveEvent
  | { type: 'dialog.submit' }

/** A refund by lines or of an amount, said once more before it is sent (OR-03). */
export const orderRefundMachine = setup({
  types: {
    input: {} as OrderRefundInput,
    context: {} as Context,
    events: {} as OrderRefundEvent,
    tags: {} as 'open' | 'busy' | 'asking' | 'deciding',
  },
  actors: { refundOrder: promiseActor<void, RefundAsked>('refundOrder') },
  actions: {
    setRefusal: assign((_, { error }: { error: unknown }) => ({ refusal: error })),
    forgetRefusal: assign({ refusal: undefined }),
    showMessage: (_, _params: { message: string }) => {},
  },
})
  .extend(changeParts)
  .extend(recordFormParts<OrderRecord, OrderRefundValues>(orderRefundForm, orderRefundValues))
  .createMachine({
    id: 'orderRefund',
    context: ({ input: { order } }) => ({
      record: order,
      form: newForm(orderRefundValues(order)),
      theirs: undefined,
      refusal: undefined,
    }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<OrderRefundValues>(),
          ...refreshOf<OrderRecord>(),
          ...leaveTo('cancelled'),
          'dialog.submit': submitTo('confirming'),
        },
      },
      ...recordQuestions<OrderRecord, OrderRefundValues>(),
      // Money that has gone back does not return.
      confirming: {
        tags: 'open',
        on: {
          'record.refresh': newsTo<OrderRecord>()('deciding'),
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
          params: ({ context }) => ({ resource: 'orders', kind: 'merge', id: context.record.id, fields: {} }),
        },
        invoke: {
          src: 'refundOrder',
          input: ({ context: { record, form } }) => ({
            id: record.id,
            version: record.version,
            request: refundRequestOf(form.values),
          }),
          onDone: {
            target: 'refunded',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'Refund requested' } }],
          },
          onError: [
            ...outdatedTo('refunding'),
            { target: 'editing', actions: ['revertChange', withError('setRefusal')] },
          ],
        },
      },
      refunded: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
