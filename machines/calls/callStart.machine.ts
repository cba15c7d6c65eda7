import { setup } from 'xstate'
import { callStartForm, type CallStartValues } from '../../contract/forms/calls'
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

export interface CallStartInput extends FlowSurroundings {
  /** Who is called; null when a number is typed. */
  customer: { id: string; name: string; phone: string } | null
  /** The number, where it is known. */
  phone?: string | null | undefined
}
interface Context extends Pick<CallStartInput, 'customer' | 'organizationId'> {
  form: Form<CallStartValues>
}
export type CallStartEvent = FieldEvent<CallStartValues> | LeaveEvent | { type: 'dialog.submit' }

/** Beginning a call with a number or with a customer (CA-01). */
export const callStartMachine = setup({
  types: {
    input: {} as CallStartInput,
    context: {} as Context,
    events: {} as CallStartEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    startCall: promiseActor<
      void,
      { organizationId: string | undefined; customerId: string | undefined; values: CallStartValues }
    >('startCall'),
  },
  actions: {
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(formParts<CallStartValues>(callStartForm))
  .createMachine({
    id: 'callStart',
    context: ({ input: { customer, phone, organizationId } }) => ({
      customer,
      organizationId,
      form: newForm({ phone: (customer?.phone || phone) ?? '' }),
    }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: { ...fieldEvents<CallStartValues>(), ...leaveTo('cancelled'), 'dialog.submit': submitTo('starting') },
      },
      asking: { tags: ['open', 'asking'], on: answersTo('cancelled') },
      starting: {
        tags: ['open', 'busy'],
        // Nothing of it is shown before it has begun; then the calls are read again.
        entry: { type: 'showChange', params: { resource: 'calls', kind: 'add' } },
        invoke: {
          src: 'startCall',
          input: ({ context: { organizationId, customer, form } }) => ({
            organizationId,
            customerId: customer?.id,
            values: form.values,
          }),
          onDone: { target: 'started', actions: 'confirmChange' },
          onError: { target: 'editing', actions: ['revertChange', withError('reportError')] },
        },
      },
      started: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
