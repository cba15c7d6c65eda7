import type { SoldOrder } from '../../contract/extensions/collaborations'
import { viewFlow } from '../factories/viewFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface SoldOrderViewInput extends FlowSurroundings {
  collaborationId: string
  order: SoldOrder
}

/** Looking at an order that was sold in what a partner shares, and taking its payment (CO-02). */
export const soldOrderViewMachine = viewFlow({
  id: 'soldOrderView',
  context: ({ collaborationId, order, organizationId }: SoldOrderViewInput) => ({
    collaborationId,
    order,
    organizationId,
  }),
  state: 'viewing',
})
