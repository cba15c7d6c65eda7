import { listCsvMachine } from '../../../machines/table/listCsv.machine'
import type { Model } from '../explore'

export const listCsv: Model = {
  machine: listCsvMachine,
  events: {
    'csv.read': [{ asked: { audit: { organizationId: 'org_1' } } }],
  },
  identity: ({ asked, error }: { asked: unknown; error: unknown }) => [asked, error !== undefined],
}
