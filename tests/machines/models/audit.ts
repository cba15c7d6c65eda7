import { auditCsvMachine } from '../../../machines/audit/auditCsv.machine'
import type { Model } from '../explore'

export const auditCsv: Model = {
  machine: auditCsvMachine,
  events: { 'csv.read': [{ asked: { organizationId: 'org_1' } }] },
  identity: ({ asked, error }: { asked: unknown; error: unknown }) => [asked, error !== undefined],
}
