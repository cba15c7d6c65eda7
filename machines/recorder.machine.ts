import { assign, setup } from 'xstate'
import { callbackActor, promiseActor } from './provided'

/** Which events a file gets: those between Record and Stop, or the last ones before now. */
export type RecordingKind = 'recorded' | 'recent'
export type RecorderEvent =
  | { type: 'recording.begin' }
  | { type: 'recording.end' }
  | { type: 'recording.grow'; events: number }
  | { type: 'recording.fill' }
  | { type: 'recording.save' }
  | { type: 'recent.save' }

interface Context {
  /** Events recorded so far. */
  events: number
  /** The file that was saved last. */
  fileName: string
}

/** Recording what happens, and saving it as a file (QA's bar). */
export const recorderMachine = setup({
  types: { context: {} as Context, events: {} as RecorderEvent },
  actors: {
    countEvents: callbackActor('countEvents'),
    saveRecording: promiseActor<{ fileName: string }, { kind: RecordingKind }>('saveRecording'),
  },
  actions: {
    beginRecording: () => {},
    endRecording: () => {},
    setEvents: assign({ events: (_, params: { events: number }) => params.events }),
    setFileName: assign({ fileName: (_, params: { fileName: string }) => params.fileName }),
    reportSaveFailure: (_, _params: { error: unknown }) => {},
  },
}).createMachine({
  id: 'recorder',
  context: { events: 0, fileName: '' },
  type: 'parallel',
  states: {
    recording: {
      initial: 'idle',
      states: {
        idle: { on: { 'recording.begin': 'running' } },
        running: {
          entry: [{ type: 'setEvents', params: { events: 0 } }, 'beginRecording'],
          exit: 'endRecording',
          invoke: { src: 'countEvents' },
          on: {
            'recording.grow': { actions: { type: 'setEvents', params: ({ event }) => event } },
            'recording.end': 'finished',
            'recording.fill': 'full',
          },
        },
        finished: { on: { 'recording.begin': 'running' } },
        // A recording has a longest length; it ends by itself there, and can be saved.
        full: { on: { 'recording.begin': 'running' } },
      },
    },
    file: {
      initial: 'idle',
      states: {
        idle: { on: { 'recording.save': 'savingRecorded', 'recent.save': 'savingRecent' } },
        savingRecorded: {
          invoke: {
            src: 'saveRecording',
            input: { kind: 'recorded' },
            onDone: { target: 'saved', actions: { type: 'setFileName', params: ({ event }) => event.output } },
            onError: {
              target: 'failed',
              actions: { type: 'reportSaveFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        savingRecent: {
          invoke: {
            src: 'saveRecording',
            input: { kind: 'recent' },
            onDone: { target: 'saved', actions: { type: 'setFileName', params: ({ event }) => event.output } },
            onError: {
              target: 'failed',
              actions: { type: 'reportSaveFailure', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        saved: { on: { 'recording.save': 'savingRecorded', 'recent.save': 'savingRecent' } },
        failed: { on: { 'recording.save': 'savingRecorded', 'recent.save': 'savingRecent' } },
      },
    },
  },
})
