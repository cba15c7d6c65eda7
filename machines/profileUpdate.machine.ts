import { assign, setup } from 'xstate'
import type { User, UserUpdate } from '../contract/users'
import { fieldErrors } from '../contract/forms/fields'
import { changedProfileFields, profileForm, profileValues, type ProfileValues } from '../contract/forms/auth'
import { type FieldEvent, type Form, newForm, withAllTouched, withFields, withTouched } from './form'
import { promiseActor } from './actors'

export interface ProfileUpdateInput {
  user: User
}
interface Context {
  user: User
  form: Form<ProfileValues>
}
export type ProfileUpdateEvent = FieldEvent<ProfileValues> | { type: 'dialog.submit' } | { type: 'dialog.cancel' }

/** Changing one's own profile (SE-09). */
export const profileUpdateMachine = setup({
  types: {
    input: {} as ProfileUpdateInput,
    context: {} as Context,
    events: {} as ProfileUpdateEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: { saveProfile: promiseActor<{ message: string; user: User }, { fields: UserUpdate }>('saveProfile') },
  actions: {
    changeField: assign({ form: ({ context }, params: Partial<ProfileValues>) => withFields(context.form, params) }),
    touchField: assign({
      form: ({ context }, params: { field: keyof ProfileValues }) => withTouched(context.form, params.field),
    }),
    touchAll: assign({ form: ({ context }) => withAllTouched(context.form) }),
    showProfile: (_, _params: { message: string; user: User }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: { isValid: ({ context }) => Object.keys(fieldErrors(profileForm, context.form.values)).length === 0 },
}).createMachine({
  id: 'profileUpdate',
  context: ({ input }) => ({ user: input.user, form: newForm(profileValues(input.user)) }),
  initial: 'editing',
  states: {
    editing: {
      tags: 'open',
      on: {
        'field.change': { actions: { type: 'changeField', params: ({ event }) => event.fields } },
        'field.blur': { actions: { type: 'touchField', params: ({ event }) => ({ field: event.field }) } },
        'dialog.submit': [{ guard: 'isValid', target: 'saving' }, { actions: 'touchAll' }],
        'dialog.cancel': 'cancelled',
      },
    },
    saving: {
      tags: ['open', 'busy'],
      invoke: {
        src: 'saveProfile',
        input: ({ context }) => ({ fields: changedProfileFields(context.user, context.form.values) }),
        onDone: { target: 'saved', actions: { type: 'showProfile', params: ({ event }) => event.output } },
        onError: {
          target: 'editing',
          actions: { type: 'reportError', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    saved: { type: 'final' },
    cancelled: { type: 'final' },
  },
})
