import type { QueryClient } from '@tanstack/react-query'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'
import type { Contract } from '../../contract'
import { contractOf } from '../../contract/contractOf'
import { clientArgs, type ClientOf, clientOf, type ClientOptions } from '../../contract/client/client'
import type { AppRouter } from '../../contract/client/tsRest'
import { type CoreContract, coreContract } from '../../contract/core'
import { createQueryClient } from './cache'
import { type CreateOnce, onceOnly, withoutKeys } from './creations'
import { uponOwn } from './ownVersions'

interface Calls<Router extends AppRouter> {
  client: ClientOf<Router>
  /** The same calls for GET, through ts-rest's query package. */
  reads: ReturnType<typeof readsOf<Router>>
  /** What they are sent by. */
  contract: Router
}

/** The backend as the resources know it: the typed client, and the cache of what it answered. */
export interface Api extends Calls<CoreContract> {
  /** Every call of a resource. Declarations beyond the core are code that comes with the first who asks for the resource. */
  extended: Extended
  queryClient: QueryClient
  /** The backend's scheme, host and port; empty for the page's own origin. */
  baseUrl: string
  /** A GET whose answer is read as it comes. */
  request: (path: string, headers: Record<string, string>, signal: AbortSignal) => Promise<Response>
  createOnce: CreateOnce
}

type Extended = <Name extends keyof Contract>(resource: Name) => Promise<Calls<Pick<Contract, Name>>>

export interface ApiOptions extends ClientOptions {
  /** Whether the backend takes calls and headers beyond those of the specification (AP-05). */
  extensions: boolean
}

const readsOf = <Router extends AppRouter>(contract: Router, options: ClientOptions) =>
  initTsrReactQuery(contract, clientArgs(options))

const callsOf = <Router extends AppRouter>(contract: Router, options: ClientOptions): Calls<Router> => ({
  client: clientOf(contract, options),
  reads: readsOf(contract, options),
  contract,
})

function extendedBy(options: ClientOptions): Extended {
  const known = new Map<keyof Contract, unknown>()
  return async <Name extends keyof Contract>(resource: Name) => {
    const calls = known.get(resource) ?? callsOf(await contractOf(resource), options)
    known.set(resource, calls)
    // Kept under the name that it is made of.
    return calls as Calls<Pick<Contract, Name>>
  }
}

export function createApi(given: ApiOptions): Api {
  const { fetch: send = fetch } = given
  const options = { ...given, fetch: uponOwn(send) }
  return {
    ...callsOf(coreContract, options),
    extended: extendedBy(options),
    queryClient: createQueryClient(),
    baseUrl: options.baseUrl,
    request: async (path, headers, signal) => {
      const token = options.getToken()
      const credentials = token ? { authorization: `Bearer ${token}` } : {}
      return send(options.baseUrl + path, { headers: { ...headers, ...credentials }, credentials: 'include', signal })
    },
    createOnce: options.extensions ? onceOnly() : withoutKeys,
  }
}
