import { assign, setup } from 'xstate'
import { promiseActor, withError } from '../actors'
import type { WrongFields } from './paymentSetup'

interface Context {
  wrong: WrongFields
  refusal: unknown
}
export type PayCodeEvent =
  | { type: 'code.change'; wrong: WrongFields }
  /** The page keeps what was typed, as it is secret. */
  | { type: 'code.submit'; wrong: WrongFields }

/** Opening a payment link by the code that was read out and the last digits of a phone number (NO-06). */
export const payCodeMachine = setup({
  types: { context: {} as Context, events: {} as PayCodeEvent, tags: {} as 'busy' },
  actors: { openCode: promiseActor<{ token: string }>('openCode') },
  actions: {
    setWrong: assign((_, { wrong }: { wrong: WrongFields }) => ({ wrong, refusal: undefined })),
    keepWrong: assign(({ context }, { wrong }: { wrong: WrongFields }) => ({
      wrong: Object.fromEntries(Object.entries(wrong).filter(([field]) => field in context.wrong)),
    })),
    setRefusal: assign((_, { error }: { error: unknown }) => ({ refusal: error })),
    openLink: (_, _params: { token: string }) => {},
  },
  guards: { isCodeTyped: (_, { wrong }: { wrong: WrongFields }) => Object.keys(wrong).length === 0 },
}).createMachine({
  id: 'payCode',
  context: { wrong: {}, refusal: undefined },
  initial: 'typing',
  states: {
    typing: {
      on: {
        'code.change': { actions: { type: 'keepWrong', params: ({ event }) => event } },
        'code.submit': [
          {
            guard: { type: 'isCodeTyped', params: ({ event }) => event },
            target: 'opening',
            actions: { type: 'setWrong', params: ({ event }) => event },
          },
          { actions: { type: 'setWrong', params: ({ event }) => event } },
        ],
      },
    },
    opening: {
      tags: 'busy',
      invoke: {
        src: 'openCode',
        onDone: { target: 'opened', actions: { type: 'openLink', params: ({ event }) => event.output } },
        // A wrong code, and too many of them, is said at the form.
        onError: { target: 'typing', actions: withError('setRefusal') },
      },
    },
    opened: { type: 'final' },
  },
})
