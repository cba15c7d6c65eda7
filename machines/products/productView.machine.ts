import { viewFlow } from '../factories/viewFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export interface ProductViewInput extends FlowSurroundings {
  productId: string
}

/** Looking at a product beside its list, for as long as the address asks for it (PR-01). */
export const productViewMachine = viewFlow({
  id: 'productView',
  context: ({ productId }: ProductViewInput) => ({ productId }),
  state: 'viewing',
})
