import { assign, setup } from 'xstate'
import type { AuditQuestion } from '../../contract/extensions/audit'
import { promiseActor, withError } from '../actors'

interface Context {
  asked: AuditQuestion | undefined
  error: unknown
}
export type AuditCsvEvent = { type: 'csv.read'; asked: AuditQuestion }

/** Saves what the audit log is narrowed to as a file (AD-01). */
export const auditCsvMachine = setup({
  types: { context: {} as Context, events: {} as AuditCsvEvent },
  actors: { saveAuditCsv: promiseActor<void, { asked: AuditQuestion | undefined }>('saveAuditCsv') },
  actions: {
    begin: assign((_, { asked }: { asked: AuditQuestion }) => ({ asked, error: undefined })),
    setError: assign({ error: (_, { error }: { error: unknown }) => error }),
  },
}).createMachine({
  id: 'auditCsv',
  context: { asked: undefined, error: undefined },
  initial: 'resting',
  states: {
    resting: {
      on: { 'csv.read': { target: 'reading', actions: { type: 'begin', params: ({ event }) => event } } },
    },
    reading: {
      invoke: {
        src: 'saveAuditCsv',
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
