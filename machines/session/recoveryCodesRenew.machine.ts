import { assign, setup } from 'xstate'
import { noProof, proofForm, type ProofValues } from '../../contract/forms/twoSteps'
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

export interface RecoveryCodesRenewInput extends FlowSurroundings {
  email: string
}
interface Context {
  email: string
  form: Form<ProofValues>
  recoveryCodes: readonly string[]
}
export type RecoveryCodesRenewEvent = FieldEvent<ProofValues> | LeaveEvent | { type: 'dialog.submit' }

/** Making new recovery codes, which are shown once (ST-01). */
export const recoveryCodesRenewMachine = setup({
  types: {
    input: {} as RecoveryCodesRenewInput,
    context: {} as Context,
    events: {} as RecoveryCodesRenewEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    renewRecoveryCodes: promiseActor<{ recoveryCodes: readonly string[] }, { values: ProofValues }>(
      'renewRecoveryCodes',
    ),
  },
  actions: {
    setCodes: assign((_, { recoveryCodes }: { recoveryCodes: readonly string[] }) => ({ recoveryCodes })),
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .extend(formParts<ProofValues>(proofForm))
  .createMachine({
    id: 'recoveryCodesRenew',
    context: ({ input: { email } }) => ({ email, form: newForm(noProof), recoveryCodes: [] }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: { ...fieldEvents<ProofValues>(), ...leaveTo('cancelled'), 'dialog.submit': submitTo('renewing') },
      },
      asking: { tags: ['open', 'asking'], on: answersTo('cancelled') },
      renewing: {
        tags: ['open', 'busy'],
        entry: { type: 'showChange', params: { resource: 'twoSteps', kind: 'merge', id: '', fields: {} } },
        invoke: {
          src: 'renewRecoveryCodes',
          input: ({ context: { form } }) => ({ values: form.values }),
          onDone: {
            target: 'renewed',
            actions: [{ type: 'setCodes', params: ({ event }) => event.output }, 'confirmChange'],
          },
          onError: [refusedTo('editing'), { target: 'editing', actions: ['revertChange', withError('reportError')] }],
        },
      },
      // They can't be read again, so nothing but their reader closes them.
      renewed: { tags: 'open', on: { 'dialog.cancel': 'closed' } },
      closed: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
