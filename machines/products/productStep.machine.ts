import { type Product, productName } from '../../contract/products'
import { promiseActor } from '../actors'
import { confirmFlow } from '../factories/confirmFlow'
import type { FlowSurroundings } from '../flowSurroundings'

export type ProductStep = 'archive' | 'restore' | 'duplicate'

export interface ProductStepInput extends FlowSurroundings {
  product: Product
  step: ProductStep
}

const done: Record<ProductStep, string> = { archive: 'archived', restore: 'restored', duplicate: 'duplicated' }

/** Archiving, restoring or duplicating a product, from the question to the server's answer (PR-02). */
export const productStepMachine = confirmFlow({
  id: 'productStep',
  context: ({ product, step }: ProductStepInput) => ({ product, step }),
  actors: {
    takeProductStep: promiseActor<void, Pick<Product, 'id' | 'version'> & { step: ProductStep }>('takeProductStep'),
  },
  submit: {
    state: 'saving',
    src: 'takeProductStep',
    input: ({ product, step }) => ({ id: product.id, version: product.version, step }),
    change: ({ product: { id }, step }) =>
      step === 'duplicate'
        ? { resource: 'products', kind: 'add' }
        : { resource: 'products', kind: 'merge', id, fields: { status: step === 'archive' ? 'archived' : 'active' } },
    message: ({ product, step }) => `${productName(product)} ${done[step]}`,
    done: 'saved',
  },
  cancelled: 'kept',
  failed: 'kept',
})
