import { useSelector } from '@xstate/react'
import { createContext, use, useMemo } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { membershipOf } from '../../contract/permissions'
import type { Membership } from '../../contract/rules/duties'
import { isAdding, type PendingChange, withPending } from '../../machines/pendingChanges'
import type { sessionMachine } from '../../machines/session/session.machine'
import type { workspaceMachine } from '../../machines/session/workspace.machine'
import type { App } from './app'

export const AppContext = createContext<App | undefined>(undefined)

/** The services and actors that live as long as the page. */
export function useApp(): App {
  const app = use(AppContext)
  if (!app) throw new Error('Outside of the app')
  return app
}

export function useSession<Selected>(select: (session: SnapshotFrom<typeof sessionMachine>) => Selected): Selected {
  return useSelector(useApp().session, select)
}

/** The currency of the current organization's amounts, where the backend tells it (GE-02). */
export const useCurrency = (): string | undefined =>
  useSession(
    ({ context }) => context.organizations.find(({ id }) => id === context.organizationId)?.currency ?? undefined,
  )

/** What the person is to the current organization, on which it depends what they may do (GE-05). */
export function useMembership(): Membership {
  const own = useSession(({ context }) => context.organizations.find(({ id }) => id === context.organizationId))
  return useMemo(() => membershipOf(own), [own])
}

/** Whether the server answers, as far as is known; what can't be read meanwhile is told once, for all of the page (GE-10). */
export const useIsOnline = (): boolean => useSelector(useApp().connection.ref, (state) => state.matches('online'))

export type WorkspaceRef = ActorRefFrom<typeof workspaceMachine>

export const WorkspaceContext = createContext<WorkspaceRef | undefined>(undefined)

/** The workspace of the current organization. */
export function useWorkspace(): WorkspaceRef {
  const workspace = use(WorkspaceContext)
  if (!workspace) throw new Error('Outside of a workspace')
  return workspace
}

/** What the person did that no answer of the server carries yet. */
export const usePendingChanges = (): readonly PendingChange[] =>
  useSelector(useWorkspace(), (workspace) => workspace.context.changes)

const nothing: readonly string[] = []

/** The records that have just changed, which are marked for a moment (GE-06). */
export const useMarked = (): readonly string[] =>
  useSelector(useWorkspace().getSnapshot().children['changeFeed'], (feed) => feed?.context.marked ?? nothing)

/** Rows or records as the server has them, with what the person did to them. Keep them the same between renders. */
export function usePending<Row extends { id: string }>(resource: string, rows: readonly Row[]): Row[] {
  const changes = usePendingChanges()
  return useMemo(() => withPending(rows, resource, changes), [rows, resource, changes])
}

/** Whether a record of this resource is being added right now (DT-02). */
export const useIsAdding = (resource: string): boolean => isAdding(resource, usePendingChanges())
