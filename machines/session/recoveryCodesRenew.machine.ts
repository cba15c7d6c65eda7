import { noProof, proofForm, type ProofValues } from '../../contract/forms/twoSteps'
import { promiseActor } from '../actors'
import { shownOnceFlow } from '../factories/shownOnceFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface RecoveryCodesRenewInput extends FlowSurroundings {
  email: string
}
interface Context {
  email: string
  recoveryCodes: readonly string[]
}

/** Making new recovery codes, which are shown once (ST-01). */
export const recoveryCodesRenewMachine = shownOnceFlow({
  id: 'recoveryCodesRenew',
  form: proofForm,
  values: noProof,
  context: ({ email }: RecoveryCodesRenewInput): Context => ({ email, recoveryCodes: [] }),
  actors: {
    renewRecoveryCodes: promiseActor<{ recoveryCodes: readonly string[] }, { values: ProofValues }>(
      'renewRecoveryCodes',
    ),
  },
  submit: {
    state: 'renewing',
    src: 'renewRecoveryCodes',
    input: ({ form: { values } }) => ({ values }),
    change: { resource: 'twoSteps', kind: 'merge', id: '', fields: {} },
    keeps: { action: 'setCodes', as: ({ recoveryCodes }) => ({ recoveryCodes }) },
    done: 'renewed',
  },
  refusesFields: true,
})
