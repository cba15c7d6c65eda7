import { setup } from 'xstate'
import { type Product, productName } from '../../contract/products'
import { promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import { type Change, changeParts } from '../pendingChanges'

export type ProductStep = 'archive' | 'restore' | 'duplicate'

export interface ProductStepInput extends FlowSurroundings {
  product: Product
  step: ProductStep
}
type Context = Pick<ProductStepInput, 'product' | 'step'>
export type ProductStepEvent = { type: 'dialog.submit' } | { type: 'dialog.cancel' }

const done: Record<ProductStep, string> = { archive: 'archived', restore: 'restored', duplicate: 'duplicated' }

/** What a person sees of it before the server has confirmed it. */
const changeOf = ({ product: { id }, step }: Context): Change =>
  step === 'duplicate'
    ? { resource: 'products', kind: 'add' }
    : {
        resource: 'products',
        kind: 'merge',
        id,
        fields: { status: step === 'archive' ? 'archived' : 'active' },
      }

/** Archiving, restoring or duplicating a product, from the question to the server's answer (PR-02). */
export const productStepMachine = setup({
  types: {
    input: {} as ProductStepInput,
    context: {} as Context,
    events: {} as ProductStepEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    takeProductStep: promiseActor<void, Pick<Product, 'id' | 'version'> & { step: ProductStep }>('takeProductStep'),
  },
  actions: {
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .createMachine({
    id: 'productStep',
    context: ({ input: { product, step } }) => ({ product, step }),
    initial: 'confirming',
    states: {
      confirming: { tags: 'open', on: { 'dialog.submit': 'saving', 'dialog.cancel': 'kept' } },
      saving: {
        tags: ['open', 'busy'],
        entry: { type: 'showChange', params: ({ context }) => changeOf(context) },
        invoke: {
          src: 'takeProductStep',
          input: ({ context: { product, step } }) => ({ id: product.id, version: product.version, step }),
          onDone: {
            target: 'saved',
            actions: [
              'confirmChange',
              {
                type: 'showMessage',
                params: ({ context: { product, step } }) => ({ message: `${productName(product)} ${done[step]}` }),
              },
            ],
          },
          onError: { target: 'kept', actions: ['revertChange', withError('reportError')] },
        },
      },
      saved: { type: 'final' },
      kept: { type: 'final' },
    },
  })
