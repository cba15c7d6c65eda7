import { setup } from 'xstate'
import type { FulfilmentStep } from '../../contract/extensions/fulfilments'
import type { Fulfilment } from '../../contract/fulfilments'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { changeParts } from '../pendingChanges'
import { type FulfilmentOrder, fulfilmentChange } from './fulfilmentChange'

export interface FulfilmentStepInput extends FlowSurroundings {
  /** At least one. */
  fulfilments: readonly Fulfilment[]
  step: FulfilmentStep
  /** The order on whose page it is done. */
  order?: FulfilmentOrder | undefined
}
type Context = Omit<FulfilmentStepInput, 'draft'>
export type FulfilmentStepEvent = { type: 'dialog.submit' } | { type: 'dialog.cancel' }

const states: Record<FulfilmentStep, string> = { ship: 'shipped', deliver: 'delivered', cancel: 'cancelled' }

/** What has become of so many parcels, in a sentence. */
const saidOf = ({ fulfilments, step }: Context) =>
  `${fulfilments.length === 1 ? 'Parcel' : `${fulfilments.length} parcels`} ${states[step]}`

/** Noting that parcels were sent or have arrived, or giving them up, from the question to the server's answer (FU-02). */
export const fulfilmentStepMachine = setup({
  types: {
    input: {} as FulfilmentStepInput,
    context: {} as Context,
    events: {} as FulfilmentStepEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    takeFulfilmentSteps: promiseActor<void, Context>('takeFulfilmentSteps'),
  },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .createMachine({
    id: 'fulfilmentStep',
    context: ({ input: { organizationId, fulfilments, step, order } }) => ({
      organizationId,
      fulfilments,
      step,
      order,
    }),
    initial: 'confirming',
    states: {
      confirming: { tags: 'open', on: { 'dialog.submit': 'saving', 'dialog.cancel': 'kept' } },
      saving: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context: { fulfilments, step, order } }) =>
            fulfilmentChange(fulfilments[0]?.id ?? '', order, fulfilments.length === 1 ? { status: states[step] } : {}),
        },
        invoke: {
          src: 'takeFulfilmentSteps',
          input: ({ context }) => context,
          onDone: {
            target: 'saved',
            actions: [
              'confirmChange',
              { type: 'showMessage', params: ({ context }) => ({ message: saidOf(context) }) },
            ],
          },
          onError: { target: 'kept', actions: ['revertChange', withError('reportError')] },
        },
      },
      saved: { type: 'final' },
      kept: { type: 'final' },
    },
  })
