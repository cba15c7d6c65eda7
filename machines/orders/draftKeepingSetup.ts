import { assign, raise, sendParent, setup } from 'xstate'
import * as z from 'zod/mini'
import {
  isNotFound,
  isRefusedForGood,
  isUnauthorized,
  RequestError,
  serverCode,
  serverDetails,
} from '../../contract/client/errors'
import type { DraftContent, OrderDraft } from '../../contract/extensions/orderDrafts'
import { placedDetails } from '../../contract/schemas'
import { currentRecord } from '../../contract/versions'
import { promiseActor } from '../actors'
import { backOff } from '../backOff'
import type { SharedAction } from '../pendingChanges'
import { isSameContent } from '../../contract/rules/orderNew'

/** What a draft has become. */
export type PlacedOrder = z.infer<typeof placedDetails>['placedOrder']

/** A draft as it was found on the server and in the browser. */
export interface OpenedDraft {
  title: string
  content: DraftContent
  /** What the server is known to hold, and its version; null when it holds none. */
  kept: DraftContent | null
  version: number | null
  /** What somebody else, or another tab, has kept on the server since `version`. */
  theirs: OrderDraft | null
}

export interface DraftKeepingInput {
  organizationId: string
  draftId: string
  opened: OpenedDraft
}
export interface KeptDraft {
  organizationId: string
  draftId: string
  title: string
  content: DraftContent
  kept: DraftContent | null
  version: number | null
  /** What the last request carries, whether it has been answered or not. */
  sent?: DraftContent | undefined
}
interface Context extends KeptDraft {
  theirs: OrderDraft | null
  placedOrder: PlacedOrder | null
  failures: number
  error: unknown
}

/** What the keeper tells of the draft. */
export type DraftNews =
  /** The server has all of it. */
  | { type: 'draft.kept' }
  /** It stays as it is until it is asked to be kept; the server is known to have this version. */
  | { type: 'draft.held'; version: number | null }
  /** The server can't be reached; it is tried again. */
  | { type: 'draft.away' }
  /** It can't be kept on the server before the person does something. */
  | { type: 'draft.wait' }
  /** The browser stores nothing. */
  | { type: 'draft.forget' }
  /** It was discarded elsewhere, or placed, which made this order. */
  | { type: 'draft.end'; order: PlacedOrder | null }
  | { type: 'draft.show'; content: DraftContent }

export type DraftKeepingEvent =
  /** From the order, once it can hear what becomes of it. */
  | { type: 'draft.begin' }
  | { type: 'draft.type'; content: DraftContent; title: string }
  /** Asks for it to be on the server now. */
  | { type: 'draft.flush' }
  /** Asks for it to stay as it is, as it is about to become an order. */
  | { type: 'draft.hold' }
  | { type: 'draft.reread' }
  | { type: 'draft.settle' }
  | { type: 'theirs.use' }
  | { type: 'mine.keep' }

/** Whether a draft was placed or discarded elsewhere. */
export const isEnded = (error: unknown): boolean => ['draft_placed', 'draft_ended'].includes(serverCode(error) ?? '')

/** The order that a draft has become, when it was refused for that. */
export function placedOrder(error: unknown): PlacedOrder | null {
  const details = z.safeParse(placedDetails, serverDetails(error))
  return details.success ? details.data.placedOrder : null
}

/** What the server holds, when a draft was refused as outdated; the server answers with a draft. */
const currentDraft = (error: unknown) => currentRecord(error) as OrderDraft | undefined

/** What the keeper knows, does and asks for; its states are in the machine. */
export const draftKeepingSetup = setup({
  types: {
    input: {} as DraftKeepingInput,
    context: {} as Context,
    events: {} as DraftKeepingEvent,
    tags: {} as 'deciding',
  },
  actors: {
    /** Answers with the draft as the server keeps it now. */
    keepDraft: promiseActor<OrderDraft, KeptDraft>('keepDraft'),
    rereadDraft: promiseActor<OrderDraft, Pick<KeptDraft, 'draftId'>>('rereadDraft'),
    storeDraft: promiseActor<void, KeptDraft>('storeDraft'),
  },
  actions: {
    noteTyped: assign((_, { content, title }: { content: DraftContent; title: string }) => ({ content, title })),
    noteSent: assign({ sent: ({ context }) => context.content }),
    noteKept: assign(({ context }, { draft }: { draft: OrderDraft }) => ({
      kept: context.sent ?? null,
      version: draft.version,
      failures: 0,
    })),
    noteTheirs: assign((_, { draft }: { draft: OrderDraft }) => ({ theirs: draft })),
    noteCurrent: assign({ theirs: (_, { error }: { error: unknown }) => currentDraft(error) ?? null }),
    noteCurrentVersion: assign({ version: (_, { error }: { error: unknown }) => currentDraft(error)?.version ?? null }),
    notePlaced: assign({ placedOrder: (_, { error }: { error: unknown }) => placedOrder(error) }),
    noteError: assign({ error: (_, { error }: { error: unknown }) => error }),
    useTheirs: assign(({ context: { theirs } }) =>
      theirs
        ? { content: theirs.content, kept: theirs.content, version: theirs.version, theirs: null, failures: 0 }
        : {},
    ),
    keepMine: assign(({ context: { theirs } }) => (theirs ? { version: theirs.version, theirs: null } : {})),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    settle: raise({ type: 'draft.settle' }),
    showContent: sendParent(({ context }) => ({ type: 'draft.show', content: context.content })),
    tellEnd: sendParent(({ context }) => ({ type: 'draft.end', order: context.placedOrder })),
    tellHeld: sendParent(({ context }) => ({ type: 'draft.held', version: context.version })),
    // An action of xstate's is such a function, to be called by xstate only.
    tell: sendParent((_, news: DraftNews & undefined) => news) as unknown as SharedAction<DraftNews>,
    /** What the browser holds of it would come back otherwise. */
    forgetDraft: () => {},
  },
  guards: {
    hasTheirs: ({ context }) => context.theirs !== null,
    isUnsent: ({ context: { content, kept } }) => !isSameContent(content, kept ?? {}),
    isOnServer: ({ context }) => context.version !== null,
    isSent: ({ context: { content, sent } }) => sent !== undefined && isSameContent(content, sent),
    isNews: ({ context }, { draft }: { draft: OrderDraft }) => draft.version !== context.version,
    isGone: (_, { error }: { error: unknown }) => isNotFound(error) || isEnded(error),
    /** Whether the server holds what was sent, whose answer was lost. */
    isOwn: ({ context }, { error }: { error: unknown }) => {
      const current = currentDraft(error)
      return current !== undefined && context.sent !== undefined && isSameContent(current.content, context.sent)
    },
    isOutdated: (_, { error }: { error: unknown }) => currentDraft(error) !== undefined,
    /** Whoever has to sign in again has not been refused. */
    isRefused: (_, { error }: { error: unknown }) =>
      error instanceof RequestError && isRefusedForGood(error) && !isUnauthorized(error),
  },
  delays: { saveDebounce: 500, retryDelay: ({ context }) => backOff(context.failures) },
})
