import { assign, sendTo, setup } from 'xstate'
import { callbackActor, type QueryCommand, type QueryEvent, withError } from '../actors'

/** A record as far as a list needs to know it. */
export interface ListRow {
  id: string
}
export type ListQueryEvent<Row> = QueryEvent<{ rows: readonly Row[]; total: number }> | { type: 'list.retry' }

interface Context<Row> {
  rows: readonly Row[]
  total: number
  error: unknown
}

/** A short list that is shown whole, such as a campaign's auto-responders (EM-07). */
export const createListQuery = <Row extends ListRow>() =>
  setup({
    types: { context: {} as Context<Row>, events: {} as ListQueryEvent<Row> },
    actors: { listQuery: callbackActor<QueryCommand>('listQuery') },
    actions: {
      setRows: assign((_, params: { rows: readonly Row[]; total: number }) => ({ ...params, error: undefined })),
      setError: assign({ error: (_, params: { error: unknown }) => params.error }),
      /** Tells whoever has one of the records open what it is now (GE-09). */
      shareRows: (_, _params: { rows: readonly Row[] }) => {},
      refetch: sendTo('listQuery', { type: 'query.refetch' }),
    },
    guards: { hasRows: (_, params: { rows: readonly Row[] }) => params.rows.length > 0 },
  }).createMachine({
    id: 'listQuery',
    context: { rows: [], total: 0, error: undefined },
    invoke: { src: 'listQuery', id: 'listQuery' },
    initial: 'loading',
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
        { target: '.empty', actions: { type: 'setRows', params: ({ event }) => event.data } },
      ],
      'query.failed': { target: '.failed', actions: withError('setError') },
    },
    states: {
      loading: {},
      populated: {},
      empty: {},
      failed: { on: { 'list.retry': { target: 'loading', actions: 'refetch' } } },
    },
  })
