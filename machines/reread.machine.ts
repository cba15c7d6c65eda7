import { setup } from 'xstate'
import { promiseActor } from './actors'

export interface RereadInput {
  /** What was written, such as `offers`. */
  resource: string
  /** What was done to a record of it; what has only been changed is counted as before. */
  kind: 'add' | 'merge' | 'remove'
}

/**
 * Reading a resource again until it succeeds, after a write: one that the server took, so that its lists carry it, or one
 * of which nobody knows whether the server took it, as its answer may have been lost on the way (EO-09).
 */
export const rereadMachine = setup({
  types: { input: {} as RereadInput, context: {} as RereadInput },
  actors: { readAgain: promiseActor<void, RereadInput>('readAgain') },
  delays: { rereadRetry: 3_000 },
}).createMachine({
  id: 'reread',
  context: ({ input }) => input,
  initial: 'reading',
  states: {
    reading: {
      invoke: { src: 'readAgain', input: ({ context }) => context, onDone: 'read', onError: 'waiting' },
    },
    waiting: { after: { rereadRetry: 'reading' } },
    read: { type: 'final' },
  },
})
