import { assign, setup } from 'xstate'
import type { Preferences } from '../../contract/preferences'
import type { ListLayout } from '../../contract/rules/listLayout'
import { callbackActor, promiseActor, withError } from '../actors'

/** How the columns of each list are arranged, by its name; each is chosen by itself. */
type Layouts = { [List in `lists.${string}`]?: ListLayout | undefined }
export type Chosen = Preferences & Layouts
type Fields = Partial<Preferences> & Layouts
interface Context {
  shown: Chosen
  /** What the server has, as far as is known. */
  told: Chosen
  /** What is being sent. */
  sent: Chosen
}
export type PreferencesEvent =
  | { type: 'preferences.choose'; fields: Fields }
  /** What the server has, or another tab has chosen. */
  | { type: 'preferences.hear'; fields: Fields }

/** What differs from what was before. */
const changed = (before: Chosen, after: Chosen): Fields =>
  Object.fromEntries(
    Object.entries({ ...before, ...after }).filter(
      // Each is a word or a layout, which is compared as it is sent.
      ([name, chosen]) => JSON.stringify(chosen) !== JSON.stringify(before[name as keyof Chosen]),
    ),
  )
const isChanged = (before: Chosen, after: Chosen) => Object.keys(changed(before, after)).length > 0

/**
 * How the app looks and writes for a person, on every device (ST-01): what is chosen is shown at once and told one choice
 * after another, so that the last one is the one that stays.
 */
export const preferencesMachine = setup({
  types: { input: {} as { shown: Chosen }, context: {} as Context, events: {} as PreferencesEvent },
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
    show: (_, _params: { shown: Chosen }) => {},
    showNews: (_, _params: { shown: Chosen }) => {},
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
