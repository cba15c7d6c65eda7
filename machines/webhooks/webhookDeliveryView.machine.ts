import { viewFlow } from '../factories/viewFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface WebhookDeliveryViewInput extends FlowSurroundings {
  deliveryId: string
}

/** Looking at a message and its tries beside the list, for as long as the address asks for it (WH-01). */
export const webhookDeliveryViewMachine = viewFlow({
  id: 'webhookDeliveryView',
  context: ({ deliveryId }: WebhookDeliveryViewInput) => ({ deliveryId }),
  state: 'viewing',
})
