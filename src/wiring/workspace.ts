import { type AnyActorRef, type AnyStateMachine, fromPromise, sendTo } from 'xstate'
import { errorMessage, serverMessage } from '../../contract/client/errors'
import type { User } from '../../contract/users'
import { type FlowName, flows } from '../../machines/flows'
import type { SharedAction } from '../../machines/pendingChanges'
import { deletable, type DeletableResource } from '../../machines/records'
import { rereadMachine } from '../../machines/reread.machine'
import type { changeFeedMachine } from '../../machines/session/changeFeed.machine'
import { workspaceMachine } from '../../machines/session/workspace.machine'
import type { Api } from './api'
import { ownDeletions, readAgain, refresh, refreshOld } from './cache'
import { loadChangedRecords } from './changeFeed'
import type { Connection } from './connection'
import type { ActorsOf } from './effects'
import { autoresponderActors } from './resources/autoresponders'
import { campaignActors } from './resources/campaigns'
import { customerActors, deleteCustomer, restoreCustomer } from './resources/customers'
import { gatewayActors } from './resources/gateways'
import { deleteOffer, offerActors } from './resources/offers'
import { orderActors } from './resources/orders'
import { pluginActors } from './resources/plugins'
import { productImportActors } from './resources/productImports'
import { productActors } from './resources/products'
import { userActors } from './resources/users'
import { toastAction, type ToastsRef } from './toasts'

type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
/** Every real actor that any flow asks for. */
type FlowActors = AllOf<{ [Name in FlowName]: ActorsOf<Name> }[FlowName]>

/** How a record is deleted and, where its resource has that, restored. */
const deletions: Record<DeletableResource, { remove: RecordCall; restore?: RecordCall }> = {
  customers: { remove: deleteCustomer, restore: restoreCustomer },
  offers: { remove: deleteOffer },
}
type RecordCall = (api: Api, id: string) => Promise<void>

/** Whose records say how many records of a resource they have. */
const countedBy: { readonly [resource in string]?: string } = { offers: 'campaigns' }

interface Surroundings {
  api: Api
  connection: Pick<Connection, 'whenOnline' | 'reason'>
  /** The feed of changes, over its real stream. */
  changeFeed: typeof changeFeedMachine
  toasts: ToastsRef
  /** Opens a page by its address. */
  openPage: (href: string) => void
  /** Fetches the code of a flow's dialog. */
  loadDialog: (name: FlowName) => Promise<void>
  sessionRef: () => AnyActorRef
}

/** What flows ask for, by the names that they ask for it. A name means the same in all of them. */
function flowEffects({ api, connection, toasts, openPage, sessionRef }: Surroundings) {
  const actors: FlowActors = {
    ...autoresponderActors(api),
    ...campaignActors(api),
    ...customerActors(api),
    ...gatewayActors(api),
    ...offerActors(api),
    ...orderActors(api),
    ...pluginActors(api),
    ...productActors(api),
    ...productImportActors(api),
    ...userActors(api),
    deleteRecord: fromPromise(async ({ input: { resource, id } }) => {
      await deletions[resource].remove(api, id)
      ownDeletions.add(id)
    }),
    restoreRecord: fromPromise(async ({ input: { resource, id } }) => deletions[resource].restore?.(api, id)),
  }
  const failure = (message: (error: unknown) => string) =>
    toastAction(toasts, ({ error }: { error: unknown }) => ({ kind: 'error', message: message(error) }))
  const actions = {
    reportError: failure(errorMessage),
    reportAddFailure: failure(
      (error) => serverMessage(error) ?? connection.reason() ?? 'Error setting up auto-responder',
    ),
    reportDeleteFailure: toastAction(toasts, ({ resource }: { resource: DeletableResource }) => ({
      kind: 'error',
      message: `Failed to delete ${deletable[resource].noun.toLowerCase()}`,
    })),
    logError: (_: unknown, { error }: { error: unknown }) =>
      console.error(`Creating the offer failed: ${errorMessage(error)}`),
    offerUndo: toastAction(toasts, ({ message }: { message: string }, flowId) => ({
      kind: 'success',
      message,
      undo: { flowId },
    })),
    openCampaign: (_: unknown, { campaignId }: { campaignId: string }) =>
      openPage(`/campaigns/${encodeURIComponent(campaignId)}?tab=offers`),
    showMessage: toastAction(toasts, ({ message }: { message: string }) => ({ kind: 'success', message })),
    changeUser: sendTo(sessionRef, (_, { user }: { user: User } & undefined) => ({
      type: 'user.change',
      user,
    })) as unknown as SharedAction<{ user: User }>,
  }
  return { actors, actions }
}

/** The workspace with its real effects: requests, messages, and flows whose code is loaded when they are first opened. */
export function wireWorkspace(surroundings: Surroundings) {
  const { api, connection, changeFeed, toasts, loadDialog } = surroundings
  const effects = flowEffects(surroundings)
  const workspace = workspaceMachine.provide({
    actors: {
      changeFeed,
      loadFlow: fromPromise(async ({ input: { name } }) => {
        // With its dialog, so that a flow that has begun can also be seen.
        const [flow]: [AnyStateMachine, void] = await Promise.all([flows[name](), loadDialog(name)])
        // The workspace spawns its flows by name from here on.
        Object.assign(workspace.implementations.actors, { [name]: flow.provide(effects) })
      }),
      reread: rereadMachine.provide({
        actors: {
          readAgain: fromPromise(async ({ input: { resource }, signal }) => {
            await connection.whenOnline(signal)
            await readAgain(api.queryClient, resource)
            const counting = countedBy[resource]
            if (counting !== undefined) void readAgain(api.queryClient, counting).catch(() => undefined)
          }),
        },
      }),
    },
    actions: {
      readRecords: (_, { resource }) => {
        if (resource !== undefined) void refresh(api.queryClient, [resource])
      },
      readChanged: (_, { changes }) => {
        if (changes.length > 0)
          void loadChangedRecords().then(({ readChanged }) => readChanged(api.queryClient, changes))
      },
      readAll: () => refreshOld(api.queryClient),
      reportLoadFailure: toastAction(toasts, () => ({
        kind: 'error',
        message: 'This could not be opened. Check your connection and try again.',
      })),
    },
  })
  return workspace
}
