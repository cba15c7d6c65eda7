import { noProof, proofForm, type ProofValues } from '../../contract/forms/twoSteps'
import { appRemoved } from '../../contract/rules/twoSteps'
import { promiseActor } from '../actors'
import { formFlow } from '../factories/formFlow'
import type { FlowSurroundings } from '../flowSurroundings'

/** Removing the authenticator app, by whoever has password and code (ST-01). */
export const appRemoveMachine = formFlow({
  id: 'appRemove',
  form: proofForm,
  values: (_input: FlowSurroundings) => noProof,
  context: () => ({}),
  actors: { removeApp: promiseActor<void, { values: ProofValues }>('removeApp') },
  submit: {
    state: 'removing',
    src: 'removeApp',
    input: ({ form }) => ({ values: form.values }),
    // How far the second step is set up is known when it is read again.
    change: { resource: 'twoSteps', kind: 'merge', id: '', fields: {} },
    message: appRemoved,
    done: 'removed',
  },
  refusesFields: true,
  cancelled: 'cancelled',
})
