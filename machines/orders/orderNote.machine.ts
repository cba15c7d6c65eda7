import { setup } from 'xstate'
import { orderNoteForm, type OrderNoteValues } from '../../contract/forms/orders'
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

export interface OrderNoteInput extends FlowSurroundings {
  order: Pick<Order, 'id' | 'number'>
}
interface Context extends Pick<OrderNoteInput, 'order'> {
  form: Form<OrderNoteValues>
}
export type OrderNoteEvent = FieldEvent<OrderNoteValues> | LeaveEvent | { type: 'dialog.submit' }

/** Writing a note about an order into its timeline (OR-02). */
export const orderNoteMachine = setup({
  types: {
    input: {} as OrderNoteInput,
    context: {} as Context,
    events: {} as OrderNoteEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    writeOrderNote: promiseActor<void, { id: string; values: OrderNoteValues }>('writeOrderNote'),
  },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(formParts<OrderNoteValues>(orderNoteForm))
  .createMachine({
    id: 'orderNote',
    context: ({ input: { order } }) => ({ order, form: newForm({ text: '' }) }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: { ...fieldEvents<OrderNoteValues>(), ...leaveTo('cancelled'), 'dialog.submit': submitTo('writing') },
      },
      asking: { tags: ['open', 'asking'], on: answersTo('cancelled') },
      writing: {
        tags: ['open', 'busy'],
        // Nothing of it is shown before it stands there; then the order is read again.
        entry: {
          type: 'showChange',
          params: ({ context }) => ({ resource: 'orders', kind: 'merge', id: context.order.id, fields: {} }),
        },
        invoke: {
          src: 'writeOrderNote',
          input: ({ context: { order, form } }) => ({ id: order.id, values: form.values }),
          onDone: {
            target: 'written',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'Note added' } }],
          },
          onError: { target: 'editing', actions: ['revertChange', withError('reportError')] },
        },
      },
      written: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
