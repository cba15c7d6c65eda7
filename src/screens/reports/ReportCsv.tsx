import { useSelector } from '@xstate/react'
import { errorMessage } from '../../../contract/client/errors'
import type { ReportQuestion } from '../../../contract/forms/reports'
import { whyNotDuty } from '../../../contract/rules/duties'
import { ReasonedButton } from '../../components/actions/ReasonedButton'
import { Alert } from '../../components/base/Alert'
import { useMembership } from '../../app/context'
import { useFocusKept } from '../../browser/useFocusKept'
import { reportRequestOf } from '../../data/resources/reports'
import { useListCsv } from '../../data/useListCsv'

interface ReportCsvProps {
  organizationId: string
  zone: string
  question: ReportQuestion
}

/** Saves the figures of a report as a file, for whom owners let export (ST-02). */
export function ReportCsv({ organizationId, zone, question }: ReportCsvProps) {
  const reason = whyNotDuty(useMembership(), 'exports')
  const csv = useListCsv()
  const saving = useSelector(csv, (snapshot) => snapshot)
  const isReading = saving.matches('reading')
  useFocusKept(isReading)
  return (
    <>
      <ReasonedButton
        variant="outline"
        reason={reason}
        busy={isReading}
        onClick={() =>
          csv.send({ type: 'csv.read', asked: { report: reportRequestOf(organizationId, zone, question) } })
        }
      >
        Download CSV
      </ReasonedButton>
      {saving.matches('failed') && <Alert>The CSV could not be read. {errorMessage(saving.context.error)}</Alert>}
    </>
  )
}
