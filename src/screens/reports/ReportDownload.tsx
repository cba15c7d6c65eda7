import type { ReportQuestion } from '../../../contract/forms/reports'
import { whyNotDuty } from '../../../contract/rules/duties'
import { useMembership } from '../../app/context'
import { reportRequestOf } from '../../data/resources/reports'
import { DownloadMenu } from '../listExports/DownloadMenu'

interface ReportDownloadProps {
  organizationId: string
  zone: string
  question: ReportQuestion
}

/** Saves the figures of a report as a file, for whom owners let export (ST-02). */
export const ReportDownload = ({ organizationId, zone, question }: ReportDownloadProps) => (
  <DownloadMenu
    reason={whyNotDuty(useMembership(), 'exports')}
    asked={() => ({ report: reportRequestOf(organizationId, zone, question) })}
  />
)
