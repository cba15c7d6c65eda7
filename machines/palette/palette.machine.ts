import { assign, setup } from 'xstate'
import { promiseActor } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'

/** A place to go to: a page, or a record on its page or in its panel. */
export interface Place {
  id: string
  name: string
  /** What tells it from others of the same name. */
  detail: string
  /** Its address within the app. */
  href: string
}

export interface PaletteInput extends FlowSurroundings {
  /** Whether the backend knows more than the twenty calls. */
  extensions: boolean
}

interface Context extends PaletteInput {
  search: string
  /** What the search has found; empty until it has. */
  found: readonly Place[]
}
export type PaletteEvent =
  | { type: 'palette.search'; text: string }
  | { type: 'palette.choose'; place: Place }
  | { type: 'options.retry' }
  | { type: 'dialog.cancel' }
  | { type: 'dialog.leave' }

/** Going anywhere by a few letters: to pages, and to records by number, name, email, phone or tracking number (WF-01). */
export const paletteMachine = setup({
  types: {
    input: {} as PaletteInput,
    context: {} as Context,
    events: {} as PaletteEvent,
    tags: {} as 'open',
  },
  actors: {
    findPlaces: promiseActor<Place[], { organizationId: string | undefined; q: string; extensions: boolean }>(
      'findPlaces',
    ),
  },
  actions: {
    setSearch: assign((_, { text }: { text: string }) => ({ search: text, found: [] })),
    setFound: assign((_, { found }: { found: readonly Place[] }) => ({ found })),
    openPlace: (_, _params: { place: Place; organizationId: string | undefined }) => {},
  },
  guards: { isEmpty: (_, { text }: { text: string }) => text.trim() === '' },
  delays: { searchDebounce: 40 },
}).createMachine({
  id: 'palette',
  context: ({ input }) => ({ ...input, search: '', found: [] }),
  initial: 'finding',
  states: {
    finding: {
      tags: 'open',
      initial: 'idle',
      on: {
        'palette.search': [
          {
            guard: { type: 'isEmpty', params: ({ event }) => event },
            target: '.idle',
            actions: { type: 'setSearch', params: ({ event }) => event },
          },
          { target: '.debouncing', actions: { type: 'setSearch', params: ({ event }) => event } },
        ],
        'palette.choose': {
          target: 'left',
          actions: {
            type: 'openPlace',
            params: ({ context: { organizationId }, event: { place } }) => ({ place, organizationId }),
          },
        },
        'dialog.cancel': 'cancelled',
        'dialog.leave': 'cancelled',
      },
      states: {
        idle: {},
        debouncing: { after: { searchDebounce: 'searching' } },
        searching: {
          invoke: {
            src: 'findPlaces',
            input: ({ context: { organizationId, search, extensions } }) => ({
              organizationId,
              q: search.trim(),
              extensions,
            }),
            onDone: {
              target: 'ready',
              actions: { type: 'setFound', params: ({ event }) => ({ found: event.output }) },
            },
            onError: 'failed',
          },
        },
        ready: {},
        failed: { on: { 'options.retry': 'searching' } },
      },
    },
    left: { type: 'final' },
    cancelled: { type: 'final' },
  },
})
