import { isCancelledError, type Query, QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import { type EventObject, fromCallback, type NonReducibleUnknown } from 'xstate'
import type { QueryCommand, QueryEvent } from '../../machines/actors'

/** The cache of what the server said. Machines decide when to ask again, so it never does so by itself. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false, refetchOnReconnect: false },
    },
  })

/** Something that can be asked of the server: its place in the cache, which begins with the resource, and the call. */
export interface Read<Data> {
  key: QueryKey
  fetch: (signal: AbortSignal) => Promise<Data>
}

/** Milliseconds for which an answer counts as new, so that what a route fetched ahead is not asked for again. */
const newFor = 5_000

const optionsOf = <Data>({ key, fetch }: Read<Data>) => ({
  queryKey: key,
  queryFn: ({ signal }: { signal: AbortSignal }) => fetch(signal),
  staleTime: newFor,
})

const hasNewFailure = (queryClient: QueryClient, { key }: Read<unknown>) =>
  Date.now() - (queryClient.getQueryState(key)?.errorUpdatedAt ?? 0) < newFor

/** Asks ahead of the machine that will want the answer. After a failure the machine decides when to ask again. */
export function fetchAhead<Data>(queryClient: QueryClient, read: Read<Data>): void {
  if (!hasNewFailure(queryClient, read)) void queryClient.prefetchQuery(optionsOf(read))
}

/** Failures of what is not on the screen say nothing any more, once the server can be reached again. */
export const forgetFailures = (queryClient: QueryClient): void =>
  queryClient.removeQueries({ type: 'inactive', predicate: ({ state }) => state.status === 'error' })

/** What was read already, however long ago; who lives on it asks for it anew by a `queryActor`. */
export const known = <Data>(queryClient: QueryClient, { key }: Read<Data>): Data | undefined =>
  queryClient.getQueryData<Data>(key)

/** A query that a screen lives on, as an actor. It is not told what its machine began with. */
export const queryActor = <Input extends NonReducibleUnknown, Data>(
  queryClient: QueryClient,
  readOf: (input: Input) => Read<Data>,
  begunWith?: Data,
) => {
  let begun = begunWith
  return fromCallback<QueryCommand, Input>(({ input, sendBack, receive }) => {
    const send = (event: QueryEvent<Data> & EventObject) => sendBack(event)
    const read = readOf(input)
    // What was asked for ahead may have failed, which the machine then gets to know.
    const retryOnMount = !hasNewFailure(queryClient, read)
    const observer = new QueryObserver<Data>(queryClient, { ...optionsOf(read), retryOnMount })
    // Answers are told apart by their number: two can come within one millisecond.
    const isTold = begun !== undefined && observer.getCurrentResult().data === begun
    begun = undefined
    let sent = {
      isFetching: false,
      answers: isTold ? observer.getCurrentQuery().state.dataUpdateCount : 0,
      failures: 0,
    }
    const sendNews = () => {
      const { isFetching, data, error } = observer.getCurrentResult()
      const { dataUpdateCount, errorUpdateCount } = observer.getCurrentQuery().state
      const before = sent
      sent = { isFetching, answers: dataUpdateCount, failures: errorUpdateCount }
      if (isFetching && !before.isFetching) send({ type: 'query.fetching' })
      if (data !== undefined && dataUpdateCount !== before.answers) send({ type: 'query.loaded', data })
      if (error && errorUpdateCount !== before.failures) send({ type: 'query.failed', error })
    }
    const stop = observer.subscribe(sendNews)
    // What is in the cache already comes after the machine's own first step, so that a recording has both.
    let isStopped = false
    queueMicrotask(() => !isStopped && sendNews())
    receive(() => void observer.refetch({ cancelRefetch: false }))
    return () => {
      isStopped = true
      stop()
    }
  })
}

interface Versioned {
  id: string
  version?: number | null | undefined
}

/** What queries hold is either a page of rows or one record. */
function withAnswer(data: unknown, record: Versioned): unknown {
  if (typeof data !== 'object' || data === null) return data
  const isOlder = (one: Versioned) => one.id === record.id && (one.version ?? 0) < (record.version ?? 0)
  if ('rows' in data && Array.isArray(data.rows)) {
    const rows = data.rows as Versioned[]
    return rows.some(isOlder)
      ? { ...data, rows: rows.map((row) => (isOlder(row) ? { ...row, ...record } : row)) }
      : data
  }
  return isOlder(data as Versioned) ? { ...data, ...record } : data
}

/**
 * Takes over the record that a write was answered with, wherever an older version of it is shown: it need not be asked
 * for. An answer that is under way there may be older than the write, so it is given up. A backend that counts no
 * versions leaves open which is older, so that it is asked.
 */
export async function keepAnswer(queryClient: QueryClient, resource: string, record: Versioned): Promise<void> {
  const older = queryClient.getQueryCache().findAll({
    queryKey: [resource],
    predicate: ({ state: { data } }) => withAnswer(data, record) !== data,
  })
  await queryClient.cancelQueries({ predicate: (query) => older.includes(query) })
  for (const { queryKey, state } of older)
    queryClient.setQueryData(queryKey, withAnswer(state.data, record), { updatedAt: state.dataUpdatedAt })
}

/** Reads what is on the screen under a key again, when nobody does already. What fails is for its machine to tell. */
export const refresh = (queryClient: QueryClient, queryKey: QueryKey): Promise<void> =>
  queryClient.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: false })

/** Reads what is on the screen again, unless it was read just now. */
export function refreshOld(queryClient: QueryClient): void {
  const isOld = ({ state }: Query) => Date.now() - state.dataUpdatedAt >= newFor
  void queryClient.refetchQueries({ type: 'active', predicate: isOld }, { cancelRefetch: false })
}

/** Does so whenever the person comes back to it, from another tab or another window (GE-09). */
export function refreshOnReturn(queryClient: QueryClient): void {
  const look = () => {
    if (!document.hidden) refreshOld(queryClient)
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
}

/** What is made of all that happens in an organization. */
export const madeOfAll: ReadonlySet<unknown> = new Set(['audit', 'dashboard', 'leaderboard'])

/**
 * Reads what is on the screen of a resource again after a write, and forgets what is not. An answer that was under way
 * may be older than the write, so it is given up. Resolves when an answer that is newer than the call has come in; throws
 * when none could.
 */
export async function readAgain(queryClient: QueryClient, resource: string): Promise<void> {
  const queryKey = [resource]
  queryClient.removeQueries({ queryKey, type: 'inactive' })
  // Once it comes to the screen again it is read, whether or not the event channel has told of the write by then.
  void queryClient.invalidateQueries({ predicate: (query) => madeOfAll.has(query.queryKey[0]), refetchType: 'none' })
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
  // What left the screen meanwhile has not been read again.
  queryClient.removeQueries({ queryKey, type: 'inactive', predicate: isOld })
}
