import { assign, sendTo, setup } from 'xstate'
import { callbackActor, type QueryCommand, type QueryEvent, withError } from '../actors'

interface Context<Row> {
  record: Row | undefined
  /** Why there is no record. */
  error: unknown
}
export type RecordQueryEvent<Row> =
  | QueryEvent<Row>
  | { type: 'record.retry' }
  | { type: 'page.hidden' }
  | { type: 'page.shown' }

/** The record on the screen, read again every ten seconds while the page can be seen (CD-05, CD-06). */
export const createRecordQuery = <Row>() =>
  setup({
    types: { context: {} as Context<Row>, events: {} as RecordQueryEvent<Row> },
    actors: {
      recordQuery: callbackActor<QueryCommand>('recordQuery'),
      pageVisibility: callbackActor('pageVisibility'),
    },
    actions: {
      setRecord: assign((_, params: { record: Row }) => ({ record: params.record, error: undefined })),
      setError: assign({ error: (_, params: { error: unknown }) => params.error }),
      refetch: sendTo('recordQuery', { type: 'query.refetch' }),
      shareRecord: (_, _params: { record: Row }) => {},
    },
    delays: { refetchInterval: 10_000 },
  }).createMachine({
    id: 'recordQuery',
    context: { record: undefined, error: undefined },
    invoke: [
      { src: 'recordQuery', id: 'recordQuery' },
      { src: 'pageVisibility', id: 'pageVisibility' },
    ],
    type: 'parallel',
    states: {
      answer: {
        initial: 'loading',
        on: {
          'query.loaded': {
            target: '.populated.fresh',
            actions: [
              { type: 'setRecord', params: ({ event }) => ({ record: event.data }) },
              { type: 'shareRecord', params: ({ event }) => ({ record: event.data }) },
            ],
          },
        },
        states: {
          loading: {
            on: {
              'query.failed': { target: 'failed', actions: withError('setError') },
            },
          },
          populated: {
            initial: 'fresh',
            states: {
              fresh: { on: { 'query.failed': 'stale' } },
              // A poll failed: what was read last stays on screen, with the error above it.
              stale: { on: { 'record.retry': { actions: 'refetch' } } },
            },
          },
          failed: { on: { 'record.retry': { target: 'loading', actions: 'refetch' } } },
        },
      },
      polling: {
        initial: 'waiting',
        states: {
          waiting: {
            on: {
              // Whoever asked, the answer is fresh: the interval begins anew, so two screens never poll twice as often.
              'query.fetching': { target: 'waiting', reenter: true },
              'page.hidden': 'paused',
            },
            after: { refetchInterval: { target: 'waiting', reenter: true, actions: 'refetch' } },
          },
          paused: { on: { 'page.shown': { target: 'waiting', actions: 'refetch' } } },
        },
      },
    },
  })
