import type { AskedStep, FulfilmentStep } from '../../contract/extensions/fulfilments'
import type { Fulfilment } from '../../contract/fulfilments'
import { promiseActor } from '../actors'
import { confirmFlow } from '../factories/confirmFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FulfilmentOrder, fulfilmentChange } from './fulfilmentChange'

export interface FulfilmentStepInput extends FlowSurroundings {
  fulfilment: Fulfilment
  step: AskedStep
  /** The order on whose page it is done. */
  order?: FulfilmentOrder | undefined
}
type Context = Omit<FulfilmentStepInput, 'draft'>

const states: Record<FulfilmentStep, string> = { ship: 'shipped', deliver: 'delivered', cancel: 'cancelled' }

/** What a list shows of the parcel before the answer. */
const shownOf = (step: AskedStep) =>
  step === 'unassign' ? { carrier: null, trackingNumber: null } : { status: states[step] }

/** Noting that a parcel was sent or has arrived, or giving it or its number up, from the question to the server's answer (FU-02). */
export const fulfilmentStepMachine = confirmFlow({
  id: 'fulfilmentStep',
  context: ({ organizationId, fulfilment, step, order }: FulfilmentStepInput): Context => ({
    organizationId,
    fulfilment,
    step,
    order,
  }),
  actors: { takeFulfilmentStep: promiseActor<void, Context>('takeFulfilmentStep') },
  submit: {
    state: 'saving',
    src: 'takeFulfilmentStep',
    input: (context) => context,
    change: ({ fulfilment, step, order }) => fulfilmentChange(fulfilment.id, order, shownOf(step)),
    message: ({ step }) => (step === 'unassign' ? 'Tracking number taken back' : `Parcel ${states[step]}`),
    done: 'saved',
  },
  cancelled: 'kept',
  failed: 'kept',
})
