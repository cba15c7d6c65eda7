import type { QueryClient } from '@tanstack/react-query'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'
import { contract } from '../../contract'
import { clientArgs, type ClientOptions, createClient } from '../../contract/client/client'
import { createQueryClient } from './cache'
import { type CreateOnce, onceOnly, withoutKeys } from './creations'

/** The backend as the resources know it: the typed client, and the cache of what it answered. */
export interface Api {
  client: ReturnType<typeof createClient>
  /** The same calls for GET, through ts-rest's query package. */
  reads: ReturnType<typeof initReads>
  queryClient: QueryClient
  /** The backend's scheme, host and port; empty for the page's own origin. */
  baseUrl: string
  /** A GET whose answer is read as it comes. */
  request: (path: string, headers: Record<string, string>, signal: AbortSignal) => Promise<Response>
  createOnce: CreateOnce
}

export interface ApiOptions extends ClientOptions {
  /** Whether the backend takes calls and headers beyond those of the specification (AP-05). */
  extensions: boolean
}

const initReads = (options: ClientOptions) => initTsrReactQuery(contract, clientArgs(options))

export const createApi = (options: ApiOptions): Api => ({
  client: createClient(options),
  reads: initReads(options),
  queryClient: createQueryClient(),
  baseUrl: options.baseUrl,
  request: async (path, headers, signal) => {
    const token = options.getToken()
    const credentials = token ? { authorization: `Bearer ${token}` } : {}
    const { fetch: send = fetch } = options
    return send(options.baseUrl + path, { headers: { ...headers, ...credentials }, credentials: 'include', signal })
  },
  createOnce: options.extensions ? onceOnly() : withoutKeys,
})
