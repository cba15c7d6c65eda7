import History from 'lucide-react/icons/history'
import type { AuditEntry } from '../../../contract/extensions/audit'
import type { ReadAction } from '../../components/actions/recordAction'

/** What can be done with an entry of the audit log (AD-01). */
export const auditActions: readonly ReadAction<AuditEntry>[] = [
  {
    reads: true,
    label: 'Everything about it',
    icon: <History aria-hidden="true" />,
    open: ({ record }, { navigate }) =>
      void navigate({ to: '/settings', search: { tab: 'audit', recordId: record.id } }),
  },
]
