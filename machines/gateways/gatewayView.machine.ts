import { setup } from 'xstate'
import type { FlowSurroundings } from '../flowSurroundings'

export interface GatewayViewInput extends FlowSurroundings {
  gatewayInstanceId: string
}
export type GatewayViewEvent = { type: 'dialog.cancel' } | { type: 'dialog.leave' }

/** Looking at a gateway beside its list, for as long as the address asks for it (GW-01). */
export const gatewayViewMachine = setup({
  types: {
    input: {} as GatewayViewInput,
    context: {} as Pick<GatewayViewInput, 'gatewayInstanceId'>,
    events: {} as GatewayViewEvent,
    tags: {} as 'open',
  },
}).createMachine({
  id: 'gatewayView',
  context: ({ input: { gatewayInstanceId } }) => ({ gatewayInstanceId }),
  initial: 'viewing',
  states: {
    viewing: { tags: 'open', on: { 'dialog.cancel': 'closed', 'dialog.leave': 'closed' } },
    closed: { type: 'final' },
  },
})
