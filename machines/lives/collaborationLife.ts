import { setup } from 'xstate'
import { invitationTold } from '../../contract/rules/collaborations'
import { lifeActions, refuse } from './life'

type CollaborationEvent =
  | { type: 'accept' }
  | { type: 'decline' }
  | { type: 'renew' }
  | { type: 'share' }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'end' }

const accepted = refuse(invitationTold.accepted)

/** The life of a collaboration (LI-05): whoever shares pauses it, and either side ends it. */
export const collaborationLife = setup({
  types: { events: {} as CollaborationEvent },
  actions: lifeActions,
}).createMachine({
  id: 'collaborationLife',
  initial: 'invited',
  states: {
    invited: {
      on: {
        accept: 'active',
        decline: 'declined',
        renew: 'invited',
        share: 'invited',
        end: 'ended',
        '*': refuse('Nobody has accepted the invitation yet.'),
      },
    },
    active: {
      on: {
        share: 'active',
        pause: 'paused',
        end: 'ended',
        resume: refuse('This collaboration is not paused.'),
        '*': accepted,
      },
    },
    paused: {
      on: {
        share: 'paused',
        resume: 'active',
        end: 'ended',
        pause: refuse('This collaboration is paused already.'),
        '*': accepted,
      },
    },
    ended: {
      on: {
        accept: refuse(invitationTold.withdrawn),
        decline: refuse(invitationTold.withdrawn),
        '*': refuse('This collaboration has ended.'),
      },
    },
    declined: {
      on: { accept: refuse(invitationTold.declined), '*': refuse(invitationTold.declined) },
    },
  },
})
