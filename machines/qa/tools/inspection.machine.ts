import { assign, setup } from 'xstate'
import { callbackActor, promiseActor, withError } from '../../actors'
import type { InspectorKind } from './tools.machine'

export interface InspectionInput {
  inspector: InspectorKind
  /** Whether the page's address asks for an inspector of another host, which has to be allowed first. */
  isForeign: boolean
}
export type InspectionEvent =
  | { type: 'inspector.open'; inspector: InspectorKind }
  | { type: 'inspector.close' }
  | { type: 'inspector.allow' }
  /** The first window of our own inspector was opened, or the last one closed. */
  | { type: 'inspector.come' }
  | { type: 'inspector.leave' }

interface Context extends InspectionInput {
  error: unknown
}

/** Watching the page's actors in an inspector's window. */
export const inspectionMachine = setup({
  types: { input: {} as InspectionInput, context: {} as Context, events: {} as InspectionEvent },
  actors: {
    openInspector: promiseActor<{ isBlocked: boolean }, { inspector: InspectorKind }>('openInspector'),
    followInspectors: callbackActor('followInspectors'),
  },
  actions: {
    setInspector: assign({ inspector: (_, params: { inspector: InspectorKind }) => params.inspector }),
    setError: assign({ error: (_, params: { error: unknown }) => params.error }),
    closeInspector: () => {},
    rememberInspector: (_, _params: { inspector: InspectorKind }) => {},
  },
  guards: {
    isWanted: ({ context }) => context.inspector !== 'none',
    isForeign: ({ context }) => context.isForeign && context.inspector === 'stately',
    isBlocked: (_, params: { isBlocked: boolean }) => params.isBlocked,
  },
}).createMachine({
  id: 'inspection',
  context: ({ input }) => ({ ...input, error: undefined }),
  initial: 'starting',
  on: {
    'inspector.open': {
      target: '.opening',
      actions: [
        { type: 'setInspector', params: ({ event }) => event },
        { type: 'rememberInspector', params: ({ event }) => event },
      ],
    },
    'inspector.close': {
      target: '.closed',
      actions: [
        { type: 'setInspector', params: { inspector: 'none' } },
        { type: 'rememberInspector', params: { inspector: 'none' } },
        'closeInspector',
      ],
    },
  },
  states: {
    starting: {
      always: [
        { guard: 'isForeign', target: 'asking' },
        { guard: 'isWanted', target: 'opening' },
        { target: 'closed' },
      ],
    },
    closed: {},
    // An address alone must not send what happens here to a host of its choice.
    asking: { on: { 'inspector.allow': 'opening' } },
    opening: {
      invoke: {
        src: 'openInspector',
        input: ({ context }) => ({ inspector: context.inspector }),
        onDone: [{ guard: { type: 'isBlocked', params: ({ event }) => event.output }, target: 'blocked' }, 'open'],
        onError: { target: 'failed', actions: withError('setError') },
      },
    },
    open: { invoke: { src: 'followInspectors' }, on: { 'inspector.leave': 'left' } },
    // What happens meanwhile is kept for whichever inspector comes.
    left: { invoke: { src: 'followInspectors' }, on: { 'inspector.come': 'open' } },
    blocked: { invoke: { src: 'followInspectors' }, on: { 'inspector.come': 'open' } },
    failed: {},
  },
})
