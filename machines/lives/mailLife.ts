import { setup } from 'xstate'
import { lifeActions, refuse } from './life'

type MailEvent =
  | { type: 'deliver' }
  | { type: 'keep' }
  | { type: 'giveUp' }
  | { type: 'retry' }
  | { type: 'hold' }
  | { type: 'drop' }

/**
 * The life of a mail (ML-01, ML-03): it waits until it is delivered, kept where nothing sends it, or given up; what was
 * given up may be tried anew. One that waited in a backup which was restored is held back until it is let go, or dropped.
 */
export const mailLife = setup({ types: { events: {} as MailEvent }, actions: lifeActions }).createMachine({
  id: 'mailLife',
  initial: 'queued',
  states: {
    queued: {
      on: {
        deliver: 'delivered',
        keep: 'kept',
        giveUp: 'dead',
        hold: 'held',
        retry: refuse('It is on its way already.'),
        '*': refuse('It is on its way.'),
      },
    },
    delivered: { on: { '*': refuse('It has been delivered.') } },
    kept: { on: { '*': refuse('It is kept here, and sent nowhere.') } },
    dead: {
      on: {
        retry: 'queued',
        deliver: refuse('It was given up.'),
        keep: refuse('It was given up.'),
        giveUp: refuse('It was given up already.'),
        '*': refuse('It was given up.'),
      },
    },
    held: { on: { retry: 'queued', drop: 'dropped', '*': refuse('It is held back.') } },
    dropped: { on: { '*': refuse('It was dropped.') } },
  },
})
