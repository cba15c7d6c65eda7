import { assign, sendTo, setup } from 'xstate'
import { callbackActor, type QueryCommand, type QueryEvent, withError } from '../actors'

/** A record as far as its page needs to know it: whose it is, if the backend says so. */
export interface OwnedRow {
  organizationId?: string | null | undefined
}
export interface RecordQueryInput<Row> {
  /** The organization that the person is in. */
  organizationId: string | undefined
  /** The record as it was read already, so that its page begins with it. */
  record?: Row | undefined
}
interface Context<Row> extends RecordQueryInput<Row> {
  /** Why there is no record. */
  error: unknown
}
export type RecordQueryEvent<Row> =
  | QueryEvent<Row>
  | { type: 'record.retry' }
  | { type: 'polling.pause' }
  | { type: 'polling.resume' }

/** The record on the screen, read again every ten seconds while the page can be seen and the server reached (CD-05, CD-06, GE-10). */
export const createRecordQuery = <Row extends OwnedRow>() =>
  setup({
    types: { input: {} as RecordQueryInput<Row>, context: {} as Context<Row>, events: {} as RecordQueryEvent<Row> },
    actors: {
      recordQuery: callbackActor<QueryCommand>('recordQuery'),
      pollingReasons: callbackActor('pollingReasons'),
    },
    actions: {
      setRecord: assign((_, params: { record: Row }) => ({ record: params.record, error: undefined })),
      setError: assign({ error: (_, params: { error: unknown }) => params.error }),
      refetch: sendTo('recordQuery', { type: 'query.refetch' }),
      shareRecord: (_, _params: { record: Row }) => {},
    },
    guards: {
      isKnown: ({ context: { record } }) => record !== undefined,
      isForeign: ({ context }, { record }: { record: OwnedRow | undefined }) =>
        typeof record?.organizationId === 'string' &&
        context.organizationId !== undefined &&
        record.organizationId !== context.organizationId,
    },
    delays: { refetchInterval: 10_000 },
  }).createMachine({
    id: 'recordQuery',
    context: ({ input }) => ({ ...input, error: undefined }),
    invoke: [
      { src: 'recordQuery', id: 'recordQuery' },
      { src: 'pollingReasons', id: 'pollingReasons' },
    ],
    type: 'parallel',
    states: {
      answer: {
        initial: 'beginning',
        on: {
          'query.loaded': [
            {
              guard: { type: 'isForeign', params: ({ event }) => ({ record: event.data }) },
              target: '.foreign',
              actions: { type: 'setRecord', params: ({ event }) => ({ record: event.data }) },
            },
            {
              target: '.populated.fresh',
              actions: [
                { type: 'setRecord', params: ({ event }) => ({ record: event.data }) },
                { type: 'shareRecord', params: ({ event }) => ({ record: event.data }) },
              ],
            },
          ],
        },
        states: {
          beginning: {
            always: [
              {
                guard: { type: 'isForeign', params: ({ context: { record } }) => ({ record }) },
                target: 'foreign',
              },
              {
                guard: 'isKnown',
                target: 'populated',
                actions: { type: 'shareRecord', params: ({ context: { record } }) => ({ record: record as Row }) },
              },
              { target: 'loading' },
            ],
          },
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
          // It is of another organization of the person, under whose name nothing of it may be shown or changed (GE-04).
          foreign: {},
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
              'polling.pause': 'paused',
            },
            after: { refetchInterval: { target: 'waiting', reenter: true, actions: 'refetch' } },
          },
          paused: { on: { 'polling.resume': { target: 'waiting', actions: 'refetch' } } },
        },
      },
    },
  })
