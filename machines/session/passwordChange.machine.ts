import { passwordChanged, passwordForm, type PasswordValues } from '../../contract/forms/password'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface PasswordChangeInput extends FlowSurroundings {
  email: string
}

/** Changing one's own password, which ends all other sessions (ST-01). */
export const passwordChangeMachine = formFlow({
  id: 'passwordChange',
  form: passwordForm,
  values: ({ email }: PasswordChangeInput) => ({ currentPassword: '', password: '', email }),
  context: () => ({}),
  actors: { changePassword: promiseActor<void, { values: PasswordValues }>('changePassword') },
  submit: {
    state: 'changing',
    src: 'changePassword',
    input: ({ form }) => ({ values: form.values }),
    // Which devices it signs out is known when they are read again.
    change: { resource: 'sessions', kind: 'merge', id: '', fields: {} },
    message: passwordChanged,
    done: 'changed',
  },
  refusesFields: true,
  cancelled: 'cancelled',
})
