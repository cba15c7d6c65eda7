import { setup } from 'xstate'
import { packForm, type PackLine, type PackValues } from '../../contract/forms/fulfilments'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flows'
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
import { type ParcelOrder, parcelChange } from './fulfilmentChange'

export interface ParcelPackInput extends FlowSurroundings {
  order: ParcelOrder
  /** The parcel that is split; without one, a new one is packed of what is in none. */
  parcelId?: string | undefined
  /** What there is to choose from. */
  lines: readonly PackLine[]
}
interface Context extends Pick<ParcelPackInput, 'order' | 'parcelId'> {
  form: Form<PackValues>
}
export type ParcelPackEvent = FieldEvent<PackValues> | LeaveEvent | { type: 'dialog.submit' }

/** Choosing what goes into a parcel of its own: of what is in none, or out of another one (FU-03). */
export const parcelPackMachine = setup({
  types: {
    input: {} as ParcelPackInput,
    context: {} as Context,
    events: {} as ParcelPackEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    packParcel: promiseActor<void, { orderId: string; parcelId: string | undefined; values: PackValues }>('packParcel'),
  },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(formParts<PackValues>(packForm))
  .createMachine({
    id: 'parcelPack',
    context: ({ input: { order, parcelId, lines } }) => ({
      order,
      parcelId,
      form: newForm({ lines: [...lines], staysIn: parcelId !== undefined }),
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
          params: ({ context: { order } }) => parcelChange('', order, {}),
        },
        invoke: {
          src: 'packParcel',
          input: ({ context: { order, parcelId, form } }) => ({ orderId: order.id, parcelId, values: form.values }),
          onDone: {
            target: 'packed',
            actions: [
              'confirmChange',
              {
                type: 'showMessage',
                params: ({ context: { parcelId } }) => ({
                  message: parcelId === undefined ? 'Fulfilment added' : 'Parcel split',
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
