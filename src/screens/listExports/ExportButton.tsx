import { useSelector } from '@xstate/react'
import { errorMessage } from '../../../contract/client/errors'
import type { ExportedList } from '../../../contract/extensions/listExports'
import { whyNotDuty } from '../../../contract/rules/duties'
import type { TableRequest } from '../../../machines/table/dataTable.machine'
import { ReasonedButton } from '../../components/actions/ReasonedButton'
import { Alert } from '../../components/base/Alert'
import { useApp, useMembership, useSession } from '../../app/context'
import { useFocusKept } from '../../browser/useFocusKept'
import { exportOf } from '../../data/resources/listCsv'
import { useListCsv } from '../../data/useListCsv'

/** Saves all rows that a table is narrowed to, over all its pages (ST-02). */
export function ExportButton({ resource, request }: { resource: ExportedList; request: TableRequest }) {
  const { extensions } = useApp().config
  const organizationId = useSession(({ context }) => context.organizationId)
  const reason = whyNotDuty(useMembership(), 'exports')
  const csv = useListCsv()
  const saving = useSelector(csv, (snapshot) => snapshot)
  const isReading = saving.matches('reading')
  useFocusKept(isReading)
  if (!extensions || organizationId === undefined) return null
  return (
    <>
      <ReasonedButton
        variant="outline"
        reason={reason}
        busy={isReading}
        onClick={() => csv.send({ type: 'csv.read', asked: { list: exportOf(organizationId, resource, request) } })}
      >
        Download CSV
      </ReasonedButton>
      {saving.matches('failed') && <Alert>The CSV could not be read. {errorMessage(saving.context.error)}</Alert>}
    </>
  )
}

/** The same for the toolbar of a list. */
export const exporting = (resource: ExportedList) =>
  function ofRequest(request: TableRequest) {
    return <ExportButton resource={resource} request={request} />
  }
