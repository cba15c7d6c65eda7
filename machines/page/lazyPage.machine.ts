import { assign, setup } from 'xstate'
import { promiseActor } from '../actors'

export interface LazyPageInput {
  /** Why the page's code could not be loaded. */
  message: string
  /** The messages for which the page has been reloaded already. */
  reloadedFor: readonly string[]
}
interface Context extends LazyPageInput {
  /** Whether a person has asked to try again. */
  isAsked: boolean
}
export type LazyPageEvent = { type: 'page.retry' }

/** What is found out about code that could not be loaded, by asking the server that delivers it. */
export interface LoadDiagnosis {
  /** The server answers, but not with this code: there is another version of the app. */
  isGone: boolean
  /** A flow is under way, whose input or write a reload would lose. */
  hasInput: boolean
}

/**
 * A page, or a part of one, whose code could not be loaded. All is loaded anew once per distinct message when the server
 * has this code no more (RT-12), but never without a server, and never what was typed away (GE-10).
 */
export const lazyPageMachine = setup({
  types: { input: {} as LazyPageInput, context: {} as Context, events: {} as LazyPageEvent },
  actors: {
    diagnose: promiseActor<LoadDiagnosis, { message: string }>('diagnose'),
    connectionReturns: promiseActor('connectionReturns'),
  },
  actions: {
    markAsked: assign({ isAsked: true }),
    rememberReload: (_, _params: { message: string }) => {},
    reloadPage: () => {},
    loadAgain: () => {},
  },
  guards: {
    mayReload: ({ context }, { isGone, hasInput }: LoadDiagnosis) =>
      !hasInput && (context.isAsked || (isGone && !context.reloadedFor.includes(context.message))),
    isAsked: ({ context }) => context.isAsked,
  },
}).createMachine({
  id: 'lazyPage',
  context: ({ input }) => ({ ...input, isAsked: false }),
  initial: 'deciding',
  states: {
    deciding: {
      invoke: {
        src: 'diagnose',
        input: ({ context }) => ({ message: context.message }),
        onDone: [
          { guard: { type: 'mayReload', params: ({ event }) => event.output }, target: 'reloading' },
          { guard: 'isAsked', target: 'loadingAgain' },
          { target: 'failed' },
        ],
        onError: 'unreachable',
      },
    },
    failed: { on: { 'page.retry': { target: 'deciding', actions: 'markAsked' } } },
    // When the server is back, nobody needs to ask.
    unreachable: {
      invoke: { src: 'connectionReturns', onDone: 'loadingAgain' },
      on: { 'page.retry': { target: 'deciding', actions: 'markAsked' } },
    },
    reloading: {
      entry: [{ type: 'rememberReload', params: ({ context }) => ({ message: context.message }) }, 'reloadPage'],
    },
    loadingAgain: { entry: 'loadAgain' },
  },
})
