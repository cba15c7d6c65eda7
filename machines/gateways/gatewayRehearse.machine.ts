import { assign, setup } from 'xstate'
import type { GatewayRecord, RehearsalStep } from '../../contract/extensions/gateways'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'

export interface GatewayRehearseInput extends FlowSurroundings {
  gateway: GatewayRecord
}
interface Context {
  gateway: GatewayRecord
  steps: readonly RehearsalStep[]
  error: unknown
}
export type GatewayRehearseEvent = { type: 'rehearsal.again' } | { type: 'dialog.cancel' }

/** A rehearsal of a gateway in its test mode, with what failed and how to mend it (GW-02). */
export const gatewayRehearseMachine = setup({
  types: {
    input: {} as GatewayRehearseInput,
    context: {} as Context,
    events: {} as GatewayRehearseEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    rehearseGateway: promiseActor<readonly RehearsalStep[], { gatewayInstanceId: string }>('rehearseGateway'),
  },
  actions: {
    setSteps: assign((_, { steps }: { steps: readonly RehearsalStep[] }) => ({ steps, error: undefined })),
    setError: assign((_, { error }: { error: unknown }) => ({ error })),
  },
}).createMachine({
  id: 'gatewayRehearse',
  context: ({ input: { gateway } }) => ({ gateway, steps: [], error: undefined }),
  initial: 'rehearsing',
  states: {
    rehearsing: {
      tags: ['open', 'busy'],
      invoke: {
        src: 'rehearseGateway',
        input: ({ context }) => ({ gatewayInstanceId: context.gateway.id }),
        onDone: { target: 'done', actions: { type: 'setSteps', params: ({ event }) => ({ steps: event.output }) } },
        onError: { target: 'failed', actions: withError('setError') },
      },
      // What it tries in the test mode ends by itself.
      on: { 'dialog.cancel': 'closed' },
    },
    done: { tags: 'open', on: { 'rehearsal.again': 'rehearsing', 'dialog.cancel': 'closed' } },
    failed: { tags: 'open', on: { 'rehearsal.again': 'rehearsing', 'dialog.cancel': 'closed' } },
    closed: { type: 'final' },
  },
})
