import { addressForm, addressValues, type AddressValues } from '../../contract/forms/addresses'
import type { OrderRecord } from '../../contract/extensions/orders'
import { promiseActor } from '../actors'
import { recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { RecordChange } from '../recordForm'

export interface OrderAddressEditInput extends FlowSurroundings {
  order: OrderRecord
}

/** Changing where an order goes, from the open dialog to the server's yes (OR-02, OR-05). */
export const orderAddressEditMachine = recordFlow({
  id: 'orderAddressEdit',
  form: addressForm,
  valuesOf: ({ shippingAddress }: OrderRecord) => addressValues(shippingAddress),
  context: (_: OrderAddressEditInput) => ({}),
  record: ({ order }) => order,
  actors: { saveOrderAddress: promiseActor<void, RecordChange<AddressValues>>('saveOrderAddress') },
  isReread: true,
  submit: {
    state: 'saving',
    src: 'saveOrderAddress',
    input: ({ record, form }) => ({ id: record.id, version: record.version, fields: form.values }),
    change: ({ record, form }) => ({
      resource: 'orders',
      kind: 'merge',
      id: record.id,
      fields: { shippingAddress: form.values },
    }),
    message: 'Address changed',
    done: 'saved',
  },
})
