import { setup } from 'xstate'
import { lifeActions, refuse } from './life'

type AutoresponderEvent = { type: 'pause' } | { type: 'resume' }

/** The life of an auto-responder (ML-02): a paused one sends nothing. */
export const autoresponderLife = setup({
  types: { events: {} as AutoresponderEvent },
  actions: lifeActions,
}).createMachine({
  id: 'autoresponderLife',
  initial: 'sending',
  states: {
    sending: { on: { pause: 'paused', resume: refuse('It is not paused.') } },
    paused: { on: { resume: 'sending', pause: refuse('It is paused already.') } },
  },
})
