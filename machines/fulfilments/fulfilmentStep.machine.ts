import type { FulfilmentStep } from '../../contract/extensions/fulfilments'
import type { Fulfilment } from '../../contract/fulfilments'
import { promiseActor } from '../actors'
import { confirmFlow } from '../factories/confirmFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import { type FulfilmentOrder, fulfilmentChange } from './fulfilmentChange'

export interface FulfilmentStepInput extends FlowSurroundings {
  /** At least one. */
  fulfilments: readonly Fulfilment[]
  step: FulfilmentStep
  /** The order on whose page it is done. */
  order?: FulfilmentOrder | undefined
}
type Context = Omit<FulfilmentStepInput, 'draft'>

const states: Record<FulfilmentStep, string> = { ship: 'shipped', deliver: 'delivered', cancel: 'cancelled' }

/** Noting that parcels were sent or have arrived, or giving them up, from the question to the server's answer (FU-02). */
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
      fulfilmentChange(fulfilments[0]?.id ?? '', order, fulfilments.length === 1 ? { status: states[step] } : {}),
    message: ({ fulfilments: { length }, step }) => `${length === 1 ? 'Parcel' : `${length} parcels`} ${states[step]}`,
    done: 'saved',
  },
  cancelled: 'kept',
  failed: 'kept',
})
