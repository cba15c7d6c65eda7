import { orderNoteForm, type OrderNoteValues } from '../../contract/forms/orders'
import type { Order } from '../../contract/orders'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface OrderNoteInput extends FlowSurroundings {
  order: Pick<Order, 'id' | 'number'>
}

/** Writing a note about an order into its timeline (OR-02). */
export const orderNoteMachine = formFlow({
  id: 'orderNote',
  form: orderNoteForm,
  values: () => ({ text: '' }),
  context: ({ order }: OrderNoteInput) => ({ order }),
  actors: { writeOrderNote: promiseActor<void, { id: string; values: OrderNoteValues }>('writeOrderNote') },
  submit: {
    state: 'writing',
    src: 'writeOrderNote',
    input: ({ order, form }) => ({ id: order.id, values: form.values }),
    // Nothing of it is shown before it stands there; then the order is read again.
    change: ({ order }) => ({ resource: 'orders', kind: 'merge', id: order.id, fields: {} }),
    message: 'Note added',
    done: 'written',
    unanswered: { whether: 'the note has been added', left: 'left' },
  },
  cancelled: 'cancelled',
})
