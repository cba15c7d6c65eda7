import { assign, setup } from 'xstate'
import type { GatewayRecord, Reconciliation } from '../../contract/extensions/gateways'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'

export interface GatewayReconcileInput extends FlowSurroundings {
  gateway: GatewayRecord
}
interface Context {
  gateway: GatewayRecord
  found: Reconciliation | undefined
  error: unknown
}
export type GatewayReconcileEvent = { type: 'reconciliation.again' } | { type: 'dialog.cancel' }

/** Comparing with a gateway on demand, to the cent, with the differences that are left (GW-04). */
export const gatewayReconcileMachine = setup({
  types: {
    input: {} as GatewayReconcileInput,
    context: {} as Context,
    events: {} as GatewayReconcileEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    reconcileGateway: promiseActor<Reconciliation, { gatewayInstanceId: string }>('reconcileGateway'),
  },
  actions: {
    setFound: assign((_, { found }: { found: Reconciliation }) => ({ found, error: undefined })),
    setError: assign((_, { error }: { error: unknown }) => ({ error })),
  },
}).createMachine({
  id: 'gatewayReconcile',
  context: ({ input: { gateway } }) => ({ gateway, found: undefined, error: undefined }),
  initial: 'comparing',
  states: {
    comparing: {
      tags: ['open', 'busy'],
      invoke: {
        src: 'reconcileGateway',
        input: ({ context }) => ({ gatewayInstanceId: context.gateway.id }),
        onDone: { target: 'done', actions: { type: 'setFound', params: ({ event }) => ({ found: event.output }) } },
        onError: { target: 'failed', actions: withError('setError') },
      },
      // It goes on at the server, whoever looks.
      on: { 'dialog.cancel': 'closed' },
    },
    done: { tags: 'open', on: { 'reconciliation.again': 'comparing', 'dialog.cancel': 'closed' } },
    failed: { tags: 'open', on: { 'reconciliation.again': 'comparing', 'dialog.cancel': 'closed' } },
    closed: { type: 'final' },
  },
})
