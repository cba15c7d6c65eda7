import { setup } from 'xstate'
import { packForm, type PackLine, type PackValues } from '../../contract/forms/fulfilments'
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
import { type FulfilmentOrder, fulfilmentChange } from './fulfilmentChange'

export interface FulfilmentPackInput extends FlowSurroundings {
  order: FulfilmentOrder
  /** The parcel that is split; without one, a new one is packed of what is in none. */
  fulfilmentId?: string | undefined
  /** What there is to choose from. */
  lines: readonly PackLine[]
}
interface Context extends Pick<FulfilmentPackInput, 'order' | 'fulfilmentId'> {
  form: Form<PackValues>
}
export type FulfilmentPackEvent = FieldEvent<PackValues> | LeaveEvent | { type: 'dialog.submit' }

/** Choosing what goes into a parcel of its own: of what is in none, or out of another one (FU-03). */
export const fulfilmentPackMachine = setup({
  types: {
    input: {} as FulfilmentPackInput,
    context: {} as Context,
    events: {} as FulfilmentPackEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    packFulfilment: promiseActor<void, { orderId: string; fulfilmentId: string | undefined; values: PackValues }>(
      'packFulfilment',
    ),
  },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(formParts<PackValues>(packForm))
  .createMachine({
    id: 'fulfilmentPack',
    context: ({ input: { order, fulfilmentId, lines } }) => ({
      order,
      fulfilmentId,
      form: newForm({ lines: [...lines], staysIn: fulfilmentId !== undefined }),
    }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: { ...fieldEvents<PackValues>(), ...leaveTo('cancelled'), 'dialog.submit': submitTo('packing') },
      },
      asking: { tags: ['open', 'asking'], on: answersTo('cancelled') },
      packing: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context: { order } }) => fulfilmentChange('', order, {}),
        },
        invoke: {
          src: 'packFulfilment',
          input: ({ context: { order, fulfilmentId, form } }) => ({
            orderId: order.id,
            fulfilmentId,
            values: form.values,
          }),
          onDone: {
            target: 'packed',
            actions: [
              'confirmChange',
              {
                type: 'showMessage',
                params: ({ context: { fulfilmentId } }) => ({
                  message: fulfilmentId === undefined ? 'Fulfilment added' : 'Parcel split',
                }),
              },
            ],
          },
          onError: { target: 'editing', actions: ['revertChange', withError('reportError')] },
        },
      },
      packed: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
