import { fromPromise } from 'xstate'
import type { FlowName } from '../../machines/flows'
import { rereadMachine } from '../../machines/reread.machine'
import type { changeFeedMachine } from '../../machines/session/changeFeed.machine'
import { workspaceMachine } from '../../machines/session/workspace.machine'
import { readAgain, refresh, refreshOld } from '../data/cache'
import type { Connection } from '../browser/connection'
import type { FlowNeeds } from './flowEffects'
import { toastAction } from './toasts'

/** Whose records say how many records of a resource they have. */
const countedBy: { readonly [resource in string]?: string } = { offers: 'campaigns' }

interface Surroundings extends FlowNeeds {
  connection: Pick<Connection, 'whenOnline' | 'reason'>
  /** The feed of changes, over its real stream. */
  changeFeed: typeof changeFeedMachine
  /** Fetches the code of a flow's dialog. */
  loadDialog: (name: FlowName) => Promise<void>
}

const loadFlow = async (name: FlowName, needs: FlowNeeds) => (await import('./flowEffects')).wireFlow(name, needs)

/** The workspace with its real effects: requests, messages, and flows whose code is loaded when they are first opened. */
export function wireWorkspace(surroundings: Surroundings) {
  const { api, connection, changeFeed, toasts, loadDialog } = surroundings
  const workspace = workspaceMachine.provide({
    actors: {
      changeFeed,
      loadFlow: fromPromise(async ({ input: { name } }) => {
        // With its dialog, so that a flow that has begun can also be seen.
        const [flow] = await Promise.all([loadFlow(name, surroundings), loadDialog(name)])
        // The workspace spawns its flows by name from here on.
        Object.assign(workspace.implementations.actors, { [name]: flow })
      }),
      reread: rereadMachine.provide({
        actors: {
          readAgain: fromPromise(async ({ input: { resource, kind }, signal }) => {
            await connection.whenOnline(signal)
            await readAgain(api.queryClient, resource)
            const counting = countedBy[resource]
            if (counting !== undefined && kind !== 'merge')
              void readAgain(api.queryClient, counting).catch(() => undefined)
          }),
        },
      }),
    },
    actions: {
      readRecords: (_, { resource }) => {
        if (resource !== undefined) void refresh(api.queryClient, [resource])
      },
      readChanged: ({ context, self }, { changes }) => {
        if (changes.length === 0) return
        void import('../data/changedRecords').then(async ({ readChanged, readOpened }) => {
          void readChanged(api.queryClient, changes)
          const records = await readOpened(api, context, changes)
          if (records.length > 0) self.send({ type: 'records.read', records })
        })
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
