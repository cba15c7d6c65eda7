import { assign, raise, sendTo, setup } from 'xstate'
import type { ListRow } from './listQuery.machine'
import { callbackActor, type QueryCommand, type QueryEvent, withError } from '../actors'

export interface Sort {
  by: string
  order: 'asc' | 'desc'
}

/** What a table asks the server for; also what its address carries (RT-13). */
export interface TableRequest {
  q: string
  /** Counted from 0. */
  pageIndex: number
  pageSize: number
  sort: Sort | undefined
  /** The chosen filters by their names. */
  filters: Readonly<Record<string, string>>
  /** The columns that a view shows, in its order; without them the person's own. */
  columns?: readonly string[] | undefined
}
export interface Page<Row> {
  rows: readonly Row[]
  /** How many rows all pages have. */
  total: number
}
export interface DataTableInput<Row> {
  request: TableRequest
  /** What the request was answered with already, so that the table begins with it. */
  page?: Page<Row> | undefined
}
interface Context<Row> extends Page<Row> {
  request: TableRequest
  /** What is typed in the search box, which the request follows after the debounce. */
  searchText: string
  error: unknown
}
export type DataTableEvent<Row> =
  | QueryEvent<Page<Row>>
  | { type: 'search.change'; text: string }
  | { type: 'page.change'; pageIndex: number; pageSize: number }
  | { type: 'sort.change'; sort: Sort | undefined }
  /** A filter is chosen, or taken off when it has no value. */
  | { type: 'filter.change'; name: string; value: string | undefined }
  | { type: 'filters.clear' }
  | { type: 'columns.change'; columns: readonly string[] }
  | { type: 'address.change'; request: TableRequest }
  | { type: 'rows.query' }
  | { type: 'rows.retry' }

const lastPage = (total: number, pageSize: number) => Math.max(1, Math.ceil(total / pageSize)) - 1

const isSameRequest = (a: TableRequest, b: TableRequest) =>
  a.q === b.q &&
  a.pageIndex === b.pageIndex &&
  a.pageSize === b.pageSize &&
  a.sort?.by === b.sort?.by &&
  a.sort?.order === b.sort?.order &&
  JSON.stringify(a.filters) === JSON.stringify(b.filters) &&
  a.columns?.join() === b.columns?.join()

/** A table of one kind of rows, whose search, sort, filters and paging the server does (DT-02 to DT-09, OT-03 to OT-07). */
export const createDataTable = <Row extends ListRow>() =>
  setup({
    types: { input: {} as DataTableInput<Row>, context: {} as Context<Row>, events: {} as DataTableEvent<Row> },
    actors: {
      rowsQuery: callbackActor<QueryCommand, { request: TableRequest }>('rowsQuery'),
      addressChanges: callbackActor('addressChanges'),
    },
    actions: {
      setSearchText: assign({ searchText: (_, params: { text: string }) => params.text }),
      search: assign({
        request: ({ context }) => ({ ...context.request, q: context.searchText.trim(), pageIndex: 0 }),
      }),
      setPage: assign({
        // Another page size begins at the first page again (DT-08).
        request: ({ context }, { pageIndex, pageSize }: { pageIndex: number; pageSize: number }) => ({
          ...context.request,
          pageIndex: pageSize === context.request.pageSize ? pageIndex : 0,
          pageSize,
        }),
      }),
      setSort: assign({
        request: ({ context }, params: { sort: Sort | undefined }) => ({
          ...context.request,
          sort: params.sort,
          pageIndex: 0,
        }),
      }),
      setFilter: assign({
        request: ({ context }, { name, value }: { name: string; value: string | undefined }) => {
          const { [name]: _, ...others } = context.request.filters
          return { ...context.request, filters: value ? { ...others, [name]: value } : others, pageIndex: 0 }
        },
      }),
      clearFilters: assign({
        searchText: '',
        request: ({ context }) => ({ ...context.request, q: '', filters: {}, pageIndex: 0 }),
      }),
      setRequest: assign((_, params: { request: TableRequest }) => ({
        request: params.request,
        searchText: params.request.q,
      })),
      setLastPage: assign({
        request: ({ context }, params: { total: number }) => ({
          ...context.request,
          pageIndex: lastPage(params.total, context.request.pageSize),
        }),
      }),
      setColumns: assign({
        request: ({ context }, { columns }: { columns: readonly string[] }) => ({ ...context.request, columns }),
      }),
      setRows: assign((_, params: Page<Row>) => ({ ...params, error: undefined })),
      setError: assign({ error: (_, params: { error: unknown }) => params.error }),
      refetch: sendTo('rowsQuery', { type: 'query.refetch' }),
      queryRows: raise({ type: 'rows.query' }),
      writeAddress: ({ context: _ }) => {},
      shareRows: (_, _params: { rows: readonly Row[] }) => {},
    },
    guards: {
      isOtherSearch: ({ context }) => context.searchText.trim() !== context.request.q,
      isOtherRequest: ({ context }, params: { request: TableRequest }) =>
        !isSameRequest(params.request, context.request),
      beginsWithRows: ({ context: { rows } }) => rows.length > 0,
      hasRows: (_, params: { rows: readonly Row[] }) => params.rows.length > 0,
      // Rows were deleted meanwhile, so that this page is no more.
      isPastLastPage: ({ context }, params: Page<Row>) =>
        params.rows.length === 0 && context.request.pageIndex > lastPage(params.total, context.request.pageSize),
    },
    delays: { searchDebounce: 500 },
  }).createMachine({
    id: 'dataTable',
    context: ({ input }) => ({
      request: input.request,
      searchText: input.request.q,
      rows: input.page?.rows ?? [],
      total: input.page?.total ?? 0,
      error: undefined,
    }),
    invoke: { src: 'addressChanges', id: 'addressChanges' },
    on: {
      'columns.change': {
        actions: [{ type: 'setColumns', params: ({ event }) => event }, 'writeAddress'],
      },
      'page.change': {
        actions: [{ type: 'setPage', params: ({ event }) => event }, 'writeAddress', 'queryRows'],
      },
      'sort.change': {
        actions: [{ type: 'setSort', params: ({ event }) => ({ sort: event.sort }) }, 'writeAddress', 'queryRows'],
      },
      'filter.change': {
        actions: [{ type: 'setFilter', params: ({ event }) => event }, 'writeAddress', 'queryRows'],
      },
      'filters.clear': { actions: ['clearFilters', 'writeAddress', 'queryRows'] },
      'address.change': {
        guard: { type: 'isOtherRequest', params: ({ event }) => ({ request: event.request }) },
        actions: [{ type: 'setRequest', params: ({ event }) => ({ request: event.request }) }, 'queryRows'],
      },
    },
    type: 'parallel',
    states: {
      search: {
        initial: 'idle',
        on: {
          'search.change': {
            target: '.debouncing',
            actions: { type: 'setSearchText', params: ({ event }) => ({ text: event.text }) },
          },
        },
        states: {
          idle: {},
          debouncing: {
            after: {
              searchDebounce: [
                { guard: 'isOtherSearch', target: 'idle', actions: ['search', 'writeAddress', 'queryRows'] },
                { target: 'idle' },
              ],
            },
          },
        },
      },
      rows: {
        initial: 'beginning',
        // Another request is another query; the search box in the other region goes on undisturbed.
        on: { 'rows.query': '.querying' },
        states: {
          beginning: {
            always: [
              {
                guard: 'beginsWithRows',
                target: 'querying.populated',
                actions: { type: 'shareRows', params: ({ context: { rows } }) => ({ rows }) },
              },
              { target: 'querying' },
            ],
          },
          querying: {
            initial: 'loading',
            invoke: { src: 'rowsQuery', id: 'rowsQuery', input: ({ context }) => ({ request: context.request }) },
            on: {
              'query.loaded': [
                {
                  guard: { type: 'hasRows', params: ({ event }) => event.data },
                  target: '.populated',
                  actions: [
                    { type: 'setRows', params: ({ event }) => event.data },
                    { type: 'shareRows', params: ({ event }) => event.data },
                  ],
                },
                {
                  guard: { type: 'isPastLastPage', params: ({ event }) => event.data },
                  actions: [{ type: 'setLastPage', params: ({ event }) => event.data }, 'writeAddress', 'queryRows'],
                },
                { target: '.empty', actions: { type: 'setRows', params: ({ event }) => event.data } },
              ],
              'query.failed': { target: '.failed', actions: withError('setError') },
            },
            states: {
              loading: {},
              populated: {
                initial: 'fresh',
                states: {
                  fresh: {
                    on: {
                      'query.failed': { target: 'stale', actions: withError('setError') },
                    },
                  },
                  // Reading the rows again failed: what was read last stays on screen, with the error above it.
                  stale: { on: { 'rows.retry': { actions: 'refetch' }, 'query.failed': {} } },
                },
              },
              empty: {},
              failed: { on: { 'rows.retry': { target: 'loading', actions: 'refetch' } } },
            },
          },
        },
      },
    },
  })
