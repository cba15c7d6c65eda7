import type { QueryClient } from '@tanstack/react-query'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'
import { contract } from '../../contract'
import { clientArgs, type ClientOptions, createClient } from '../../contract/client/client'
import { createQueryClient } from './cache'

/** The backend as the resources know it: the typed client, and the cache of what it answered. */
export interface Api {
  client: ReturnType<typeof createClient>
  /** The same calls for GET, through ts-rest's query package. */
  reads: ReturnType<typeof initReads>
  queryClient: QueryClient
}

const initReads = (options: ClientOptions) => initTsrReactQuery(contract, clientArgs(options))

export const createApi = (options: ClientOptions): Api => ({
  client: createClient(options),
  reads: initReads(options),
  queryClient: createQueryClient(),
})
