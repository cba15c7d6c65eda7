import { passkeyRenameForm, type PasskeyRenameValues } from '../../contract/forms/passkeys'
import { passkeyRenamed } from '../../contract/rules/twoSteps'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface PasskeyInput extends FlowSurroundings {
  passkey: { id: string; name: string }
}

/** Renaming a passkey of one's own (ST-01). */
export const passkeyRenameMachine = formFlow({
  id: 'passkeyRename',
  form: passkeyRenameForm,
  values: ({ passkey: { name } }: PasskeyInput): PasskeyRenameValues => ({ name }),
  context: ({ passkey: { id } }) => ({ id }),
  actors: { renamePasskey: promiseActor<void, { id: string; values: PasskeyRenameValues }>('renamePasskey') },
  submit: {
    state: 'renaming',
    src: 'renamePasskey',
    input: ({ id, form }) => ({ id, values: form.values }),
    change: { resource: 'twoSteps', kind: 'merge', id: '', fields: {} },
    message: passkeyRenamed,
    done: 'renamed',
  },
  refusesFields: true,
  cancelled: 'cancelled',
})
