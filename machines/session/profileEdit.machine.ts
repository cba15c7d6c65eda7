import { setup } from 'xstate'
import type { User, UserUpdate } from '../../contract/users'
import { changedProfileFields, profileForm, profileValues, type ProfileValues } from '../../contract/forms/auth'
import {
  answersTo,
  type FieldEvent,
  type Form,
  fieldEvents,
  formParts,
  type LeaveEvent,
  leaveTo,
  newForm,
  submitTo,
} from '../form'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'

export interface ProfileEditInput extends FlowSurroundings {
  user: User
}
interface Context {
  user: User
  form: Form<ProfileValues>
}
export type ProfileEditEvent = FieldEvent<ProfileValues> | LeaveEvent | { type: 'dialog.submit' }

/** Changing one's own profile (SE-09). */
export const profileEditMachine = setup({
  types: {
    input: {} as ProfileEditInput,
    context: {} as Context,
    events: {} as ProfileEditEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: { saveProfile: promiseActor<{ message: string; user: User }, { fields: UserUpdate }>('saveProfile') },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    changeUser: (_, _params: { user: User }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(formParts<ProfileValues>(profileForm))
  .createMachine({
    id: 'profileEdit',
    context: ({ input }) => ({ user: input.user, form: newForm(profileValues(input.user)) }),
    initial: 'editing',
    states: {
      editing: {
        tags: 'open',
        on: {
          ...fieldEvents<ProfileValues>(),
          ...leaveTo('cancelled'),
          'dialog.submit': submitTo('saving'),
        },
      },
      asking: { tags: ['open', 'asking'], on: answersTo('cancelled') },
      saving: {
        tags: ['open', 'busy'],
        invoke: {
          src: 'saveProfile',
          input: ({ context }) => ({ fields: changedProfileFields(context.user, context.form.values) }),
          onDone: {
            target: 'saved',
            actions: [
              { type: 'showMessage', params: ({ event }) => event.output },
              { type: 'changeUser', params: ({ event }) => event.output },
            ],
          },
          onError: { target: 'editing', actions: withError('reportError') },
        },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
