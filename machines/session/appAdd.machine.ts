import { assign, setup } from 'xstate'
import { appAddForms, type AppAddStep, noProof, type ProofValues } from '../../contract/forms/twoSteps'
import { appAdded } from '../../contract/rules/twoSteps'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import {
  answersTo,
  type FieldEvent,
  fieldEvents,
  type Form,
  formParts,
  isFormValid,
  type LeaveEvent,
  leaveTo,
  newForm,
} from '../form'
import { changeParts } from '../pendingChanges'
import { refusedTo } from '../refusedFields'

export interface AppAddInput extends FlowSurroundings {
  email: string
}
interface Begun {
  token: string
  appKey: string
}
interface Context extends Begun {
  email: string
  form: Form<ProofValues>
  recoveryCodes: readonly string[]
}
export type AppAddEvent = FieldEvent<ProofValues> | LeaveEvent | { type: 'dialog.submit' }
type Added = { recoveryCodes: readonly string[] | null }

const submitIn = <Target extends string>(step: AppAddStep, target: Target) =>
  [{ guard: { type: 'isStepValid', params: { step } }, target }, { actions: 'touchAll' }] as const

/** Adding an authenticator app: the password, then a code of the app, then the recovery codes, which are shown once (ST-01). */
export const appAddMachine = setup({
  types: {
    input: {} as AppAddInput,
    context: {} as Context,
    events: {} as AppAddEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    beginApp: promiseActor<Begun, { values: ProofValues }>('beginApp'),
    confirmApp: promiseActor<Added, { token: string; values: ProofValues }>('confirmApp'),
  },
  actions: {
    setBegun: assign((_, { token, appKey }: Begun) => ({ token, appKey })),
    // The password was for the key alone.
    forgetPassword: assign({ form: newForm(noProof) }),
    setCodes: assign((_, { recoveryCodes }: Added) => ({ recoveryCodes: recoveryCodes ?? [] })),
    showMessage: (_, _params: { message: string }) => {},
    // Where a second step is demanded, the organization is open from now on.
    rereadOrganizations: () => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: {
    isStepValid: ({ context }, { step }: { step: AppAddStep }) => isFormValid(appAddForms[step], context.form),
    hasCodes: (_, { recoveryCodes }: Added) => recoveryCodes !== null,
  },
})
  .extend(changeParts)
  .extend(formParts<ProofValues>(appAddForms.password))
  .createMachine({
    id: 'appAdd',
    context: ({ input: { email } }) => ({ email, form: newForm(noProof), token: '', appKey: '', recoveryCodes: [] }),
    initial: 'password',
    states: {
      password: {
        initial: 'editing',
        states: {
          editing: {
            tags: 'open',
            on: {
              ...fieldEvents<ProofValues>(),
              ...leaveTo('#appAdd.cancelled'),
              'dialog.submit': submitIn('password', 'beginning'),
            },
          },
          asking: { tags: ['open', 'asking'], on: answersTo('#appAdd.cancelled') },
          beginning: {
            tags: ['open', 'busy'],
            invoke: {
              src: 'beginApp',
              input: ({ context: { form } }) => ({ values: form.values }),
              onDone: {
                target: '#appAdd.code',
                actions: [{ type: 'setBegun', params: ({ event }) => event.output }, 'forgetPassword'],
              },
              onError: [
                { guard: withError('isFieldRefused'), target: 'editing', actions: withError('refuseFields') },
                { target: 'editing', actions: withError('reportError') },
              ],
            },
          },
        },
      },
      code: {
        initial: 'editing',
        states: {
          editing: {
            tags: 'open',
            on: {
              ...fieldEvents<ProofValues>(),
              ...leaveTo('#appAdd.cancelled'),
              'dialog.submit': submitIn('code', 'confirming'),
            },
          },
          asking: { tags: ['open', 'asking'], on: answersTo('#appAdd.cancelled') },
          confirming: {
            tags: ['open', 'busy'],
            entry: { type: 'showChange', params: { resource: 'twoSteps', kind: 'merge', id: '', fields: {} } },
            invoke: {
              src: 'confirmApp',
              input: ({ context: { token, form } }) => ({ token, values: form.values }),
              onDone: [
                {
                  guard: { type: 'hasCodes', params: ({ event }) => event.output },
                  target: '#appAdd.codes',
                  actions: [{ type: 'setCodes', params: ({ event }) => event.output }, 'confirmChange'],
                },
                {
                  target: '#appAdd.closed',
                  actions: ['confirmChange', { type: 'showMessage', params: { message: appAdded } }],
                },
              ],
              onError: [
                refusedTo('editing'),
                { target: 'editing', actions: ['revertChange', withError('reportError')] },
              ],
            },
          },
        },
      },
      // They can't be read again, so nothing but their reader closes them.
      codes: { tags: 'open', on: { 'dialog.cancel': 'closed' } },
      closed: { type: 'final', entry: 'rereadOrganizations' },
      cancelled: { type: 'final' },
    },
  })
