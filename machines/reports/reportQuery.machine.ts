import { assign, sendTo, setup } from 'xstate'
import { isRefusedForGood } from '../../contract/client/errors'
import type { Report } from '../../contract/extensions/reports'
import type { ReportQuestion } from '../../contract/forms/reports'
import { callbackActor, type QueryCommand, type QueryEvent, withError } from '../actors'

export interface ReportInput {
  question: ReportQuestion
}
interface Context extends ReportInput {
  /** What was read last, with what it answers: another question may be under way. */
  shown: { question: ReportQuestion; report: Report } | undefined
  error: unknown
}
export type ReportQueryEvent =
  | QueryEvent<Report>
  | { type: 'report.ask'; question: ReportQuestion }
  | { type: 'report.retry' }
  | { type: 'report.refresh' }

/** The report of an address (RP-01): read when the address asks for another one, and again when somebody wants it. */
export const reportQueryMachine = setup({
  types: { input: {} as ReportInput, context: {} as Context, events: {} as ReportQueryEvent },
  actors: {
    reportQuery: callbackActor<QueryCommand, ReportInput>('reportQuery'),
    addressChanges: callbackActor('addressChanges'),
  },
  actions: {
    setQuestion: assign((_, { question }: ReportInput) => ({ question, error: undefined })),
    setReport: assign(({ context: { question } }, { report }: { report: Report }) => ({
      shown: { question, report },
      error: undefined,
    })),
    setError: assign({ error: (_, { error }: { error: unknown }) => error }),
    refetch: sendTo('reportQuery', { type: 'query.refetch' }),
  },
  guards: { isRefused: (_, { error }: { error: unknown }) => isRefusedForGood(error) },
}).createMachine({
  id: 'reportQuery',
  context: ({ input }) => ({ ...input, shown: undefined, error: undefined }),
  invoke: { src: 'addressChanges', id: 'addressChanges' },
  initial: 'reading',
  states: {
    reading: {
      invoke: { src: 'reportQuery', id: 'reportQuery', input: ({ context: { question } }) => ({ question }) },
      on: {
        'report.ask': {
          target: 'reading',
          reenter: true,
          actions: { type: 'setQuestion', params: ({ event }) => event },
        },
        'query.loaded': {
          target: '.shown',
          actions: { type: 'setReport', params: ({ event }) => ({ report: event.data }) },
        },
      },
      initial: 'loading',
      states: {
        loading: {
          on: {
            'query.failed': [
              // The sentence says what has to be asked otherwise.
              { guard: withError('isRefused'), target: 'refused', actions: withError('setError') },
              { target: 'failed', actions: withError('setError') },
            ],
          },
        },
        shown: {
          on: { 'query.fetching': 'rereading', 'report.refresh': { actions: 'refetch' } },
        },
        rereading: { on: { 'query.failed': { target: 'stale', actions: withError('setError') } } },
        // What was read last stays on screen, with the error above it.
        stale: { on: { 'report.retry': { target: 'rereading', actions: 'refetch' } } },
        refused: {},
        failed: { on: { 'report.retry': { target: 'loading', actions: 'refetch' } } },
      },
    },
  },
})
