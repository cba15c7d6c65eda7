import { setup } from 'xstate'
import { addressForm, addressValues, type AddressValues } from '../../contract/forms/addresses'
import type { OrderRecord } from '../../contract/extensions/orders'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FieldEvent, fieldEvents, type LeaveEvent, leaveTo, newForm, submitTo } from '../form'
import { changeParts } from '../pendingChanges'
import { type RecordChange, type RecordEvent, type RecordForm, recordFormParts } from '../recordForm'
import { outdatedTo, recordQuestions, refreshOf } from '../recordNews'

export interface OrderAddressEditInput extends FlowSurroundings {
  order: OrderRecord
}
type Context = RecordForm<OrderRecord, AddressValues>
export type OrderAddressEditEvent =
  | FieldEvent<AddressValues>
  | RecordEvent<OrderRecord>
  | LeaveEvent
  | { type: 'dialog.submit' }

const valuesOf = ({ shippingAddress }: OrderRecord) => addressValues(shippingAddress)

/** Changing where an order goes, from the open dialog to the server's yes (OR-02, OR-05). */
export const orderAddressEditMachine = setup({
  types: {
    input: {} as OrderAddressEditInput,
    context: {} as Context,
    events: {} as OrderAddressEditEvent,
    tags: {} as 'open' | 'busy' | 'asking' | 'deciding',
  },
  actors: { saveOrderAddress: promiseActor<void, RecordChange<AddressValues>>('saveOrderAddress') },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(recordFormParts<OrderRecord, AddressValues>(addressForm, valuesOf))
  .createMachine({
    id: 'orderAddressEdit',
    context: ({ input: { order } }) => ({ record: order, form: newForm(valuesOf(order)), theirs: undefined }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<AddressValues>(),
          ...refreshOf<OrderRecord>(),
          ...leaveTo('cancelled'),
          'dialog.submit': submitTo('saving'),
        },
      },
      ...recordQuestions<OrderRecord, AddressValues>(),
      saving: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context: { record, form } }) => ({
            resource: 'orders',
            kind: 'merge',
            id: record.id,
            fields: { shippingAddress: form.values },
          }),
        },
        invoke: {
          src: 'saveOrderAddress',
          input: ({ context: { record, form } }) => ({ id: record.id, version: record.version, fields: form.values }),
          onDone: {
            target: 'saved',
            actions: ['confirmChange', { type: 'showMessage', params: { message: 'Address changed' } }],
          },
          onError: [
            ...outdatedTo('saving'),
            { target: 'editing', actions: ['revertChange', withError('reportError')] },
          ],
        },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
