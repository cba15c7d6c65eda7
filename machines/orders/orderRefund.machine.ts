import { assign, setup } from 'xstate'
import type { OrderRecord } from '../../contract/extensions/orders'
import type { RefundRequest } from '../../contract/extensions/payments'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FieldEvent, fieldEvents, type LeaveEvent, leaveTo, newForm, submitTo } from '../form'
import { changeParts } from '../pendingChanges'
import {
  type RecordEvent,
  type RecordForm,
  recordFormParts,
  newsTo,
  outdatedTo,
  recordQuestions,
  refreshOf,
} from '../recordForm'
import { shownAmount } from '../../contract/rules/amounts'
import type { Membership } from '../../contract/rules/duties'
import {
  leaveSentAgain,
  unansweredParts,
  unansweredState,
  unansweredTo,
  type WithUnanswered,
} from '../factories/unanswered'
import {
  orderRefundForm,
  orderRefundValues,
  type OrderRefundValues,
  refundAmount,
  refundRequestOf,
} from './orderRefundForm'

export interface OrderRefundInput extends FlowSurroundings {
  order: OrderRecord
  /** Of who refunds, on which it depends how much they may (ST-02). */
  membership: Membership
}
interface Context extends RecordForm<OrderRecord, OrderRefundValues>, WithUnanswered {
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

const whether = ({ record: { currency }, form }: Context) =>
  `your refund of ${shownAmount(refundAmount(form.values) ?? 0, currency ?? 'USD')} has gone through`

/** What is said of it: that was uncertain for a while is said in full. */
const said = (context: Context) => {
  const text = whether(context)
  return context.unanswered ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : 'Refund requested'
}

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
  .extend(unansweredParts)
  .extend(recordFormParts<OrderRecord, OrderRefundValues>(orderRefundForm, orderRefundValues))
  .createMachine({
    id: 'orderRefund',
    context: ({ input: { order, membership } }) => ({
      record: order,
      form: newForm(orderRefundValues(order, { membership })),
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
            actions: ['confirmChange', { type: 'showMessage', params: ({ context }) => ({ message: said(context) }) }],
          },
          onError: [
            ...outdatedTo('refunding'),
            unansweredTo('unanswered', (context: Context) => whether(context)),
            { target: 'editing', actions: ['revertChange', 'forgetUnanswered', withError('setRefusal')] },
          ],
        },
        on: leaveSentAgain('left'),
      },
      // What has changed of the order meanwhile may be this very refund, and is nothing to decide about.
      unanswered: unansweredState('refunding', 'left'),
      refunded: { type: 'final' },
      cancelled: { type: 'final' },
      left: { type: 'final' },
    },
  })
