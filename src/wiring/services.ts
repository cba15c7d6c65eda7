import type { QueryClient } from '@tanstack/react-query'
import { type ActorRefFrom, createActor } from 'xstate'
import { type Client, type ClientOptions, createClient } from '../../contract/client/client'
import type { sessionMachine } from '../../machines/session.machine'
import { toastsMachine } from '../../machines/toasts.machine'
import type { RuntimeConfig } from './config'
import { createQueries, createQueryClient, type Queries } from './queries'
import { stored } from './storage'
import { tap } from './tap'
import { createWrites, type Writes } from './writes'

export type SessionRef = ActorRefFrom<typeof sessionMachine>

/** What machines are wired with. */
export interface Services {
  config: RuntimeConfig
  client: Client
  queryClient: QueryClient
  queries: Queries
  writes: Writes
  toasts: ActorRefFrom<typeof toastsMachine>
  toast: (kind: 'success' | 'error', message: string) => void
  /** The session is made of these services, so it is asked for when needed. */
  sessionRef: () => SessionRef
}

export function createServices(config: RuntimeConfig, sessionRef: () => SessionRef): Services {
  const options: ClientOptions = {
    baseUrl: config.apiHost,
    getToken: stored.token,
    fetch: fetchNoticing401(sessionRef),
    onExchange: (exchange) => tap.addExchange(exchange),
  }
  const queryClient = createQueryClient()
  const client = createClient(options)
  const toasts = createActor(toastsMachine, { id: 'toasts', systemId: 'toasts', inspect: tap.observe }).start()
  return {
    config,
    client,
    queryClient,
    queries: createQueries(queryClient, client, options),
    writes: createWrites(client, queryClient),
    toasts,
    toast: (kind, message) => toasts.send({ type: 'toast.show', kind, message }),
    sessionRef,
  }
}

/** A refused token means that the session has expired, unless another token has taken its place meanwhile (SE-13). */
const fetchNoticing401 =
  (sessionRef: () => SessionRef): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const sent = new Headers(init?.headers).get('authorization')
    if (response.status === 401 && sent !== null && sent === `Bearer ${stored.token()}`) {
      sessionRef().send({ type: 'session.expire' })
    }
    return response
  }
