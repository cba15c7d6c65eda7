import { setup } from 'xstate'
import type { Customer } from '../../contract/customers'
import {
  changedCustomerFields,
  customerForm,
  customerValues,
  type CustomerValues,
} from '../../contract/forms/customers'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FieldEvent, fieldEvents, type LeaveEvent, leaveTo, newForm, submitTo } from '../form'
import { type Change, changeParts } from '../pendingChanges'
import { type RecordEvent, type RecordForm, recordFormParts } from '../recordForm'
import { outdatedTo, recordQuestions, refreshOf } from '../recordNews'

export interface CustomerEditInput extends FlowSurroundings {
  /** None for a new customer. */
  customerId: string | undefined
}
/** The record is absent while it is read, and for a new customer. */
interface Context extends RecordForm<Customer | undefined, CustomerValues> {
  customerId: string | undefined
  organizationId: string | undefined
}
export type CustomerEditEvent =
  | FieldEvent<CustomerValues>
  | RecordEvent<Customer>
  | LeaveEvent
  | { type: 'dialog.submit' }
  /** The customer who is there already is used instead of a new one (CU-02). */
  | { type: 'alike.use'; customerId: string }

/** What a person sees of it before the server has confirmed it. */
function changeOf({ record, form: { values } }: Context): Change {
  if (!record) return { resource: 'customers', kind: 'add' }
  const name = `${values.firstName} ${values.lastName}`.trim()
  return {
    resource: 'customers',
    kind: 'merge',
    id: record.id,
    fields: { ...changedCustomerFields(record, values), name },
  }
}

/** Adding a customer, or editing one, from the open panel to the server's yes (CU-01, CU-03). */
export const customerEditMachine = setup({
  types: {
    input: {} as CustomerEditInput,
    context: {} as Context,
    events: {} as CustomerEditEvent,
    tags: {} as 'open' | 'busy' | 'asking' | 'deciding',
  },
  actors: {
    /** Of a new customer there is nothing to read. */
    fetchCustomer: promiseActor<
      Customer | undefined,
      { organizationId: string | undefined; customerId: string | undefined }
    >('fetchCustomer'),
    saveCustomer: promiseActor<
      void,
      { organizationId: string | undefined; customer: Customer | undefined; values: CustomerValues }
    >('saveCustomer'),
  },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
    openCustomer: (_, _params: { customerId: string }) => {},
  },
})
  .extend(changeParts)
  .extend(recordFormParts<Customer | undefined, CustomerValues>(customerForm, customerValues))
  .createMachine({
    id: 'customerEdit',
    context: ({ input: { customerId, organizationId } }) => ({
      customerId,
      organizationId,
      record: undefined,
      form: newForm(customerValues()),
      theirs: undefined,
    }),
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          src: 'fetchCustomer',
          input: ({ context }) => context,
          onDone: {
            target: 'editing',
            actions: { type: 'beginWith', params: ({ event }) => ({ record: event.output }) },
          },
          onError: { target: 'failed', actions: withError('reportError') },
        },
        // Nothing is shown yet that could be left; Back takes its address away.
        on: { 'dialog.cancel': 'cancelled' },
      },
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<CustomerValues>(),
          ...refreshOf<Customer>(),
          ...leaveTo('cancelled'),
          'dialog.submit': submitTo('saving'),
          'alike.use': {
            target: 'cancelled',
            actions: { type: 'openCustomer', params: ({ event }) => event },
          },
        },
      },
      ...recordQuestions<Customer, CustomerValues>(),
      saving: {
        tags: ['open', 'busy'],
        entry: { type: 'showChange', params: ({ context }) => changeOf(context) },
        invoke: {
          src: 'saveCustomer',
          input: ({ context: { organizationId, record, form } }) => ({
            organizationId,
            customer: record,
            values: form.values,
          }),
          onDone: {
            target: 'saved',
            actions: [
              'confirmChange',
              {
                type: 'showMessage',
                params: ({ context }) => ({ message: context.record ? 'Customer saved' : 'Customer added' }),
              },
            ],
          },
          onError: [
            ...outdatedTo('saving'),
            { target: 'editing', actions: ['revertChange', withError('reportError')] },
          ],
        },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
      failed: { type: 'final' },
    },
  })
