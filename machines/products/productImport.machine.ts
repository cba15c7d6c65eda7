import { assign, setup } from 'xstate'
import { errorMessage } from '../../contract/client/errors'
import type { ImportLine, ImportVerdict, ProductImport } from '../../contract/productImports'
import { callbackActor, promiseActor, withError } from '../actors'
import type { FlowSurroundings } from '../flows'
import { changeParts } from '../pendingChanges'

export type ProductImportInput = FlowSurroundings

/** What was read from a file or from what was pasted: its lines stay outside, as there are many. */
export interface Sheet {
  /** Under which its lines are kept. */
  key: string
  name: string
  lines: number
  /** What its columns are read as, in the order of the file; absent for those that are left out. */
  columns: readonly { title: string; field?: string | null }[]
  /** How its bytes were read, such as `windows-1252`. */
  encoding: string
  separator: string
}
export interface LinesShown {
  verdict: ImportVerdict | null
  lines: ImportLine[]
  total: number
}

interface Context {
  organizationId: string | undefined
  recent: ProductImport[]
  sheet: Sheet | undefined
  begun: ProductImport | undefined
  sent: number
  shown: LinesShown
  message: string | undefined
}
export type ProductImportEvent =
  /** `key` is what the file or the text is kept under until it has been read. */
  | { type: 'sheet.choose'; key: string; name: string }
  | { type: 'check.progress'; begun: ProductImport; sent: number }
  | { type: 'check.done' }
  | { type: 'check.fail'; error: unknown }
  | { type: 'check.cancel' }
  | { type: 'verdict.choose'; verdict: ImportVerdict | null }
  | { type: 'lines.more' }
  | { type: 'import.undo'; importId: string }
  | { type: 'import.again' }
  | { type: 'dialog.submit' }
  | { type: 'dialog.cancel' }
  | { type: 'dialog.leave' }

const nothingShown: LinesShown = { verdict: null, lines: [], total: 0 }
const close = { 'dialog.cancel': 'closed', 'dialog.leave': 'closed' } as const

/** Products from a spreadsheet: read here, judged by the server line by line, taken over in one go, undone within a day (PR-04). */
export const productImportMachine = setup({
  types: {
    input: {} as ProductImportInput,
    context: {} as Context,
    events: {} as ProductImportEvent,
    tags: {} as 'open' | 'busy',
  },
  actors: {
    fetchImports: promiseActor<ProductImport[], { organizationId: string | undefined }>('fetchImports'),
    readSheet: promiseActor<Sheet, { key: string; name: string }>('readSheet'),
    checkLines: callbackActor<never, { organizationId: string | undefined; sheet: Sheet | undefined }>('checkLines'),
    fetchLines: promiseActor<LinesShown, { importId: string; shown: LinesShown }>('fetchLines'),
    commitImport: promiseActor<ProductImport, { importId: string }>('commitImport'),
    undoImport: promiseActor<ProductImport, { importId: string }>('undoImport'),
  },
  actions: {
    setRecent: assign({ recent: (_, { imports }: { imports: ProductImport[] }) => imports }),
    setSheet: assign((_, { sheet }: { sheet: Sheet }) => ({ sheet, sent: 0, begun: undefined, message: undefined })),
    noteProgress: assign((_, { begun, sent }: { begun: ProductImport; sent: number }) => ({ begun, sent })),
    setBegun: assign({ begun: (_, { begun }: { begun: ProductImport }) => begun }),
    setLines: assign({ shown: (_, { shown }: { shown: LinesShown }) => shown }),
    chooseVerdict: assign({
      shown: (_, { verdict }: { verdict: ImportVerdict | null }) => ({ ...nothingShown, verdict }),
    }),
    forgetLines: assign({ shown: nothingShown }),
    /** Said where it happened, as it is about what is on the screen. */
    setMessage: assign({ message: (_, { error }: { error: unknown }) => errorMessage(error) }),
    forgetMessage: assign({ message: undefined }),
    showMessage: (_, _params: { message: string }) => {},
    reportError: (_, _params: { error: unknown }) => {},
  },
  guards: {
    hasGoodLines: ({ context: { begun } }) => begun !== undefined && begun.create + begun.update > 0,
    isUndone: (_, { begun }: { begun: ProductImport }) => begun.kept === 0,
  },
})
  .extend(changeParts)
  .createMachine({
    id: 'productImport',
    context: ({ input: { organizationId } }) => ({
      organizationId,
      recent: [],
      sheet: undefined,
      begun: undefined,
      sent: 0,
      shown: nothingShown,
      message: undefined,
    }),
    initial: 'choosing',
    states: {
      choosing: {
        tags: 'open',
        invoke: {
          src: 'fetchImports',
          input: ({ context }) => context,
          onDone: { actions: { type: 'setRecent', params: ({ event }) => ({ imports: event.output }) } },
          onError: { actions: withError('reportError') },
        },
        on: {
          'sheet.choose': 'reading',
          'import.undo': 'undoing',
          ...close,
        },
      },
      reading: {
        tags: ['open', 'busy'],
        entry: 'forgetMessage',
        invoke: {
          src: 'readSheet',
          // Nothing else leads here.
          input: ({ event }) => event as Extract<ProductImportEvent, { type: 'sheet.choose' }>,
          onDone: {
            target: 'checking',
            actions: { type: 'setSheet', params: ({ event }) => ({ sheet: event.output }) },
          },
          onError: { target: 'choosing', actions: withError('setMessage') },
        },
      },
      checking: {
        tags: 'open',
        entry: 'forgetMessage',
        invoke: { src: 'checkLines', input: ({ context }) => context },
        on: {
          'check.progress': { actions: { type: 'noteProgress', params: ({ event }) => event } },
          'check.done': { target: 'previewing', actions: 'forgetLines' },
          'check.fail': { target: 'choosing', actions: { type: 'setMessage', params: ({ event }) => event } },
          'check.cancel': 'choosing',
          ...close,
        },
      },
      previewing: {
        tags: 'open',
        initial: 'fetching',
        states: {
          fetching: {
            invoke: {
              src: 'fetchLines',
              input: ({ context: { begun, shown } }) => ({ importId: begun?.id ?? '', shown }),
              onDone: {
                target: 'shown',
                actions: { type: 'setLines', params: ({ event }) => ({ shown: event.output }) },
              },
              onError: { target: 'shown', actions: withError('setMessage') },
            },
          },
          shown: { on: { 'lines.more': 'fetching' } },
        },
        on: {
          'verdict.choose': {
            target: '.fetching',
            actions: { type: 'chooseVerdict', params: ({ event }) => event },
          },
          'import.again': 'checking',
          'dialog.submit': { guard: 'hasGoodLines', target: 'committing' },
          ...close,
        },
      },
      committing: {
        tags: ['open', 'busy'],
        entry: ['forgetMessage', { type: 'showChange', params: { resource: 'products', kind: 'add' } }],
        invoke: {
          src: 'commitImport',
          input: ({ context }) => ({ importId: context.begun?.id ?? '' }),
          onDone: {
            target: 'committed',
            actions: ['confirmChange', { type: 'setBegun', params: ({ event }) => ({ begun: event.output }) }],
          },
          onError: { target: 'previewing', actions: ['revertChange', withError('setMessage')] },
        },
      },
      committed: {
        tags: 'open',
        on: { 'import.undo': 'undoing', ...close },
      },
      undoing: {
        tags: ['open', 'busy'],
        entry: ['forgetMessage', { type: 'showChange', params: { resource: 'products', kind: 'add' } }],
        invoke: {
          src: 'undoImport',
          // As above.
          input: ({ event }) => event as Extract<ProductImportEvent, { type: 'import.undo' }>,
          onDone: [
            {
              guard: { type: 'isUndone', params: ({ event }) => ({ begun: event.output }) },
              target: 'closed',
              actions: ['confirmChange', { type: 'showMessage', params: { message: 'Import undone' } }],
            },
            {
              target: 'undone',
              actions: [
                'confirmChange',
                'forgetLines',
                { type: 'setBegun', params: ({ event }) => ({ begun: event.output }) },
              ],
            },
          ],
          onError: { target: 'choosing', actions: ['revertChange', withError('setMessage')] },
        },
      },
      /** Some of it stayed, which is said. */
      undone: { tags: 'open', on: close },
      closed: { type: 'final' },
    },
  })
