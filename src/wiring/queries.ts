import { isCancelledError, type Query, QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { initTsrReactQuery } from '@ts-rest/react-query/v5'
import type { fromCallback } from 'xstate'
import { type EventObject, type NonReducibleUnknown } from 'xstate'
import { contract } from '../../contract'
import {
  answer,
  type Client,
  clientArgs,
  type ClientOptions,
  pathParams,
  searchPage,
} from '../../contract/client/client'
import type { SearchResource } from '../../contract/search'
import type { TableRequest } from '../../machines/dataTable.machine'
import type { QueryCommand, QueryEvent } from '../../machines/actors'

/** The cache of what the server said. Machines decide when to ask again, so it never does so by itself. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
    },
  })

/** What a table shows, and of what: all of it makes a page's identity in the cache. */
export interface RowsSource {
  organizationId: string | undefined
  resource: SearchResource
  filters?: Record<string, string>
}

/** Every read of the app: GET calls through ts-rest's query package, search (a POST) through its client. */
export function createQueries(queryClient: QueryClient, client: Client, options: ClientOptions) {
  const api = initTsrReactQuery(contract, clientArgs(options))
  const cached = api.initQueryClient(queryClient)
  const once = { staleTime: 0, gcTime: 0 } as const
  return {
    user: async () => answer(await cached.users.me.fetchQuery({ queryKey: ['user'], queryData: {}, ...once })).data,
    organizations: async () =>
      answer(await cached.organizations.list.fetchQuery({ queryKey: ['organizations'], queryData: {}, ...once })).data,
    ongoingCall: async () =>
      answer(await cached.calls.ongoing.fetchQuery({ queryKey: ['call'], queryData: {}, ...once })).data ?? undefined,
    order: async (token: string) =>
      answer(
        await cached.orders.getByToken.fetchQuery({
          queryKey: ['order', token],
          queryData: { params: pathParams({ token }) },
          ...once,
        }),
      ),
    gateways: async (organizationId: string) =>
      answer(
        await cached.gateways.listInstances.fetchQuery({
          queryKey: ['gateways', organizationId],
          queryData: { query: { organizationId } },
          ...once,
        }),
      ).data,
    plugins: async (organizationId: string) =>
      answer(
        await cached.plugins.listInstalled.fetchQuery({
          queryKey: ['plugins', organizationId],
          queryData: { query: { organizationId } },
          ...once,
        }),
      ).data,
    /** The picker's products: 20 on page 1 (AO-03). */
    products: async (organizationId: string, q: string) =>
      (
        await searchPage(client, {
          organizationId,
          resource: 'products',
          limit: 20,
          page: 1,
          ...(q === '' ? {} : { q }),
        })
      ).rows,
    campaign: (campaignId: string) =>
      observe(
        queryClient,
        ['campaigns', 'record', campaignId],
        async (signal) =>
          answer(
            await api.campaigns.get.query({
              params: pathParams({ campaignId }),
              query: { withMembers: 'true' },
              fetchOptions: { signal },
            }),
          ).data,
      ),
    autoresponders: (campaignId: string) =>
      observe(queryClient, ['autoresponders', 'rows', campaignId], async (signal) => {
        const { data } = answer(
          await api.autoresponders.listEmail.query({ params: pathParams({ campaignId }), fetchOptions: { signal } }),
        )
        return { rows: data, total: data.length }
      }),
    rows: ({ organizationId, resource, filters }: RowsSource, request: TableRequest) =>
      observe(queryClient, [resource, 'rows', organizationId, filters, request], async (signal) => {
        if (organizationId === undefined) throw new Error('Organization ID is required')
        return searchPage(
          client,
          {
            organizationId,
            resource,
            limit: request.pageSize,
            page: request.pageIndex + 1,
            ...(request.q === '' ? {} : { q: request.q }),
            ...(request.sort ? { sortBy: request.sort.by, sortOrder: request.sort.order } : {}),
            ...(filters ? { filters } : {}),
          },
          signal,
        )
      }),
  }
}
export type Queries = ReturnType<typeof createQueries>

type Source = Parameters<Parameters<typeof fromCallback<QueryCommand, NonReducibleUnknown>>[0]>[0]

/** A query that a screen lives on, as the events of an actor; answers how to stop. */
function observe<Data>(queryClient: QueryClient, queryKey: QueryKey, read: (signal: AbortSignal) => Promise<Data>) {
  return ({ sendBack, receive }: Pick<Source, 'receive'> & { sendBack: (event: EventObject) => void }) => {
    const send = (event: QueryEvent<Data>) => sendBack(event)
    const observer = new QueryObserver<Data>(queryClient, { queryKey, queryFn: ({ signal }) => read(signal) })
    // Answers are told apart by their number: two can come within one millisecond.
    let told = { isFetching: false, answers: 0, failures: 0 }
    const tell = () => {
      const { isFetching, data, error } = observer.getCurrentResult()
      const { dataUpdateCount, errorUpdateCount } = observer.getCurrentQuery().state
      const before = told
      told = { isFetching, answers: dataUpdateCount, failures: errorUpdateCount }
      if (isFetching && !before.isFetching) send({ type: 'query.fetching' })
      if (data !== undefined && dataUpdateCount !== before.answers) send({ type: 'query.loaded', data })
      if (error && errorUpdateCount !== before.failures) send({ type: 'query.failed', error })
    }
    const stop = observer.subscribe(tell)
    tell()
    receive(() => void observer.refetch({ cancelRefetch: false }))
    return stop
  }
}

/**
 * Reads what is on the screen again after a write, and forgets what is not. An answer that was under way may be older
 * than the write, so it is given up. Resolves when an answer that is newer than the call has come in; throws when none could.
 */
export async function readAgain(queryClient: QueryClient, queryKey: QueryKey): Promise<void> {
  queryClient.removeQueries({ queryKey, type: 'inactive' })
  // A refetch alone would join a first load that is still under way instead of giving it up.
  await queryClient.cancelQueries({ queryKey, type: 'active' })
  const active = () => queryClient.getQueryCache().findAll({ queryKey, type: 'active' })
  const answersBefore = new Map(active().map((query) => [query, query.state.dataUpdateCount]))
  const isOld = (query: Query) => query.state.dataUpdateCount <= (answersBefore.get(query) ?? 0)
  // Another write, or another page, may give up what is read here; then nothing has come in, and it is read once more.
  while (active().some(isOld)) {
    try {
      await queryClient.refetchQueries(
        { queryKey, type: 'active', predicate: isOld },
        { cancelRefetch: false, throwOnError: true },
      )
    } catch (error) {
      if (!isCancelledError(error)) throw error
    }
  }
}
