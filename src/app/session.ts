import { type ActorRefFrom, createActor, enqueueActions } from 'xstate'
import { errorMessage, serverMessage } from '../../contract/client/errors'
import { sessionMachine } from '../../machines/session/session.machine'
import type { Api } from '../data/api'
import type { RuntimeConfig } from './config'
import { wireChangeFeed } from '../data/changeFeed'
import type { Connection } from '../browser/connection'
import type { Pages } from './pages'
import { callActors } from '../data/resources/calls'
import { organizationActors } from '../data/resources/organizations'
import type { ListAddresses } from './listAddresses'
import { currentUserActor } from '../data/resources/users'
import { onOtherTabToken, stored } from '../browser/storage'
import { tap } from './tap'
import { toastAction, type ToastsRef } from './toasts'
import { wireWorkspace } from './workspace'

export type SessionRef = ActorRefFrom<typeof sessionMachine>

interface Surroundings {
  config: RuntimeConfig
  api: Api
  connection: Connection
  listAddresses: ListAddresses
  toasts: ToastsRef
  pages: Pages
}

const isAuthPage = () => /^\/auth\/?$/.test(window.location.pathname)

/** The session with its real effects: requests, storage, cache and messages. Not yet started. */
export function createSession({ config, api, connection, listAddresses, toasts, pages }: Surroundings): SessionRef {
  const { client, queryClient } = api
  const machine = sessionMachine.provide({
    actors: {
      ...currentUserActor(api),
      ...organizationActors(api),
      ...callActors(api),
      workspace: wireWorkspace({
        ...pages,
        api,
        connection,
        changeFeed: wireChangeFeed({ api, connection, hasEvents: config.extensions, sessionRef: () => session }),
        toasts,
        sessionRef: () => session,
      }),
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
        listAddresses.forget()
      },
      refetchAnswers: () => void queryClient.refetchQueries({ type: 'active' }),
      leaveRecord: pages.leaveRecord,
      reportUserFailure: enqueueActions(({ enqueue }, { error }: { error: unknown }) => {
        if (isAuthPage()) return
        enqueue.sendTo(toasts, { type: 'toast.show', kind: 'error', message: errorMessage(error) })
      }),
      reportLeft: toastAction(toasts, ({ name }) => ({
        kind: 'error',
        message: `You can no longer work in ${name}.`,
      })),
      reportOrganizationsFailure: toastAction(toasts, ({ error }) => ({
        kind: 'error',
        message: serverMessage(error) ?? 'Failed to load organizations',
      })),
    },
  })
  const session: SessionRef = createActor(machine, {
    id: 'session',
    systemId: 'session',
    inspect: tap.observe,
    input: { hasToken: stored.token() !== null, organizationId: stored.organizationId() },
  })
  onOtherTabToken((token) => session.send({ type: token === null ? 'token.removed' : 'token.replaced' }))
  return session
}
