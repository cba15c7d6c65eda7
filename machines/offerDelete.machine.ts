import { setup } from 'xstate'
import type { Offer } from '../contract/offers'
import { changeParts } from './pendingChanges'
import { promiseActor } from './actors'

export interface OfferDeleteInput {
  offer: Offer
}
export type OfferDeleteEvent = { type: 'dialog.submit' } | { type: 'dialog.cancel' }

/** Deleting one offer, from the confirmation to the server's answer (OT-08, OT-09). */
export const offerDeleteMachine = setup({
  types: {
    input: {} as OfferDeleteInput,
    context: {} as { offer: Offer },
    events: {} as OfferDeleteEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    deleteOffer: promiseActor<void, { id: string }>('deleteOffer'),
  },
  actions: {
    reportDeleteFailure: (_, _params: { error: unknown }) => {},
  },
})
  .extend(changeParts)
  .createMachine({
    id: 'offerDelete',
    context: ({ input }) => ({ offer: input.offer }),
    initial: 'confirming',
    states: {
      confirming: {
        tags: 'open',
        on: { 'dialog.submit': 'deleting', 'dialog.cancel': 'cancelled' },
      },
      deleting: {
        tags: ['open', 'busy'],
        entry: {
          type: 'showChange',
          params: ({ context }) => ({ resource: 'offers', kind: 'remove', id: context.offer.id }),
        },
        invoke: {
          src: 'deleteOffer',
          input: ({ context }) => ({ id: context.offer.id }),
          onDone: { target: 'deleted', actions: 'confirmChange' },
          onError: {
            target: 'kept',
            actions: ['revertChange', { type: 'reportDeleteFailure', params: ({ event }) => ({ error: event.error }) }],
          },
        },
      },
      deleted: { type: 'final' },
      kept: { type: 'final' },
      cancelled: { type: 'final' },
    },
  })
