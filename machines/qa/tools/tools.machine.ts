import { assign, setup } from 'xstate'

/** Where a tester watches what happens: nowhere, in Stately Inspector (or another one), or in our own inspector. */
export type InspectorKind = 'none' | 'stately' | 'local'
export interface ToolsInput {
  isShown: boolean
  inspector: InspectorKind
  /** The inspector that the address names; empty for the one that is set up. */
  url: string
}
export type ToolsEvent = { type: 'tools.toggle' } | { type: 'inspector.choose'; inspector: InspectorKind }

/** Whether this tab shows the tools for testers, and the inspector that it opens with them. */
export const toolsMachine = setup({
  types: { input: {} as ToolsInput, context: {} as ToolsInput, events: {} as ToolsEvent },
  actions: {
    setInspector: assign({ inspector: (_, params: { inspector: InspectorKind }) => params.inspector }),
    rememberTools: (_, _params: ToolsInput) => {},
  },
  guards: { isShown: ({ context }) => context.isShown },
}).createMachine({
  id: 'tools',
  context: ({ input }) => input,
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isShown', target: 'shown' }, { target: 'hidden' }] },
    hidden: { on: { 'tools.toggle': 'shown' } },
    shown: {
      entry: { type: 'rememberTools', params: ({ context }) => ({ ...context, isShown: true }) },
      on: {
        'tools.toggle': {
          target: 'hidden',
          actions: [
            { type: 'setInspector', params: { inspector: 'none' } },
            { type: 'rememberTools', params: { isShown: false, inspector: 'none', url: '' } },
          ],
        },
        'inspector.choose': {
          actions: [
            { type: 'setInspector', params: ({ event }) => event },
            {
              type: 'rememberTools',
              params: ({ context, event }) => ({ ...context, isShown: true, inspector: event.inspector }),
            },
          ],
        },
      },
    },
  },
})
