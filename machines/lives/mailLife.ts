import { setup } from 'xstate'
import { lifeActions, refuse } from './life'

type MailEvent = { type: 'deliver' } | { type: 'keep' } | { type: 'giveUp' } | { type: 'retry' }

/**
 * The life of a mail (ML-01, ML-03): it waits until it is delivered, kept where nothing sends it, or given up; what was
 * given up may be tried anew.
 */
export const mailLife = setup({ types: { events: {} as MailEvent }, actions: lifeActions }).createMachine({
  id: 'mailLife',
  initial: 'queued',
  states: {
    queued: {
      on: { deliver: 'delivered', keep: 'kept', giveUp: 'dead', retry: refuse('It is on its way already.') },
    },
    delivered: { on: { '*': refuse('It has been delivered.') } },
    kept: { on: { '*': refuse('It is kept here, and sent nowhere.') } },
    dead: {
      on: {
        retry: 'queued',
        deliver: refuse('It was given up.'),
        keep: refuse('It was given up.'),
        giveUp: refuse('It was given up already.'),
      },
    },
  },
})
