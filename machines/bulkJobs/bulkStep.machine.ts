import type { BulkJob } from '../../contract/extensions/bulkJobs'
import { promiseActor } from '../actors'
import { confirmFlow } from '../factories/confirmFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface BulkStepInput extends FlowSurroundings {
  job: BulkJob
  step: 'cancel' | 'undo'
}
type Context = Pick<BulkStepInput, 'job' | 'step'>

/** Stopping what goes on over many records, or taking it back, from the question to the server's answer (WF-03). */
export const bulkStepMachine = confirmFlow({
  id: 'bulkStep',
  context: ({ job, step }: BulkStepInput): Context => ({ job, step }),
  actors: { takeBulkStep: promiseActor<void, Context>('takeBulkStep') },
  submit: {
    state: 'saving',
    src: 'takeBulkStep',
    input: (context) => context,
    change: ({ job: { id } }) => ({ resource: 'bulkJobs', kind: 'merge', id, fields: {} }),
    message: ({ step }) => (step === 'cancel' ? 'Stopped' : 'It is being taken back'),
    done: 'saved',
  },
  cancelled: 'kept',
  failed: 'kept',
})
