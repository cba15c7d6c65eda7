import MailCheck from 'lucide-react/icons/mail-check'
import Pencil from 'lucide-react/icons/pencil'
import Save from 'lucide-react/icons/save'
import type { SavedReport } from '../../../contract/extensions/savedReports'
import type { ReportQuestion } from '../../../contract/forms/reports'
import { deletion } from '../records/actions'
import type { WriteAction } from '../../components/actions/recordAction'

/** What can be done with a saved report. */
export const savedReportActions: readonly WriteAction<SavedReport>[] = [
  {
    action: 'savedReports.mail',
    label: ({ isMailed }) => (isMailed ? 'Mail it no more' : 'Mail it every Monday'),
    icon: <MailCheck aria-hidden="true" />,
    open: (report, { open }) => open({ type: 'open.reportMail', recordId: undefined, input: { report } }),
  },
  {
    action: 'savedReports.update',
    label: 'Rename',
    icon: <Pencil aria-hidden="true" />,
    open: (report, { open }) => open({ type: 'open.reportRename', recordId: report.id, input: { report } }),
  },
  { ...deletion('savedReports', ({ name }: SavedReport) => name), action: 'savedReports.delete' },
]

/** Keeps what is on the screen under a name. */
export const saveReport: WriteAction<{ question: ReportQuestion; name: string }> = {
  action: 'savedReports.create',
  label: 'Save report',
  icon: <Save aria-hidden="true" />,
  open: (input, { open }) => open({ type: 'open.reportSave', recordId: undefined, input }),
}
