import { withError } from '../actors'
import { draftKeepingSetup } from './draftKeepingSetup'

/** Keeps a draft of an order as it is typed: on the server, and in the browser while that can't be reached (NO-03). */
export const draftKeepingMachine = draftKeepingSetup.createMachine({
  id: 'draftKeeping',
  context: ({ input: { organizationId, draftId, opened } }) => ({
    organizationId,
    draftId,
    title: opened.title,
    content: opened.content,
    kept: opened.kept,
    sent: undefined,
    version: opened.version,
    theirs: opened.theirs,
    placedOrder: null,
    failures: 0,
    error: undefined,
  }),
  type: 'parallel',
  states: {
    server: {
      initial: 'beginning',
      on: { 'draft.flush': '.saving', 'draft.hold': '.held' },
      states: {
        beginning: {
          on: {
            'draft.begin': [
              { guard: 'hasTheirs', target: 'conflict' },
              { guard: 'isUnsent', target: 'saving' },
              { target: 'kept' },
            ],
          },
        },
        kept: {
          entry: { type: 'tell', params: { type: 'draft.kept' } },
          on: {
            'draft.type': 'changed',
            'draft.reread': { guard: 'isOnServer', target: 'rereading' },
          },
        },
        // Whoever comes back to it sees what another tab has kept meanwhile (GE-09).
        rereading: {
          on: { 'draft.type': 'changed' },
          invoke: {
            src: 'rereadDraft',
            input: ({ context }) => context,
            onDone: [
              {
                guard: { type: 'isNews', params: ({ event }) => ({ draft: event.output }) },
                target: 'kept',
                actions: [
                  { type: 'noteTheirs', params: ({ event }) => ({ draft: event.output }) },
                  'useTheirs',
                  'showContent',
                ],
              },
              { target: 'kept' },
            ],
            onError: [
              { guard: withError('isGone'), target: 'ended', actions: withError('notePlaced') },
              { target: 'kept' },
            ],
          },
        },
        changed: {
          on: { 'draft.type': { target: 'changed', reenter: true } },
          after: { saveDebounce: 'saving' },
        },
        // It becomes an order as it is, so that it need not be kept before; the order says what version it is of.
        held: { entry: 'tellHeld' },
        saving: {
          entry: 'noteSent',
          // What it is of is known once it is kept.
          on: { 'draft.hold': {} },
          invoke: {
            src: 'keepDraft',
            input: ({ context }) => context,
            onDone: [
              {
                guard: 'isSent',
                target: 'kept',
                actions: [{ type: 'noteKept', params: ({ event }) => ({ draft: event.output }) }, 'settle'],
              },
              {
                target: 'saving',
                reenter: true,
                actions: [{ type: 'noteKept', params: ({ event }) => ({ draft: event.output }) }, 'settle'],
              },
            ],
            onError: [
              { guard: withError('isGone'), target: 'ended', actions: withError('notePlaced') },
              { guard: withError('isOwn'), target: 'saving', reenter: true, actions: withError('noteCurrentVersion') },
              { guard: withError('isOutdated'), target: 'conflict', actions: withError('noteCurrent') },
              { guard: withError('isRefused'), target: 'refused', actions: withError('noteError') },
              { target: 'away' },
            ],
          },
        },
        conflict: {
          tags: 'deciding',
          entry: { type: 'tell', params: { type: 'draft.wait' } },
          on: {
            'draft.hold': { actions: { type: 'tell', params: { type: 'draft.wait' } } },
            'theirs.use': { target: 'kept', actions: ['useTheirs', 'showContent', 'settle'] },
            'mine.keep': { target: 'saving', actions: 'keepMine' },
          },
        },
        refused: {
          entry: { type: 'tell', params: { type: 'draft.wait' } },
          on: { 'draft.type': 'changed' },
        },
        away: {
          entry: ['countFailure', { type: 'tell', params: { type: 'draft.away' } }],
          // The version that the server has is known once it has answered.
          on: { 'draft.hold': 'saving' },
          after: { retryDelay: 'saving' },
        },
        ended: { entry: ['forgetDraft', 'tellEnd'] },
      },
    },
    browser: {
      initial: 'idle',
      on: {
        'draft.type': { target: '.storing', actions: { type: 'noteTyped', params: ({ event }) => event } },
        'draft.settle': '.storing',
      },
      states: {
        idle: {},
        storing: {
          invoke: { src: 'storeDraft', input: ({ context }) => context, onDone: 'idle', onError: 'forgetful' },
        },
        forgetful: { entry: { type: 'tell', params: { type: 'draft.forget' } } },
      },
    },
  },
})
