import { viewFlow } from '../factories/viewFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface GatewayViewInput extends FlowSurroundings {
  gatewayInstanceId: string
}

/** Looking at a gateway beside its list, for as long as the address asks for it (GW-01). */
export const gatewayViewMachine = viewFlow({
  id: 'gatewayView',
  context: ({ gatewayInstanceId }: GatewayViewInput) => ({ gatewayInstanceId }),
  state: 'viewing',
})
