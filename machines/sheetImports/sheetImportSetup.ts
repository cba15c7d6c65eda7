import { assign, type EventObject, setup } from 'xstate'
import type { Campaign } from '../../contract/campaigns'
import { errorMessage } from '../../contract/client/errors'
import type {
  ImportLine,
  ImportResource,
  ImportVerdict,
  OrderSource,
  SheetImport,
} from '../../contract/extensions/sheetImports'
import { callbackActor, promiseActor } from '../actors'
import { unansweredParts, type WithUnanswered } from '../factories/unanswered'
import type { FlowSurroundings } from '../flowSurroundings'
import type { LeaveEvent } from '../form'
import { changeParts } from '../pendingChanges'

export interface SheetImportInput extends FlowSurroundings {
  /** Whose offers are imported; that of orders is chosen, and others are without one. */
  campaignId?: string | undefined
  /** What is imported, unless a campaign says it; products when left out. */
  resource?: ImportResource | undefined
}

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
  /** Of orders, where they were placed. */
  source?: OrderSource | undefined
}
export interface LinesShown {
  verdict: ImportVerdict | null
  lines: ImportLine[]
  total: number
}

export interface SheetImportContext extends WithUnanswered {
  organizationId: string | undefined
  campaignId: string | undefined
  resource: ImportResource
  /** The lines that have been pasted or typed. */
  pasted: string
  recent: SheetImport[]
  sheet: Sheet | undefined
  begun: SheetImport | undefined
  sent: number
  shown: LinesShown
  message: string | undefined
}
/** Where what is imported belongs. */
type Scope = Pick<SheetImportContext, 'organizationId' | 'campaignId' | 'resource'>

export type SheetImportEvent =
  | LeaveEvent
  | { type: 'pasted.change'; text: string }
  | { type: 'campaign.choose'; campaign: Pick<Campaign, 'id'> }
  /** `key` is what the file or the text is kept under until it has been read. */
  | { type: 'sheet.choose'; key: string; name: string }
  | { type: 'check.progress'; begun: SheetImport; sent: number }
  | { type: 'check.done' }
  | { type: 'check.fail'; error: unknown }
  | { type: 'check.cancel' }
  | { type: 'commit.cancel' }
  | { type: 'verdict.choose'; verdict: ImportVerdict | null }
  | { type: 'lines.more' }
  | { type: 'import.undo'; importId: string }
  | { type: 'import.again' }
  | { type: 'dialog.submit' }

/** Of the lines, before any has been read. */
export const nothingShown: LinesShown = { verdict: null, lines: [], total: 0 }

/** A flow that is opened with nothing but what the workspace gives every flow. */
const emptyInput: SheetImportInput = {}

/** What the flow knows, does and asks for; its states are in the machine. */
export const sheetImportSetup = setup({
  types: {
    input: emptyInput,
    context: {} as SheetImportContext,
    events: {} as SheetImportEvent,
    tags: {} as 'open' | 'busy' | 'asking',
  },
  actors: {
    fetchImports: promiseActor<SheetImport[], Scope>('fetchImports'),
    readSheet: promiseActor<Sheet, { key: string; name: string; resource: ImportResource }>('readSheet'),
    checkLines: callbackActor<EventObject, Scope & { sheet: Sheet | undefined }>('checkLines'),
    fetchLines: promiseActor<LinesShown, { importId: string; shown: LinesShown }>('fetchLines'),
    commitImport: promiseActor<SheetImport, { importId: string }>('commitImport'),
    withdrawImport: promiseActor<SheetImport, { importId: string }>('withdrawImport'),
    undoImport: promiseActor<SheetImport, { importId: string }>('undoImport'),
  },
  actions: {
    setPasted: assign({ pasted: (_, { text }: { text: string }) => text }),
    setCampaign: assign({ campaignId: (_, { campaign }: { campaign: Pick<Campaign, 'id'> }) => campaign.id }),
    setRecent: assign({ recent: (_, { imports }: { imports: SheetImport[] }) => imports }),
    setSheet: assign((_, { sheet }: { sheet: Sheet }) => ({ sheet, sent: 0, begun: undefined, message: undefined })),
    noteProgress: assign((_, { begun, sent }: { begun: SheetImport; sent: number }) => ({ begun, sent })),
    setBegun: assign({ begun: (_, { begun }: { begun: SheetImport }) => begun }),
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
    /** Orders come into a campaign, which has to be known before their lines are judged. */
    hasPlace: ({ context: { resource, campaignId } }) => resource !== 'orders' || campaignId !== undefined,
    hasPasted: ({ context }) => context.pasted.trim() !== '',
    hasGoodLines: ({ context: { begun } }) => begun !== undefined && begun.create + begun.update > 0,
    isUndone: (_, { begun }: { begun: SheetImport }) => begun.kept === 0,
  },
})
  .extend(changeParts)
  .extend(unansweredParts)
