import { setup } from 'xstate'
import { lifeActions, refuse } from './life'

type ProductEvent = { type: 'archive' } | { type: 'restore' } | { type: 'offer' }

/** The life of a product (PR-02): what is archived stays, and is offered no more. */
export const productLife = setup({ types: { events: {} as ProductEvent }, actions: lifeActions }).createMachine({
  id: 'productLife',
  initial: 'active',
  states: {
    active: {
      on: { archive: 'archived', offer: 'active', restore: refuse('This product is not archived.') },
    },
    archived: {
      on: {
        restore: 'active',
        archive: refuse('This product is archived already.'),
        offer: refuse('This product is archived. Restore it to offer it again.'),
      },
    },
  },
})
