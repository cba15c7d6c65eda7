import { assign, type EventObject, setup } from 'xstate'
import { errorMessage } from '../../contract/client/errors'
import type { ImportLine, ImportVerdict, ProductImport } from '../../contract/extensions/productImports'
import { callbackActor, promiseActor } from '../actors'
import type { FlowSurroundings } from '../flows'
import type { LeaveEvent } from '../form'
import { changeParts } from '../pendingChanges'

export type ProductImportInput = FlowSurroundings

/** What was read from a file or from what was pasted: its lines stay outside, as there are many. */
export interface Sheet {
  /** Under which its lines are kept. */
  key: string
  name: string
  lines: number
  /** What its columns are read as, in the order of the file; nothing for those that are left out. */
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
  /** The lines that have been pasted or typed. */
  pasted: string
  recent: ProductImport[]
  sheet: Sheet | undefined
  begun: ProductImport | undefined
  sent: number
  shown: LinesShown
  message: string | undefined
}
export type ProductImportEvent =
  | LeaveEvent
  | { type: 'pasted.change'; text: string }
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

/** Of the lines, before any has been read. */
export const nothingShown: LinesShown = { verdict: null, lines: [], total: 0 }

/** A flow that is opened with nothing but what the workspace gives every flow. */
const emptyInput: ProductImportInput = {}

/** What the flow knows, does and asks for; its states are in the machine. */
export const productImportSetup = setup({
  types: {
    input: emptyInput,
    context: {} as Context,
    events: {} as ProductImportEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    fetchImports: promiseActor<ProductImport[], { organizationId: string | undefined }>('fetchImports'),
    readSheet: promiseActor<Sheet, { key: string; name: string }>('readSheet'),
    checkLines: callbackActor<EventObject, { organizationId: string | undefined; sheet: Sheet | undefined }>(
      'checkLines',
    ),
    fetchLines: promiseActor<LinesShown, { importId: string; shown: LinesShown }>('fetchLines'),
    commitImport: promiseActor<ProductImport, { importId: string }>('commitImport'),
    undoImport: promiseActor<ProductImport, { importId: string }>('undoImport'),
  },
  actions: {
    setPasted: assign({ pasted: (_, { text }: { text: string }) => text }),
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
    hasPasted: ({ context }) => context.pasted.trim() !== '',
    hasGoodLines: ({ context: { begun } }) => begun !== undefined && begun.create + begun.update > 0,
    isUndone: (_, { begun }: { begun: ProductImport }) => begun.kept === 0,
  },
}).extend(changeParts)
