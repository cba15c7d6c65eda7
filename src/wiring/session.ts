import { createActor, fromPromise } from 'xstate'
import { errorMessage, serverMessage } from '../../contract/client/errors'
import { sessionMachine } from '../../machines/session.machine'
import type { Services } from './services'
import { onOtherTabToken, stored } from './storage'
import { tap } from './tap'
import { wireWorkspace } from './workspace'

/** The session with its real effects: requests, storage, cache and messages. Not yet started. */
export function createSession(services: Services, leaveRecord: () => void) {
  const { client, config, queries, queryClient, toast } = services
  const machine = sessionMachine.provide({
    actors: {
      fetchCurrentUser: fromPromise(queries.user),
      fetchOrganizations: fromPromise(queries.organizations),
      fetchOngoingCall: fromPromise(queries.ongoingCall),
      workspace: wireWorkspace(services),
    },
    actions: {
      storeToken: (_, { token }) => stored.setToken(token),
      removeToken: () => stored.setToken(undefined),
      revokeToken: () => {
        // Signing out here does not wait for the backend, which may not know this call.
        if (config.extensions) void client.users.logout({ body: {} }).catch(() => undefined)
      },
      storeOrganization: (_, { organizationId }) => {
        if (organizationId !== undefined) stored.setOrganizationId(organizationId)
      },
      clearAnswers: () => {
        void queryClient.cancelQueries()
        queryClient.clear()
      },
      refetchAnswers: () => void queryClient.refetchQueries({ type: 'active' }),
      leaveRecord,
      reportUserFailure: (_, { error }) => {
        if (!/^\/auth\/?$/.test(window.location.pathname)) toast('error', errorMessage(error))
      },
      reportOrganizationsFailure: (_, { error }) =>
        toast('error', serverMessage(error) ?? 'Failed to load organizations'),
    },
  })
  const session = createActor(machine, {
    id: 'session',
    systemId: 'session',
    inspect: tap.observe,
    input: { hasToken: stored.token() !== null, organizationId: stored.organizationId() },
  })
  onOtherTabToken((token) => session.send({ type: token === null ? 'token.removed' : 'token.replaced' }))
  return session
}
