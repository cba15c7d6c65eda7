import { assign, setup } from 'xstate'
import { telephoneTokenForm, type TelephoneTokenValues } from '../../contract/forms/telephone'
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

export interface TelephoneTokenCreateInput extends FlowSurroundings {
  organizationId: string | undefined
}
interface Context extends Pick<FlowSurroundings, 'organizationId'> {
  form: Form<TelephoneTokenValues>
  /** Null when the server has answered it before, to somebody who did not hear it. */
  token: string | null
}
export type TelephoneTokenCreateEvent = FieldEvent<TelephoneTokenValues> | LeaveEvent | { type: 'dialog.submit' }

/** Making a token for a telephone system, which is shown once (CA-01). */
export const telephoneTokenCreateMachine = setup({
  types: {
    input: {} as TelephoneTokenCreateInput,
    context: {} as Context,
    events: {} as TelephoneTokenCreateEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    createTelephoneToken: promiseActor<
      { token: string | null },
      { organizationId: string | undefined; values: TelephoneTokenValues }
    >('createTelephoneToken'),
  },
  actions: {
    setToken: assign((_, { token }: { token: string | null }) => ({ token })),
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(formParts<TelephoneTokenValues>(telephoneTokenForm))
  .createMachine({
    id: 'telephoneTokenCreate',
    context: ({ input: { organizationId } }) => ({ organizationId, form: newForm({ name: '' }), token: null }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: { ...fieldEvents<TelephoneTokenValues>(), ...leaveTo('cancelled'), 'dialog.submit': submitTo('creating') },
      },
      asking: { tags: ['open', 'asking'], on: answersTo('cancelled') },
      creating: {
        tags: ['open', 'busy'],
        entry: { type: 'showChange', params: { resource: 'telephoneTokens', kind: 'add' } },
        invoke: {
          src: 'createTelephoneToken',
          input: ({ context: { organizationId, form } }) => ({ organizationId, values: form.values }),
          onDone: {
            target: 'created',
            actions: [{ type: 'setToken', params: ({ event }) => event.output }, 'confirmChange'],
          },
          onError: { target: 'editing', actions: ['revertChange', withError('reportError')] },
        },
      },
      // It can't be read again, so nothing but its reader closes it.
      created: { tags: 'open', on: { 'dialog.cancel': 'closed' } },
      closed: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
