import { assign, setup } from 'xstate'
import { passkeyAddForm, type PasskeyAddValues } from '../../contract/forms/passkeys'
import { passkeyAdded } from '../../contract/rules/twoSteps'
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
import { refusedTo } from '../refusedFields'

export interface PasskeyAddInput extends FlowSurroundings {
  email: string
}
interface Context {
  email: string
  form: Form<PasskeyAddValues>
  recoveryCodes: readonly string[]
}
export type PasskeyAddEvent = FieldEvent<PasskeyAddValues> | LeaveEvent | { type: 'dialog.submit' }
type Added = { recoveryCodes: readonly string[] | null }

/** Adding a passkey: name and password, what the browser asks, then the recovery codes, which are shown once (ST-01). */
export const passkeyAddMachine = setup({
  types: {
    input: {} as PasskeyAddInput,
    context: {} as Context,
    events: {} as PasskeyAddEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    // The browser asks the person meanwhile, who may decline.
    addPasskey: promiseActor<Added, { values: PasskeyAddValues }>('addPasskey'),
  },
  actions: {
    setCodes: assign((_, { recoveryCodes }: Added) => ({ recoveryCodes: recoveryCodes ?? [] })),
    showMessage: (_, _params: { message: string }) => {},
    // Where a second step is demanded, the organization is open from now on.
    rereadOrganizations: () => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: {
    hasCodes: (_, { recoveryCodes }: Added) => recoveryCodes !== null,
  },
})
  .extend(changeParts)
  .extend(formParts<PasskeyAddValues>(passkeyAddForm))
  .createMachine({
    id: 'passkeyAdd',
    context: ({ input: { email } }) => ({ email, form: newForm({ name: '', password: '' }), recoveryCodes: [] }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: { ...fieldEvents<PasskeyAddValues>(), ...leaveTo('cancelled'), 'dialog.submit': submitTo('adding') },
      },
      asking: { tags: ['open', 'asking'], on: answersTo('cancelled') },
      adding: {
        tags: ['open', 'busy'],
        entry: { type: 'showChange', params: { resource: 'twoSteps', kind: 'merge', id: '', fields: {} } },
        invoke: {
          src: 'addPasskey',
          input: ({ context: { form } }) => ({ values: form.values }),
          onDone: [
            {
              guard: { type: 'hasCodes', params: ({ event }) => event.output },
              target: 'codes',
              actions: [{ type: 'setCodes', params: ({ event }) => event.output }, 'confirmChange'],
            },
            {
              target: 'closed',
              actions: ['confirmChange', { type: 'showMessage', params: { message: passkeyAdded } }],
            },
          ],
          onError: [refusedTo('editing'), { target: 'editing', actions: ['revertChange', withError('reportError')] }],
        },
      },
      // They can't be read again, so nothing but their reader closes them.
      codes: { tags: 'open', on: { 'dialog.cancel': 'closed' } },
      closed: { type: 'final', entry: 'rereadOrganizations' },
      cancelled: { type: 'final' },
    },
  })
