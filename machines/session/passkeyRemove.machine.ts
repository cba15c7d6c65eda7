import { passkeyRemoveForm, type PasskeyRemoveValues } from '../../contract/forms/passkeys'
import { passkeyRemoved } from '../../contract/rules/twoSteps'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { PasskeyInput } from './passkeyRename.machine'

/** Removing a passkey, by whoever knows the password (ST-01). */
export const passkeyRemoveMachine = formFlow({
  id: 'passkeyRemove',
  form: passkeyRemoveForm,
  values: (_input: PasskeyInput): PasskeyRemoveValues => ({ password: '' }),
  context: ({ passkey }) => ({ passkey }),
  actors: { removePasskey: promiseActor<void, { id: string; values: PasskeyRemoveValues }>('removePasskey') },
  submit: {
    state: 'removing',
    src: 'removePasskey',
    input: ({ passkey: { id }, form }) => ({ id, values: form.values }),
    // How far the second step is set up is known when it is read again.
    change: { resource: 'twoSteps', kind: 'merge', id: '', fields: {} },
    message: passkeyRemoved,
    done: 'removed',
  },
  refusesFields: true,
  cancelled: 'cancelled',
})
