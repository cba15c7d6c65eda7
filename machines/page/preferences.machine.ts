import { assign, setup } from 'xstate'
import type { Preferences } from '../../contract/preferences'
import { callbackActor, promiseActor, withError } from '../actors'

type Fields = Partial<Preferences>
interface Context {
  shown: Preferences
  /** What the server has, as far as is known. */
  told: Preferences
  /** What is being sent. */
  sent: Preferences
}
export type PreferencesEvent =
  | { type: 'preferences.choose'; fields: Fields }
  /** What the server has, or another tab has chosen. */
  | { type: 'preferences.hear'; fields: Fields }

const names = ['theme', 'density', 'language', 'clock'] as const satisfies readonly (keyof Preferences)[]

/** What differs from what was before. */
const changed = (before: Preferences, after: Preferences): Fields =>
  Object.fromEntries(names.flatMap((name) => (before[name] === after[name] ? [] : [[name, after[name]]])))
const isChanged = (before: Preferences, after: Preferences) => names.some((name) => before[name] !== after[name])

/**
 * How the app looks and writes for a person, on every device (ST-01): what is chosen is shown at once and told one choice
 * after another, so that the last one is the one that stays.
 */
export const preferencesMachine = setup({
  types: { input: {} as { shown: Preferences }, context: {} as Context, events: {} as PreferencesEvent },
  actors: {
    preferenceNews: callbackActor('preferenceNews'),
    savePreferences: promiseActor<void, { fields: Fields }>('savePreferences'),
  },
  actions: {
    choose: assign({ shown: ({ context }, { fields }: { fields: Fields }) => ({ ...context.shown, ...fields }) }),
    hear: assign(({ context: { shown, told, sent } }, { fields }: { fields: Fields }) => {
      // What is chosen here and not told yet is newer.
      const untold = changed(told, shown)
      return {
        shown: { ...shown, ...fields, ...untold },
        told: { ...told, ...fields },
        sent: { ...sent, ...fields, ...changed(told, sent) },
      }
    }),
    noteSent: assign({ sent: ({ context }) => context.shown }),
    noteTold: assign({ told: ({ context }) => context.sent }),
    revert: assign({ shown: ({ context }) => context.told }),
    show: (_, _params: { shown: Preferences }) => {},
    showNews: (_, _params: { shown: Preferences }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: {
    isOther: ({ context: { shown } }, { fields }: { fields: Fields }) => isChanged(shown, { ...shown, ...fields }),
    isNews: ({ context: { told } }, { fields }: { fields: Fields }) => isChanged(told, { ...told, ...fields }),
    isChosenSince: ({ context: { shown, sent } }) => isChanged(sent, shown),
  },
}).createMachine({
  id: 'preferences',
  context: ({ input: { shown } }) => ({ shown, told: shown, sent: shown }),
  invoke: { src: 'preferenceNews', id: 'preferenceNews' },
  initial: 'kept',
  on: {
    'preferences.hear': {
      guard: { type: 'isNews', params: ({ event }) => event },
      actions: [
        { type: 'hear', params: ({ event }) => event },
        { type: 'showNews', params: ({ context }) => context },
      ],
    },
  },
  states: {
    kept: {
      on: {
        'preferences.choose': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: 'saving',
          actions: [
            { type: 'choose', params: ({ event }) => event },
            { type: 'show', params: ({ context }) => context },
          ],
        },
      },
    },
    saving: {
      entry: 'noteSent',
      invoke: {
        src: 'savePreferences',
        input: ({ context }) => ({ fields: changed(context.told, context.sent) }),
        onDone: [
          { guard: 'isChosenSince', target: 'saving', reenter: true, actions: 'noteTold' },
          { target: 'kept', actions: 'noteTold' },
        ],
        onError: {
          target: 'kept',
          actions: ['revert', { type: 'show', params: ({ context }) => context }, withError('reportError')],
        },
      },
      on: {
        'preferences.choose': {
          guard: { type: 'isOther', params: ({ event }) => event },
          actions: [
            { type: 'choose', params: ({ event }) => event },
            { type: 'show', params: ({ context }) => context },
          ],
        },
      },
    },
  },
})
