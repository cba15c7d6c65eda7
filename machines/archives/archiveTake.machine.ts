import { assign, type EventObject, setup } from 'xstate'
import { errorMessage } from '../../contract/client/errors'
import type { ArchiveImport } from '../../contract/extensions/archives'
import type { ArchiveHead } from '../../contract/rules/archives'
import { callbackActor, promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flowSurroundings'
import type { LeaveEvent } from '../form'

/** A file that was chosen; it stays outside, as it may be large. */
export interface ArchiveFile {
  /** Under which it is kept. */
  key: string
  name: string
  bytes: number
  head: ArchiveHead
}
/** What an organization says of archives before one is chosen. */
export interface ArchivesKnown {
  /** The one that is being taken over. */
  live: ArchiveImport | undefined
  whyNot: string | undefined
  mostBytes: number
}
interface Context {
  organizationId: string | undefined
  known: ArchivesKnown | undefined
  file: ArchiveFile | undefined
  archive: ArchiveImport | undefined
  message: string | undefined
}
type Event =
  | LeaveEvent
  /** `key` is what the file is kept under until it has been sent. */
  | { type: 'archive.choose'; key: string; name: string }
  | { type: 'archive.progress'; archive: ArchiveImport }
  | { type: 'archive.end'; archive: ArchiveImport }
  | { type: 'archive.fail'; error: unknown }
  | { type: 'archive.giveUp' }
  | { type: 'dialog.submit' }

const close = { 'dialog.cancel': 'closed', 'dialog.leave': 'closed' } as const
const emptyInput: FlowSurroundings = {}

/** An archive of an organization into this one, which is empty: looked at here, sent, and taken over by the server, all of it or nothing (WF-04). */
export const archiveTakeMachine = setup({
  types: {
    input: emptyInput,
    context: {} as Context,
    events: {} as Event,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    fetchArchives: promiseActor<ArchivesKnown, { organizationId: string | undefined }>('fetchArchives'),
    readArchive: promiseActor<ArchiveFile, { key: string; name: string; mostBytes: number }>('readArchive'),
    takeArchive: callbackActor<
      EventObject,
      { organizationId: string | undefined; file: ArchiveFile | undefined; archive: ArchiveImport | undefined }
    >('takeArchive'),
    giveUpArchive: promiseActor<void, { archiveId: string | undefined }>('giveUpArchive'),
  },
  actions: {
    setKnown: assign((_, { known }: { known: ArchivesKnown }) => ({ known, archive: known.live })),
    setFile: assign((_, { file }: { file: ArchiveFile }) => ({ file, message: undefined, archive: undefined })),
    noteArchive: assign({ archive: (_, { archive }: { archive: ArchiveImport }) => archive }),
    setFailure: assign((_, { archive }: { archive: ArchiveImport }) => ({
      archive: undefined,
      message: archive.failure ?? 'The archive was given up. Nothing of it was taken over.',
    })),
    /** Said where it happened, as it is about what is on the screen. */
    setMessage: assign({ message: (_, { error }: { error: unknown }) => errorMessage(error) }),
    forgetMessage: assign({ message: undefined }),
    showMessage: (_, _params: { message: string }) => {},
    rereadOrganizations: () => {},
  },
  guards: {
    isLive: (_, { known }: { known: ArchivesKnown }) => known.live !== undefined,
    isTaken: (_, { archive }: { archive: ArchiveImport }) => archive.state === 'taken',
  },
}).createMachine({
  id: 'archiveTake',
  context: ({ input: { organizationId } }) => ({
    organizationId,
    known: undefined,
    file: undefined,
    archive: undefined,
    message: undefined,
  }),
  initial: 'looking',
  states: {
    looking: {
      tags: 'open',
      invoke: {
        src: 'fetchArchives',
        input: ({ context: { organizationId } }) => ({ organizationId }),
        onDone: [
          {
            guard: { type: 'isLive', params: ({ event }) => ({ known: event.output }) },
            target: 'taking',
            actions: { type: 'setKnown', params: ({ event }) => ({ known: event.output }) },
          },
          {
            target: 'choosing',
            actions: { type: 'setKnown', params: ({ event }) => ({ known: event.output }) },
          },
        ],
        onError: { target: 'choosing', actions: withError('setMessage') },
      },
      on: close,
    },
    choosing: { tags: 'open', on: { 'archive.choose': 'reading', ...close } },
    reading: {
      tags: ['open', 'busy'],
      entry: 'forgetMessage',
      invoke: {
        src: 'readArchive',
        input: ({ context: { known }, event }) => {
          // Nothing else leads here.
          const { key, name } = event as Extract<Event, { type: 'archive.choose' }>
          return { key, name, mostBytes: known?.mostBytes ?? 0 }
        },
        onDone: { target: 'previewing', actions: { type: 'setFile', params: ({ event }) => ({ file: event.output }) } },
        onError: { target: 'choosing', actions: withError('setMessage') },
      },
    },
    previewing: { tags: 'open', on: { 'dialog.submit': 'taking', ...close } },
    /** It goes on in the server when the browser is closed, once all of it has come. */
    taking: {
      tags: ['open', 'busy'],
      entry: 'forgetMessage',
      invoke: {
        src: 'takeArchive',
        input: ({ context: { organizationId, file, archive } }) => ({ organizationId, file, archive }),
      },
      on: {
        'archive.progress': { actions: { type: 'noteArchive', params: ({ event }) => event } },
        'archive.end': [
          {
            guard: { type: 'isTaken', params: ({ event }) => event },
            target: 'taken',
            actions: { type: 'noteArchive', params: ({ event }) => event },
          },
          { target: 'choosing', actions: { type: 'setFailure', params: ({ event }) => event } },
        ],
        'archive.fail': { target: 'choosing', actions: { type: 'setMessage', params: ({ event }) => event } },
        'archive.giveUp': 'givingUp',
      },
    },
    givingUp: {
      tags: ['open', 'busy'],
      invoke: {
        src: 'giveUpArchive',
        input: ({ context: { archive } }) => ({ archiveId: archive?.id }),
        onDone: {
          target: 'choosing',
          actions: { type: 'showMessage', params: { message: 'Archive given up' } },
        },
        // It may have been taken over by then.
        onError: { target: 'looking', actions: withError('setMessage') },
      },
    },
    /** Its currency and its zone are others now. */
    taken: { tags: 'open', entry: 'rereadOrganizations', on: close },
    closed: { type: 'final' },
  },
})
