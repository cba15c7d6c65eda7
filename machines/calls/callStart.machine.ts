import { callStartForm, type CallStartValues } from '../../contract/forms/calls'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface CallStartInput extends FlowSurroundings {
  /** Who is called; null when a number is typed. */
  customer: { id: string; name: string; phone: string } | null
  /** The number, where it is known. */
  phone?: string | null | undefined
}

/** Beginning a call with a number or with a customer (CA-01). */
export const callStartMachine = formFlow({
  id: 'callStart',
  form: callStartForm,
  values: ({ customer, phone }: CallStartInput) => ({ phone: (customer?.phone || phone) ?? '', isIncoming: false }),
  context: ({ customer, organizationId }) => ({ customer, organizationId }),
  actors: {
    startCall: promiseActor<
      void,
      { organizationId: string | undefined; customerId: string | undefined; values: CallStartValues }
    >('startCall'),
  },
  submit: {
    state: 'starting',
    src: 'startCall',
    input: ({ organizationId, customer, form }) => ({
      organizationId,
      customerId: customer?.id,
      values: form.values,
    }),
    // Nothing of it is shown before it has begun; then the calls are read again.
    change: { resource: 'calls', kind: 'add' },
    done: 'started',
  },
  cancelled: 'cancelled',
})
