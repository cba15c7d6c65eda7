import { setup } from 'xstate'
import type { GatewayRecord } from '../../contract/extensions/gateways'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { changeParts } from '../pendingChanges'

export interface GatewaySwitchInput extends FlowSurroundings {
  gateway: GatewayRecord
}
interface Context {
  gateway: GatewayRecord
}
export type GatewaySwitchEvent = { type: 'dialog.submit' } | { type: 'dialog.cancel' }

/** Disabling a gateway, after it is said what uses it, and enabling one again (GW-01). */
export const gatewaySwitchMachine = setup({
  types: {
    input: {} as GatewaySwitchInput,
    context: {} as Context,
    events: {} as GatewaySwitchEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    switchGateway: promiseActor<void, { gatewayInstanceId: string; state: 'enabled' | 'disabled' }>('switchGateway'),
  },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .createMachine({
    id: 'gatewaySwitch',
    context: ({ input: { gateway } }) => ({ gateway }),
    initial: 'confirming',
    states: {
      confirming: { tags: 'open', on: { 'dialog.submit': 'switching', 'dialog.cancel': 'ended' } },
      switching: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context: { gateway } }) => ({
            resource: 'gateways',
            kind: 'merge',
            id: gateway.id,
            fields: { state: gateway.state === 'enabled' ? 'disabled' : 'enabled' },
          }),
        },
        invoke: {
          src: 'switchGateway',
          input: ({ context: { gateway } }) => ({
            gatewayInstanceId: gateway.id,
            state: gateway.state === 'enabled' ? ('disabled' as const) : ('enabled' as const),
          }),
          onDone: {
            target: 'ended',
            actions: [
              'confirmChange',
              {
                type: 'showMessage',
                params: ({ context: { gateway } }) => ({
                  message: gateway.state === 'enabled' ? 'Gateway disabled' : 'Gateway enabled',
                }),
              },
            ],
          },
          onError: { target: 'confirming', actions: ['revertChange', withError('reportError')] },
        },
      },
      ended: { type: 'final' },
    },
  })
