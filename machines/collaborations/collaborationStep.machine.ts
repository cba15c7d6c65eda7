import type { Collaboration } from '../../contract/lists/collaborations'
import { promiseActor } from '../actors'
import { confirmFlow } from '../factories/confirmFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export type CollaborationStep = 'renew' | 'pause' | 'resume' | 'end'

export interface CollaborationStepInput extends FlowSurroundings {
  collaboration: Collaboration
  step: CollaborationStep
}
type Context = Pick<CollaborationStepInput, 'collaboration' | 'step'>

/** What a list shows of it before the answer, and what is said then. */
const outcomes: Record<CollaborationStep, { shown: object; message: string }> = {
  renew: { shown: {}, message: 'Invitation sent again' },
  pause: { shown: { state: 'paused' }, message: 'Collaboration paused' },
  resume: { shown: { state: 'active' }, message: 'Collaboration resumed' },
  end: { shown: { state: 'ended' }, message: 'Collaboration ended' },
}

/** Inviting once more, pausing, resuming or ending, from the question to the server's answer (CO-01). */
export const collaborationStepMachine = confirmFlow({
  id: 'collaborationStep',
  context: ({ collaboration, step }: CollaborationStepInput): Context => ({ collaboration, step }),
  actors: { takeCollaborationStep: promiseActor<void, Context>('takeCollaborationStep') },
  submit: {
    state: 'saving',
    src: 'takeCollaborationStep',
    input: (context) => context,
    change: ({ collaboration, step }) => ({
      resource: 'collaborations',
      kind: 'merge',
      id: collaboration.id,
      fields: outcomes[step].shown,
    }),
    message: ({ collaboration, step }) =>
      step === 'end' && collaboration.state === 'invited' ? 'Invitation withdrawn' : outcomes[step].message,
    done: 'saved',
  },
  cancelled: 'kept',
  failed: 'kept',
})
