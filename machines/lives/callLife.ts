import { setup } from 'xstate'
import type { Disposition } from '../../contract/extensions/calls'
import { lifeActions, refuse } from './life'

type CallEvent =
  /** Whether we call somebody, and whether they have said that they do not want it. */
  | { type: 'start'; isOutgoing?: boolean; doNotCall?: boolean }
  | { type: 'end' }
  /** It was ended by mistake; so many seconds ago. */
  | { type: 'resume'; secondsSinceEnd?: number }
  /** How it went; whoever is to be called back is so at a moment, as ISO 8601. */
  | { type: 'close'; disposition: Disposition; callBackAt: string | null }

/** The life of a phone call (LI-05, CA-02): it is talked, wrapped up, and closed with a word on how it went. */
export const callLife = setup({
  types: { events: {} as CallEvent },
  guards: {
    isLongOver: ({ event }) => event.type === 'resume' && (event.secondsSinceEnd ?? 0) > 60,
    // Whoever calls by themselves is heard.
    isUnwanted: ({ event }) => event.type === 'start' && event.isOutgoing === true && event.doNotCall === true,
    hasNoTime: ({ event }) => event.type === 'close' && event.disposition === 'call_back' && event.callBackAt === null,
    hasNeedlessTime: ({ event }) =>
      event.type === 'close' && event.disposition !== 'call_back' && event.callBackAt !== null,
  },
  actions: lifeActions,
}).createMachine({
  id: 'callLife',
  initial: 'ringing',
  states: {
    ringing: {
      on: {
        start: [{ guard: 'isUnwanted', ...refuse('This customer does not want to be called.') }, { target: 'talking' }],
        '*': refuse('This call has not begun yet.'),
      },
    },
    talking: {
      on: {
        end: 'wrapping_up',
        start: refuse('This call has begun already.'),
        resume: refuse('This call has not ended.'),
        close: refuse('End the call first.'),
      },
    },
    wrapping_up: {
      on: {
        resume: [{ guard: 'isLongOver', ...refuse('This call ended more than a minute ago.') }, { target: 'talking' }],
        close: [
          { guard: 'hasNoTime', ...refuse('Say when to call back.') },
          { guard: 'hasNeedlessTime', ...refuse('Only a call that is to be returned has a time for it.') },
          { target: 'closed' },
        ],
        '*': refuse('This call has ended.'),
      },
    },
    closed: { on: { '*': refuse('This call is closed.') } },
  },
})
