import { assign, setup } from 'xstate'
import { stockAfter, stockForm, stockRequest, stockValues, type StockValues } from '../../contract/forms/products'
import type { Product } from '../../contract/products'
import type { StockAdjustment } from '../../contract/extensions/products'
import { promiseActor, withError } from '../actors'
import {
  leaveSentAgain,
  unansweredParts,
  unansweredState,
  unansweredTo,
  type WithUnanswered,
} from '../factories/unanswered'
import type { FlowSurroundings } from '../flowSurroundings'
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
import { refusedTo } from '../refusedFields'

export interface StockAdjustInput extends FlowSurroundings {
  product: Product
}
interface Context extends WithForm<StockValues>, WithUnanswered {
  product: Product
}
export type StockAdjustEvent =
  | FieldEvent<StockValues>
  | LeaveEvent
  | { type: 'dialog.submit' }
  /** What the server holds now, perhaps with another stock. */
  | { type: 'record.refresh'; record: Product }

const refreshed = {
  'record.refresh': { actions: { type: 'noteStock', params: ({ event }: Refresh) => event } },
} as const
type Refresh = { event: { record: Product } }

const refused = refusedTo('editing')

/** Changing a product's stock by a number or to a count, with a reason (PR-03). */
export const stockAdjustMachine = setup({
  types: {
    input: {} as StockAdjustInput,
    context: {} as Context,
    events: {} as StockAdjustEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: { adjustStock: promiseActor<void, { id: string; adjustment: StockAdjustment }>('adjustStock') },
  actions: {
    /** What is typed stays, and is judged by what is there now. */
    noteStock: assign(({ context: { product, form } }, { record }: { record: Product }) => {
      const stock = record.stock ?? form.values.stock
      return {
        product: { ...product, ...record },
        form: { ...form, initial: { ...form.initial, stock }, values: { ...form.values, stock } },
      }
    }),
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(unansweredParts)
  .extend(formParts<StockValues>(stockForm))
  .createMachine({
    id: 'stockAdjust',
    context: ({ input: { product } }) => ({ product, form: newForm(stockValues(product)) }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<StockValues>(),
          ...leaveTo('cancelled'),
          ...refreshed,
          'dialog.submit': submitTo('saving'),
        },
      },
      asking: { tags: ['open', 'asking'], on: { ...answersTo('cancelled'), ...refreshed } },
      saving: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context: { product, form } }) => ({
            resource: 'products',
            kind: 'merge',
            id: product.id,
            fields: { stock: stockAfter(form.values) },
          }),
        },
        invoke: {
          src: 'adjustStock',
          input: ({ context: { product, form } }) => ({ id: product.id, adjustment: stockRequest(form.values) }),
          onDone: {
            target: 'saved',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'Stock adjusted' } }],
          },
          onError: [
            unansweredTo('unanswered', 'the stock has been adjusted'),
            { ...refused, actions: [...refused.actions, 'forgetUnanswered'] },
            { target: 'editing', actions: ['revertChange', withError('reportError'), 'forgetUnanswered'] },
          ],
        },
        on: leaveSentAgain('left'),
      },
      // What it comes to is judged by the stock that was sent with it: the newest may have it in it already.
      unanswered: unansweredState('saving', 'left'),
      left: { type: 'final' },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
