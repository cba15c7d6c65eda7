import { setup } from 'xstate'
import { promiseActor } from './provided'

/**
 * Reading the offers again until it succeeds, after a write of which nobody knows whether the server took it: its
 * answer may have been lost on the way (EO-09).
 */
export const offersRereadMachine = setup({
  actors: { refetchOffers: promiseActor<void>('refetchOffers') },
  delays: { refetchRetry: 3_000 },
}).createMachine({
  id: 'offersReread',
  initial: 'reading',
  states: {
    reading: { invoke: { src: 'refetchOffers', onDone: 'read', onError: 'waiting' } },
    waiting: { after: { refetchRetry: 'reading' } },
    read: { type: 'final' },
  },
})
