import type { ReportQuestion } from '../../../contract/forms/reports'
import { whyNotDuty } from '../../../contract/rules/duties'
import { useMembership } from '../../app/context'
import { LaterMenu } from '../../components/layout/LaterMenu'
import { reportRequestOf } from '../../data/resources/reports'
import { DownloadMenu } from './lazyParts'

interface ReportDownloadProps {
  organizationId: string
  zone: string
  question: ReportQuestion
}

/** Saves the figures of a report as a file, for whom owners let export (ST-02). */
export function ReportDownload({ organizationId, zone, question }: ReportDownloadProps) {
  const reason = whyNotDuty(useMembership(), 'exports')
  return (
    <LaterMenu button="Download" isNeeded={reason !== undefined}>
      {(opensAtOnce) => (
        <DownloadMenu
          reason={reason}
          asked={() => ({ report: reportRequestOf(organizationId, zone, question) })}
          opensAtOnce={opensAtOnce}
        />
      )}
    </LaterMenu>
  )
}
