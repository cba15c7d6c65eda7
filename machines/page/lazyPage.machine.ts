import { setup } from 'xstate'

export interface LazyPageInput {
  /** Why the page's code could not be loaded. */
  message: string
  /** The messages for which the page has been reloaded already. */
  reloadedFor: readonly string[]
}
export type LazyPageEvent = { type: 'page.retry' }

/** A page whose code could not be loaded: reload once per distinct message, then let the person decide (RT-12). */
export const lazyPageMachine = setup({
  types: { input: {} as LazyPageInput, context: {} as LazyPageInput, events: {} as LazyPageEvent },
  actions: {
    rememberReload: (_, _params: { message: string }) => {},
    reloadPage: () => {},
  },
  guards: { wasReloaded: ({ context }) => context.reloadedFor.includes(context.message) },
}).createMachine({
  id: 'lazyPage',
  context: ({ input }) => input,
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'wasReloaded', target: 'failed' }, { target: 'reloading' }] },
    failed: { on: { 'page.retry': 'reloading' } },
    reloading: {
      entry: [{ type: 'rememberReload', params: ({ context }) => ({ message: context.message }) }, 'reloadPage'],
    },
  },
})
