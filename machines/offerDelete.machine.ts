import { setup } from 'xstate'
import type { Offer } from '../contract/offers'
import { promiseActor } from './provided'

export interface OfferDeleteInput {
  offer: Offer
}
export type OfferDeleteEvent = { type: 'dialog.submit' } | { type: 'dialog.cancel' }

/** Deleting one offer, from the confirmation to the list read again (OT-08, OT-09). */
export const offerDeleteMachine = setup({
  types: {
    input: {} as OfferDeleteInput,
    context: {} as { offer: Offer },
    events: {} as OfferDeleteEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    deleteOffer: promiseActor<void, { id: string }>('deleteOffer'),
    refetchOffers: promiseActor<void>('refetchOffers'),
  },
  actions: {
    showChange: (_, _params: { id: string }) => {},
    dropChange: () => {},
    reportDeleteFailure: (_, _params: { error: unknown }) => {},
  },
  delays: { refetchRetry: 3_000 },
}).createMachine({
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
      entry: { type: 'showChange', params: ({ context }) => ({ id: context.offer.id }) },
      invoke: {
        src: 'deleteOffer',
        input: ({ context }) => ({ id: context.offer.id }),
        onDone: 'refetching',
        onError: {
          target: 'restoring',
          actions: ['dropChange', { type: 'reportDeleteFailure', params: ({ event }) => ({ error: event.error }) }],
        },
      },
    },
    // The row stays hidden until the server's list is without it.
    refetching: {
      invoke: {
        src: 'refetchOffers',
        onDone: { target: 'deleted', actions: 'dropChange' },
        onError: 'waitingToRefetch',
      },
    },
    waitingToRefetch: { after: { refetchRetry: 'refetching' } },
    restoring: {
      invoke: { src: 'refetchOffers', onDone: 'kept', onError: 'waitingToRestore' },
    },
    waitingToRestore: { after: { refetchRetry: 'restoring' } },
    deleted: { type: 'final' },
    kept: { type: 'final' },
    cancelled: { type: 'final' },
  },
})
