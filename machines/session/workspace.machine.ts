import {
  type AnyActorRef,
  assign,
  type DoneActorEvent,
  enqueueActions,
  type ErrorActorEvent,
  sendParent,
  sendTo,
  setup,
  stopChild,
} from 'xstate'
import { promiseActor } from '../actors'
import { recordsOf } from '../flowRecords'
import type { FlowName, FlowRef, OpenEvent } from '../flows'
import type { FlowSurroundings } from '../flowSurroundings'
import type { ChangeEvent, PendingChange, SharedAction } from '../pendingChanges'
import { rereadMachine } from '../reread.machine'
import type { Change } from '../../contract/extensions/change'
import { changeFeedMachine, type NewsEvent } from './changeFeed.machine'

export interface WorkspaceInput {
  organizationId: string | undefined
}

/** A flow under way; it may outlive the screen and the dialog that show it. */
export type Flow = { [Name in FlowName]: { name: Name; ref: FlowRef<Name>; recordId: string | undefined } }[FlowName]

/** A flow whose code is still coming. */
interface Opening {
  /** Of the actor that loads it, and then of the flow itself. */
  number: number
  name: FlowName
  recordId: string | undefined
  input: object
}
interface Context {
  organizationId: string | undefined
  /** Oldest first. */
  changes: PendingChange[]
  openings: Opening[]
  flows: Flow[]
  /** How many actors were started, which numbers them. */
  started: number
  /** What was typed before a save that failed behind a closed dialog, by flow and record. */
  drafts: Record<string, unknown>
}
export type WorkspaceEvent =
  | OpenEvent
  | ChangeEvent
  | NewsEvent
  | { type: 'records.read'; records: readonly { id: string }[] }
  | { type: 'screen.leave' }
  | { type: 'draft.keep'; flowId: string; values: unknown }
  | DoneActorEvent
  | ErrorActorEvent

const draftKey = (name: FlowName, recordId = '') => `${name} ${recordId}`

const without = <Value>(record: Record<string, Value>, key: string) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))

interface Finished {
  actorId: string
}

const openingOf = ({ openings }: Context, { actorId }: Finished) =>
  openings.find(({ number }) => `load.${number}` === actorId)

/** Whose records a flow begins with, whose code has come. */
function resourceOf(context: Context, loaded: Finished): string | undefined {
  const opening = openingOf(context, loaded)
  return opening && recordsOf[opening.name]
}

/** What is not read again anyway, once the person's own write in flight has come to its end. */
const unexpected = ({ changes: pending }: Context, { changes }: { changes: readonly Change[] }) =>
  changes.filter(({ resource }) => !pending.some((change) => change.resource === resource && !change.rereadId))

const readUnexpected = {
  type: 'readChanged',
  params: ({ context, event }: { context: Context; event: Extract<NewsEvent, { type: 'news.hear' }> }) => ({
    changes: unexpected(context, event),
  }),
} as const

/** Marks what the server has just taken, also where no channel tells of it (GE-06). */
const markConfirmed = sendTo(
  'changeFeed',
  ({ context }: { context: Context }, { changeId }: { changeId: string } & undefined) => ({
    type: 'records.mark',
    ids: context.changes.flatMap((change) =>
      change.changeId === changeId && change.kind === 'merge' ? [change.id] : [],
    ),
  }),
  // An action of xstate's is such a function, to be called by xstate only.
) as unknown as SharedAction<{ changeId: string }, Context>

/** What a signed-in person does in one organization: the flows with their dialogs, and the writes in flight (EO-09, SE-11). */
export const workspaceMachine = setup({
  types: {
    input: {} as WorkspaceInput,
    context: {} as Context,
    events: {} as WorkspaceEvent,
  },
  actors: {
    // Loads a flow's machine and gives it to this one, which then can spawn it.
    loadFlow: promiseActor<void, { name: FlowName }>('loadFlow'),
    reread: rereadMachine,
    changeFeed: changeFeedMachine,
  },
  actions: {
    loadFlow: assign(({ context, spawn }, { type, recordId, input }: OpenEvent) => {
      // The types of these events are made of the flows' names.
      const name = type.slice('open.'.length) as FlowName
      const number = context.started
      spawn('loadFlow', { id: `load.${number}`, input: { name } })
      // Whoever chooses again while the code is still coming wants one dialog, that of the last choice.
      return { started: number + 1, openings: [{ number, name, recordId, input }] }
    }),
    startFlow: assign(({ context, spawn }, loaded: Finished) => {
      const opening = openingOf(context, loaded)
      if (!opening) return {}
      const { name, number, recordId } = opening
      const key = draftKey(name, recordId)
      const surroundings: FlowSurroundings = { organizationId: context.organizationId, draft: context.drafts[key] }
      // The machine is given once its code has come; the event that opened it has the input of this very flow. Naming all
      // flows in the types of this machine would have every file that knows it wait for the types of all of them.
      const spawnFlow = spawn as unknown as (name: FlowName, options: { id: string; input: object }) => Flow['ref']
      const ref = spawnFlow(name, {
        id: `${name}.${number}`,
        input: { ...opening.input, ...surroundings },
      })
      return {
        openings: context.openings.filter((other) => other !== opening),
        flows: [...context.flows, { name, ref, recordId } as Flow],
        drafts: without(context.drafts, key),
      }
    }),
    readRecords: (_, _params: { resource: string | undefined }) => {},
    forgetOpening: assign({
      openings: ({ context }, { actorId }: Finished) =>
        context.openings.filter(({ number }) => `load.${number}` !== actorId),
    }),
    // By its id: a step must follow from its event alone, so that a recording can be replayed.
    removeFinished: assign({
      flows: ({ context }, { actorId }: Finished) => context.flows.filter(({ ref }) => ref.id !== actorId),
      changes: ({ context }, { actorId }: Finished) => context.changes.filter(({ rereadId }) => rereadId !== actorId),
    }),
    stopFinished: stopChild((_, { actorId }: Finished) => actorId),
    refreshFlows: enqueueActions(({ context, enqueue }, { records }: { records: readonly { id: string }[] }) => {
      for (const { ref, recordId } of context.flows) {
        const record = records.find(({ id }) => id === recordId)
        // Flows that do not care about it let it pass, and those that do are about such records.
        if (record) enqueue.sendTo(ref as AnyActorRef, { type: 'record.refresh', record })
      }
    }),
    cancelDialogs: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ openings: [] })
      for (const { ref } of context.flows) enqueue.sendTo(ref, { type: 'dialog.cancel' })
    }),
    showChange: assign({
      changes: ({ context }, { change }: { change: PendingChange }) => [...context.changes, change],
    }),
    // The change stays on screen until an answer carries it that was asked for after the server took it.
    rereadConfirmed: assign(({ context, spawn }, { changeId }: { changeId: string }) => {
      const confirmed = context.changes.find((change) => change.changeId === changeId && !change.rereadId)
      if (!confirmed) return {}
      const rereadId = `reread.${context.started}`
      spawn('reread', { id: rereadId, input: { resource: confirmed.resource, kind: confirmed.kind } })
      return {
        started: context.started + 1,
        changes: context.changes.map((change) => (change === confirmed ? { ...change, rereadId } : change)),
      }
    }),
    // Whether the server took a request that got no answer is not known, so what it holds is read again.
    rereadReverted: assign(({ context, spawn }, { changeId }: { changeId: string }) => {
      const reverted = context.changes.find((change) => change.changeId === changeId && !change.rereadId)
      if (!reverted) return {}
      spawn('reread', { id: `reread.${context.started}`, input: { resource: reverted.resource, kind: reverted.kind } })
      return { started: context.started + 1, changes: context.changes.filter((change) => change !== reverted) }
    }),
    keepDraft: assign({
      drafts: ({ context }, { flowId, values }: { flowId: string; values: unknown }) => {
        const flow = context.flows.find(({ ref }) => ref.id === flowId)
        return flow ? { ...context.drafts, [draftKey(flow.name, flow.recordId)]: values } : context.drafts
      },
    }),
    // The session knows what may be done in the organization.
    rereadOrganizations: sendParent({ type: 'organizations.reread' }),
    reportLoadFailure: (_, _params: { error: unknown }) => {},
  },
  guards: {
    concernsOrganizations: (_, { changes }: { changes: readonly Change[] }) =>
      changes.some(({ resource }) => resource === 'organizations'),
  },
})
  .extend({
    actions: {
      readChanged: (_, _params: { changes: readonly Change[] }) => {},
      readAll: () => {},
      markConfirmed,
    },
  })
  .createMachine({
    id: 'workspace',
    context: ({ input }) => ({
      organizationId: input.organizationId,
      changes: [],
      openings: [],
      flows: [],
      started: 0,
      drafts: {},
    }),
    invoke: {
      src: 'changeFeed',
      id: 'changeFeed',
      input: ({ context }) => ({ organizationId: context.organizationId }),
    },
    on: {
      'news.hear': [
        {
          guard: { type: 'concernsOrganizations', params: ({ event }) => event },
          actions: [readUnexpected, 'rereadOrganizations'],
        },
        { actions: readUnexpected },
      ],
      'news.miss': { actions: ['readAll', 'rereadOrganizations'] },
      'open.*': { actions: { type: 'loadFlow', params: ({ event }) => event } },
      'records.read': { actions: { type: 'refreshFlows', params: ({ event }) => event } },
      'screen.leave': { actions: 'cancelDialogs' },
      'change.show': { actions: { type: 'showChange', params: ({ event }) => event } },
      'change.confirm': {
        actions: [
          { type: 'markConfirmed', params: ({ event }) => event },
          { type: 'rereadConfirmed', params: ({ event }) => event },
        ],
      },
      'change.revert': { actions: { type: 'rereadReverted', params: ({ event }) => event } },
      'draft.keep': { actions: { type: 'keepDraft', params: ({ event }) => event } },
      'xstate.done.actor.load.*': {
        actions: [
          // What the dialog begins with may be old; its flow is told of what turns out to differ (GE-09).
          { type: 'readRecords', params: ({ context, event }) => ({ resource: resourceOf(context, event) }) },
          { type: 'startFlow', params: ({ event }) => event },
          { type: 'stopFinished', params: ({ event }) => event },
        ],
      },
      'xstate.error.actor.load.*': {
        actions: [
          { type: 'forgetOpening', params: ({ event }) => event },
          { type: 'stopFinished', params: ({ event }) => event },
          { type: 'reportLoadFailure', params: ({ event }) => event },
        ],
      },
      'xstate.done.actor.*': {
        actions: [
          { type: 'removeFinished', params: ({ event }) => event },
          { type: 'stopFinished', params: ({ event }) => event },
        ],
      },
    },
  })
