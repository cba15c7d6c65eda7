import type { AskedStep, FulfilmentStep } from '../../contract/extensions/fulfilments'
import type { Fulfilment } from '../../contract/fulfilments'
import { promiseActor } from '../actors'
import { confirmFlow } from '../factories/confirmFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FulfilmentOrder, fulfilmentChange } from './fulfilmentChange'

export interface FulfilmentStepInput extends FlowSurroundings {
  /** At least one; a number is taken back from one alone. */
  fulfilments: readonly Fulfilment[]
  step: AskedStep
  /** The order on whose page it is done. */
  order?: FulfilmentOrder | undefined
}
type Context = Omit<FulfilmentStepInput, 'draft'>

const states: Record<FulfilmentStep, string> = { ship: 'shipped', deliver: 'delivered', cancel: 'cancelled' }

/** What a list shows of the parcel before the answer. */
const shownOf = (step: AskedStep) =>
  step === 'unassign' ? { carrier: null, trackingNumber: null } : { status: states[step] }

/** Noting that parcels were sent or have arrived, or giving them or their number up, from the question to the server's answer (FU-02). */
export const fulfilmentStepMachine = confirmFlow({
  id: 'fulfilmentStep',
  context: ({ organizationId, fulfilments, step, order }: FulfilmentStepInput): Context => ({
    organizationId,
    fulfilments,
    step,
    order,
  }),
  actors: { takeFulfilmentSteps: promiseActor<void, Context>('takeFulfilmentSteps') },
  submit: {
    state: 'saving',
    src: 'takeFulfilmentSteps',
    input: (context) => context,
    change: ({ fulfilments, step, order }) =>
      fulfilmentChange(fulfilments[0]?.id ?? '', order, fulfilments.length === 1 ? shownOf(step) : {}),
    message: ({ fulfilments: { length }, step }) =>
      step === 'unassign'
        ? 'Tracking number taken back'
        : `${length === 1 ? 'Parcel' : `${length} parcels`} ${states[step]}`,
    done: 'saved',
  },
  cancelled: 'kept',
  failed: 'kept',
})
