import { assign, setup } from 'xstate'
import { callbackActor, promiseActor, withError } from '../../actors'

/** Which events a file gets: those between Record and Stop, or the last ones before now. */
export type RecordingKind = 'recorded' | 'recent'
export type RecorderEvent =
  | { type: 'recording.begin' }
  | { type: 'recording.end' }
  | { type: 'recording.grow'; events: number }
  | { type: 'recording.fill' }
  | { type: 'file.save'; kind: RecordingKind }
  | { type: 'text.toggle' }

interface Context {
  /** Events recorded so far. */
  events: number
  /** What the file is to hold. */
  kind: RecordingKind
  /** Whether it is to hold what is typed in words, instead of its length and its shape. */
  keepsText: boolean
  /** The file that was saved last. */
  fileName: string
}

/** Recording what happens, and saving it as a file (QA's bar). */
export const recorderMachine = setup({
  types: { context: {} as Context, events: {} as RecorderEvent },
  actors: {
    countEvents: callbackActor('countEvents'),
    saveRecording: promiseActor<{ fileName: string }, { kind: RecordingKind; keepsText: boolean }>('saveRecording'),
  },
  actions: {
    beginRecording: () => {},
    endRecording: () => {},
    setEvents: assign({ events: (_, params: { events: number }) => params.events }),
    setKind: assign({ kind: (_, params: { kind: RecordingKind }) => params.kind }),
    toggleText: assign({ keepsText: ({ context }) => !context.keepsText }),
    setFileName: assign({ fileName: (_, params: { fileName: string }) => params.fileName }),
    reportSaveFailure: (_, _params: { error: unknown }) => {},
  },
}).createMachine({
  id: 'recorder',
  context: { events: 0, kind: 'recent', keepsText: false, fileName: '' },
  on: { 'text.toggle': { actions: 'toggleText' } },
  type: 'parallel',
  states: {
    recording: {
      initial: 'idle',
      on: { 'recording.begin': '.running' },
      states: {
        idle: {},
        running: {
          entry: [{ type: 'setEvents', params: { events: 0 } }, 'beginRecording'],
          exit: 'endRecording',
          invoke: { src: 'countEvents' },
          on: {
            'recording.grow': { actions: { type: 'setEvents', params: ({ event }) => event } },
            'recording.end': 'finished',
            'recording.fill': 'full',
            // What is being recorded goes on.
            'recording.begin': {},
          },
        },
        finished: {},
        // A recording has a longest length; it ends by itself there, and can be saved.
        full: {},
      },
    },
    file: {
      initial: 'idle',
      on: { 'file.save': { target: '.saving', actions: { type: 'setKind', params: ({ event }) => event } } },
      states: {
        idle: {},
        saving: {
          invoke: {
            src: 'saveRecording',
            input: ({ context: { kind, keepsText } }) => ({ kind, keepsText }),
            onDone: { target: 'saved', actions: { type: 'setFileName', params: ({ event }) => event.output } },
            onError: { target: 'failed', actions: withError('reportSaveFailure') },
          },
          // One file at a time.
          on: { 'file.save': {} },
        },
        saved: {},
        failed: {},
      },
    },
  },
})
