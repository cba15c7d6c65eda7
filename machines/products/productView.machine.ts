import { setup } from 'xstate'
import type { FlowSurroundings } from '../flowSurroundings'

export interface ProductViewInput extends FlowSurroundings {
  productId: string
}
export type ProductViewEvent = { type: 'dialog.cancel' } | { type: 'dialog.leave' }

/** Looking at a product beside its list, for as long as the address asks for it (PR-01). */
export const productViewMachine = setup({
  types: {
    input: {} as ProductViewInput,
    context: {} as Pick<ProductViewInput, 'productId'>,
    events: {} as ProductViewEvent,
    tags: {} as 'open',
  },
}).createMachine({
  id: 'productView',
  context: ({ input: { productId } }) => ({ productId }),
  initial: 'viewing',
  states: {
    viewing: { tags: 'open', on: { 'dialog.cancel': 'closed', 'dialog.leave': 'closed' } },
    closed: { type: 'final' },
  },
})
