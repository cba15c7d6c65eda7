import { assign, setup } from 'xstate'
import type { AuditQuestion } from '../../contract/extensions/audit'
import type { ExportRequest } from '../../contract/extensions/listExports'
import type { ReportRequest } from '../../contract/extensions/reports'
import { promiseActor, withError } from '../actors'

/** What a list is narrowed to, of the audit log or of another one, or what a report shows; as CSV unless it says otherwise. */
type SheetAsked = ({ audit: AuditQuestion } | { list: ExportRequest } | { report: ReportRequest }) & {
  format?: 'xlsx'
}
/** All that an organization has as one archive. */
interface ArchiveAsked {
  archive: { organizationId: string; name: string }
}
export type FileAsked = SheetAsked | ArchiveAsked

interface Context {
  asked: FileAsked | undefined
  error: unknown
}
export type ListCsvEvent = { type: 'csv.read'; asked: FileAsked } | { type: 'csv.cancel' }

/** Saves all rows that a list is narrowed to as a file (AD-01, ST-02), or all that an organization has (WF-04). */
export const listCsvMachine = setup({
  types: { context: {} as Context, events: {} as ListCsvEvent },
  actors: { saveCsv: promiseActor<void, { asked: FileAsked | undefined }>('saveCsv') },
  actions: {
    begin: assign((_, { asked }: { asked: FileAsked }) => ({ asked, error: undefined })),
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
      on: { 'csv.cancel': 'resting' },
    },
    failed: {
      on: { 'csv.read': { target: 'reading', actions: { type: 'begin', params: ({ event }) => event } } },
    },
  },
})
