import type { GatewayRecord } from '../../contract/extensions/gateways'
import { promiseActor } from '../actors'
import { confirmFlow } from '../factories/confirmFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface GatewaySwitchInput extends FlowSurroundings {
  gateway: GatewayRecord
}

/** What a gateway is switched to. */
const otherOf = ({ state }: GatewayRecord): 'enabled' | 'disabled' => (state === 'enabled' ? 'disabled' : 'enabled')

/** Disabling a gateway, after it is said what uses it, and enabling one again (GW-01). */
export const gatewaySwitchMachine = confirmFlow({
  id: 'gatewaySwitch',
  context: ({ gateway }: GatewaySwitchInput) => ({ gateway }),
  actors: {
    switchGateway: promiseActor<void, { gatewayInstanceId: string; state: 'enabled' | 'disabled' }>('switchGateway'),
  },
  submit: {
    state: 'switching',
    src: 'switchGateway',
    input: ({ gateway }) => ({ gatewayInstanceId: gateway.id, state: otherOf(gateway) }),
    change: ({ gateway }) => ({
      resource: 'gateways',
      kind: 'merge',
      id: gateway.id,
      fields: { state: otherOf(gateway) },
    }),
    message: ({ gateway }) => `Gateway ${otherOf(gateway)}`,
    done: 'ended',
  },
  cancelled: 'ended',
  failed: 'confirming',
})
