import { assign, setup } from 'xstate'
import type { AuditQuestion } from '../../contract/extensions/audit'
import type { ExportRequest } from '../../contract/extensions/listExports'
import type { ReportRequest } from '../../contract/extensions/reports'
import { promiseActor, withError } from '../actors'

/** What a list is narrowed to, of the audit log or of another one, or what a report shows. */
export type CsvAsked = { audit: AuditQuestion } | { list: ExportRequest } | { report: ReportRequest }

interface Context {
  asked: CsvAsked | undefined
  error: unknown
}
export type ListCsvEvent = { type: 'csv.read'; asked: CsvAsked }

/** Saves all rows that a list is narrowed to as a file (AD-01, ST-02). */
export const listCsvMachine = setup({
  types: { context: {} as Context, events: {} as ListCsvEvent },
  actors: { saveCsv: promiseActor<void, { asked: CsvAsked | undefined }>('saveCsv') },
  actions: {
    begin: assign((_, { asked }: { asked: CsvAsked }) => ({ asked, error: undefined })),
    setError: assign({ error: (_, { error }: { error: unknown }) => error }),
  },
}).createMachine({
  id: 'listCsv',
  context: { asked: undefined, error: undefined },
  initial: 'resting',
  states: {
    resting: {
      on: { 'csv.read': { target: 'reading', actions: { type: 'begin', params: ({ event }) => event } } },
    },
    reading: {
      invoke: {
        src: 'saveCsv',
        input: ({ context: { asked } }) => ({ asked }),
        onDone: 'resting',
        onError: { target: 'failed', actions: withError('setError') },
      },
    },
    failed: {
      on: { 'csv.read': { target: 'reading', actions: { type: 'begin', params: ({ event }) => event } } },
    },
  },
})
