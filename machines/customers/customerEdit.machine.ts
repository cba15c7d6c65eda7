import { assign, setup } from 'xstate'
import type { Customer } from '../../contract/customers'
import {
  changedCustomerFields,
  customerForm,
  customerValues,
  type CustomerValues,
} from '../../contract/forms/customers'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flows'
import { type FieldEvent, type Form, fieldEvents, formParts, newForm, submitTo } from '../form'
import { type Change, changeParts } from '../pendingChanges'

export interface CustomerEditInput extends FlowSurroundings {
  /** None for a new customer. */
  customerId: string | undefined
}
interface Context {
  customerId: string | undefined
  organizationId: string | undefined
  /** As it was when the form began; absent while it is read, and for a new one. */
  customer: Customer | undefined
  form: Form<CustomerValues>
}
export type CustomerEditEvent =
  | FieldEvent<CustomerValues>
  | { type: 'record.refresh'; record: Customer }
  | { type: 'dialog.submit' }
  | { type: 'dialog.cancel' }

/** What a person sees of it before the server has confirmed it. */
function changeOf({ customer, form: { values } }: Context): Change {
  if (!customer) return { resource: 'customers', kind: 'add' }
  const name = `${values.firstName} ${values.lastName}`.trim()
  return {
    resource: 'customers',
    kind: 'merge',
    id: customer.id,
    fields: { ...changedCustomerFields(customer, values), name },
  }
}

/** Adding a customer, or editing one, from the open panel to the server's yes (CU-01, CU-03). */
export const customerEditMachine = setup({
  types: {
    input: {} as CustomerEditInput,
    context: {} as Context,
    events: {} as CustomerEditEvent,
    tags: {} as 'open' | 'busy',
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
    beginWith: assign((_, { customer }: { customer: Customer | undefined }) => ({
      customer,
      form: newForm(customerValues(customer)),
    })),
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: {
    // What is typed is not taken away when the customer turns out to differ.
    isAsRead: ({ context: { customer, form } }) =>
      customer !== undefined && JSON.stringify(form.values) === JSON.stringify(customerValues(customer)),
  },
})
  .extend(changeParts)
  .extend(formParts<CustomerValues>(customerForm))
  .createMachine({
    id: 'customerEdit',
    context: ({ input: { customerId, organizationId } }) => ({
      customerId,
      organizationId,
      customer: undefined,
      form: newForm(customerValues()),
    }),
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          src: 'fetchCustomer',
          input: ({ context }) => context,
          onDone: {
            target: 'editing',
            actions: { type: 'beginWith', params: ({ event }) => ({ customer: event.output }) },
          },
          onError: { target: 'failed', actions: withError('reportError') },
        },
        on: { 'dialog.cancel': 'cancelled' },
      },
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<CustomerValues>(),
          'record.refresh': {
            guard: 'isAsRead',
            actions: { type: 'beginWith', params: ({ event }) => ({ customer: event.record }) },
          },
          'dialog.submit': submitTo('saving'),
          'dialog.cancel': 'cancelled',
        },
      },
      saving: {
        tags: ['open', 'busy'],
        entry: { type: 'showChange', params: ({ context }) => changeOf(context) },
        invoke: {
          src: 'saveCustomer',
          input: ({ context: { organizationId, customer, form } }) => ({
            organizationId,
            customer,
            values: form.values,
          }),
          onDone: {
            target: 'saved',
            actions: [
              'confirmChange',
              {
                type: 'showMessage',
                params: ({ context }) => ({ message: context.customer ? 'Customer saved' : 'Customer added' }),
              },
            ],
          },
          onError: { target: 'editing', actions: ['revertChange', withError('reportError')] },
        },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
      failed: { type: 'final' },
    },
  })
