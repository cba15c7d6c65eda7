import { assign, setup } from 'xstate'
import type { FlowSurroundings } from '../flowSurroundings'

export interface KeysViewInput extends FlowSurroundings {
  /** Whether keys without Ctrl do anything, which not everybody can do with (WCAG 2.1.4). */
  isOn: boolean
}

/** Looking at what keys do, and switching those off that are pressed alone (WF-01). */
export const keysViewMachine = setup({
  types: {
    input: {} as KeysViewInput,
    context: {} as KeysViewInput,
    events: {} as { type: 'keys.toggle' } | { type: 'dialog.cancel' } | { type: 'dialog.leave' },
    tags: {} as 'open',
  },
  actions: {
    toggle: assign({ isOn: ({ context }) => !context.isOn }),
    storeKeys: (_, _params: { isOn: boolean }) => {},
  },
}).createMachine({
  id: 'keysView',
  context: ({ input }) => input,
  initial: 'viewing',
  states: {
    viewing: {
      tags: 'open',
      on: {
        'keys.toggle': {
          actions: ['toggle', { type: 'storeKeys', params: ({ context }) => ({ isOn: context.isOn }) }],
        },
        'dialog.cancel': 'closed',
        'dialog.leave': 'closed',
      },
    },
    closed: { type: 'final' },
  },
})
